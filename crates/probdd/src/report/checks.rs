//! What each check of a test said, and what it cost.

use probdd_exec::{CheckRun, Outcome};
use serde::Serialize;
use std::time::Duration;

/// What the first line of a trace says of a check.
#[derive(Clone, Debug, Serialize)]
pub struct CheckHeader {
    /// Its name.
    pub name: String,
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
}

/// What became of one check in the queries that were committed.
#[derive(Clone, Debug, Serialize)]
pub struct CheckTally {
    check: String,
    /// Runs, also of those that confirmed a verdict.
    runs: u64,
    /// Queries in which it held.
    held: u64,
    /// Queries in which it failed.
    failed: u64,
    /// CPU time of its runs.
    cpu_seconds: f64,
    /// Wall time of its runs.
    wall_seconds: f64,
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
        };
        ChecksTally { checks: checks.iter().map(none).collect(), has_warned: false }
    }

    /// The checks, in their order.
    pub fn each(&self) -> &[CheckTally] {
        &self.checks
    }

    /// Counts a query, or another run of one; what to tell the user, when it is the first that names a check that the
    /// baseline did not have.
    pub fn note(&mut self, outcome: &Outcome, is_query: bool) -> Option<String> {
        let mut unknown = None;
        for check in &outcome.checks {
            match self.checks.iter_mut().find(|known| *known.check == *check.name) {
                Some(known) => known.note(check, is_query),
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
    fn note(&mut self, run: &CheckRun, is_query: bool) {
        let seconds = |time: Duration| time.as_secs_f64();
        self.runs += u64::from(run.runs);
        self.held += u64::from(is_query && run.has_held);
        self.failed += u64::from(is_query && !run.has_held);
        self.cpu_seconds += seconds(run.cpu);
        self.wall_seconds += seconds(run.wall);
    }
}
