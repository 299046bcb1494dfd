//! The suite for the searches over lists.

use crate::lists::{List, Setup, cdd_bound, opdd_bound, probdd_bound, setup, weighted_bound};
use crate::oracle::{Property, any_property, cases, check, every_choice, monotone, some_of};
use crate::reference_lists::{self, Oracle};
use crate::reference_probdd::Reference;
use fixedbitset::FixedBitSet;
use probdd_core::list::{
    self, ActiveCoarsen, Cdd, Ddmin, Opdd, ProbDd, ProbDdSettings, Subset, Tie, Weighted,
};
use probdd_core::{
    Algorithm, AllAtOnce, Direction, Driver, FeedbackSettings, Minimizer, OneMinimal, Order,
    Search, Verdict,
};
use proptest::prelude::*;

/// What every list search but [`AllAtOnce`] promises: `$make` is a function from [`Setup`] to the
/// search, `$bound` one to the most queries that it may take.
macro_rules! suite {
    ($name:ident, $make:expr, $bound:expr) => {
        mod $name {
            use super::*;

            proptest! {
                #![proptest_config(cases(256))]

                #[test]
                fn keeps_its_promises_on_any_property(
                    (setup, property) in with(40, any_property)
                ) {
                    check(|| $make(&setup), &List(setup.n), &property, $bound(&setup));
                }

                #[test]
                fn ends_minimal_on_a_monotone_property((setup, property) in with(12, monotone)) {
                    let list = List(setup.n);
                    let run = check(|| $make(&setup), &list, &property, usize::MAX);
                    prop_assert!(is_minimal(&run.kept, &property));
                }

                #[test]
                fn ends_with_the_minimum_on_an_unambiguous_property(
                    (setup, needed) in with(12, some_of)
                ) {
                    let property = Property::KeepsOneOf(vec![needed]);
                    let list = List(setup.n);
                    let run = check(|| $make(&setup), &list, &property, usize::MAX);
                    prop_assert_eq!(members(&run.kept), minimum(setup.n, &property));
                }
            }

            #[test]
            fn ends_with_what_is_needed_if_that_is_nothing_or_everything() {
                for n in [0, 1, 2, 100] {
                    let setup = Setup::of(n);
                    for needed in [vec![], (0..n).collect()] {
                        let property = Property::KeepsOneOf(vec![needed.clone()]);
                        let run = check(|| $make(&setup), &List(n), &property, $bound(&setup));
                        assert_eq!(members(&run.kept), needed);
                    }
                }
            }
        }
    };
}

suite!(probdd, probdd, |s: &Setup| probdd_bound(s.n, s.sigma));
suite!(
    probdd_backward,
    |s: &Setup| {
        let minimizer = Minimizer { order: Order::Backward, ..Minimizer::new(Algorithm::ProbDd) };
        let minimizer = Minimizer { sigma: s.sigma, tie: s.tie, ..minimizer };
        minimizer.search((0..s.n as u32).collect(), &s.weights)
    },
    |s: &Setup| probdd_bound(s.n, s.sigma)
);
suite!(
    weighted,
    |s: &Setup| list::search(s.n, |_| Weighted::new(&s.weights, settings(s.sigma, s.tie))),
    weighted_bound
);
suite!(cdd, |s: &Setup| cdd(s.n, s.sigma), |s: &Setup| cdd_bound(s.n, s.sigma));
suite!(ddmin, |s: &Setup| list::search(s.n, Ddmin::new), |s: &Setup| 3 * s.n * (s.n + 1));
suite!(ddmin_complements, |s: &Setup| list::search(s.n, Ddmin::complements), |s: &Setup| 3
    * s.n
    * (s.n + 1));
suite!(opdd, |s: &Setup| list::search(s.n, Opdd::new), |s: &Setup| opdd_bound(s.n));
suite!(
    active_coarsen,
    |s: &Setup| list::search(s.n, |n| ActiveCoarsen::new(n, s.sigma, s.seed)),
    |s: &Setup| 50 * s.n + 50
);
suite!(one_minimal_forward, |s: &Setup| sweep(s.n, Direction::Forward), |s: &Setup| s.n
    * (s.n + 1)
    / 2);
suite!(one_minimal_backward, |s: &Setup| sweep(s.n, Direction::Backward), |s: &Setup| s.n
    * (s.n + 1)
    / 2);

fn settings(sigma: f64, tie: Tie) -> ProbDdSettings {
    ProbDdSettings { sigma, tie, ..ProbDdSettings::default() }
}

