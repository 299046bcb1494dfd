//! The tables: each variant against plain short-circuit evaluation in the author's order, and each mode
//! against the cheapest order of plain evaluation.

use super::super::super::property::geometric_mean;
use super::super::super::subjects::{Method, wilcoxon};
use super::description::Order;
use super::{Record, VARIANTS};
use std::collections::BTreeSet;
use std::fmt::Write;

/// What is compared, less is better: size, queries, checks and CPU time.
const MEASURES: [Measure; 4] = [
    |it| it.result_tokens.max(1) as f64,
    |it| it.queries as f64,
    |it| it.checks_run as f64,
    |it| it.cpu_seconds,
];

type Measure = fn(&Record) -> f64;

/// The orders in which the same checks are written.
const SAME: [Order; 3] = [Order::Written, Order::Reversed, Order::Dearest];

/// The tables of all methods.
pub(super) fn tables(records: &[Record], methods: &[&Method]) -> String {
    methods.iter().map(|method| of_method(records, method.name)).collect()
}

fn of_method(records: &[Record], method: &str) -> String {
    let mut text = format!("\n## {method}\n\n");
    let of_method: Vec<&Record> = records.iter().filter(|it| it.method == method).collect();
    for (order, title) in [(Order::Written, "as written"), (Order::Redundant, "redundant")] {
        details(&mut text, &of_method, order, title);
    }
    ratios(&mut text, &of_method);
    text
}

/// What every subject took in one order.
fn details(text: &mut String, records: &[&Record], order: Order, title: &str) {
    let modes = || VARIANTS.iter().filter(move |(_, other)| *other == order).map(|(mode, _)| *mode);
    let names: Vec<&str> = modes().collect();
    let _ = writeln!(text, "| {title}: size / queries / checks / CPU s | {} |", names.join(" | "));
    let _ = writeln!(text, "|---|{}", "---|".repeat(names.len()));
    for subject in subjects(records) {
        let cell = |mode: &str| match find(records, subject, mode, order) {
            Some(it) => format!(
                "{} / {} / {} / {:.1}{}",
                it.result_tokens,
                it.queries,
                it.checks_run,
                it.cpu_seconds,
                if it.stopped.is_some() { " stopped" } else { "" }
            ),
            None => "-".to_owned(),
        };
        let cells: Vec<String> = modes().map(cell).collect();
        if cells.iter().any(|cell| cell != "-") {
            let _ = writeln!(text, "| {subject} | {} |", cells.join(" | "));
        }
    }
    text.push('\n');
}

fn subjects<'a>(records: &[&'a Record]) -> BTreeSet<&'a str> {
    records.iter().map(|it| it.subject.as_str()).collect()
}

fn find<'a>(records: &[&'a Record], subject: &str, mode: &str, order: Order) -> Option<&'a Record> {
    let is_it = |it: &&Record| it.subject == subject && it.is_of(&it.method, mode, order);
    records.iter().copied().find(is_it)
}

/// Geometric means of ratios, with Wilcoxon's test.
fn ratios(text: &mut String, records: &[&Record]) {
    let _ = writeln!(
        text,
        "| ratio | subjects | size | queries | checks | CPU |\n|---|---|---|---|---|---|"
    );
    for (mode, order) in VARIANTS {
        let base = if order == Order::Redundant { order } else { Order::Written };
        if (mode, order) != ("binary", base) {
            let name = format!("{mode}, {} / binary, {}", word(order), word(base));
            row(text, &name, records, (mode, order), &|subject| {
                find(records, subject, "binary", base).cloned()
            });
        }
    }
    for order in SAME {
        let name = format!("dedup, {} / the cheapest order of binary", word(order));
        row(text, &name, records, ("dedup", order), &|subject| {
            let all = SAME.map(|order| find(records, subject, "binary", order));
            let all: Vec<&Record> = all.into_iter().collect::<Option<_>>()?;
            let cheapest = all.into_iter().min_by(|a, b| a.cpu_seconds.total_cmp(&b.cpu_seconds));
            cheapest.cloned()
        });
    }
    foresight(text, records);
}

