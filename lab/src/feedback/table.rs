//! The tables: each variant against plain short-circuit evaluation in the author's order, and each mode
//! against the cheapest order of plain evaluation.

use super::record::{Record, VARIANTS};
use crate::check_description::Order;
use crate::methods::Method;
use crate::statistics::{geometric_mean, wilcoxon};
use crate::table::plain;
use std::collections::BTreeSet;

type Measure = fn(&Record) -> f64;

/// The measures that are compared: size, queries, checks and CPU time. Less is better.
const MEASURES: [Measure; 4] = [
    |it| it.result_tokens.max(1) as f64,
    |it| it.queries as f64,
    |it| it.checks_run as f64,
    |it| it.cpu_seconds,
];

/// The orders of the same checks.
const SAME: [Order; 3] = [Order::Written, Order::Reversed, Order::Dearest];

/// The tables of all methods.
pub(super) fn tables(records: &[Record], methods: &[&Method]) -> String {
    let of_method = |method: &&Method| {
        let records: Vec<&Record> = records.iter().filter(|it| it.method == method.name).collect();
        format!(
            "\n## {}\n\n{}\n{}\n{}",
            method.name,
            details(&records, Order::Written, "as written"),
            details(&records, Order::Redundant, "redundant"),
            ratios(&records)
        )
    };
    methods.iter().map(of_method).collect()
}

/// The figures of every subject in one order.
fn details(records: &[&Record], order: Order, title: &str) -> String {
    let modes: Vec<&str> =
        VARIANTS.iter().filter(|(_, other)| *other == order).map(|(mode, _)| *mode).collect();
    let cell = |subject: &str, mode: &str| match find(records, subject, mode, order) {
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
    let row = |subject: &str| {
        let cells: Vec<String> = modes.iter().map(|mode| cell(subject, mode)).collect();
        let is_known = cells.iter().any(|cell| cell != "-");
        is_known.then(|| [vec![subject.to_owned()], cells].concat())
    };
    let head = format!("| {title}: size / queries / checks / CPU s | {} |", modes.join(" | "));
    plain(&head, subjects(records).into_iter().filter_map(row))
}

fn subjects<'a>(records: &[&'a Record]) -> BTreeSet<&'a str> {
    records.iter().map(|it| it.subject.as_str()).collect()
}

fn find<'a>(records: &[&'a Record], subject: &str, mode: &str, order: Order) -> Option<&'a Record> {
    let is_it = |it: &&Record| it.subject == subject && it.mode == mode && it.order == order;
    records.iter().copied().find(is_it)
}

/// Geometric means of ratios, with the probability by Wilcoxon's test.
fn ratios(records: &[&Record]) -> String {
    let mut rows = Vec::new();
    for (mode, order) in VARIANTS {
        let base = if order == Order::Redundant { order } else { Order::Written };
        if (mode, order) != ("binary", base) {
            let name = format!("{mode}, {} / binary, {}", word(order), word(base));
            let base = |subject: &str| find(records, subject, "binary", base);
            rows.extend(row(name, records, (mode, order), &base));
        }
    }
    for order in SAME {
        let name = format!("dedup, {} / the cheapest order of binary", word(order));
        rows.extend(row(name, records, ("dedup", order), &|subject| {
            let all = SAME.map(|order| find(records, subject, "binary", order));
            let all: Vec<&Record> = all.into_iter().collect::<Option<_>>()?;
            all.into_iter().min_by(|a, b| a.cpu_seconds.total_cmp(&b.cpu_seconds))
        }));
    }
    rows.extend(foresight(records));
    plain("| ratio | subjects | size | queries | checks | CPU |", rows)
}

/// The bound that no order of the checks can pass.
fn foresight(records: &[&Record]) -> Option<Vec<String>> {
    let whole = records.iter().filter(|it| it.stopped.is_none());
    let shares: Vec<f64> = whole.filter_map(|it| it.with_foresight).collect();
    let name = "the best order of every query, known beforehand / as written";
    let mean = format!("{:.3}", geometric_mean(&shares));
    let cells = [name, &shares.len().to_string(), "1.000", "1.000", "-", &mean];
    (!shares.is_empty()).then(|| cells.map(str::to_owned).to_vec())
}

fn word(order: Order) -> &'static str {
    match order {
        Order::Written => "written",
        Order::Reversed => "reversed",
        Order::Dearest => "dearest first",
        Order::Redundant => "redundant",
    }
}

/// One variant against another. Runs that were stopped do not count.
fn row<'a>(
    name: String,
    records: &[&'a Record],
    (mode, order): (&str, Order),
    base: &dyn Fn(&str) -> Option<&'a Record>,
) -> Option<Vec<String>> {
    let pair = |subject: &str| {
        let pair = (find(records, subject, mode, order)?, base(subject)?);
        (pair.0.stopped.is_none() && pair.1.stopped.is_none()).then_some(pair)
    };
    let pairs: Vec<(&Record, &Record)> = subjects(records).into_iter().filter_map(pair).collect();
    let cell = |measure: &Measure| {
        let ratios: Vec<f64> =
            pairs.iter().map(|(own, base)| measure(own) / measure(base)).collect();
        let logarithms: Vec<f64> = ratios.iter().map(|it| it.ln()).collect();
        let p = wilcoxon(&logarithms).map_or(String::new(), |p| format!(" (p {p:.2})"));
        format!("{:.3}{p}", geometric_mean(&ratios))
    };
    let mut cells = vec![name, pairs.len().to_string()];
    cells.extend(MEASURES.iter().map(cell));
    (!pairs.is_empty()).then_some(cells)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_has_means_over_subjects_and_leaves_out_stopped_runs() {
        let record = |subject: &str, mode: &str, order, queries, cpu_seconds| Record {
            subject: subject.to_owned(),
            method: "frontier".to_owned(),
            mode: mode.to_owned(),
            order,
            commit: String::new(),
            input_tokens: 100,
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
        let frontier = crate::methods::by_name("frontier").expect("there is frontier");
        let text = tables(&records, &[frontier]);
        assert!(text.contains("| b | 5 / 10 / 20 / 1.0 | - | - | - |"), "{text}");
        let row = "| dedup, reversed / binary, written | 1 | 1.000 | 2.000 (p 1.00) | 2.000 (p 1.00) | \
                   0.750 (p 1.00) |";
        assert!(text.contains(row), "{text}");
        assert!(text.contains("| dedup, reversed / the cheapest order of binary | 1 | 1.000"));
        assert!(text.contains("| 1.500 (p 1.00) |"), "{text}");
        assert!(text.contains("as written | 1 | 1.000 | 1.000 | - | 0.500 |"), "{text}");
    }
}
