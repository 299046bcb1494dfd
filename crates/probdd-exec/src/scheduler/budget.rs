//! When a run stops before its end: its budget is spent, or the user interrupts it.

use super::controls::{Controls, Stop};
use crate::Interrupt;
use std::time::{Duration, Instant};

/// The most that a run may take.
#[derive(Clone, Debug)]
pub struct Budget {
    /// The most queries, the baseline included.
    pub max_queries: Option<u64>,
    /// The longest time since the run began.
    pub max_time: Option<Duration>,
}

/// A budget, and the clock and the interrupt that end a run.
#[derive(Clone, Debug)]
pub(super) struct Allowance {
    budget: Budget,
    interrupt: Interrupt,
    controls: Controls,
    began: Instant,
}

impl Allowance {
    pub(super) fn new(budget: Budget, interrupt: Interrupt) -> Allowance {
        let controls = Controls::default();
        Allowance { budget, interrupt, controls, began: Instant::now() }
    }

    /// Sets what the user changes while the run goes on.
    pub(super) fn set_controls(&mut self, controls: Controls) {
        self.controls = controls;
    }

    pub(super) fn controls(&self) -> &Controls {
        &self.controls
    }

    /// Returns when the run is not paused.
    pub(super) fn wait_while_paused(&self) {
        self.controls.wait(&self.interrupt);
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    /// Returns why the run stops now, whatever the number of queries. A replay only stops for the
    /// user: it has to find what the first run found, however long that takes.
    pub(super) fn stop(&self, is_replaying: bool) -> Option<Stop> {
        let is_late = || self.budget.max_time.is_some_and(|most| self.elapsed() >= most);
        if self.interrupt.is_raised() {
            return Some(self.controls.reason());
        }
        (!is_replaying && is_late()).then_some(Stop::Time)
    }

    /// Returns why the run stops after this many queries.
    pub(super) fn stop_after(&self, queries: u64, is_replaying: bool) -> Option<Stop> {
        let is_spent = self.budget.max_queries.is_some_and(|most| queries >= most);
        match self.stop(is_replaying) {
            Some(stop @ (Stop::Interrupted | Stop::Asked)) => Some(stop),
            _ if is_spent && !is_replaying => Some(Stop::Queries),
            stop => stop,
        }
    }
}
