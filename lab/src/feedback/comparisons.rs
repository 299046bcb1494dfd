//! The modes of feedback against each other, as chapter 6 of the thesis compares them.

use super::record::Record;
use crate::check_description::Order;
use crate::comparison::{self, Measure, Run};
use std::collections::BTreeSet;

/// The modes that are compared: those of the thesis with plain evaluation, and with each other.
const PAIRS: [[&str; 2]; 5] = [
    ["cov", "binary"],
    ["parallel", "binary"],
    ["dedup", "binary"],
    ["parallel", "cov"],
    ["dedup", "cov"],
];

/// The tables 6.1 to 6.8 of the thesis: the modes of each method against each other, in the author's
/// order of the checks. The queries are those of the search; S and T are of the checks' CPU time.
pub(crate) fn table(records: &[Record]) -> String {
    let written: Vec<&Record> = records.iter().filter(|it| it.order == Order::Written).collect();
    let names: Vec<String> = written.iter().map(|it| named(&it.method, &it.mode)).collect();
    let runs: Vec<Run> =
        written.iter().copied().zip(&names).map(|(it, name)| run(it, name)).collect();
    let methods = written.iter().map(|it| it.method.as_str()).collect::<BTreeSet<_>>();
    let pair = |method: &str, pair: [&str; 2]| pair.map(|mode| named(method, mode));
    let pairs = methods.iter().flat_map(|method| PAIRS.map(|it| pair(method, it)));
    let pairs: Vec<[String; 2]> = pairs.collect();
    let pairs: Vec<[&str; 2]> = pairs.iter().map(|[one, other]| [&**one, &**other]).collect();
    let measures =
        [Measure::Result, Measure::Ended, Measure::Queries, Measure::Seconds, Measure::Speed];
    comparison::table(&runs, &pairs, &measures, &[])
}

/// A method with a mode: `T-PDD, cov`.
pub(crate) fn named(method: &str, mode: &str) -> String {
    format!("{method}, {mode}")
}

/// A run as comparisons see it.
fn run<'a>(record: &'a Record, name: &'a str) -> Run<'a> {
    Run {
        subject: &record.subject,
        method: name,
        input_tokens: record.input_tokens,
        result_tokens: record.result_tokens,
        queries: record.queries,
        tokens_tested: 0,
        seconds: record.cpu_seconds,
        is_stopped: record.stopped.is_some(),
    }
}
