//! What a user changes while a run goes on: it pauses, stops, skips a pass, or runs fewer tests.
//!
//! Only a skipped pass changes what is asked, and the journal has it on record.

use crate::Interrupt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

/// How often a paused run looks whether it goes on.
const TICK: Duration = Duration::from_millis(50);

/// Why a run stopped before its end, with its best candidate intact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// All queries of the budget are spent.
    Queries,
    /// The time of the budget is over.
    Time,
    /// The user interrupted the run.
    Interrupted,
    /// The user asked the run to stop with what it has.
    Asked,
    /// The machines that run the test cannot be reached.
    Unreachable,
}

/// The wishes of the user, for other threads to set. Clones share them.
#[derive(Clone, Debug, Default)]
pub struct Controls(Arc<Wishes>);

#[derive(Debug, Default)]
struct Wishes {
    is_paused: AtomicBool,
    is_quitting: AtomicBool,
    skips: AtomicBool,
    /// How many tests run at a time; 0 for as many as there are jobs.
    jobs: AtomicUsize,
}

impl Controls {
    /// From here on no test starts, or tests start again. Those that run come to their end.
    pub fn pause(&self, is_paused: bool) {
        self.0.is_paused.store(is_paused, Ordering::Relaxed);
    }

    /// Whether no test starts.
    pub fn is_paused(&self) -> bool {
        self.0.is_paused.load(Ordering::Relaxed)
    }

    /// Stops the run with its best candidate: raises its interrupt, and [`Stop::Asked`] is the reason.
    pub fn quit(&self, interrupt: &Interrupt) {
        self.0.is_quitting.store(true, Ordering::Release);
        interrupt.raise();
    }

    /// Why a run stops whose interrupt is raised.
    pub fn reason(&self) -> Stop {
        if self.0.is_quitting.load(Ordering::Acquire) { Stop::Asked } else { Stop::Interrupted }
    }

    /// Ends the current pass before its next query.
    pub fn skip(&self) {
        self.0.skips.store(true, Ordering::Relaxed);
    }

    /// Whether the current pass is to end; asked once for each wish.
    pub(super) fn take_skip(&self) -> bool {
        self.0.skips.load(Ordering::Relaxed) && self.0.skips.swap(false, Ordering::Relaxed)
    }

    /// At most this many tests run at a time, and at most as many as the run has jobs.
    pub fn limit_jobs(&self, most: usize) {
        self.0.jobs.store(most, Ordering::Relaxed);
    }

    /// The most tests that run at a time, of so many jobs.
    pub fn most_jobs(&self, jobs: usize) -> usize {
        match self.0.jobs.load(Ordering::Relaxed) {
            0 => jobs,
            most => most.min(jobs),
        }
    }

    /// Returns when the run is not paused, or its interrupt is raised.
    pub(super) fn wait(&self, interrupt: &Interrupt) {
        while self.is_paused() && !interrupt.is_raised() {
            std::thread::sleep(TICK);
        }
    }
}
