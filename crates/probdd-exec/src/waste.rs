//! Runs of a test that came to nothing, and what they cost.

use crate::{Answer, CheckRun, Outcome};
use std::time::Duration;

/// Runs that no answer stands on that was committed.
#[derive(Clone, Debug, Default)]
pub struct Waste {
    /// How often the test was run.
    pub runs: u64,
    /// Wall time.
    pub wall: Duration,
    /// User and system time.
    pub cpu: Duration,
    /// The same of each check.
    pub checks: Vec<CheckRun>,
}

impl Waste {
    /// Adds an answer.
    pub(crate) fn add(&mut self, answer: &Answer) {
        self.runs += u64::from(answer.runs.total);
        self.add_cost(&answer.outcome);
    }

    /// Adds a single run, also one that was cut short.
    pub(crate) fn add_run(&mut self, outcome: &Outcome) {
        self.runs += 1;
        self.add_cost(outcome);
    }

    /// Adds another one.
    pub(crate) fn add_all(&mut self, other: &Waste) {
        self.runs += other.runs;
        self.wall += other.wall;
        self.cpu += other.cpu;
        self.add_checks(&other.checks);
    }

    fn add_cost(&mut self, outcome: &Outcome) {
        self.wall += outcome.wall;
        self.cpu += outcome.cpu;
        self.add_checks(&outcome.checks);
    }

    fn add_checks(&mut self, checks: &[CheckRun]) {
        for check in checks {
            match self.checks.iter_mut().find(|known| known.name == check.name) {
                Some(known) => known.add_cost(check),
                None => self.checks.push(check.clone()),
            }
        }
    }
}
