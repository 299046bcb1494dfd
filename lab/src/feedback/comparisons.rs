//! The modes of feedback against each other, as chapter 6 of the thesis compares them, and in other orders of the
//! checks.

use super::record::{Record, VARIANTS};
use crate::check_description::Order;
use crate::comparison::{self, Measure, Run};
use crate::methods::FRONTIER;
use crate::records::latest;
use crate::statistics::geometric_mean;
use std::collections::BTreeSet;

/// The modes that are compared: those of the thesis with plain evaluation, and with each other.
const PAIRS: [[&str; 2]; 5] = [
    ["cov", "binary"],
    ["parallel", "binary"],
    ["dedup", "binary"],
    ["parallel", "cov"],
    ["dedup", "cov"],
];

/// The orders of the same checks.
const SAME: [Order; 3] = [Order::Written, Order::Reversed, Order::Dearest];

/// What plain evaluation in the order that is cheapest for it is called.
const CHEAPEST: &str = "binary, cheapest order";

/// Runs, and the names that comparisons know them by: `T-PDD, cov`, or in another order than the author's
/// `T-PDD, cov, reversed`.
pub(crate) struct Modes(Vec<(String, Record)>);

impl Modes {
    /// The latest runs of some records.
    pub(crate) fn new(records: Vec<Record>) -> Modes {
        let key = |it: &Record| (it.subject.clone(), it.method.clone(), it.mode.clone(), it.order);
        let records = latest(records, key);
        let named = |it: Record| (format!("{}, {}", it.method, named(&it.mode, it.order)), it);
        let mut runs: Vec<(String, Record)> = records.into_iter().map(named).collect();
        let cheapest: Vec<(String, Record)> =
            runs.iter().filter_map(|(_, it)| cheapest(&runs, it)).collect();
        runs.extend(cheapest);
        Modes(runs)
    }

    /// The runs as comparisons see them. Their seconds are the CPU time of the checks, and the tokens
    /// tested were not counted.
    pub(crate) fn runs(&self) -> Vec<Run<'_>> {
        self.0.iter().map(|(name, it)| run(it, name)).collect()
    }

    /// The tables 6.1 to 6.8 of the thesis: the modes of each method against each other.
    pub(crate) fn table(&self) -> String {
        let pairs = PAIRS.map(|pair| pair.map(|mode| named(mode, Order::Written)));
        let measures =
            [Measure::Result, Measure::Ended, Measure::Queries, Measure::Seconds, Measure::Speed];
        self.compared(&pairs, &measures)
    }

    /// The other orders against plain evaluation in the author's order, or with the same checks that decide
    /// nothing; and `dedup` in each order against the cheapest order of plain evaluation.
    pub(super) fn orders(&self) -> String {
        let others = VARIANTS.iter().filter(|(_, order)| *order != Order::Written);
        let pairs = others.map(|(mode, order)| {
            let base = if *order == Order::Redundant { *order } else { Order::Written };
            [named(mode, *order), named("binary", base)]
        });
        let pairs = pairs.filter(|[own, base]| own != base);
        let of_dedup = SAME.map(|order| [named("dedup", order), CHEAPEST.to_owned()]);
        let measures = [Measure::Ended, Measure::Queries, Measure::Checks, Measure::Seconds];
        self.compared(&pairs.chain(of_dedup).collect::<Vec<_>>(), &measures)
    }

    /// The bound that no order of the checks can pass.
    pub(super) fn foresight(&self) -> String {
        let of_method = |method: &str| {
            let ended = self.0.iter().filter(|(_, it)| it.method == method && it.stopped.is_none());
            let shares: Vec<f64> = ended.filter_map(|(_, it)| it.with_foresight).collect();
            let mean = geometric_mean(&shares);
            let line = format!("{method}: {mean:.3} ({} subjects)\n", shares.len());
            if shares.is_empty() { String::new() } else { line }
        };
        let lines: String = self.methods().into_iter().map(of_method).collect();
        format!(
            "CPU time with the best order of every query, known beforehand / as written:\n{lines}"
        )
    }

    fn compared(&self, pairs: &[[String; 2]], measures: &[Measure]) -> String {
        let of_method = |method| {
            pairs.iter().map(move |pair| pair.each_ref().map(|it| format!("{method}, {it}")))
        };
        let pairs: Vec<[String; 2]> = self.methods().into_iter().flat_map(of_method).collect();
        let pairs: Vec<[&str; 2]> = pairs.iter().map(|[one, other]| [&**one, &**other]).collect();
        comparison::table(&self.runs(), &pairs, measures, &[])
    }

    /// The methods. Older records have runs of frontier, which learns from verdicts alone now.
    fn methods(&self) -> BTreeSet<&str> {
        self.0.iter().map(|(_, it)| it.method.as_str()).filter(|it| *it != FRONTIER).collect()
    }

    /// How many subjects there are.
    pub(crate) fn subjects(&self) -> usize {
        self.0.iter().map(|(_, it)| it.subject.as_str()).collect::<BTreeSet<_>>().len()
    }
}

