//! What was asked since a candidate was accepted for the time being: some checks have not run on it.
//!
//! They are run on the last of several such candidates. If they hold, all that was asked since then is
//! committed. If not, the search goes back to where it was before the first of them, and what was asked
//! is as good as a guess: it may be asked again, and then is known.

use crate::event::{Candidate, Committed};
use crate::futures::Snapshot;
use crate::{Answer, Key};
use probdd_core::Edits;
use std::sync::Arc;

/// For each candidate that may be accepted, so many queries wait to be committed at most: they may have
/// been asked in vain, and who watches wants to see something.
const QUERIES: usize = 3;

/// What waits to be committed.
#[derive(Debug)]
pub(super) struct Stretch<S, R> {
    /// The search before it.
    pub(super) before: Snapshot<S, R>,
    pub(super) asked: Vec<Waiting>,
    /// The last candidate that was accepted, and how many were.
    pub(super) best: Arc<Candidate>,
    accepted: usize,
}

/// A query that waits, and its answer.
#[derive(Debug)]
pub(super) struct Waiting {
    pub(super) key: Key,
    pub(super) answer: Answer,
    /// With the candidate and what was changed in which configuration.
    candidate: Arc<Candidate>,
    change: Edits,
    best: Edits,
    /// The rest of it, whose references are replaced by those above.
    facts: Facts,
}

type Facts = (u64, probdd_core::Class, crate::States, std::time::Duration);

impl<S, R> Stretch<S, R> {
    /// Begins where the search is asking about the first candidate.
    pub(super) fn new(before: Snapshot<S, R>, first: &Arc<Candidate>) -> Stretch<S, R> {
        Stretch { before, asked: Vec::new(), best: Arc::clone(first), accepted: 0 }
    }

    /// Keeps a query until it is clear whether it is committed.
    pub(super) fn keep(
        &mut self,
        key: Key,
        candidate: &Arc<Candidate>,
        it: &Committed,
        answer: &Answer,
    ) {
        self.asked.push(Waiting {
            key,
            answer: answer.clone(),
            candidate: Arc::clone(candidate),
            change: it.change.clone(),
            best: it.best.clone(),
            facts: (it.query, it.class, it.states, it.elapsed),
        });
    }

    /// Takes note of a new best candidate.
    pub(super) fn accept(&mut self, candidate: &Arc<Candidate>) {
        self.best = Arc::clone(candidate);
        self.accepted += 1;
    }

    /// The candidates that were accepted before the last one.
    pub(super) fn superseded(&self) -> impl Iterator<Item = Key> {
        let last = Key::of(&self.best.bytes);
        let accepted = self.asked.iter().filter(|it| it.answer.outcome.verdict.is_interesting());
        accepted.map(|it| it.key).filter(move |key| *key != last)
    }

    /// Whether it is time to find out, when so many candidates may be accepted.
    pub(super) fn is_due(&self, reach: usize) -> bool {
        self.accepted >= reach || self.asked.len() >= QUERIES * reach
    }
}

impl Waiting {
    /// The query as it would have been told at once.
    pub(super) fn committed(&self) -> Committed<'_> {
        let (query, class, states, elapsed) = self.facts;
        let Answer { outcome, runs, .. } = &self.answer;
        let (change, best, candidate) = (&self.change, &self.best, &*self.candidate);
        Committed { query, class, change, best, candidate, outcome, states, runs: *runs, elapsed }
    }
}
