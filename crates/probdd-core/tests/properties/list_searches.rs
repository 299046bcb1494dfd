//! The suite for the searches over lists.

use crate::lists::{List, probdd_bound, sigma, tie};
use crate::oracle::{Property, any_property, cases, check, every_choice, monotone, some_of};
use crate::reference_probdd::Reference;
use fixedbitset::FixedBitSet;
use probdd_core::list::{AllAtOnce, ProbDd, Subset, Tie};
use probdd_core::{Search, Verdict};
use proptest::prelude::*;

fn a_list() -> impl Strategy<Value = (usize, f64, Tie, Property)> {
    (0..40usize).prop_flat_map(|n| (Just(n), sigma(), tie(), any_property(n)))
}

fn elements(n: usize) -> Vec<u32> {
    (0..n as u32).collect()
}

/// What is left of a list.
fn without(n: usize, removed: &[u32]) -> FixedBitSet {
    elements(n).into_iter().filter(|e| !removed.contains(e)).map(|e| e as usize).collect()
}

/// The elements in a set; sets of different capacity may be equal.
fn members(set: &FixedBitSet) -> Vec<usize> {
    set.ones().collect()
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn probdd_keeps_its_promises_on_any_property((n, sigma, tie, property) in a_list()) {
        check(|| ProbDd::new(n, sigma, tie), &List(n), &property, probdd_bound(n, sigma));
    }

    #[test]
    fn all_at_once_keeps_its_promises_on_any_property(
        (n, property) in (0..20usize).prop_flat_map(|n| (Just(n), any_property(n)))
    ) {
        let run = check(|| AllAtOnce::new(n), &List(n), &property, 1);
        prop_assert_eq!(run.asked.len(), usize::from(n > 0));
    }

    #[test]
    fn probdd_asks_what_a_naive_version_asks((n, sigma, tie, property) in a_list()) {
        let run = check(|| ProbDd::new(n, sigma, tie), &List(n), &property, usize::MAX);
        let mut reference = Reference::new(order(n, tie), sigma);
        for (turn, (query, candidate)) in run.asked.iter().enumerate() {
            prop_assert_eq!(Some(query.change.0.clone()), reference.ask());
            reference.tell(property.verdict(candidate, turn).is_interesting());
        }
        prop_assert_eq!(reference.ask(), None);
    }

    #[test]
    fn probdd_ends_minimal_on_a_monotone_property(
        (n, sigma, tie, property) in
            (0..=12usize).prop_flat_map(|n| (Just(n), sigma(), tie(), monotone(n)))
    ) {
        let run = check(|| ProbDd::new(n, sigma, tie), &List(n), &property, usize::MAX);
        let left: Vec<u32> = run.kept.ones().map(|e| e as u32).collect();
        for removed in every_choice(&left).filter(|removed| !removed.is_empty()) {
            let mut smaller = run.kept.clone();
            for element in removed {
                smaller.remove(element as usize);
            }
            prop_assert_eq!(property.verdict(&smaller, 0), Verdict::Uninteresting);
        }
    }

    #[test]
    fn probdd_ends_with_the_minimum_on_an_unambiguous_property(
        (n, sigma, tie, needed) in
            (0..=12usize).prop_flat_map(|n| (Just(n), sigma(), tie(), some_of(n)))
    ) {
        let property = Property::KeepsOneOf(vec![needed]);
        let run = check(|| ProbDd::new(n, sigma, tie), &List(n), &property, usize::MAX);
        let smallest = every_choice(&elements(n))
            .map(|removed| without(n, &removed))
            .filter(|kept| property.verdict(kept, 0).is_interesting())
            .min_by_key(|kept| kept.count_ones(..))
            .expect("the whole list is interesting");
        prop_assert_eq!(members(&run.kept), members(&smallest));
    }
}

/// The order that a search breaks its ties by, seen from outside: with a prior near 1 the elements
/// are asked about one by one.
fn order(n: usize, tie: Tie) -> Vec<u32> {
    let mut search = ProbDd::new(n, 0.99, tie);
    let mut order = Vec::new();
    while let Some(query) = search.ask() {
        let Subset(removed) = &query.change;
        order.extend_from_slice(removed);
        search.tell(Verdict::Uninteresting);
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
fn probdd_takes_at_most_four_queries_an_element_at_its_default_prior() {
    assert_eq!(probdd_bound(1000, 0.1), 4000);
}
