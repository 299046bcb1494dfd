//! What runs of a test cost.

use crate::oracle::{Answer, CheckRun, Outcome};
use std::time::Duration;

/// The cost of some runs of a test.
#[derive(Clone, Debug, Default)]
pub struct Cost {
    /// How often the test ran.
    pub runs: u64,
    /// Wall time.
    pub wall: Duration,
    /// User and system time.
    pub cpu: Duration,
    /// The cost of each check.
    pub checks: Vec<CheckRun>,
}

impl Cost {
    pub(crate) fn add_answer(&mut self, answer: &Answer) {
        self.runs += u64::from(answer.runs.total);
        self.add_times(&answer.outcome);
    }

    /// Takes away an answer that was added. The slowest run of a check stays.
    pub(crate) fn remove_answer(&mut self, answer: &Answer) {
        self.runs -= u64::from(answer.runs.total);
        self.wall -= answer.outcome.wall;
        self.cpu -= answer.outcome.cpu;
        for check in &answer.outcome.checks {
            if let Some(known) = self.checks.iter_mut().find(|known| known.name == check.name) {
                known.remove_cost(check);
            }
        }
    }

    /// Adds a single run, also one that was cut short.
    pub(crate) fn add_run(&mut self, outcome: &Outcome) {
        self.runs += 1;
        self.add_times(outcome);
    }

    pub(crate) fn add(&mut self, other: &Cost) {
        self.runs += other.runs;
        self.wall += other.wall;
        self.cpu += other.cpu;
        self.add_checks(&other.checks);
    }

    fn add_times(&mut self, outcome: &Outcome) {
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
