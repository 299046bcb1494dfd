//! One check that ran, and what it cost.

use std::sync::Arc;
use std::time::Duration;

/// A check that ran, and what it cost.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CheckRun {
    /// The check's name.
    pub name: Arc<str>,
    /// Whether it held.
    pub has_held: bool,
    /// How often it ran. The times are of all runs together; checks that a test reports have none.
    pub runs: u32,
    /// Wall time.
    pub wall: Duration,
    /// User and system time.
    pub cpu: Duration,
    /// The wall time of the slowest run.
    pub slowest: Duration,
    /// Why it did not hold, if that is known.
    pub fault: Option<String>,
}

impl CheckRun {
    /// A check that a test reports.
    pub(crate) fn reported(name: &str, has_held: bool) -> CheckRun {
        CheckRun { name: name.into(), has_held, runs: 1, ..CheckRun::default() }
    }

    /// Adds the cost of other runs of the check.
    pub(crate) fn add_cost(&mut self, other: &CheckRun) {
        self.runs += other.runs;
        self.wall += other.wall;
        self.cpu += other.cpu;
        self.slowest = self.slowest.max(other.slowest);
    }

    /// Takes away the cost of runs that were added, except for the slowest.
    pub(crate) fn remove_cost(&mut self, other: &CheckRun) {
        self.runs -= other.runs;
        self.wall -= other.wall;
        self.cpu -= other.cpu;
    }
}
