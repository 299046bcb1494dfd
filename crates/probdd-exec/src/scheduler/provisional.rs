//! Candidates that are accepted provisionally: checks that rarely decide have not run on them.
//!
//! All checks run on the last of several such candidates. If they hold, the queries since the first
//! one are committed. If not, the search goes back to before the first one, and the queries since
//! then become guesses: if they are asked again, their answers are known.

use super::speculation::Snapshot;
use crate::oracle::{Answer, CheckStates};
use crate::record::{Candidate, Committed, Key};
use probdd_core::{Class, Edits};
use std::sync::Arc;
use std::time::Duration;

/// The most queries that wait to be committed, for each candidate that may be accepted. These
/// queries may be discarded, and the user wants to see progress.
const QUERIES: usize = 3;

/// The queries since a candidate was accepted provisionally.
pub(super) struct Provisional<'a> {
    /// The search before them.
    pub(super) before: Snapshot<'a>,
    pub(super) queries: Vec<Waiting>,
    /// The last candidate that was accepted.
    pub(super) best: Arc<Candidate>,
    /// How many candidates were accepted.
    accepted: usize,
}

/// A query that waits to be committed: [`Committed`] with values in place of references.
#[derive(Debug)]
pub(super) struct Waiting {
    pub(super) key: Key,
    pub(super) answer: Answer,
    query: u64,
    class: Class,
    probability: Option<f64>,
    change: Edits,
    best: Edits,
    candidate: Arc<Candidate>,
    states: CheckStates,
    elapsed: Duration,
}

impl<'a> Provisional<'a> {
    /// Begins when the search has asked about the first candidate.
    pub(super) fn new(before: Snapshot<'a>, first: &Arc<Candidate>) -> Provisional<'a> {
        Provisional { before, queries: Vec::new(), best: Arc::clone(first), accepted: 0 }
    }

    /// Keeps a query until it is clear whether it counts.
    pub(super) fn keep(
        &mut self,
        key: Key,
        candidate: &Arc<Candidate>,
        query: &Committed,
        answer: &Answer,
    ) {
        self.queries.push(Waiting {
            key,
            answer: answer.clone(),
            query: query.query,
            class: query.class,
            probability: query.probability,
            change: query.change.clone(),
            best: query.best.clone(),
            candidate: Arc::clone(candidate),
            states: query.states,
            elapsed: query.elapsed,
        });
    }

    /// Takes note of a new best candidate.
    pub(super) fn accept(&mut self, candidate: Arc<Candidate>) {
        self.best = candidate;
        self.accepted += 1;
    }

    /// Returns the candidates that were accepted before the last one.
    pub(super) fn superseded(&self) -> impl Iterator<Item = Key> {
        let last = Key::of(&self.best.bytes);
        let accepted =
            self.queries.iter().filter(|query| query.answer.outcome.verdict.is_interesting());
        accepted.map(|query| query.key).filter(move |key| *key != last)
    }

    /// Whether it is time to run all checks, if at most `reach` candidates may be accepted before that.
    pub(super) fn is_due(&self, reach: usize) -> bool {
        self.accepted >= reach || self.queries.len() >= QUERIES * reach
    }
}

impl Waiting {
    pub(super) fn committed(&self) -> Committed<'_> {
        Committed {
            query: self.query,
            class: self.class,
            probability: self.probability,
            change: &self.change,
            best: &self.best,
            candidate: &self.candidate,
            outcome: &self.answer.outcome,
            states: self.states,
            runs: self.answer.runs,
            elapsed: self.elapsed,
        }
    }
}
