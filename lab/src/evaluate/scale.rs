//! A million elements: what a list search itself costs, the property's time aside.

use super::property::Random;
use probdd_core::list::{Algorithm, Minimizer, Order};
use probdd_core::{Search, Verdict};
use std::time::{Duration, Instant};

const ELEMENTS: usize = 1_000_000;
const NEEDED: usize = 100;

/// All algorithms but ddmin, which asks about too many large sets to be of use here.
pub(super) const ALGORITHMS: [(&str, Algorithm); 6] = [
    ("opdd", Algorithm::Opdd),
    ("probdd", Algorithm::ProbDd),
    ("cdd", Algorithm::Cdd),
    ("weighted", Algorithm::Weighted),
    ("active-coarsen", Algorithm::ActiveCoarsen),
    ("splitting", Algorithm::Splitting),
];

/// One row. The peak of memory is that of the process, so each search is to have its own.
pub(super) fn print((name, algorithm): (&str, Algorithm)) {
    let needed = Random::new(1).needed(ELEMENTS, NEEDED, 1).0;
    let order = if algorithm == Algorithm::Splitting { Order::Auto } else { Order::Forward };
    let minimizer = Minimizer { order, ..Minimizer::new(algorithm) };
    let weights = vec![1; ELEMENTS];
    let began = Instant::now();
    let mut search = minimizer.search((0..ELEMENTS as u32).collect::<Vec<u32>>(), &weights);
    let mut own = began.elapsed();
    let mut queries = 0;
    while let Some(query) = search.ask() {
        queries += 1;
        let fails = query.change.0.iter().any(|element| needed[*element as usize]);
        let verdict = if fails { Verdict::Uninteresting } else { Verdict::Interesting };
        let told = Instant::now();
        search.tell(&verdict.into());
        own += told.elapsed();
    }
    let left = ELEMENTS - search.best().len();
    println!("{name:<15} {queries:>8} {left:>6} {:>8.2} s {:>8}", seconds(own), memory("VmHWM:"));
}

pub(super) fn seconds(duration: Duration) -> f64 {
    duration.as_secs_f64()
}

/// What this process uses, as the system words it: `VmHWM:` is the most ever, `VmRSS:` now.
pub(super) fn memory(field: &str) -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(field));
    line.unwrap_or("unknown").trim().to_owned()
}
