//! What a list search has reached: the best configuration, its query, and what was uninteresting.

use super::Subset;
use crate::key::{self, Tried};
use crate::{Class, Feedback, Query};

/// What every list search keeps beside its model.
///
/// Only uninteresting configurations are remembered: a candidate is smaller than the best
/// configuration, and so than every one that was interesting.
#[derive(Clone, Debug)]
pub(super) struct Progress {
    best: Subset,
    /// The key of what is left.
    key: u128,
    /// The key of what would be left after the last removal that was to be the query.
    asked: u128,
    uninteresting: Tried,
    query: Option<Query<Subset>>,
}

impl Progress {
    /// All of `n` elements are left, and nothing was asked yet.
    pub(super) fn new(n: usize) -> Progress {
        Progress {
            best: Subset::default(),
            key: removal_key(0..n as u32),
            asked: 0,
            uninteresting: Tried::default(),
            query: None,
        }
    }

    /// The key of what is left.
    pub(super) fn key(&self) -> u128 {
        self.key
    }

    /// Whether it is known what the removal of these elements, given by their key, leads to.
    pub(super) fn knows(&self, removal: u128) -> bool {
        removal == 0 || self.uninteresting.contains(self.key.wrapping_sub(removal))
    }

    /// Makes a removal the query, unless it is known to be uninteresting; whether it is the query.
    pub(super) fn ask(
        &mut self,
        removed: Vec<u32>,
        class: Class,
        probability: Option<f64>,
    ) -> bool {
        let removal = removal_key(removed.iter().copied());
        self.asked = self.key.wrapping_sub(removal);
        let is_new = !self.knows(removal);
        if is_new {
            self.query = Some(Query { change: Subset(removed), class, probability });
        }
        is_new
    }

    pub(super) fn query(&self) -> Option<&Query<Subset>> {
        self.query.as_ref()
    }

    /// What is known of the removal that was to be the query, and is known to be uninteresting.
    pub(super) fn recall(&self) -> Feedback {
        self.uninteresting.recall(self.asked)
    }

    /// Notes the answer to the query, which is one no more; whether it was interesting.
    pub(super) fn tell(&mut self, feedback: &Feedback) -> bool {
        let Subset(removed) = self.query.take().expect("the search has not ended").change;
        let left = self.key.wrapping_sub(removal_key(removed.iter().copied()));
        if feedback.is_interesting() {
            self.key = left;
            self.best.0.extend(removed);
        } else {
            self.uninteresting.insert(left);
            self.uninteresting.learn(left, feedback);
        }
        feedback.is_interesting()
    }

    /// All that was removed.
    pub(super) fn best(&self) -> &Subset {
        &self.best
    }
}

/// The key of a set of elements.
pub(super) fn removal_key(elements: impl IntoIterator<Item = u32>) -> u128 {
    elements.into_iter().fold(0, |sum, e| sum.wrapping_add(key::element(e as usize)))
}
