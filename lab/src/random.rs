//! A seeded generator: the same seed gives the same choices on every platform.

use rand_pcg::Pcg64;
use rand_pcg::rand_core::{Rng, SeedableRng};

pub(crate) struct Random(Pcg64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(Pcg64::seed_from_u64(seed))
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number below `bound`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next()) * bound as u128) >> 64) as usize
    }

    /// Puts things in a random order.
    pub(crate) fn shuffle<T>(&mut self, things: &mut [T]) {
        for i in (1..things.len()).rev() {
            things.swap(i, self.below(i + 1));
        }
    }

    /// Chooses some of the things, without repetition.
    pub(crate) fn choose<T>(&mut self, mut things: Vec<T>, count: usize) -> Vec<T> {
        let count = count.min(things.len());
        for i in 0..count {
            let other = i + self.below(things.len() - i);
            things.swap(i, other);
        }
        things.truncate(count);
        things
    }
}
