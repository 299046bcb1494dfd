//! What the list searches need on random properties: scattered and clustered needed elements, and
//! dependencies.

use super::property::{Needed, Random, cost, geometric_mean, median};
use probdd_core::list::{self, Order, ProbDd, ProbDdSettings, Splitting};

const SEEDS: u64 = 20;

/// (n, m): how many elements there are, and how many are needed.
const SIZES: [(usize, usize); 8] = [
    (1000, 3),
    (1000, 10),
    (1000, 100),
    (1000, 300),
    (5000, 50),
    (20_000, 40),
    (1_000_000, 100),
    (1000, 500),
];

pub(super) fn print() {
    for run in [1, 5] {
        println!("needed elements in runs of {run}, medians of {SEEDS} seeds");
        println!("        n    m   bound  splitting  of bound  ProbDD  splitting/ProbDD");
        let ratios: Vec<f64> = SIZES.iter().map(|(n, m)| print_row(*n, *m, run)).collect();
        println!("geometric mean of splitting/ProbDD: {:.2}\n", geometric_mean(&ratios));
    }
}

fn print_row(n: usize, m: usize, run: usize) -> f64 {
    let over_seeds = |search: &dyn Fn(&mut Needed) -> usize| {
        let one = |seed| search(&mut Random::new(seed).needed(n, m, run)) as f64;
        median((0..SEEDS).map(one).collect())
    };
    let splitting = over_seeds(&|needed| {
        cost(list::search(n, |n| Splitting::new(n, Order::Backward)), needed).0
    });
    let probdd = over_seeds(&|needed| {
        cost(list::search(n, |n| ProbDd::new(n, ProbDdSettings::default())), needed).0
    });
    let bound = bits_to_choose(n, m);
    println!(
        "{n:>9} {m:>4} {bound:>7.0} {splitting:>10.0} {:>9.3} {probdd:>7.0} {:>8.2}",
        splitting / bound,
        splitting / probdd
    );
    splitting / probdd
}

/// log2 C(n, m).
fn bits_to_choose(n: usize, m: usize) -> f64 {
    (0..m).map(|i| ((n - i) as f64 / (m - i) as f64).log2()).sum()
}
