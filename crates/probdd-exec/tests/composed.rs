//! Random tests that are made of checks, some of which need others, some of which decide nothing. In
//! every mode the result has the property and is one-minimal, and the number of jobs changes nothing.
//!
//! `COMPOSED=10000` runs that many, each with one, three and eight jobs; by default there are a hundred,
//! with one job and with three or eight.

mod property;

use probdd_core::tree::{self, Tpdd};
use probdd_core::{
    AfterFail, Algorithm, Edits, FeedbackSettings, Frontier, Links, Minimizer, NodeId, Order, Role,
    Search, Sweep,
};
use probdd_exec::{
    Budget, CheckPlan, CheckStates, Elements, Event, Expense, Interrupt, Manner, Pass, Scheduler,
};
use property::{Asked, Property, Random, Shape};
use std::sync::Arc;

const ENDLESS: Budget = Budget { max_queries: None, max_time: None };

/// The number of tests by default.
const FEW: u64 = 100;

/// How checks run, and what a search is told of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    Binary,
    Cov,
    Parallel,
    ParallelAbort,
    Dedup,
}

const MODES: [Mode; 5] =
    [Mode::Binary, Mode::Cov, Mode::Parallel, Mode::ParallelAbort, Mode::Dedup];

impl Mode {
    fn manner(self) -> Manner {
        match self {
            Mode::Binary | Mode::Cov | Mode::Dedup => Manner::InOrder,
            Mode::Parallel => Manner::SideBySide,
            Mode::ParallelAbort => Manner::SideBySideUntilFailure,
        }
    }

    fn plan(self, property: &Property) -> CheckPlan {
        let names = property.checks.iter().map(|check| Arc::clone(&check.name)).collect();
        let plan = CheckPlan::new(names, self != Mode::Binary);
        match self {
            Mode::Binary | Mode::Cov => plan.in_order(&property.order),
            Mode::Parallel => plan,
            Mode::ParallelAbort => CheckPlan::default(),
            Mode::Dedup => {
                let expense = |check: &property::Check| Expense {
                    cost: check.cost,
                    after: check.after.clone(),
                    redundant: check.redundant,
                };
                plan.economical(property.checks.iter().map(expense).collect(), true)
            }
        }
    }
}

/// The result of a run.
#[derive(Debug, Default, PartialEq)]
struct Run {
    committed: Vec<(u64, Vec<u8>, CheckStates)>,
    reduced: Vec<Vec<u8>>,
    refuted: usize,
    best: Vec<u8>,
}

impl Run {
    fn hear(&mut self, event: Event<'_>) {
        match event {
            Event::Committed(committed) => {
                self.committed.push((
                    committed.query,
                    committed.candidate.bytes.clone(),
                    committed.states,
                ));
            }
            Event::Reduced(candidate) => self.reduced.push(candidate.bytes.clone()),
            Event::Refuted(..) => self.refuted += 1,
            _ => {}
        }
    }
}

/// A run of a search, and of sweeps until they remove nothing.
struct Course {
    scheduler: Scheduler<Asked>,
    left: property::Left,
    run: Run,
}

impl Course {
    fn pass(&mut self, search: impl Search<Change = Edits> + Clone) {
        let pass = Pass::new("composed", Elements::Tree { tree: 0 });
        let (run, left) = (&mut self.run, self.left.clone());
        let hear = |event: Event<'_>| {
            run.hear(event);
            Ok::<(), ()>(())
        };
        let done = self.scheduler.pass(&pass, search, left, hear).expect("nothing stops it");
        self.left.take(done.best());
    }
}

fn run(property: &Property, mode: Mode, search: usize, jobs: usize) -> Run {
    let oracle = property.asked(mode.manner());
    let mut scheduler = Scheduler::new(vec![oracle.clone(); jobs], ENDLESS, Interrupt::never());
    let left = property.left();
    let baseline = scheduler.baseline::<()>(&left.bytes()).expect("nothing stops it");
    assert!(baseline.outcome.verdict.is_interesting());
    let plan = mode.plan(property);
    let after_fail = if search.is_multiple_of(2) { AfterFail::Failed } else { AfterFail::Unknown };
    let feedback = FeedbackSettings { checks: plan.told_checks(), after_fail };
    scheduler.set_plan(plan);
    let mut course = Course { scheduler, left, run: Run::default() };
    let tree = || Arc::clone(&property.tree);
    match (search, property.shape) {
        (0, _) => {
            let links = property.links.clone();
            course.pass(tree::search(tree(), |start| Frontier::new(start, links)));
        }
        (1, _) => {
            course.pass(tree::search(tree(), |start| Tpdd::new(start, Tpdd::SIGMA, feedback)));
        }
        _ => {
            let algorithm = [Algorithm::ProbDd, Algorithm::Cdd, Algorithm::Weighted][search - 2];
            course.pass(list_search(property, algorithm, feedback));
        }
    }
    loop {
        let before = course.left.bytes();
        course.pass(tree::search(tree(), |start| Sweep::new(start, Links::default())));
        if course.left.bytes() == before {
            break;
        }
    }
    let Course { scheduler, left, run: mut done } = course;
    done.best = left.bytes();
    drop(scheduler);
    let whole = oracle.whole.lock().expect("nobody panics");
    let is_seen = |bytes: &Vec<u8>| whole.contains(bytes);
    assert!(is_seen(&done.best), "all checks held in one run on the result");
    assert!(done.reduced.iter().all(is_seen), "all checks held in one run on what was accepted");
    let found = property.what_can_go(&left);
    assert!(found.is_none(), "{found:?} can go of {:?}: {property:?}", done.best);
    done
}

/// A list algorithm over the outermost items.
fn list_search(
    property: &Property,
    algorithm: Algorithm,
    feedback: FeedbackSettings,
) -> impl Search<Change = Edits> + Clone + use<> {
    let tree = &property.tree;
    let items = tree.children(NodeId(0)).flat_map(|list| tree.children(list));
    let nodes: Vec<NodeId> = items.filter(|id| tree.node(*id).role == Role::Item).collect();
    let weights: Vec<u32> = nodes.iter().map(|node| tree.weight(*node)).collect();
    let minimizer = Minimizer { order: Order::Backward, feedback, ..Minimizer::new(algorithm) };
    minimizer.search(nodes, &weights)
}

#[test]
fn every_test_made_of_checks_is_reduced_to_a_one_minimal_result_with_any_number_of_jobs() {
    let wanted = std::env::var("COMPOSED").ok().and_then(|count| count.parse().ok());
    let mut refuted = 0;
    for seed in 0..wanted.unwrap_or(FEW) {
        let random = &mut Random::new(seed);
        let shape = if random.below(2) == 0 { Shape::List } else { Shape::Tree };
        let property = Property::random(random, shape);
        let search = random.below(if shape == Shape::List { 5 } else { 4 });
        let both = [3, 8];
        let jobs = if wanted.is_some() { &both[..] } else { &both[seed as usize % 2..][..1] };
        for mode in MODES {
            let alone = run(&property, mode, search, 1);
            refuted += alone.refuted;
            for jobs in jobs {
                let other = run(&property, mode, search, *jobs);
                assert_eq!(other, alone, "seed {seed}, {mode:?}, {jobs} jobs: {property:?}");
            }
        }
    }
    assert!(
        refuted > 0,
        "some candidates were accepted for the time being and should not have been"
    );
}
