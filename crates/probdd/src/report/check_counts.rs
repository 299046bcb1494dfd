//! Counts and costs of each check of a test.

use super::trace::CheckHeader;
use crate::messages::warnings::unknown_check;
use probdd_core::CheckState;
use probdd_exec::{CheckRun, CheckStates, Outcome};
use serde::Serialize;
use std::sync::Arc;

/// Counts of the checks of a test.
#[derive(Clone, Debug, Default)]
pub(crate) struct ChecksTally {
    checks: Vec<CheckTally>,
    /// Whether the user was warned of an unknown check.
    has_warned: bool,
    /// Whether probdd chooses the order.
    is_economical: bool,
}

/// Counts of one check.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct CheckTally {
    check: String,
    /// All runs, including repeated and wasted ones.
    runs: u64,
    /// Committed queries in which it held.
    held: u64,
    /// Committed queries in which it failed.
    failed: u64,
    /// CPU time of its runs.
    cpu_seconds: f64,
    /// Wall time of its runs.
    wall_seconds: f64,
    #[serde(flatten)]
    economy: Option<Economy>,
}

/// The gain from the order in which the checks ran.
#[derive(Clone, Debug, Default, Serialize)]
struct Economy {
    /// Whether the check is redundant, as far as is known at the end.
    redundant: bool,
    /// Queries in which it did not run, but would have run in the order of the file, as far as is
    /// known; minus queries in which it ran, but would not have run in that order.
    runs_saved: i64,
    /// The CPU time of these runs.
    cpu_seconds_saved: f64,
}

impl ChecksTally {
    /// Counts checks of these names, of which nothing else is known.
    pub(crate) fn expect(&mut self, names: impl Iterator<Item = String>) {
        let check = |check: String| CheckTally { check, ..CheckTally::default() };
        self.checks = names.map(check).collect();
    }

    /// Begins to count.
    pub(crate) fn new(checks: &[CheckHeader]) -> ChecksTally {
        let none = |check: &CheckHeader| CheckTally {
            check: check.name.clone(),
            economy: check.cost.map(|_| Economy::default()),
            ..CheckTally::default()
        };
        let is_economical = checks.iter().any(|check| check.cost.is_some());
        let checks = checks.iter().map(none).collect();
        ChecksTally { checks, has_warned: false, is_economical }
    }

    /// The counts in the order of the checks.
    pub(crate) fn each(&self) -> &[CheckTally] {
        &self.checks
    }

    /// Whether probdd chooses the order.
    pub(crate) fn is_economical(&self) -> bool {
        self.is_economical
    }

    /// Counts the states of the checks in a query.
    pub(crate) fn note_states(&mut self, states: CheckStates) {
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

    /// Counts runs that are not needed in the order of the file.
    pub(crate) fn note_extra(&mut self, checks: &[CheckRun]) {
        for run in checks {
            if let Some(economy) = self.find(run).and_then(|check| check.economy.as_mut()) {
                economy.runs_saved -= i64::from(run.runs);
            }
        }
    }

    /// Counts runs without a committed query.
    pub(crate) fn note_waste(&mut self, checks: &[CheckRun]) {
        for run in checks {
            self.find(run).into_iter().for_each(|check| check.note(run));
        }
    }

    fn find(&mut self, run: &CheckRun) -> Option<&mut CheckTally> {
        self.checks.iter_mut().find(|check| *check.check == *run.name)
    }

    /// Notes at the end which checks are redundant, and computes the saved time.
    pub(crate) fn set_redundant(&mut self, names: &[Arc<str>]) {
        for check in &mut self.checks {
            let is_redundant = names.iter().any(|name| **name == *check.check);
            let each = check.cpu_seconds / check.runs.max(1) as f64;
            if let Some(economy) = &mut check.economy {
                economy.redundant = is_redundant;
                economy.cpu_seconds_saved = economy.runs_saved as f64 * each;
            }
        }
    }

    /// Counts a run. Returns a warning at the first check that the baseline did not have.
    pub(crate) fn note(&mut self, outcome: &Outcome) -> Option<String> {
        let mut unknown = None;
        for run in &outcome.checks {
            match self.find(run) {
                Some(check) => check.note(run),
                None => unknown = unknown.or(Some(&run.name)),
            }
        }
        let name = unknown.filter(|_| !self.checks.is_empty() && !self.has_warned)?;
        self.has_warned = true;
        Some(unknown_check(name))
    }
}

impl CheckTally {
    fn note(&mut self, run: &CheckRun) {
        self.runs += u64::from(run.runs);
        self.cpu_seconds += run.cpu.as_secs_f64();
        self.wall_seconds += run.wall.as_secs_f64();
    }
}
