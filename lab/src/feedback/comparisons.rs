//! The modes of feedback against each other, as chapter 6 of the thesis compares them.

use super::record::Record;
use crate::check_description::Order;
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

/// Runs with the checks in the author's order, and the names that comparisons know them by.
pub(crate) struct Modes(Vec<(String, Record)>);

impl Modes {
    /// The latest runs of some records.
    pub(crate) fn new(records: Vec<Record>) -> Modes {
        let written = records.into_iter().filter(|it| it.order == Order::Written).collect();
        let key = |it: &Record| (it.subject.clone(), it.method.clone(), it.mode.clone());
        let runs = latest(written, key).into_iter();
        Modes(runs.map(|it| (named(&it.method, &it.mode), it)).collect())
    }

    /// The runs as comparisons see them. Their seconds are the CPU time of the checks, and the tokens
    /// tested were not counted.
    pub(crate) fn runs(&self) -> Vec<Run<'_>> {
        let run = |(name, it)| run(it, name);
        self.0.iter().map(|(name, it)| (name.as_str(), it)).map(run).collect()
    }

    /// The tables 6.1 to 6.8 of the thesis: the modes of each method against each other. Older records have runs of
    /// frontier, which learns from verdicts alone now.
    pub(crate) fn table(&self) -> String {
        let methods = self.0.iter().map(|(_, it)| it.method.as_str());
        let methods: BTreeSet<&str> = methods.filter(|it| *it != FRONTIER).collect();
        let pair = |method: &str, modes: [&str; 2]| modes.map(|mode| named(method, mode));
        let pairs = methods.iter().flat_map(|method| PAIRS.map(|it| pair(method, it)));
        let pairs: Vec<[String; 2]> = pairs.collect();
        let pairs: Vec<[&str; 2]> = pairs.iter().map(|[one, other]| [&**one, &**other]).collect();
        let measures =
            [Measure::Result, Measure::Ended, Measure::Queries, Measure::Seconds, Measure::Speed];
        comparison::table(&self.runs(), &pairs, &measures, &[])
    }

    /// How many subjects there are.
    pub(crate) fn subjects(&self) -> usize {
        self.0.iter().map(|(_, it)| it.subject.as_str()).collect::<BTreeSet<_>>().len()
    }
}

/// A method with a mode: `T-PDD, cov`.
fn named(method: &str, mode: &str) -> String {
    format!("{method}, {mode}")
}

fn run<'a>(record: &'a Record, method: &'a str) -> Run<'a> {
    Run {
        subject: &record.subject,
        method,
        input_tokens: record.input_tokens,
        result_tokens: record.result_tokens,
        queries: record.queries,
        tokens_tested: 0,
        seconds: record.cpu_seconds,
        is_stopped: record.stopped.is_some(),
    }
}
