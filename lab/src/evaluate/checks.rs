//! What it is worth to know which check of a test failed: queries to a certified fixpoint on known
//! properties that are made of checks.

mod subjects;
mod trees;

pub(crate) use subjects::cached_check;
pub(super) use subjects::run;

use super::property::{Dependencies, Needed, Property, Random, geometric_mean, median};
use probdd_core::list::{self, Algorithm, Direction, Fixpoint, Minimizer, Order, Subset};
use probdd_core::{AfterFail, CheckState, Feedback, FeedbackSettings, Search, Verdict};

const SEEDS: u64 = 20;
const ELEMENTS: usize = 600;

/// A test: all checks have to hold.
type Checks = Vec<Box<dyn Property>>;

/// How checks are run, and what is made of them.
#[derive(Clone, Copy)]
enum Mode {
    /// Only the verdict is known.
    Binary,
    /// Up to the first that fails.
    First(AfterFail),
    /// All of them.
    All,
}

const MODES: [(&str, Mode); 4] = [
    ("binary", Mode::Binary),
    ("failed", Mode::First(AfterFail::Failed)),
    ("unknown", Mode::First(AfterFail::Unknown)),
    ("parallel", Mode::All),
];

const SEARCHES: [(&str, Algorithm); 3] =
    [("ProbDD", Algorithm::ProbDd), ("CDD", Algorithm::Cdd), ("weighted", Algorithm::Weighted)];

type Test = (&'static str, fn(&mut Random) -> Checks);

const TESTS: [Test; 11] = [
    ("2 apart", |random| apart(random, &[30, 30], 1)),
    ("4 apart", |random| apart(random, &[15; 4], 1)),
    ("8 apart", |random| apart(random, &[8; 8], 1)),
    ("4 apart, clusters", |random| apart(random, &[15; 4], 5)),
    ("few before many", |random| apart(random, &[2, 8, 50], 1)),
    ("many before few", |random| apart(random, &[50, 8, 2], 1)),
    ("all the same", |random| {
        let needed = random.needed(ELEMENTS, 40, 1);
        (0..4).map(|_| Box::new(needed.clone()) as Box<dyn Property>).collect()
    }),
    ("ever more", |random| {
        let mut sum = vec![false; ELEMENTS];
        let mut next = || {
            let more = random.needed(ELEMENTS, 12, 1).0;
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
    let mut needed = |size| Box::new(random.needed(ELEMENTS, size, run)) as Box<dyn Property>;
    sizes.iter().map(|size| needed(*size)).collect()
}

/// What is used stays as long as what uses it, as a compiler wants it; and some is needed.
fn compiles_and(random: &mut Random, sizes: &[usize], last: bool) -> Checks {
    let mut users = vec![Vec::new(); ELEMENTS];
    for element in 1..ELEMENTS {
        for _ in 0..2 {
            users[random.below(element)].push(element as u32);
        }
    }
    let is_left = vec![true; ELEMENTS];
    let needed = vec![false; ELEMENTS];
    let mut checks = apart(random, sizes, 1);
    let at = if last { checks.len() } else { 0 };
    checks.insert(at, Box::new(Dependencies { needed, users, is_left }));
    checks
}

pub(super) fn print() {
    println!("{ELEMENTS} elements, to the fixpoint: medians of {SEEDS} seeds");
    for (name, algorithm) in SEARCHES {
        print_header(name);
        let rows: Vec<Vec<f64>> = TESTS.iter().map(|test| print_row(test, algorithm)).collect();
        print_mean(&rows);
    }
    trees::print();
}

fn print_header(name: &str) {
    print!("{name:<18}");
    for (mode, _) in MODES {
        print!("{mode:>9}");
    }
    println!("   failed  unknown parallel of binary");
}

fn print_mean(rows: &[Vec<f64>]) {
    print!("{:<54}", "geometric mean");
    for mode in 0..MODES.len() - 1 {
        let ratios: Vec<f64> = rows.iter().map(|row| row[mode]).collect();
        print!("{:>9.3}", geometric_mean(&ratios));
    }
    println!("\n");
}

fn print_row(test: &Test, algorithm: Algorithm) -> Vec<f64> {
    let queries = MODES.map(|(_, mode)| {
        let one = |seed| {
            let mut random = Random::new(seed);
            let mut checks = test.1(&mut random);
            let weights: Vec<u32> = (0..ELEMENTS).map(|_| 1 + random.below(50) as u32).collect();
            let feedback = settings(mode, checks.len());
            cost(search(algorithm, &weights, feedback), &mut checks, mode) as f64
        };
        median((0..SEEDS).map(one).collect())
    });
    print_ratios(test.0, &queries)
}

/// Prints the queries of each mode, and what share of the first they are; the shares.
fn print_ratios(name: &str, queries: &[f64]) -> Vec<f64> {
    let ratios: Vec<f64> = queries[1..].iter().map(|count| count / queries[0]).collect();
    print!("{name:<18}");
    for count in queries {
        print!("{count:>9}");
    }
    for ratio in &ratios {
        print!("{ratio:>9.3}");
    }
    println!();
    ratios
}

fn settings(mode: Mode, checks: usize) -> FeedbackSettings {
    match mode {
        Mode::Binary => FeedbackSettings::BINARY,
        Mode::First(after_fail) => FeedbackSettings { checks, after_fail },
        Mode::All => FeedbackSettings { checks, after_fail: AfterFail::Unknown },
    }
}

fn search(
    algorithm: Algorithm,
    weights: &[u32],
    feedback: FeedbackSettings,
) -> impl Search<Change = Subset> {
    let minimizer = Minimizer { order: Order::Backward, feedback, ..Minimizer::new(algorithm) };
    let weights = weights.to_vec();
    let pass = move |elements: Vec<u32>| {
        let n = elements.len();
        minimizer.search(elements, &weights[..n])
    };
    list::search(ELEMENTS, |n| Fixpoint::new(n, Direction::Backward, pass))
}

/// How many queries a search takes.
fn cost<S: Search<Change = Subset>>(mut search: S, checks: &mut Checks, mode: Mode) -> usize {
    let mut queries = 0;
    while let Some(query) = search.ask() {
        queries += 1;
        let feedback = answer(checks, &query.change.0, mode);
        if feedback.is_interesting() {
            for check in checks.iter_mut() {
                check.remove(&query.change.0);
            }
        }
        search.tell(&feedback);
    }
    queries
}

fn answer(checks: &Checks, removed: &[u32], mode: Mode) -> Feedback {
    answer_of(checks.iter().map(|check| check.is_interesting(removed)), mode)
}

/// What is told of checks that hold or do not.
fn answer_of(checks: impl Iterator<Item = bool>, mode: Mode) -> Feedback {
    let mut has_failed = false;
    let state = |holds: bool| {
        if has_failed && !matches!(mode, Mode::All) {
            return CheckState::NotRun;
        }
        has_failed |= !holds;
        if holds { CheckState::Held } else { CheckState::Failed }
    };
    let states: Vec<CheckState> = checks.map(state).collect();
    let verdict = if has_failed { Verdict::Uninteresting } else { Verdict::Interesting };
    match mode {
        Mode::Binary => verdict.into(),
        Mode::First(_) | Mode::All => Feedback { verdict, checks: states },
    }
}
