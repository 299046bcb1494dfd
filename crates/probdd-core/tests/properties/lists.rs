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

    fn has_grown(&self, change: &Subset, before: &Subset) -> bool {
        change.0.starts_with(&before.0)
    }

    fn members<'a>(&self, kept: &'a FixedBitSet) -> &'a FixedBitSet {
        kept
    }
}

/// What the searches are made with.
#[derive(Clone, Debug)]
pub(crate) struct Setup {
    /// How many elements there are.
    pub(crate) n: usize,
    /// The prior probability.
    pub(crate) sigma: f64,
    pub(crate) tie: Tie,
    pub(crate) seed: u64,
    /// One for each element, some of them 0.
    pub(crate) weights: Vec<u32>,
}

impl Setup {
    /// The default settings, and some weights.
    pub(crate) fn of(n: usize) -> Setup {
        let weights = (0..n as u32).map(|element| element % 7).collect();
        Setup { n, sigma: 0.1, tie: Tie::Index, seed: 0, weights }
    }
}

/// Lists of up to `longest` elements, with all that any search wants to know.
pub(crate) fn setup(longest: usize) -> BoxedStrategy<Setup> {
    let weight = prop_oneof![Just(1u32), 0..10u32, 0..5000u32];
    let of_length =
        move |n| {
            let weights = prop::collection::vec(weight.clone(), n);
            (sigma(), tie(), any::<u64>(), weights)
                .prop_map(move |(sigma, tie, seed, weights)| Setup { n, sigma, tie, seed, weights })
        };
    (0..=longest).prop_flat_map(of_length).boxed()
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

/// The bound of weighted `ProbDD`, proved beside it.
pub(crate) fn weighted_bound(setup: &Setup) -> usize {
    let heaviest = f64::from(setup.weights.iter().copied().max().unwrap_or(1).max(1));
    let times = |factor: f64, limit: f64| {
        std::iter::successors(Some(1.0), |x| Some(x * factor)).take_while(|x| *x <= limit).count()
    };
    let rising = 1 + times(1.25, 1.0 / setup.sigma);
    let shrinking = 1 + times(1.0 / 0.79, 1.0 + heaviest);
    setup.n * (2 + rising + 2 * shrinking) / 2
}

/// The bound of CDD: every round tries each of its chunks once.
pub(crate) fn cdd_bound(n: usize, p0: f64) -> usize {
    let mut queries = 0;
    let mut p = p0;
    loop {
        let size = (2..=n).take_while(|size| *size as f64 * p <= 1.0).last().unwrap_or(1);
        queries += n.div_ceil(size);
        if p > 0.5 {
            return queries;
        }
        p *= 1.581_976_706_869_326_5;
    }
}

/// The bound of OPDD: 2n + log2(n) + 1.
pub(crate) fn opdd_bound(n: usize) -> usize {
    2 * n + n.checked_ilog2().unwrap_or(0) as usize + 1
}