fn probdd(setup: &Setup) -> Driver<ProbDd> {
    list::search(setup.n, |n| ProbDd::new(n, settings(setup.sigma, setup.tie)))
}

fn cdd(n: usize, sigma: f64) -> Driver<Cdd> {
    list::search(n, |n| Cdd::new(n, sigma, FeedbackSettings::BINARY))
}

fn sweep(n: usize, direction: Direction) -> Driver<OneMinimal> {
    list::search(n, |n| OneMinimal::new(n, direction))
}

/// A setup, and something that depends on the number of its elements.
fn with<T: std::fmt::Debug + Clone + 'static>(
    longest: usize,
    of_size: impl Fn(usize) -> BoxedStrategy<T> + 'static,
) -> impl Strategy<Value = (Setup, T)> {
    setup(longest).prop_flat_map(move |setup| {
        let more = of_size(setup.n);
        (Just(setup), more)
    })
}

/// Properties that always give the same verdict on the same configuration.
fn consistent(size: usize) -> BoxedStrategy<Property> {
    any_property(size)
        .prop_filter("a verdict that depends on time", |property| {
            !matches!(property, Property::Inconsistent { .. })
        })
        .boxed()
}

fn elements(n: usize) -> Vec<u32> {
    (0..n as u32).collect()
}

/// The kept elements of a list.
fn without(n: usize, removed: &[u32]) -> FixedBitSet {
    elements(n).into_iter().filter(|e| !removed.contains(e)).map(|e| e as usize).collect()
}

/// The elements in a set; sets of different capacity may be equal.
fn members(set: &FixedBitSet) -> Vec<usize> {
    set.ones().collect()
}

/// Whether no smaller set inside it is interesting.
fn is_minimal(kept: &FixedBitSet, property: &Property) -> bool {
    let left: Vec<usize> = kept.ones().collect();
    every_choice(&left).filter(|removed| !removed.is_empty()).all(|removed| {
        let mut smaller = kept.clone();
        for element in removed {
            smaller.remove(element);
        }
        !property.verdict(&smaller, 0).is_interesting()
    })
}

/// The smallest interesting set, by brute force.
fn minimum(n: usize, property: &Property) -> Vec<usize> {
    let smallest = every_choice(&elements(n))
        .map(|removed| without(n, &removed))
        .filter(|kept| property.verdict(kept, 0).is_interesting())
        .min_by_key(|kept| kept.count_ones(..));
    members(&smallest.expect("the whole list is interesting"))
}

/// Whether no single element that is left could go.
fn is_one_minimal(kept: &FixedBitSet, property: &Property) -> bool {
    kept.ones().all(|element| {
        let mut smaller = kept.clone();
        smaller.remove(element);
        !property.verdict(&smaller, 0).is_interesting()
    })
}

