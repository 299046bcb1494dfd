//! A million elements: what a list search itself costs, without the time of the property.

use super::property::needed;
use super::rows::{each_alone, print};
use crate::clock::memory;
use crate::random::Random;
use crate::records::{Earlier, RecordFile};
use anyhow::{Context, Result};
use probdd_core::{Algorithm, Minimizer, Order, Search, Verdict};
use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};

const ELEMENTS: usize = 1_000_000;
const NEEDED: usize = 100;

/// All algorithms but ddmin, which asks about too many large sets.
const ALGORITHMS: [(&str, Algorithm); 6] = [
    ("opdd", Algorithm::Opdd),
    ("probdd", Algorithm::ProbDd),
    ("cdd", Algorithm::Cdd),
    ("weighted", Algorithm::Weighted),
    ("active-coarsen", Algorithm::ActiveCoarsen),
    ("splitting", Algorithm::Splitting),
];

#[derive(clap::Args)]
pub(crate) struct Options {
    #[command(flatten)]
    records: RecordFile,
    /// Measure this algorithm in this process, and print its record
    #[arg(long, hide = true)]
    row: Option<String>,
}

#[derive(Serialize, Deserialize)]
struct Row {
    algorithm: String,
    queries: usize,
    elements_left: usize,
    own_seconds: f64,
    memory_peak: String,
}

/// Measures the algorithms, and prints the table.
pub(crate) fn run(options: &Options) -> Result<()> {
    if let Some(name) = &options.row {
        let named = ALGORITHMS.iter().find(|(other, _)| other == name);
        return print(&measured(*named.with_context(|| format!("no list algorithm `{name}`"))?));
    }
    let names = ALGORITHMS.map(|(name, _)| name.to_owned());
    let rows: Vec<Row> = options
        .records
        .records("scale", Earlier::Replaced, |log| each_alone::<Row>(log, "scale", &names))?;
    println!("a million elements, 100 needed: queries, elements left, own time, peak of memory");
    for Row { algorithm, queries, elements_left, own_seconds, memory_peak } in rows {
        println!(
            "{algorithm:<15} {queries:>8} {elements_left:>6} {own_seconds:>8.2} s {memory_peak:>8}"
        );
    }
    Ok(())
}

fn measured((name, algorithm): (&str, Algorithm)) -> Row {
    let needed = needed(&mut Random::new(1), ELEMENTS, NEEDED, 1).0;
    let order = if algorithm == Algorithm::Splitting { Order::Auto } else { Order::Forward };
    let minimizer = Minimizer { order, ..Minimizer::new(algorithm) };
    let weights = vec![1; ELEMENTS];
    let began = Instant::now();
    let mut search = minimizer.search((0..ELEMENTS as u32).collect::<Vec<u32>>(), &weights);
    let mut own: Duration = began.elapsed();
    let mut queries = 0;
    while let Some(query) = search.ask() {
        queries += 1;
        let has_needed = query.change.0.iter().any(|element| needed[*element as usize]);
        let verdict = if has_needed { Verdict::Uninteresting } else { Verdict::Interesting };
        let told = Instant::now();
        search.tell(&verdict.into());
        own += told.elapsed();
    }
    Row {
        algorithm: name.to_owned(),
        queries,
        elements_left: ELEMENTS - search.best().len(),
        own_seconds: own.as_secs_f64(),
        memory_peak: memory("VmHWM:"),
    }
}
