//! The protocol of a search: [`Driver`] owns the query, the best configuration and the memory of
//! rejected configurations. An algorithm is a [`Strategy`]: it proposes changes, stage by stage, and
//! reacts to the verdicts.
//!
//! The driver keeps the invariants of [`Search`]. It never asks about a configuration twice: a
//! proposal that leads to a known configuration counts as rejected, with the results of the checks at
//! that time. The driver remembers rejected configurations only. An accepted one cannot come up
//! again, because every candidate is smaller than the best configuration.
//!
//! A strategy must make progress when it is rejected, or the driver would propose forever.

use crate::{Belief, Changes, CheckState, Feedback, Query, Search};
use std::collections::{HashMap, HashSet};
use std::fmt::Debug;

/// The kept elements of a list, or the kept tokens of a tree.
pub trait Configuration: Clone + Debug {
    /// The changes of a list or a tree.
    type Change: Changes;

    /// A 128-bit key, which identifies the configuration.
    fn key(&self) -> u128;

    /// The key of the configuration after one more change.
    fn key_after(&self, change: &Self::Change) -> u128;

    /// Makes a change, which leads to the configuration with this key.
    fn apply(&mut self, change: &Self::Change, key: u128);

    /// All changes made so far.
    fn changes(&self) -> &Self::Change;
}

/// An algorithm: which change to propose next, and what to learn from a verdict.
///
/// The driver calls [`propose`](Strategy::propose), and [`next_stage`](Strategy::next_stage) when there
/// is no proposal, until a proposal leads to an unknown configuration. It answers every proposal with
/// one call of [`react`](Strategy::react).
pub trait Strategy {
    /// What the algorithm reduces: a list or a tree.
    type Configuration: Configuration;

    /// Returns the next change to ask about; `None` at the end of a stage.
    fn propose(&mut self, best: &Best<Self::Configuration>) -> Option<Proposal<Self>>;

    /// Begins the next stage; false if there is none, which ends the search.
    fn next_stage(&mut self, _best: &Best<Self::Configuration>) -> bool {
        false
    }

    /// Reacts to a verdict. Strategies that hand every verdict to another search implement this method,
    /// all others the next two.
    fn react(
        &mut self,
        best: &Best<Self::Configuration>,
        change: &ChangeOf<Self>,
        feedback: &Feedback,
    ) {
        if feedback.is_interesting() {
            self.accepted(best, change);
        } else {
            self.rejected(best, change, feedback);
        }
    }

    /// What is not decided yet; `None` without a model.
    fn undecided(&self, _best: &Best<Self::Configuration>) -> Option<Vec<Belief>> {
        None
    }

    /// Reacts to an interesting change, which is already part of the best configuration.
    fn accepted(&mut self, _best: &Best<Self::Configuration>, _change: &ChangeOf<Self>) {}

    /// Reacts to a change that was not interesting, or is known not to be.
    fn rejected(
        &mut self,
        _best: &Best<Self::Configuration>,
        _change: &ChangeOf<Self>,
        _feedback: &Feedback,
    ) {
    }
}

/// The changes that a strategy proposes.
pub type ChangeOf<S> = <<S as Strategy>::Configuration as Configuration>::Change;

/// A query as a strategy proposes it.
pub type Proposal<S> = Query<ChangeOf<S>>;

/// The best configuration, and the memory of the rejected ones.
#[derive(Clone, Debug)]
pub struct Best<C> {
    pub(crate) configuration: C,
    /// The keys of the rejected configurations. Cheaper to clone than a map.
    rejected: HashSet<u128>,
    /// The results of the checks for rejected configurations, where there are checks.
    checks: HashMap<u128, Vec<CheckState>>,
}

impl<C: Configuration> Best<C> {
    /// Whether the verdict on the configuration with this key is known.
    pub(crate) fn knows(&self, key: u128) -> bool {
        key == self.configuration.key() || self.rejected.contains(&key)
    }

    /// The feedback on a known configuration, which counts as rejected.
    fn recall(&self, key: u128) -> Feedback {
        let checks = self.checks.get(&key).cloned().unwrap_or_default();
        Feedback { checks, ..Feedback::UNINTERESTING }
    }

    /// Remembers a rejected configuration.
    fn reject(&mut self, key: u128, feedback: &Feedback) {
        self.rejected.insert(key);
        if !feedback.checks.is_empty() {
            self.checks.insert(key, feedback.checks.clone());
        }
    }
}

/// A search by a strategy.
#[derive(Clone, Debug)]
pub struct Driver<S: Strategy> {
    strategy: S,
    best: Best<S::Configuration>,
    query: Option<Proposal<S>>,
    /// The key of the query's candidate.
    key: u128,
}

impl<S: Strategy> Driver<S> {
    /// A search that begins with an interesting configuration.
    pub(crate) fn new(configuration: S::Configuration, strategy: S) -> Driver<S> {
        let key = configuration.key();
        let best = Best { configuration, rejected: HashSet::new(), checks: HashMap::new() };
        let mut driver = Driver { strategy, best, query: None, key };
        driver.advance();
        driver
    }

    /// The algorithm, with all that it has learned.
    pub fn strategy(&self) -> &S {
        &self.strategy
    }

    /// Finds the next proposal that leads to an unknown configuration.
    fn advance(&mut self) {
        while let Some(query) = self.proposal() {
            self.key = self.best.configuration.key_after(&query.change);
            if !self.best.knows(self.key) {
                self.query = Some(query);
                return;
            }
            self.strategy.react(&self.best, &query.change, &self.best.recall(self.key));
        }
    }

    /// The next proposal of this stage or a later one.
    fn proposal(&mut self) -> Option<Proposal<S>> {
        loop {
            let proposal = self.strategy.propose(&self.best);
            if proposal.is_some() || !self.strategy.next_stage(&self.best) {
                return proposal;
            }
        }
    }
}

impl<S: Strategy + Clone> Search for Driver<S> {
    type Change = ChangeOf<S>;

    fn ask(&self) -> Option<&Query<ChangeOf<S>>> {
        self.query.as_ref()
    }

    fn tell(&mut self, feedback: &Feedback) {
        let Query { change, .. } = self.query.take().expect("the search has not ended");
        if feedback.is_interesting() {
            self.best.configuration.apply(&change, self.key);
        } else {
            self.best.reject(self.key, feedback);
        }
        self.strategy.react(&self.best, &change, feedback);
        self.advance();
    }

    fn best(&self) -> &ChangeOf<S> {
        self.best.configuration.changes()
    }

    fn undecided(&self) -> Option<Vec<Belief>> {
        self.strategy.undecided(&self.best)
    }
}
