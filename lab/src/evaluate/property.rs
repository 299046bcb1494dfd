//! Synthetic properties of lists, and the cost of a search against one.

use probdd_core::list::Subset;
use probdd_core::{Search, Verdict};
use rand_pcg::Pcg64;
use rand_pcg::rand_core::{Rng, SeedableRng};
use std::collections::HashSet;

/// Says whether a removal leaves a configuration interesting; knows what is left.
pub(super) trait Property {
    /// Whether the configuration is interesting without these elements too.
    fn is_interesting(&self, removed: &[u32]) -> bool;

    /// These elements are gone.
    fn remove(&mut self, removed: &[u32]);
}

/// Interesting while all needed elements are left: monotone.
#[derive(Clone)]
pub(super) struct Needed(pub(super) Vec<bool>);

impl Property for Needed {
    fn is_interesting(&self, removed: &[u32]) -> bool {
        !removed.iter().any(|element| self.0[*element as usize])
    }

    fn remove(&mut self, _: &[u32]) {}
}

/// Interesting while everything that a left element uses is left, and the needed elements are.
#[derive(Clone)]
pub(super) struct Dependencies {
    pub(super) needed: Vec<bool>,
    /// For every element, those that use it.
    pub(super) users: Vec<Vec<u32>>,
    pub(super) is_left: Vec<bool>,
}

impl Property for Dependencies {
    fn is_interesting(&self, removed: &[u32]) -> bool {
        let goes: HashSet<u32> = removed.iter().copied().collect();
        let stays = |user: &u32| self.is_left[*user as usize] && !goes.contains(user);
        let can_go = |element: &u32| {
            !self.needed[*element as usize] && !self.users[*element as usize].iter().any(stays)
        };
        removed.iter().all(can_go)
    }

    fn remove(&mut self, removed: &[u32]) {
        for element in removed {
            self.is_left[*element as usize] = false;
        }
    }
}

/// Runs a search to its end: how many queries it took, and what it removed.
pub(super) fn cost<S: Search<Change = Subset>>(
    mut search: S,
    property: &mut impl Property,
) -> (usize, Vec<u32>) {
    let mut queries = 0;
    while let Some(query) = search.ask() {
        queries += 1;
        let is_interesting = property.is_interesting(&query.change.0);
        if is_interesting {
            property.remove(&query.change.0);
        }
        let verdict = if is_interesting { Verdict::Interesting } else { Verdict::Uninteresting };
        search.tell(&verdict.into());
    }
    (queries, search.best().0.clone())
}

/// A seeded generator of what the tables are made from.
pub(super) struct Random(Pcg64);

impl Random {
    pub(super) fn new(seed: u64) -> Random {
        Random(Pcg64::seed_from_u64(seed))
    }

    /// A number below `bound`.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.0.next_u64()) * bound as u128) >> 64) as usize
    }

    /// Puts things in a random order.
    pub(super) fn shuffle<T>(&mut self, things: &mut [T]) {
        for i in (1..things.len()).rev() {
            things.swap(i, self.below(i + 1));
        }
    }

    /// `m` of `n` elements, in runs of `run` neighbours (the last run may be shorter).
    pub(super) fn needed(&mut self, n: usize, m: usize, run: usize) -> Needed {
        let mut needed = vec![false; n];
        let mut left = m;
        while left > 0 {
            let start = self.below(n + 1 - run.min(left));
            let range = start..start + run.min(left);
            if needed[range.clone()].iter().any(|is_needed| *is_needed) {
                continue;
            }
            left -= range.len();
            needed[range].fill(true);
        }
        Needed(needed)
    }
}

/// The middle one of some numbers.
pub(super) fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}

/// The geometric mean of some numbers.
pub(super) fn geometric_mean(numbers: &[f64]) -> f64 {
    (numbers.iter().map(|x| x.ln()).sum::<f64>() / numbers.len() as f64).exp()
}
