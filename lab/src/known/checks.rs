//! Queries to a certified fixpoint on known properties that are made of checks: what it is worth to
//! know which check failed.

use super::modes::{self, MODES, Mode, Row, feedback, settings};
use super::property::{Dependencies, Needed, Property, needed, run as run_search};
use super::trees;
use crate::random::Random;
use crate::records::{Earlier, Log, RecordFile};
use crate::statistics::median;
use anyhow::Result;
use probdd_core::list::{self, Subset};
use probdd_core::{Algorithm, Direction, FeedbackSettings, Fixpoint, Minimizer, Order, Search};

const SEEDS: u64 = 20;
pub(crate) const ELEMENTS: usize = 600;

/// A test: all checks have to hold.
pub(crate) type Checks = Vec<Box<dyn Property>>;

const SEARCHES: [(&str, Algorithm); 3] =
    [("ProbDD", Algorithm::ProbDd), ("CDD", Algorithm::Cdd), ("weighted", Algorithm::Weighted)];

/// A name, and what makes a test from random numbers.
pub(crate) type Test = (&'static str, fn(&mut Random) -> Checks);

pub(crate) const TESTS: [Test; 12] = [
    ("2 apart", |random| apart(random, &[30, 30], 1)),
    ("4 apart", |random| apart(random, &[15; 4], 1)),
    ("8 apart", |random| apart(random, &[8; 8], 1)),
    ("16 apart", |random| apart(random, &[4; 16], 1)),
    ("4 apart, clusters", |random| apart(random, &[15; 4], 5)),
    ("few before many", |random| apart(random, &[2, 8, 50], 1)),
    ("many before few", |random| apart(random, &[50, 8, 2], 1)),
    ("all the same", |random| {
        let shared = needed(random, ELEMENTS, 40, 1);
        (0..4).map(|_| Box::new(shared.clone()) as Box<dyn Property>).collect()
    }),
    ("ever more", |random| {
        let mut sum = vec![false; ELEMENTS];
        let mut next = || {
            let more = needed(random, ELEMENTS, 12, 1).0;
            sum.iter_mut().zip(more).for_each(|(all, more)| *all |= more);
            Box::new(Needed(sum.clone())) as Box<dyn Property>
        };
        (0..4).map(|_| next()).collect()
    }),
    ("uses, then 1", |random| compiles_and(random, &[20], false)),
    ("uses, then 4", |random| compiles_and(random, &[5; 4], false)),
    ("1, then uses", |random| compiles_and(random, &[20], true)),
];

fn apart(random: &mut Random, sizes: &[usize], run: usize) -> Checks {
    let mut check = |size| Box::new(needed(random, ELEMENTS, size, run)) as Box<dyn Property>;
    sizes.iter().map(|size| check(*size)).collect()
}

/// One check needs everything that kept elements use, as a compiler does; others need elements.
fn compiles_and(random: &mut Random, sizes: &[usize], last: bool) -> Checks {
    let mut users = vec![Vec::new(); ELEMENTS];
    for element in 1..ELEMENTS {
        for _ in 0..2 {
            users[random.below(element)].push(element as u32);
        }
    }
    let is_kept = vec![true; ELEMENTS];
    let needed = vec![false; ELEMENTS];
    let mut checks = apart(random, sizes, 1);
    let at = if last { checks.len() } else { 0 };
    checks.insert(at, Box::new(Dependencies { needed, users, is_kept }));
    checks
}

/// Runs the searches, and prints the tables.
pub(crate) fn run(file: &RecordFile) -> Result<()> {
    let rows = file.records("checks", Earlier::Replaced, measure)?;
    println!("{ELEMENTS} elements, to the fixpoint: medians of {SEEDS} seeds\n");
    println!("{}", modes::tables(&rows));
    Ok(())
}

fn measure(log: &Log) -> Result<()> {
    for (name, algorithm) in SEARCHES {
        let search = |weights: &[u32], feedback| search(algorithm, weights, feedback);
        TESTS.iter().try_for_each(|test| log.add(&row(name, test, search)))?;
    }
    trees::rows().try_for_each(|row| log.add(&row))
}

/// The queries that a search needs on a test, in each mode: the median of the seeds.
pub(crate) fn row<S: Search<Change = Subset>>(
    search_name: &str,
    test: &Test,
    search: impl Fn(&[u32], FeedbackSettings) -> S,
) -> Row {
    let queries = MODES.map(|(_, mode)| {
        let one = |seed| {
            let mut random = Random::new(seed);
            let mut checks = test.1(&mut random);
            let weights: Vec<u32> = (0..ELEMENTS).map(|_| 1 + random.below(50) as u32).collect();
            let feedback = settings(mode, checks.len());
            cost(search(&weights, feedback), &mut checks, mode) as f64
        };
        median((0..SEEDS).map(one).collect())
    });
    Row { search: search_name.to_owned(), test: test.0.to_owned(), queries }
}

fn search(
    algorithm: Algorithm,
    weights: &[u32],
    feedback: FeedbackSettings,
) -> impl Search<Change = Subset> + use<> {
    let minimizer = Minimizer { order: Order::Backward, feedback, ..Minimizer::new(algorithm) };
    let weights = weights.to_vec();
    let pass = move |elements: Vec<u32>| {
        let n = elements.len();
        minimizer.search(elements, &weights[..n])
    };
    list::search(ELEMENTS, |n| Fixpoint::new(n, Direction::Backward, pass))
}

/// The number of queries that a search takes.
fn cost<S: Search<Change = Subset>>(mut search: S, checks: &mut Checks, mode: Mode) -> usize {
    run_search(&mut search, |Subset(removed)| {
        let feedback = feedback(checks.iter().map(|check| check.is_interesting(removed)), mode);
        if feedback.is_interesting() {
            for check in checks.iter_mut() {
                check.remove(removed);
            }
        }
        feedback
    })
}