/// What no order of the checks can go below.
fn foresight(text: &mut String, records: &[&Record]) {
    let whole = records.iter().filter(|it| it.stopped.is_none());
    let shares: Vec<f64> = whole.filter_map(|it| it.with_foresight).collect();
    if !shares.is_empty() {
        let (count, mean) = (shares.len(), geometric_mean(&shares));
        let name = "the best order of every query, known beforehand / as written";
        let _ = writeln!(text, "| {name} | {count} | 1.000 | 1.000 | - | {mean:.3} |");
    }
}

fn word(order: Order) -> &'static str {
    match order {
        Order::Written => "written",
        Order::Reversed => "reversed",
        Order::Dearest => "dearest first",
        Order::Redundant => "redundant",
    }
}

/// One variant against something else. Of a run that was stopped nothing is known.
fn row(
    text: &mut String,
    name: &str,
    records: &[&Record],
    (mode, order): (&str, Order),
    base: &dyn Fn(&str) -> Option<Record>,
) {
    let pair = |subject: &str| {
        let pair = (find(records, subject, mode, order)?.clone(), base(subject)?);
        (pair.0.stopped.is_none() && pair.1.stopped.is_none()).then_some(pair)
    };
    let pairs: Vec<(Record, Record)> = subjects(records).into_iter().filter_map(pair).collect();
    if pairs.is_empty() {
        return;
    }
    let cell = |measure: &Measure| {
        let ratio = |(own, base): &(Record, Record)| measure(own) / measure(base);
        let ratios: Vec<f64> = pairs.iter().map(ratio).collect();
        let logarithms: Vec<f64> = ratios.iter().map(|it| it.ln()).collect();
        let p = wilcoxon(&logarithms).map_or(String::new(), |p| format!(" (p {p:.2})"));
        format!("{:.3}{p}", geometric_mean(&ratios))
    };
    let cells: Vec<String> = MEASURES.iter().map(cell).collect();
    let _ = writeln!(text, "| {name} | {} | {} |", pairs.len(), cells.join(" | "));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_has_means_over_subjects_and_leaves_out_what_was_stopped() {
        let record = |subject: &str, mode: &str, order, queries, cpu_seconds| Record {
            subject: subject.to_owned(),
            method: "frontier".to_owned(),
            mode: mode.to_owned(),
            order,
            queries,
            result_tokens: 5,
            checks_run: 2 * queries,
            cpu_seconds,
            with_foresight: (mode == "parallel").then_some(0.5),
            stopped: (queries == 99).then(|| "max-queries".to_owned()),
        };
        let records = [
            record("a", "binary", Order::Written, 10, 4.0),
            record("a", "binary", Order::Reversed, 10, 2.0),
            record("a", "binary", Order::Dearest, 10, 8.0),
            record("a", "dedup", Order::Reversed, 20, 3.0),
            record("a", "parallel", Order::Written, 10, 5.0),
            record("b", "binary", Order::Written, 10, 1.0),
            record("b", "dedup", Order::Reversed, 99, 9.0),
        ];
        let text = of_method(&records, "frontier");
        assert!(text.contains("| b | 5 / 10 / 20 / 1.0 | - | - | - |"), "{text}");
        let row = "| dedup, reversed / binary, written | 1 | 1.000 | 2.000 (p 1.00) | 2.000 (p 1.00) | \
                   0.750 (p 1.00) |";
        assert!(text.contains(row), "{text}");
        assert!(text.contains("| dedup, reversed / the cheapest order of binary | 1 | 1.000"));
        assert!(text.contains("| 1.500 (p 1.00) |"), "{text}");
        assert!(text.contains("as written | 1 | 1.000 | 1.000 | - | 0.500 |"), "{text}");
    }
}
