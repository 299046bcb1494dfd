//! The protocol of a search, written once: [`Driver`] owns the query, the best configuration and the
//! memory of rejected configurations. An algorithm is a [`Strategy`]: it proposes a change, and
//! reacts when the change was accepted or rejected.
//!
//! The driver keeps the invariants of [`Search`]. It never asks about a configuration twice: a
//! proposal that leads to a known configuration counts as rejected, with what the checks said then.
//! Only rejected configurations are remembered. An accepted one cannot come up again, because every
//! candidate is smaller than the best configuration.
//!
//! A strategy must make progress when it is rejected, or the driver would propose forever.

use crate::{Changes, CheckState, Feedback, Query, Search, Verdict};
use std::collections::HashMap;
use std::fmt::Debug;

/// What is kept of a list or a tree.
pub trait Configuration: Clone + Debug {
    /// What a query does to it.
    type Change: Changes;

    /// A 128-bit key of what is kept. Different configurations have different keys.
    fn key(&self) -> u128;

    /// The key of what is kept after one more change.
    fn key_after(&self, change: &Self::Change) -> u128;

    /// Makes a change, which leads to the configuration of this key.
    fn apply(&mut self, change: &Self::Change, key: u128);

    /// All changes made so far.
    fn changes(&self) -> &Self::Change;
}

/// An algorithm: what to ask next, and what an answer teaches.
///
/// The driver calls [`propose`](Strategy::propose) until it gets a proposal that leads to an unknown
/// configuration, and answers each proposal with one call of [`accepted`](Strategy::accepted) or
/// [`rejected`](Strategy::rejected).
pub trait Strategy {
    /// What the algorithm reduces.
    type Configuration: Configuration;

    /// The next change to ask about; `None` ends the search.
    fn propose(&mut self, best: &Best<Self::Configuration>) -> Option<Proposal<Self>>;

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

/// The best configuration, and which others were rejected.
#[derive(Clone, Debug)]
pub struct Best<C> {
    pub(crate) configuration: C,
    /// What the checks said of each rejected configuration. Only looked up by key.
    rejected: HashMap<u128, Vec<CheckState>>,
}

impl<C: Configuration> Best<C> {
    /// Whether the verdict on the configuration with this key is known.
    pub(crate) fn knows(&self, key: u128) -> bool {
        key == self.configuration.key() || self.rejected.contains_key(&key)
    }

    /// What is known of a configuration that counts as rejected.
    fn recall(&self, key: u128) -> Feedback {
        let checks = self.rejected.get(&key).cloned().unwrap_or_default();
        Feedback { verdict: Verdict::Uninteresting, checks }
    }
}

/// A search: a strategy, driven by the answers to its proposals.
#[derive(Clone, Debug)]
pub struct Driver<S: Strategy> {
    strategy: S,
    best: Best<S::Configuration>,
    query: Option<Proposal<S>>,
    /// The key of the configuration that the query asks about.
    asked: u128,
}

impl<S: Strategy> Driver<S> {
    /// A search that begins with a configuration, which is interesting.
    pub(crate) fn new(configuration: S::Configuration, strategy: S) -> Driver<S> {
        let asked = configuration.key();
        let best = Best { configuration, rejected: HashMap::new() };
        let mut driver = Driver { strategy, best, query: None, asked };
        driver.advance();
        driver
    }

    /// The algorithm, with all that it has learned.
    pub fn strategy(&self) -> &S {
        &self.strategy
    }

    /// Finds the next proposal whose verdict is not known.
    fn advance(&mut self) {
        while let Some(query) = self.strategy.propose(&self.best) {
            self.asked = self.best.configuration.key_after(&query.change);
            if !self.best.knows(self.asked) {
                self.query = Some(query);
                return;
            }
            let feedback = self.best.recall(self.asked);
            self.strategy.rejected(&self.best, &query.change, &feedback);
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
            self.best.configuration.apply(&change, self.asked);
            self.strategy.accepted(&self.best, &change);
        } else {
            self.best.rejected.insert(self.asked, feedback.checks.clone());
            self.strategy.rejected(&self.best, &change, feedback);
        }
        self.advance();
    }

    fn best(&self) -> &ChangeOf<S> {
        self.best.configuration.changes()
    }
}
