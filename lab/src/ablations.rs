//! `lab evaluate ablations`: what the deviations from the papers' texts are worth, and the parts of frontier.
//!
//! T-PDD runs once on real inputs, with other factors for a failure and with the priors of its text; so does
//! frontier, without a part of what it knows. covProbDD runs on known properties that are made of checks,
//! with other bands and without growth.

mod checks;
pub(crate) mod record;
mod trees;

use crate::comparison::{self, Measure, Run};
use crate::known::modes::{MODES, Row};
use crate::records::{Earlier, Log, RecordFile};
use crate::statistics::geometric_mean;
use crate::subject::Selection;
use crate::table::padded;
use anyhow::Result;
use record::Record;

/// Which subjects are reduced.
#[derive(clap::Args)]
pub(crate) struct Options {
    #[command(flatten)]
    subjects: Selection,
    #[command(flatten)]
    records: RecordFile,
}

/// Does the runs, and prints the tables.
pub(crate) fn run(options: &Options) -> Result<()> {
    let done = options.records.done("ablations", |record: &Record| Some(record.name()))?;
    let log = |log: &Log| {
        trees::measure(&options.subjects, &done, log)?;
        checks::measure(&done, log)
    };
    let records = options.records.records("ablations", Earlier::Kept, log)?;
    let [trees, checks] = tables(&records);
    println!("{trees}\n{checks}");
    Ok(())
}

/// Variants of T-PDD and of frontier beside these, and covProbDD's beside covProbDD.
pub(crate) fn tables(records: &[Record]) -> [String; 2] {
    let reduced = records.iter().filter_map(|record| match record {
        Record::Tree(reduced) => Some(reduced.run()),
        Record::Checks(_) => None,
    });
    let runs: Vec<Run> = reduced.collect();
    let variants = trees::VARIANTS.iter().filter(|variant| variant.name != variant.of);
    let pairs = variants.map(|variant| [variant.name, variant.of]);
    let measures = [Measure::Result, Measure::Queries, Measure::TokensTested];
    let rows = records.iter().filter_map(|record| match record {
        Record::Checks(row) => Some(row),
        Record::Tree(_) => None,
    });
    let rows: Vec<&Row> = rows.collect();
    [comparison::table(&runs, &pairs.collect::<Vec<_>>(), &measures, &[]), of_checks(&rows)]
}

/// Geometric means of the queries of each variant as a share of covProbDD's, over all tests.
fn of_checks(rows: &[&Row]) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let mut head = vec!["variant".to_owned()];
    head.extend(MODES[1..].iter().map(|(name, _)| (*name).to_owned()));
    let of = |name: &str, mode: usize| {
        let own = rows.iter().filter(|row| row.search == name);
        let base = |test: &str| {
            let is_it = |row: &&&Row| row.search == checks::VARIANTS[0].0 && row.test == test;
            rows.iter().find(is_it).map(|row| row.queries[mode])
        };
        own.filter_map(|row| Some(row.queries[mode] / base(&row.test)?)).collect::<Vec<_>>()
    };
    let row = |(name, _): &(&str, checks::Change)| {
        let means = (1..MODES.len()).map(|mode| format!("{:.3}", geometric_mean(&of(name, mode))));
        std::iter::once((*name).to_owned()).chain(means).collect()
    };
    padded(&head, &checks::VARIANTS[1..].iter().map(row).collect::<Vec<_>>())
}
