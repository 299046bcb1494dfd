//! The modes of feedback against each other, as chapter 6 of the thesis compares them.

use super::record::{Order, Record, VARIANTS};
use crate::comparison::{self, Measure, Run};
use crate::methods::FRONTIER;
use crate::records::latest;
use std::collections::BTreeSet;

/// The modes that are compared: those of the thesis with plain evaluation, and with each other.
const PAIRS: [[&str; 2]; 5] = [
    ["cov", "binary"],
    ["parallel", "binary"],
    ["dedup", "binary"],
    ["parallel", "cov"],
    ["dedup", "cov"],
];

/// Runs, and the names that comparisons know them by: `T-PDD, cov`, or `T-PDD, cov, redundant checks`.
pub(crate) struct Modes(Vec<(String, Record)>);

impl Modes {
    /// The latest runs of some records.
    pub(crate) fn new(records: Vec<Record>) -> Modes {
        let key = |record: &Record| {
            (record.subject.clone(), record.method.clone(), record.mode.clone(), record.order)
        };
        let records = latest(records, key);
        let name =
            |record: &Record| format!("{}, {}", record.method, named(&record.mode, record.order));
        Modes(records.into_iter().map(|record| (name(&record), record)).collect())
    }

    /// The runs as comparisons see them. Their seconds are the CPU time of the checks, and the tokens
    /// tested were not counted.
    pub(crate) fn runs(&self) -> Vec<Run<'_>> {
        self.0.iter().map(|(name, record)| run(record, name)).collect()
    }

    /// The tables 6.1 to 6.8 of the thesis: the modes of each method against each other.
    pub(crate) fn table(&self) -> String {
        let pairs = PAIRS.map(|pair| pair.map(|mode| named(mode, Order::Written)));
        let measures =
            [Measure::Result, Measure::Ended, Measure::Queries, Measure::Seconds, Measure::Speed];
        self.compared(&pairs, &measures)
    }

    /// The checks that run in each mode, against plain evaluation of the same checks.
    pub(super) fn checks(&self) -> String {
        let others = VARIANTS.iter().filter(|(mode, _)| *mode != "binary");
        let pairs = others.map(|(mode, order)| [named(mode, *order), named("binary", *order)]);
        let measures = [Measure::Queries, Measure::Checks, Measure::Seconds];
        self.compared(&pairs.collect::<Vec<_>>(), &measures)
    }

    fn compared(&self, pairs: &[[String; 2]], measures: &[Measure]) -> String {
        let of_method = |method| {
            pairs.iter().map(move |pair| pair.each_ref().map(|mode| format!("{method}, {mode}")))
        };
        let pairs: Vec<[String; 2]> = self.methods().into_iter().flat_map(of_method).collect();
        let pairs: Vec<[&str; 2]> = pairs.iter().map(|[one, other]| [&**one, &**other]).collect();
        comparison::table(&self.runs(), &pairs, measures, &[])
    }

    /// The methods. Older records have runs of frontier, which learns from verdicts alone now.
    fn methods(&self) -> BTreeSet<&str> {
        self.0
            .iter()
            .map(|(_, record)| record.method.as_str())
            .filter(|method| *method != FRONTIER)
            .collect()
    }

    /// How many subjects there are.
    pub(crate) fn subjects(&self) -> usize {
        self.0.iter().map(|(_, record)| record.subject.as_str()).collect::<BTreeSet<_>>().len()
    }
}

/// A mode with some checks.
fn named(mode: &str, order: Order) -> String {
    match order {
        Order::Written => mode.to_owned(),
        Order::Redundant => format!("{mode}, redundant checks"),
    }
}

fn run<'a>(record: &'a Record, method: &'a str) -> Run<'a> {
    Run {
        subject: &record.subject,
        method,
        input_tokens: record.input_tokens,
        result_tokens: record.result_tokens,
        queries: record.queries,
        checks: record.checks_run,
        seconds: record.cpu_seconds,
        is_stopped: record.stopped.is_some(),
        ..Run::default()
    }
}
