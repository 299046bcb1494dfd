//! The order among elements that a model cannot tell apart.

use rand_pcg::Pcg64;
use rand_pcg::rand_core::{Rng, SeedableRng};

/// The order among elements of equal probability.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tie {
    /// By index, ascending.
    Index,
    /// One seeded shuffle for the whole search.
    Random {
        /// The same seed gives the same shuffle, on every platform.
        seed: u64,
    },
}

impl Tie {
    /// The elements `0..n` in the order that breaks ties.
    pub(super) fn order(self, n: usize) -> Vec<u32> {
        let mut order: Vec<u32> = (0..n as u32).collect();
        if let Tie::Random { seed } = self {
            let mut random = Pcg64::seed_from_u64(seed);
            for i in (1..n).rev() {
                order.swap(i, below(&mut random, i + 1));
            }
        }
        order
    }
}

/// A number below `bound`, unbiased enough: the bias is less than `bound / 2^64`.
fn below(random: &mut Pcg64, bound: usize) -> usize {
    ((u128::from(random.next_u64()) * bound as u128) >> 64) as usize
}
