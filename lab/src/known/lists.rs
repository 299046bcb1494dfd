//! What the list searches need on random properties: scattered and clustered needed elements, and
//! dependencies.

use super::dependencies;
use super::property::{Needed, cost, needed};
use crate::random::Random;
use crate::records::{Earlier, Log, RecordFile};
use crate::statistics::median;
use crate::table::plain;
use anyhow::Result;
use probdd_core::list::{self, ProbDd, ProbDdSettings};
use probdd_core::{Order, Splitting};
use serde::{Deserialize, Serialize};

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

/// How long the runs of neighbouring needed elements are.
const RUNS: [usize; 2] = [1, 5];

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Record {
    Scattered(Row),
    Dependent(dependencies::Row),
}

/// The median queries of each search.
#[derive(Serialize, Deserialize)]
struct Row {
    run: usize,
    n: usize,
    m: usize,
    splitting: f64,
    probdd: f64,
}

/// Runs the searches, and prints the tables.
pub(crate) fn run(file: &RecordFile) -> Result<()> {
    let (mut scattered, mut dependent) = (Vec::new(), Vec::new());
    for record in file.records("lists", Earlier::Replaced, measure)? {
        match record {
            Record::Scattered(row) => scattered.push(row),
            Record::Dependent(row) => dependent.push(row),
        }
    }
    println!(
        "medians of {SEEDS} seeds\n\n{}\n{}",
        table(&scattered),
        dependencies::table(&dependent)
    );
    Ok(())
}

/// The queries of both searches where needed elements are scattered, and where they stand in clusters.
fn table(rows: &[Row]) -> String {
    let of_size = |(n, m): &(usize, usize)| {
        let mut cells =
            vec![n.to_string(), m.to_string(), format!("{:.0}", bits_to_choose(*n, *m))];
        for run in RUNS {
            let of_run = rows.iter().filter(|row| (row.run, row.n, row.m) == (run, *n, *m));
            cells
                .extend(of_run.flat_map(|row| {
                    [row.splitting, row.probdd].map(|queries| queries.to_string())
                }));
        }
        cells
    };
    let head =
        "| n | m | log2 C(n,m) | splitting | ProbDD | splitting, clusters | ProbDD, clusters |";
    plain(head, SIZES.iter().map(of_size))
}

fn measure(log: &Log) -> Result<()> {
    for run in RUNS {
        for (n, m) in SIZES {
            log.add(&Record::Scattered(Row::measured(run, n, m)))?;
        }
    }
    dependencies::rows().try_for_each(|row| log.add(&Record::Dependent(row)))
}

impl Row {
    fn measured(run: usize, n: usize, m: usize) -> Row {
        let over_seeds = |search: &dyn Fn(&mut Needed) -> usize| {
            let one = |seed| search(&mut needed(&mut Random::new(seed), n, m, run)) as f64;
            median((0..SEEDS).map(one).collect())
        };
        Row {
            run,
            n,
            m,
            splitting: over_seeds(&|needed| {
                cost(list::search(n, |n| Splitting::new(n, Order::Backward)), needed).0
            }),
            probdd: over_seeds(&|needed| {
                cost(list::search(n, |n| ProbDd::new(n, ProbDdSettings::default())), needed).0
            }),
        }
    }
}

/// log2 C(n, m).
fn bits_to_choose(n: usize, m: usize) -> f64 {
    (0..m).map(|i| ((n - i) as f64 / (m - i) as f64).log2()).sum()
}
