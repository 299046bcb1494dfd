//! What a session can know of a run while the search computes.

use crate::oracle::Cost;
use crate::record::Outlook;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// Where a run stands, apart from its events.
#[derive(Clone, Debug, Default)]
pub struct Standing {
    /// The cost of guesses that no search asked about.
    pub wasted: Cost,
    /// The cost of queries that do not count, because the search went back to before them and has not
    /// asked again.
    pub undone: Cost,
    /// The checks that decide nothing, as far as is known.
    pub redundant: Vec<Arc<str>>,
    /// Whether verdicts of an earlier run remain to be replayed.
    pub is_replaying: bool,
    /// Whether the run has stopped, and a last test decides about queries that it has made.
    pub is_settling: bool,
    /// The tests that run.
    pub running: Vec<RunningTest>,
    /// Since when the next query is computed, unless an answer is waited for.
    pub computes_since: Option<Instant>,
    /// The tests that have ended, up to the first 50,000 of them.
    pub ended: Vec<EndedTest>,
    /// Whether somebody wants to know what the search believes; answered after the next query.
    pub wants_outlook: bool,
    /// The last answer to that.
    pub outlook: Option<Arc<Outlook>>,
}

/// A test that runs.
#[derive(Clone, Copy, Debug)]
pub struct RunningTest {
    /// When it was started.
    pub began: Instant,
    /// The size of its candidate in bytes.
    pub bytes: usize,
    /// Whether its candidate may never be asked about.
    pub is_guess: bool,
}

/// How many tests that have ended are recorded.
pub(super) const MOST_ENDED: usize = 50_000;

/// A test that has ended.
#[derive(Clone, Copy, Debug)]
pub struct EndedTest {
    /// The number of the worker that ran it, from 0.
    pub worker: usize,
    /// When it was started.
    pub began: Instant,
    /// When it ended.
    pub ended: Instant,
    /// What became of it.
    pub fate: Fate,
}

/// What becomes of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// A search asked about its candidate while it ran, or before.
    Wanted,
    /// No search had asked about its candidate when it ended.
    Ahead,
    /// It was killed: no search would ask about its candidate.
    Cancelled,
}

/// The standing of a run, for other threads. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Watch(Arc<Mutex<Standing>>);

impl Watch {
    /// Returns the standing at this moment.
    pub fn standing(&self) -> MutexGuard<'_, Standing> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