/// A mode in an order of the checks.
fn named(mode: &str, order: Order) -> String {
    match order {
        Order::Written => mode.to_owned(),
        Order::Reversed => format!("{mode}, reversed"),
        Order::Dearest => format!("{mode}, dearest first"),
        Order::Redundant => format!("{mode}, redundant checks"),
    }
}

/// The cheapest of the runs of plain evaluation with a method on a subject, if the given one is that and all
/// orders have run.
fn cheapest(runs: &[(String, Record)], it: &Record) -> Option<(String, Record)> {
    let is_same = |other: &&Record| {
        let is_of_method = other.subject == it.subject && other.method == it.method;
        is_of_method && other.mode == "binary" && SAME.contains(&other.order)
    };
    let same: Vec<&Record> = runs.iter().map(|(_, other)| other).filter(is_same).collect();
    let least = same.iter().min_by(|a, b| a.cpu_seconds.total_cmp(&b.cpu_seconds))?;
    let is_it = same.len() == SAME.len() && *least == it;
    is_it.then(|| (format!("{}, {CHEAPEST}", it.method), it.clone()))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modes_and_orders_are_compared_with_plain_evaluation_and_its_cheapest_order() {
        let record = |mode: &str, order, queries, cpu_seconds| Record {
            subject: "a".to_owned(),
            method: "T-PDD".to_owned(),
            mode: mode.to_owned(),
            order,
            commit: String::new(),
            input_tokens: 100,
            queries,
            result_tokens: 5,
            checks_run: 2 * queries,
            cpu_seconds,
            with_foresight: (mode == "parallel").then_some(0.5),
            stopped: None,
        };
        let modes = Modes::new(vec![
            record("binary", Order::Written, 10, 4.0),
            record("binary", Order::Reversed, 10, 2.0),
            record("binary", Order::Dearest, 10, 8.0),
            record("dedup", Order::Reversed, 20, 3.0),
            record("parallel", Order::Written, 10, 5.0),
        ]);
        let orders = modes.orders();
        let cells = |start: &str| {
            let line = orders.lines().find(|line| line.contains(start)).expect("there is one");
            line.split('|')
                .skip(4)
                .map(|cell| cell.trim()[..4.min(cell.trim().len())].to_owned())
                .collect::<Vec<_>>()
        };
        assert_eq!(cells("dedup, reversed / T-PDD, binary**"), ["2.00", "2.00", "0.75", ""]);
        assert_eq!(
            cells("dedup, reversed / T-PDD, binary, cheapest"),
            ["2.00", "2.00", "1.50", ""]
        );
        assert!(modes.foresight().ends_with("T-PDD: 0.500 (1 subjects)\n"));
        assert!(modes.table().contains("T-PDD, parallel / T-PDD, binary"));
    }
}
