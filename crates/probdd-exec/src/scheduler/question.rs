//! A query of a search as bytes, and what is known of them.

use crate::oracle::PackedFeedback;
use crate::record::{Candidate, Key, Span};
use probdd_core::{Belief, Edits, Query};
use std::sync::Arc;

/// Turns changes of a parsed text into bytes; keeps the best configuration of a pass.
pub trait Render {
    /// Writes the best configuration with one more change, not accepted yet, into `candidate`.
    fn render(&mut self, change: &Edits, candidate: &mut Candidate);

    /// Whether the last candidate could not be rendered, or cannot be interesting; it is uninteresting
    /// without a test.
    fn has_failed(&self) -> bool {
        false
    }

    /// Whether a candidate is worth a run of the test; if not, it is uninteresting without one.
    fn is_worth_testing(&mut self, _candidate: &Candidate) -> bool {
        true
    }

    /// What is believed of each token of the best candidate, of which these are the bytes; empty if
    /// it is not known where they lie.
    fn spans(&self, _best: &[u8], _undecided: &[Belief]) -> Vec<Span> {
        Vec::new()
    }

    /// Makes a change part of the best configuration.
    fn accept(&mut self, change: &Edits);

    /// Takes note of the candidate that the accepted change leads to, if that was rendered.
    fn follow(&mut self, _best: &Candidate) {}
}

/// A query as bytes.
#[derive(Clone, Debug)]
pub(super) struct Question {
    pub(super) key: Key,
    pub(super) candidate: Arc<Candidate>,
    /// Whether it is worth a test, once that was found out.
    is_worth_testing: Option<bool>,
}

/// What is known of a candidate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// The answer, or a guess that was run.
    Known(PackedFeedback),
    /// A worker runs it.
    Running,
    /// Nobody has run it.
    Open,
}

/// Looks up what is known of a candidate.
pub(super) type StateOf<'a> = &'a dyn Fn(Key) -> State;

impl Question {
    pub(super) fn new(query: &Query<Edits>, render: &mut dyn Render) -> Question {
        let candidate = Candidate::rendered(|candidate| render.render(&query.change, candidate));
        let key = Key::of(&candidate.bytes);
        let is_worth_testing = render.has_failed().then_some(false);
        Question { key, candidate: Arc::new(candidate), is_worth_testing }
    }

    pub(super) fn is_worth_testing(&mut self, render: &mut dyn Render) -> bool {
        *self.is_worth_testing.get_or_insert_with(|| render.is_worth_testing(&self.candidate))
    }

    /// Returns what is known of the candidate. One that is not worth a test is uninteresting.
    pub(super) fn state(&self, state: StateOf) -> State {
        match self.is_worth_testing {
            Some(false) => State::Known(PackedFeedback::UNINTERESTING),
            _ => state(self.key),
        }
    }
}
