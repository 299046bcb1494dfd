//! The events of a run: one stream feeds the terminal, the trace and the report.

use super::candidate::Candidate;
use crate::oracle::{Answer, CheckStates, Outcome, Runs};
use probdd_core::{Class, Edits, Verdict};
use std::sync::Arc;
use std::time::Duration;

/// Something that happens in a run.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// The unmodified input was run, with the state of each check.
    Baseline(&'a Answer, CheckStates),
    /// A search begins.
    PassBegan(&'a Pass),
    /// The current pass waits for the test's answer about a candidate.
    Asked(&'a Arc<Candidate>),
    /// The test has answered a query of the current pass.
    Committed(&'a Committed<'a>),
    /// The history has answered a query of the current pass: the same bytes had been asked about.
    Repeated(Repeat<'a>),
    /// The candidate of a query was not worth testing: it is uninteresting, and nothing was run.
    Rejected,
    /// There is a new best candidate. It was observed to be interesting.
    Reduced(&'a Arc<Candidate>),
    /// All checks hold for the last of some candidates that were accepted provisionally: it is the new
    /// best candidate.
    Verified(&'a Answer),
    /// Some checks do not hold for it. The search continues from before the first of these candidates;
    /// this many queries are discarded.
    Refuted(&'a Answer, u64),
    /// The best candidate, an earlier one or the input was run again.
    Rechecked(&'a Answer),
    /// The test has contradicted itself about the best candidate, which holds, with so many runs. From
    /// here on candidates are accepted by their rate.
    Unreliable(Runs),
    /// The best candidate does not hold, by the first of these runs. An earlier one does, by the other
    /// ones, and is the best one next.
    SteppedBack(Runs, Runs),
    /// The record of an earlier run was replayed; from here on tests are run.
    ReplayEnded,
    /// The user ends the current pass before its end.
    Skipped,
    /// The current pass ended.
    PassEnded,
}

impl<'a> Event<'a> {
    /// Returns the outcome, if the test was run.
    pub fn outcome(&self) -> Option<&'a Outcome> {
        match self {
            Event::Baseline(answer, _)
            | Event::Verified(answer)
            | Event::Refuted(answer, _)
            | Event::Rechecked(answer) => Some(&answer.outcome),
            Event::Committed(committed) => Some(committed.outcome),
            _ => None,
        }
    }

    /// Returns the change and the candidate of a query that the test or the history has found uninteresting.
    pub fn uninteresting(&self) -> Option<(&'a Edits, &'a Candidate)> {
        let (verdict, change, candidate) = match self {
            Event::Committed(query) => (query.outcome.verdict, query.change, query.candidate),
            Event::Repeated(repeat) => (repeat.verdict, repeat.change, repeat.candidate),
            _ => return None,
        };
        (verdict == Verdict::Uninteresting).then_some((change, candidate))
    }
}

/// A query that the history has answered.
#[derive(Clone, Copy, Debug)]
pub struct Repeat<'a> {
    /// The change of the best configuration.
    pub change: &'a Edits,
    /// The bytes that had been asked about.
    pub candidate: &'a Candidate,
    /// The answer.
    pub verdict: Verdict,
    /// Whether they were last asked about before the current round began.
    pub is_new_in_round: bool,
}

/// One run of one search over one parsed text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pass {
    /// The algorithm's name, or `parts`, `probe`, `comments`, `sweep`.
    pub name: &'static str,
    /// What its changes refer to.
    pub elements: Elements,
    /// The path of the file whose text was parsed, if that is one of several.
    pub file: Option<Arc<str>>,
}

impl Pass {
    /// A pass over the only text.
    pub fn new(name: &'static str, elements: Elements) -> Pass {
        Pass { name, elements, file: None }
    }
}

/// How a pass numbers the elements that it removes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Elements {
    /// A list: node `i + 1` of the flat tree is the element `origin[i]` of the input.
    List {
        /// The index in the input of each element that was kept when the pass began, ascending.
        origin: Vec<u32>,
    },
    /// A tree: nodes are numbered in preorder.
    Tree {
        /// The number of the parse within this run, from 0.
        tree: usize,
    },
}

/// A query that the test has answered.
#[derive(Clone, Copy, Debug)]
pub struct Committed<'a> {
    /// The number of the query; 1 is the baseline.
    pub query: u64,
    /// What kind of query it was.
    pub class: Class,
    /// The model's probability that the candidate is interesting, where there is a model.
    pub probability: Option<f64>,
    /// The change of the best configuration.
    pub change: &'a Edits,
    /// The best configuration before the change.
    pub best: &'a Edits,
    /// The best configuration after the change, as bytes.
    pub candidate: &'a Candidate,
    /// The answer.
    pub outcome: &'a Outcome,
    /// The state of each check, in the order of the test's description.
    pub states: CheckStates,
    /// The runs that the answer took.
    pub runs: Runs,
    /// Wall time since the run began.
    pub elapsed: Duration,
}