/// Compares what a search asks with what a naive version asks, whatever the property.
fn follows<S: Search<Change = Subset> + Clone>(
    make: impl Fn() -> S,
    n: usize,
    property: &Property,
    naive: impl Fn(&mut Oracle, Vec<u32>) -> Vec<u32>,
) -> Result<(), TestCaseError> {
    let run = check(make, &List(n), property, usize::MAX);
    let mut oracle = Oracle::new(property, n);
    let left = naive(&mut oracle, elements(n));
    let asked: Vec<Vec<u32>> = run
        .asked
        .iter()
        .map(|(_, kept)| kept.ones().map(|element| element as u32).collect())
        .collect();
    prop_assert_eq!(asked, oracle.asked);
    prop_assert_eq!(members(&run.kept), left.iter().map(|e| *e as usize).collect::<Vec<_>>());
    Ok(())
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn all_at_once_keeps_its_promises_on_any_property(
        (n, property) in (0..20usize).prop_flat_map(|n| (Just(n), any_property(n)))
    ) {
        let run = check(|| list::search(n, AllAtOnce::new), &List(n), &property, 1);
        prop_assert_eq!(run.asked.len(), usize::from(n > 0));
    }

    #[test]
    fn probdd_asks_what_a_naive_version_asks(
        (setup, property) in with(40, any_property)
    ) {
        let by_index = Setup { tie: Tie::Index, ..setup };
        let run = check(|| probdd(&by_index), &List(setup.n), &property, usize::MAX);
        let mut reference = Reference::new(elements(setup.n), setup.sigma);
        for (turn, (query, candidate)) in run.asked.iter().enumerate() {
            prop_assert_eq!(Some(query.change.0.clone()), reference.ask());
            reference.tell(property.verdict(candidate, turn).is_interesting());
        }
        prop_assert_eq!(reference.ask(), None);
    }

    #[test]
    fn whatever_breaks_ties_probdd_removes_elements_of_least_probability(
        (setup, property) in with(40, any_property)
    ) {
        let (mut search, mut turn) = (probdd(&setup), 0);
        while let Some(query) = search.ask() {
            let removed = query.change.0.clone();
            let beliefs = search.undecided().expect("it has a model");
            let sorted = |of: &dyn Fn(u32) -> bool| {
                let mut p: Vec<f64> =
                    beliefs.iter().filter(|belief| of(belief.element)).map(|belief| belief.needed).collect();
                p.sort_by(f64::total_cmp);
                p
            };
            let all = sorted(&|_| true);
            let size = (1..=all.len()).rev().find(|k| *k as f64 * all[k - 1] <= 1.0).unwrap_or(1);
            prop_assert_eq!(&sorted(&|element| removed.contains(&element)), &all[..size]);
            let gone = [&search.best().0[..], &removed].concat();
            let kept = (0..setup.n).filter(|element| !gone.contains(&(*element as u32))).collect();
            let verdict = property.verdict(&kept, turn);
            search.tell(&verdict.into());
            turn += 1;
        }
    }

    #[test]
    fn ddmin_asks_what_a_naive_version_asks((setup, property) in with(24, any_property)) {
        let n = setup.n;
        follows(|| list::search(n, Ddmin::new), n, &property, reference_lists::ddmin)?;
    }

    #[test]
    fn ddmin_without_subsets_asks_what_a_naive_version_asks(
        (setup, property) in with(24, any_property)
    ) {
        let naive = reference_lists::ddmin_complements;
        follows(|| list::search(setup.n, Ddmin::complements), setup.n, &property, naive)?;
    }

    #[test]
    fn opdd_asks_what_a_naive_version_asks((setup, property) in with(40, any_property)) {
        follows(|| list::search(setup.n, Opdd::new), setup.n, &property, reference_lists::opdd)?;
    }

    #[test]
    fn cdd_asks_what_a_naive_version_asks((setup, property) in with(40, any_property)) {
        let naive = |oracle: &mut Oracle, list| reference_lists::cdd(oracle, list, setup.sigma);
        follows(|| cdd(setup.n, setup.sigma), setup.n, &property, naive)?;
    }

    #[test]
    fn one_minimal_asks_what_a_naive_version_asks((setup, property) in with(24, any_property)) {
        let make = || sweep(setup.n, Direction::Backward);
        follows(make, setup.n, &property, reference_lists::one_minimal)?;
    }

    #[test]
    fn ddmin_and_one_minimal_end_one_minimal_on_any_consistent_property(
        (setup, property) in with(24, consistent)
    ) {
        let list = List(setup.n);
        let swept = || sweep(setup.n, Direction::Forward);
        let swept = check(swept, &list, &property, usize::MAX).kept;
        prop_assert!(is_one_minimal(&swept, &property));
        let ddmin = check(|| list::search(setup.n, Ddmin::new), &list, &property, usize::MAX).kept;
        prop_assert!(is_one_minimal(&ddmin, &property));
        let search = || list::search(setup.n, Ddmin::complements);
        let complements = check(search, &list, &property, usize::MAX).kept;
        prop_assert!(is_one_minimal(&complements, &property));
    }
}

/// The order that a search breaks its ties by, seen from outside: with a prior near 1 the elements
/// are asked about one by one.
fn order(n: usize, tie: Tie) -> Vec<u32> {
    let mut search = list::search(n, |n| ProbDd::new(n, settings(0.99, tie)));
    let mut order = Vec::new();
    while let Some(query) = search.ask() {
        let Subset(removed) = &query.change;
        order.extend_from_slice(removed);
        search.tell(&Verdict::Uninteresting.into());
    }
    order
}

#[test]
fn index_ties_follow_the_list_and_random_ties_are_a_permutation() {
    assert_eq!(order(50, Tie::Index), elements(50));
    let mut shuffled = order(50, Tie::Random { seed: 1 });
    assert_ne!(shuffled, elements(50));
    shuffled.sort_unstable();
    assert_eq!(shuffled, elements(50));
}

#[test]
fn the_bounds_at_the_default_prior_are_what_the_modules_say() {
    assert_eq!(probdd_bound(1000, 0.1), 4000);
    assert_eq!(cdd_bound(1000, 0.1), 100 + 167 + 334 + 500 + 1000);
    assert_eq!(opdd_bound(1000), 2010);
}
