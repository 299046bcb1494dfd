//! The suite for splitting, and for passes that are followed by a sweep.

use crate::lists::List;
use crate::oracle::{Property, any_property, cases, check, every_choice, monotone, some_of};
use probdd_core::list::{self, Cdd, ListConfiguration, ProbDd, ProbDdSettings};
use probdd_core::{Direction, Driver, FeedbackSettings, Fixpoint, Order, Over, Splitting, Verdict};
use proptest::prelude::*;

fn order() -> impl Strategy<Value = Order> {
    prop_oneof![Just(Order::Forward), Just(Order::Backward), Just(Order::Auto)]
}

fn splitting(n: usize, order: Order) -> Driver<Splitting> {
    list::search(n, |n| Splitting::new(n, order))
}

/// 2n * (log2(n) + 4), the bound of the search.
fn bound(n: usize) -> usize {
    2 * n * (n.max(1).ilog2() as usize + 4)
}

type Case = (usize, Order, Property);

fn any_list() -> impl Strategy<Value = Case> {
    (0..40usize).prop_flat_map(|n| (Just(n), order(), any_property(n)))
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn splitting_keeps_its_promises_on_any_property((n, order, property) in any_list()) {
        check(|| splitting(n, order), &List(n), &property, bound(n));
    }

    #[test]
    fn splitting_with_patience_keeps_its_promises_on_any_property(
        (n, order, property) in any_list(),
        patience in 1..9usize,
    ) {
        let make = || list::search(n, |n| Splitting::with_patience(n, order, patience));
        check(make, &List(n), &property, bound(n));
    }

    #[test]
    fn splitting_while_sparse_keeps_its_promises_on_any_property(
        (n, order, property) in any_list(),
        patience in 1..9usize,
    ) {
        let make = || list::search(n, |n| Splitting::while_sparse(n, order, patience));
        check(make, &List(n), &property, bound(n));
    }

    #[test]
    fn splitting_ends_minimal_on_a_monotone_property(
        (n, order, property) in
            (0..=12usize).prop_flat_map(|n| (Just(n), order(), monotone(n)))
    ) {
        let make = || splitting(n, order);
        let run = check(make, &List(n), &property, bound(n));
        let left: Vec<usize> = run.kept.ones().collect();
        for removed in every_choice(&left).filter(|removed| !removed.is_empty()) {
            let mut smaller = run.kept.clone();
            for element in removed {
                smaller.remove(element);
            }
            prop_assert_eq!(property.verdict(&smaller, 0), Verdict::Uninteresting);
        }
    }

    #[test]
    fn splitting_ends_with_the_minimum_on_an_unambiguous_property(
        (n, order, mut needed) in
            (0..=40usize).prop_flat_map(|n| (Just(n), order(), some_of(n)))
    ) {
        let property = Property::KeepsOneOf(vec![needed.clone()]);
        let run = check(|| splitting(n, order), &List(n), &property, bound(n));
        needed.sort_unstable();
        needed.dedup();
        prop_assert_eq!(run.kept.ones().collect::<Vec<_>>(), needed);
    }

    #[test]
    fn a_fixpoint_is_one_minimal_on_any_consistent_property(
        (n, order, property) in any_list()
    ) {
        let splitting = |elements: Vec<u32>| Over::start(elements, |n| Splitting::new(n, order));
        is_one_minimal(n, &property, |n| Fixpoint::new(n, Direction::Backward, splitting));
        let probdd = |n| ProbDd::new(n, ProbDdSettings::default());
        let probdd = |elements: Vec<u32>| Over::start(elements, probdd);
        is_one_minimal(n, &property, |n| Fixpoint::new(n, Direction::Forward, probdd));
        let cdd = |n| Cdd::new(n, 0.1, FeedbackSettings::BINARY);
        let cdd = |elements: Vec<u32>| Over::start(elements, cdd);
        is_one_minimal(n, &property, |n| Fixpoint::new(n, Direction::Backward, cdd));
    }
}

fn is_one_minimal<S>(n: usize, property: &Property, strategy: impl Fn(usize) -> S)
where
    S: probdd_core::Strategy<Configuration = ListConfiguration> + Clone,
{
    let run = check(|| list::search(n, &strategy), &List(n), property, usize::MAX);
    if matches!(property, Property::Inconsistent { .. }) {
        return;
    }
    for element in run.kept.ones() {
        let mut smaller = run.kept.clone();
        smaller.remove(element);
        assert!(!property.verdict(&smaller, 0).is_interesting(), "{element} can go");
    }
}
