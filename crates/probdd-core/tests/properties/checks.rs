//! Searches that learn the results of each check of a test.

use crate::lists::{List, Setup, probdd_bound, setup};
use crate::oracle::{Property, Run, cases, check, checks, monotone_checks};
use crate::reference_checks::Reference;
use crate::trees::{Sample, tree};
use fixedbitset::FixedBitSet;
use probdd_core::list::{self, Cdd, ProbDd, ProbDdSettings, Subset, Tie};
use probdd_core::tree::{Hdd, HddForm, Tpdd};
use probdd_core::{AfterFail, Algorithm, Direction, FeedbackSettings, Fixpoint, Minimizer, Order};
use proptest::prelude::*;

/// Settings for a property.
fn settings(property: &Property, after_fail: AfterFail) -> FeedbackSettings {
    let Property::Checks { checks, .. } = property else { panic!("it is made of checks") };
    FeedbackSettings { checks: checks.len(), after_fail }
}

fn after_fail() -> BoxedStrategy<AfterFail> {
    prop::sample::select(vec![AfterFail::Failed, AfterFail::Unknown]).boxed()
}

fn probdd(setup: &Setup, feedback: FeedbackSettings) -> ProbDd {
    let Setup { sigma, tie, .. } = *setup;
    ProbDd::new(setup.n, ProbDdSettings { sigma, tie, feedback })
}

fn minimizer(setup: &Setup, algorithm: Algorithm, feedback: FeedbackSettings) -> Minimizer {
    let Setup { sigma, tie, .. } = *setup;
    Minimizer { sigma, tie, feedback, ..Minimizer::new(algorithm) }
}

fn a_list(
    longest: usize,
    of_size: impl Fn(usize) -> BoxedStrategy<Property> + 'static,
) -> impl Strategy<Value = (Setup, Property, AfterFail)> {
    setup(longest).prop_flat_map(move |setup| {
        let property = of_size(setup.n);
        (Just(setup), property, after_fail())
    })
}

/// A failure raises some q by a third or more, and a q falls at most once for each check, not below
/// the floor.
fn bound(n: usize, feedback: FeedbackSettings) -> usize {
    n + 2 * probdd_bound(n, 1e-3) * (feedback.checks + 1)
}

fn is_one_minimal(kept: &FixedBitSet, property: &Property) -> bool {
    kept.ones().all(|element| {
        let mut smaller = kept.clone();
        smaller.remove(element);
        !property.verdict(&smaller, 0).is_interesting()
    })
}

/// What was removed left all checks holding.
fn satisfies_all(run: &Run<Subset, FixedBitSet>, property: &Property) -> bool {
    let Property::Checks { checks, .. } = property else { return false };
    let holds = |check: &Property| check.verdict(&run.kept, 0).is_interesting();
    run.asked.iter().all(|(_, kept)| *kept != run.kept) || checks.iter().all(holds)
}

proptest! {
    #![proptest_config(cases(48))]

    #[test]
    fn lists_keep_their_promises((setup, property, after_fail) in a_list(24, checks)) {
        let feedback = settings(&property, after_fail);
        let n = setup.n;
        let runs = [Algorithm::ProbDd, Algorithm::Cdd, Algorithm::Weighted].map(|algorithm| {
            [Order::Forward, Order::Backward].map(|order| {
                let minimizer = Minimizer { order, ..minimizer(&setup, algorithm, feedback) };
                let make = || minimizer.search((0..n as u32).collect(), &setup.weights);
                check(make, &List(n), &property, bound(n, feedback))
            })
        });
        let mut runs = runs.iter().flatten();
        prop_assert!(runs.all(|run| satisfies_all(run, &property)));
    }

    #[test]
    fn a_sweep_leaves_them_one_minimal((setup, property, after_fail) in a_list(24, checks)) {
        let feedback = settings(&property, after_fail);
        for algorithm in [Algorithm::ProbDd, Algorithm::Cdd, Algorithm::Weighted] {
            let minimizer = minimizer(&setup, algorithm, feedback);
            let pass = |elements: Vec<u32>| {
                let n = elements.len();
                minimizer.search(elements, &setup.weights[..n])
            };
            let make =
                || list::search(setup.n, |n| Fixpoint::new(n, Direction::Backward, pass));
            let run = check(make, &List(setup.n), &property, usize::MAX);
            prop_assert!(is_one_minimal(&run.kept, &property));
        }
    }

    #[test]
    fn a_monotone_test_ends_one_minimal(
        (setup, property, after_fail) in a_list(20, monotone_checks)
    ) {
        let feedback = settings(&property, after_fail);
        let run = check(|| list::search(setup.n, |_| probdd(&setup, feedback)), &List(setup.n), &property, usize::MAX);
        prop_assert!(is_one_minimal(&run.kept, &property));
        let make = || list::search(setup.n, |n| Cdd::new(n, setup.sigma, feedback));
        let run = check(make, &List(setup.n), &property, usize::MAX);
        prop_assert!(is_one_minimal(&run.kept, &property));
    }

    #[test]
    fn probdd_asks_what_a_naive_version_asks(
        (setup, property, after_fail) in a_list(20, checks)
    ) {
        let feedback = settings(&property, after_fail);
        let setup = Setup { tie: Tie::Index, ..setup };
        let run = check(|| list::search(setup.n, |_| probdd(&setup, feedback)), &List(setup.n), &property, usize::MAX);
        let mut reference = Reference::new(setup.n, setup.sigma, feedback);
        for (turn, (query, candidate)) in run.asked.iter().enumerate() {
            let asked: Vec<usize> = query.change.0.iter().map(|element| *element as usize).collect();
            prop_assert_eq!(Some(asked), reference.ask());
            reference.tell(&property.feedback(candidate, turn));
        }
        prop_assert_eq!(reference.ask(), None);
    }

    #[test]
    fn one_check_is_no_news(
        (setup, property) in setup(30).prop_flat_map(|setup| {
            let property = crate::oracle::any_property(setup.n);
            (Just(setup), property)
        })
    ) {
        let plain = || list::search(setup.n, |_| probdd(&setup, FeedbackSettings::BINARY));
        let plain = check(plain, &List(setup.n), &property, usize::MAX);
        let property = Property::Checks { checks: vec![property], all_run: true };
        let feedback = settings(&property, AfterFail::Failed);
        let told = || list::search(setup.n, |_| probdd(&setup, feedback));
        let told = check(told, &List(setup.n), &property, usize::MAX);
        prop_assert!(plain.asked.iter().map(|(query, _)| query).eq(told.asked.iter().map(|(q, _)| q)));
    }
}

fn a_tree(
    of_size: impl Fn(usize) -> BoxedStrategy<Property> + 'static,
) -> impl Strategy<Value = (Sample, Property, AfterFail)> {
    tree(30).prop_flat_map(move |tree| {
        let property = of_size(tree.0.token_count());
        (Just(tree), property, after_fail())
    })
}

proptest! {
    #![proptest_config(cases(64))]

    #[test]
    fn trees_keep_their_promises((tree, property, after_fail) in a_tree(checks)) {
        let feedback = settings(&property, after_fail);
        let nodes = tree.0.len();
        let bound = 20 * nodes * (feedback.checks + 1);
        check(|| tree.search(|start| Tpdd::new(start, 0.5, feedback)), &tree, &property, bound);
        let minimizer = Minimizer { feedback, ..Minimizer::new(Algorithm::ProbDd) };
        let make = || tree.search(|start| Hdd::new(start, HddForm::Levels, minimizer));
        check(make, &tree, &property, usize::MAX);
    }
}
