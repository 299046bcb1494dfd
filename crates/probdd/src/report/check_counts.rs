//! What each check of a test said, and what it cost.

use probdd_core::CheckState;
use probdd_exec::{CheckRun, CheckStates, Outcome};
use serde::Serialize;
use std::sync::Arc;
use std::time::Duration;

/// What the first line of a trace says of a check.
#[derive(Clone, Debug, Serialize)]
pub struct CheckHeader {
    /// Its name.
    pub name: String,
    /// What it costs in milliseconds, where that decides about the order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<u64>,
    /// Its deadline in seconds; none for what a test runs itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timeout: Option<f64>,
}

/// Counts of the checks of a test.
#[derive(Clone, Debug, Default)]
pub struct ChecksTally {
    checks: Vec<CheckTally>,
    /// Whether the user knows that there are others.
    has_warned: bool,
    /// Whether their order is ours.
    is_economical: bool,
}

/// What became of one check.
#[derive(Clone, Debug, Serialize)]
pub struct CheckTally {
    check: String,
    /// Runs, also those that confirmed a verdict, and those in vain.
    runs: u64,
    /// Queries that were committed in which it held.
    held: u64,
    /// The same in which it failed.
    failed: u64,
    /// CPU time of its runs.
    cpu_seconds: f64,
    /// Wall time of its runs.
    wall_seconds: f64,
    #[serde(flatten)]
    economy: Option<Economy>,
}

/// What the order in which checks ran has won.
#[derive(Clone, Debug, Default, Serialize)]
struct Economy {
    /// Whether it decides nothing, as was found in the end.
    redundant: bool,
    /// In how many queries it would have run in the order of the file, as far as is known, and did not;
    /// those in which it ran and would not have are subtracted.
    runs_saved: i64,
    /// What they would have cost.
    cpu_seconds_saved: f64,
}

impl ChecksTally {
    /// Of these checks nothing has run.
    pub fn new(checks: &[CheckHeader]) -> ChecksTally {
        let none = |check: &CheckHeader| CheckTally {
            check: check.name.clone(),
            runs: 0,
            held: 0,
            failed: 0,
            cpu_seconds: 0.0,
            wall_seconds: 0.0,
            economy: check.cost.map(|_| Economy::default()),
        };
        let is_economical = checks.iter().any(|check| check.cost.is_some());
        let checks = checks.iter().map(none).collect();
        ChecksTally { checks, has_warned: false, is_economical }
    }

    /// The checks, in their order.
    pub fn each(&self) -> &[CheckTally] {
        &self.checks
    }

    /// Whether their order is ours.
    pub fn is_economical(&self) -> bool {
        self.is_economical
    }

    /// Notes which checks were run and which were not in a query.
    pub fn note_states(&mut self, states: CheckStates) {
        let mut would_run = 1;
        for (check, state) in self.checks.iter_mut().zip(states.iter()) {
            let has_run = i64::from(state != CheckState::NotRun);
            if let Some(economy) = &mut check.economy {
                economy.runs_saved += would_run - has_run;
            }
            check.held += u64::from(state == CheckState::Held);
            check.failed += u64::from(state == CheckState::Failed);
            if state == CheckState::Failed {
                would_run = 0;
            }
        }
    }

    /// Notes runs that the order of the file would not have taken.
    pub fn note_extra(&mut self, checks: &[CheckRun]) {
        for run in checks {
            let mut known = self.checks.iter_mut().filter(|check| *check.check == *run.name);
            if let Some(economy) = known.next().and_then(|check| check.economy.as_mut()) {
                economy.runs_saved -= i64::from(run.runs);
            }
        }
    }

    /// Counts runs for no query, or for one that does not count any more.
    pub fn note_waste(&mut self, checks: &[CheckRun]) {
        for run in checks {
            let mut known = self.checks.iter_mut().filter(|check| *check.check == *run.name);
            known.next().into_iter().for_each(|check| check.note(run));
        }
    }

    /// Notes in the end which checks decide nothing, and what all have saved.
    pub fn set_redundant(&mut self, names: &[Arc<str>]) {
        for check in &mut self.checks {
            let is_redundant = names.iter().any(|name| **name == *check.check);
            let each = check.cpu_seconds / check.runs.max(1) as f64;
            if let Some(economy) = &mut check.economy {
                economy.redundant = is_redundant;
                economy.cpu_seconds_saved = economy.runs_saved as f64 * each;
            }
        }
    }

    /// Counts a run; what to tell the user, when it is the first that names a check that the
    /// baseline did not have.
    pub fn note(&mut self, outcome: &Outcome) -> Option<String> {
        let mut unknown = None;
        for check in &outcome.checks {
            match self.checks.iter_mut().find(|known| *known.check == *check.name) {
                Some(known) => known.note(check),
                None => unknown = unknown.or(Some(&check.name)),
            }
        }
        let name = unknown.filter(|_| !self.checks.is_empty() && !self.has_warned)?;
        self.has_warned = true;
        Some(format!(
            "the test reports a check `{name}` that it did not report for the input: such are ignored"
        ))
    }
}

impl CheckTally {
    fn note(&mut self, run: &CheckRun) {
        let seconds = |time: Duration| time.as_secs_f64();
        self.runs += u64::from(run.runs);
        self.cpu_seconds += seconds(run.cpu);
        self.wall_seconds += seconds(run.wall);
    }
}
