//! Everything a terminal, a trace or a report may know about a run, in the order in which it
//! happens. One stream feeds them all.

use crate::oracle::{Answer, CheckStates, Outcome, Runs};
use probdd_core::{Class, Edits, Verdict};
use std::time::Duration;

/// Something happened.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// The query on the unmodified input was answered; what each check said.
    Baseline(&'a Answer, CheckStates),
    /// A search begins.
    PassBegan(&'a Pass),
    /// A query of the current pass was answered by the test.
    Committed(&'a Committed<'a>),
    /// A query of the current pass was about bytes that had been asked about: nothing was run.
    Repeated(Verdict),
    /// A query of the current pass was about bytes that were not worth testing: nothing was run,
    /// and it was uninteresting.
    Rejected,
    /// There is a new best candidate. It was observed to be interesting.
    Reduced(&'a Candidate),
    /// All checks were run on the last of some candidates that were accepted for the time being, and
    /// they hold: it is the new best candidate.
    Verified(&'a Answer),
    /// They do not hold. The search is where it was before the first of these candidates, and so many
    /// queries were asked in vain.
    Refuted(&'a Answer, u64),
    /// The best candidate was run once more, and was as interesting as it should be.
    Rechecked(&'a Answer),
    /// The best candidate was run once more, and was not always interesting.
    Unreliable(&'a Answer),
    /// All that is on record of an earlier run was told again; from here on tests are run.
    ReplayEnded,
    /// The current pass ended.
    PassEnded,
}

impl<'a> Event<'a> {
    /// What the test said, if it was run.
    pub fn outcome(&self) -> Option<&'a Outcome> {
        match self {
            Event::Baseline(answer, _)
            | Event::Verified(answer)
            | Event::Refuted(answer, _)
            | Event::Rechecked(answer)
            | Event::Unreliable(answer) => Some(&answer.outcome),
            Event::Committed(committed) => Some(committed.outcome),
            _ => None,
        }
    }
}

/// One run of one search over one parsed text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pass {
    /// The algorithm's name, or `probe`, `comments`, `sweep`.
    pub name: &'static str,
    /// Whether it asks about a list or a tree, and in which numbers.
    pub elements: Elements,
}

/// How a pass numbers what it removes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Elements {
    /// A list: node `i + 1` of the flat tree is the element `origin[i]` of the input.
    List {
        /// The index in the input of each element that was left when the pass began, ascending.
        origin: Vec<u32>,
    },
    /// A tree: nodes are numbered in preorder.
    Tree {
        /// The how-manieth parse of this run it is, from 0.
        tree: usize,
    },
}

/// Some bytes, and their size in tokens.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Candidate {
    /// The text.
    pub bytes: Vec<u8>,
    /// How many tokens of the parsed text it keeps.
    pub tokens: usize,
}

/// A query that was run, and its verdict.
#[derive(Clone, Copy, Debug)]
pub struct Committed<'a> {
    /// 1 is the baseline.
    pub query: u64,
    /// What kind of question it was.
    pub class: Class,
    /// What was changed of the best configuration.
    pub change: &'a Edits,
    /// The best configuration it was changed in.
    pub best: &'a Edits,
    /// What was asked about.
    pub candidate: &'a Candidate,
    /// The answer.
    pub outcome: &'a Outcome,
    /// What each check said, in the order of the test's description.
    pub states: CheckStates,
    /// The runs that it took.
    pub runs: Runs,
    /// Wall time since the run began.
    pub elapsed: Duration,
}
