//! Six fixed properties, each made of several checks that must all hold.

use crate::worlds::Dice;
use fixedbitset::FixedBitSet;
use probdd_core::{AfterFail, CheckState, Feedback, FeedbackSettings, Verdict};

/// The names of the properties, in the order of the columns.
pub(crate) const NAMES: [&str; 6] =
    ["scattered", "clustered", "all", "none", "together", "arbitrary"];

/// A function of the kept elements.
#[derive(Clone, Debug, Default)]
pub(crate) struct Property {
    /// Elements that must be kept.
    needed: Vec<usize>,
    /// Elements that can only be removed together.
    groups: Vec<Vec<usize>>,
    /// Whether a hash of the kept elements decides as well.
    is_arbitrary: bool,
}

/// What the search learns of each query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Told {
    /// The verdict only.
    Verdict,
    /// The states of so many checks, which run until one fails.
    InTurn(usize, AfterFail),
    /// The states of so many checks, which all run.
    Each(usize),
}

impl Told {
    /// The settings of a search that is told this.
    pub(crate) fn settings(self) -> FeedbackSettings {
        match self {
            Told::Verdict => FeedbackSettings::BINARY,
            Told::InTurn(checks, after_fail) => FeedbackSettings { checks, after_fail },
            Told::Each(checks) => FeedbackSettings { checks, after_fail: AfterFail::Failed },
        }
    }
}

/// The properties of `n` elements, in the order of [`NAMES`].
pub(crate) fn properties(n: usize) -> [Property; 6] {
    let mut dice = Dice::new(6);
    let mut some = |count: usize| (0..count).map(|_| dice.below(n)).collect::<Vec<_>>();
    let needs = |needed: Vec<usize>| Property { needed, ..Property::default() };
    let clusters = (n / 5..n / 5 + 7).chain(n * 3 / 4..n * 3 / 4 + 5);
    let groups = (0..12).map(|_| some(3)).collect();
    [
        needs(some(8)),
        needs(clusters.collect()),
        needs((0..n).collect()),
        needs(Vec::new()),
        Property { needed: vec![n / 2], groups, is_arbitrary: false },
        Property { needed: vec![n / 3, n / 2], groups: Vec::new(), is_arbitrary: true },
    ]
}

impl Property {
    /// The answer to a query that keeps these elements.
    pub(crate) fn feedback(&self, kept: &FixedBitSet, told: Told) -> Feedback {
        let checks = told.settings().checks.max(3);
        let states: Vec<bool> = (0..checks).map(|check| self.holds(kept, check, checks)).collect();
        let hash = hash(kept, 1);
        if self.is_arbitrary && hash.is_multiple_of(20) {
            return Verdict::Unresolved.into();
        }
        let is_interesting = states.iter().all(|holds| *holds);
        let verdict = if is_interesting { Verdict::Interesting } else { Verdict::Uninteresting };
        let first_failure = states.iter().position(|holds| !holds).unwrap_or(checks);
        let state = |check: usize| match (told, states[check]) {
            (Told::InTurn(..), _) if check > first_failure => CheckState::NotRun,
            (_, true) => CheckState::Held,
            (_, false) => CheckState::Failed,
        };
        let known = if told == Told::Verdict { 0 } else { checks };
        Feedback { verdict, checks: (0..known).map(state).collect() }
    }

    /// Whether one of so many checks holds; each looks at its share of the elements.
    fn holds(&self, kept: &FixedBitSet, check: usize, checks: usize) -> bool {
        let has = |element: &usize| kept.contains(*element);
        let is_whole = |group: &Vec<usize>| group.iter().all(has) || !group.iter().any(has);
        self.needed.iter().skip(check).step_by(checks).all(has)
            && self.groups.iter().skip(check).step_by(checks).all(is_whole)
            && (!self.is_arbitrary || check >= 3 || hash(kept, 2 + check as u64) % 10 < 7)
    }
}

/// A hash of some elements.
fn hash(kept: &FixedBitSet, seed: u64) -> u64 {
    let mix = |hash: u64, element: usize| {
        let mixed = (hash ^ element as u64).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed ^ (mixed >> 29)
    };
    kept.ones().fold(seed, mix)
}
