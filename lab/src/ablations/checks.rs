//! covProbDD's variants on known properties.

use super::record::{self, Record};
use crate::known::checks::{ELEMENTS, TESTS, row};
use crate::records::Log;
use anyhow::Result;
use probdd_core::list::{self, Over, ProbDd, ProbDdSettings, Subset};
use probdd_core::{Direction, FeedbackSettings, Fixpoint, Search};
use std::collections::BTreeSet;

/// What makes a variant of a search.
pub(super) type Change = fn(ProbDd) -> ProbDd;

/// The search as it is, and variants.
pub(super) const VARIANTS: [(&str, Change); 5] = [
    ("covProbDD", |probdd| probdd),
    ("no band", |probdd| probdd.with_band(0.0)),
    ("a band of 20 %", |probdd| probdd.with_band(0.2)),
    ("one band for all", |probdd| probdd.with_band(f64::INFINITY)),
    ("no growth", ProbDd::without_growth),
];

/// Runs all variants on all tests, but for those that are done.
pub(super) fn measure(done: &BTreeSet<String>, log: &Log) -> Result<()> {
    for (name, change) in VARIANTS {
        for test in TESTS.iter().filter(|test| !done.contains(&record::name(test.0, name))) {
            log.add(&Record::Checks(row(name, test, |_, feedback| search(change, feedback))))?;
        }
    }
    Ok(())
}

/// A variant to the fixpoint, from the end of the list.
fn search(change: Change, feedback: FeedbackSettings) -> impl Search<Change = Subset> {
    let pass = move |mut elements: Vec<u32>| {
        elements.reverse();
        let settings = ProbDdSettings { feedback, ..ProbDdSettings::default() };
        Over::start(elements, |n| change(ProbDd::new(n, settings)))
    };
    list::search(ELEMENTS, |n| Fixpoint::new(n, Direction::Backward, pass))
}
