//! Synthetic properties of lists, and the cost of a search against one.

use crate::random::Random;
use probdd_core::list::Subset;
use probdd_core::{Feedback, Search, Verdict};
use std::collections::HashSet;

/// A property of configurations, which remembers the best configuration.
pub(crate) trait Property {
    /// Whether the best configuration stays interesting without these elements.
    fn is_interesting(&self, removed: &[u32]) -> bool;

    /// Removes elements from the best configuration.
    fn remove(&mut self, removed: &[u32]);
}

/// Interesting while all needed elements are kept: monotone.
#[derive(Clone)]
pub(super) struct Needed(pub(super) Vec<bool>);

impl Property for Needed {
    fn is_interesting(&self, removed: &[u32]) -> bool {
        !removed.iter().any(|element| self.0[*element as usize])
    }

    fn remove(&mut self, _: &[u32]) {}
}

/// Interesting while the needed elements are kept, and everything that a kept element uses.
#[derive(Clone)]
pub(super) struct Dependencies {
    pub(super) needed: Vec<bool>,
    /// For every element, those that use it.
    pub(super) users: Vec<Vec<u32>>,
    pub(super) is_kept: Vec<bool>,
}

impl Property for Dependencies {
    fn is_interesting(&self, removed: &[u32]) -> bool {
        let removed: HashSet<u32> = removed.iter().copied().collect();
        let is_kept = |user: &u32| self.is_kept[*user as usize] && !removed.contains(user);
        let is_removable = |element: &u32| {
            !self.needed[*element as usize] && !self.users[*element as usize].iter().any(is_kept)
        };
        removed.iter().all(is_removable)
    }

    fn remove(&mut self, removed: &[u32]) {
        for element in removed {
            self.is_kept[*element as usize] = false;
        }
    }
}

/// Runs a search to its end, and returns the number of its queries.
pub(crate) fn run<S: Search>(
    search: &mut S,
    mut answer: impl FnMut(&S::Change) -> Feedback,
) -> usize {
    let mut queries = 0;
    while let Some(query) = search.ask() {
        queries += 1;
        let feedback = answer(&query.change);
        search.tell(&feedback);
    }
    queries
}

/// A verdict as a search is told it.
pub(crate) fn verdict(is_interesting: bool) -> Feedback {
    if is_interesting { Verdict::Interesting.into() } else { Verdict::Uninteresting.into() }
}

/// Runs a search to its end, and returns the number of its queries and the number of removed elements.
pub(super) fn cost<S: Search<Change = Subset>>(
    mut search: S,
    property: &mut impl Property,
) -> (usize, usize) {
    let queries = run(&mut search, |Subset(removed)| {
        let is_interesting = property.is_interesting(removed);
        if is_interesting {
            property.remove(removed);
        }
        verdict(is_interesting)
    });
    (queries, search.best().len())
}

/// `m` of `n` elements, in runs of `run` neighbours; the last run may be shorter.
pub(super) fn needed(random: &mut Random, n: usize, m: usize, run: usize) -> Needed {
    let mut needed = vec![false; n];
    let mut left = m;
    while left > 0 {
        let start = random.below(n + 1 - run.min(left));
        let range = start..start + run.min(left);
        if needed[range.clone()].iter().any(|is_needed| *is_needed) {
            continue;
        }
        left -= range.len();
        needed[range].fill(true);
    }
    Needed(needed)
}
