//! Random lists: a number of elements, a prior, an order of ties.

use crate::oracle::World;
use fixedbitset::FixedBitSet;
use probdd_core::list::{Subset, Tie};
use proptest::prelude::*;

/// A list of so many elements.
pub(crate) struct List(pub(crate) usize);

impl World<Subset> for List {
    type Configuration = FixedBitSet;

    fn all(&self) -> FixedBitSet {
        let mut all = FixedBitSet::with_capacity(self.0);
        all.insert_range(..);
        all
    }

    fn apply(&self, kept: &mut FixedBitSet, change: &Subset) {
        change.0.iter().for_each(|element| kept.remove(*element as usize));
    }

    fn members<'a>(&self, kept: &'a FixedBitSet) -> &'a FixedBitSet {
        kept
    }
}

/// Prior probabilities: the default, easy ones, and extremes.
pub(crate) fn sigma() -> BoxedStrategy<f64> {
    prop_oneof![Just(0.1), Just(0.25), Just(0.5), 0.001..0.999f64].boxed()
}

/// Either order of ties.
pub(crate) fn tie() -> BoxedStrategy<Tie> {
    prop_oneof![Just(Tie::Index), any::<u64>().prop_map(|seed| Tie::Random { seed })].boxed()
}

/// The bound of `ProbDD`, proved: a candidate of k > 1 elements has k * p <= 1 for each, so
/// f = 1 - prod(1 - p) <= 1 - (1 - 1/k)^k <= 3/4, and a failure raises each p by a third or more.
/// None is above 1/2, so an element takes part in at most m = 1 + log(1 / (2 sigma)) / log(4/3)
/// such failures (none if sigma > 1/2), and each takes two elements or more: n * m / 2 of them. Every
/// other query decides at least one element: n of them. With sigma = 0.1, that is 4n.
pub(crate) fn probdd_bound(n: usize, sigma: f64) -> usize {
    let mut failures_of_an_element = 0;
    let mut p = sigma;
    while p <= 0.5 {
        failures_of_an_element += 1;
        p *= 4.0 / 3.0;
    }
    n + n * failures_of_an_element / 2
}
