//! The tables of all runs.

use super::pairs::{PAIRS, Pairs};
use super::record::{Figures, Record};
use crate::comparison::{self, Measure};
use crate::methods::{METHODS, Method, by_name};
use crate::records::Outcome;
use crate::suite::Suite;
use crate::table::{escaped, grouped, padded};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// The classes of queries that have a column; all others count as `other`.
const CLASSES: [&str; 5] = ["subset", "complement", "revisit", "replacement", "other"];

/// The tables of some records.
pub(crate) struct Tables {
    /// Every run, subject after subject.
    pub(crate) runs: String,
    /// Why runs are missing, and the commits of the others; empty if there is nothing to say.
    pub(crate) notes: String,
    /// Comparisons, below their titles.
    pub(crate) comparisons: Vec<(&'static str, String)>,
    /// How often a published algorithm's result is not 1-minimal.
    pub(crate) minimality: String,
    /// The classes of queries of each method.
    pub(crate) classes: String,
    /// How often candidates were interesting that a method gave a chance.
    pub(crate) calibration: String,
}

impl Tables {
    /// Makes the tables of the records of some methods.
    pub(crate) fn new(records: &[Record], methods: &[&'static Method]) -> Tables {
        let runs: Vec<_> = records.iter().filter_map(Record::run).collect();
        let compared = |pairs: &Pairs| {
            (pairs.title, comparison::table(&runs, pairs.pairs, &Measure::ALL, &Suite::ALL))
        };
        Tables {
            runs: measured(records, methods),
            notes: notes(records),
            comparisons: PAIRS
                .iter()
                .map(compared)
                .filter(|(_, table)| !table.is_empty())
                .collect(),
            minimality: minimality(records),
            classes: classes(records, methods),
            calibration: calibration(records, methods),
        }
    }

    /// All tables, one below the other.
    pub(crate) fn text(&self) -> String {
        let compared = self.comparisons.iter();
        let compared: Vec<String> =
            compared.map(|(title, table)| format!("{title}:\n\n{table}")).collect();
        let mut parts = vec![&self.runs, &self.notes];
        parts.extend(&compared);
        parts.extend([&self.minimality, &self.classes, &self.calibration]);
        parts.retain(|part| !part.is_empty());
        parts.into_iter().map(String::as_str).collect::<Vec<_>>().join("\n")
    }
}

fn words(cells: &[&str]) -> Vec<String> {
    cells.iter().map(|cell| (*cell).to_owned()).collect()
}

fn measured(records: &[Record], methods: &[&'static Method]) -> String {
    let head = words(&[
        "subject, method",
        "queries",
        "queries/bit",
        "tokens tested",
        "singles",
        "result",
        "seconds",
        "own ms/query",
    ]);
    let place = |record: &Record| methods.iter().position(|method| method.name == record.method);
    let mut rows = Vec::new();
    for runs in records.chunk_by(|one, other| one.subject == other.subject) {
        let Some(figures) = runs.iter().find_map(Record::figures) else { continue };
        let tokens = grouped(figures.input_tokens);
        rows.push(vec![format!("**{}**, {tokens} tokens", runs[0].subject)]);
        let mut runs: Vec<&Record> = runs.iter().collect();
        runs.sort_by_key(|run| place(run));
        rows.extend(runs.into_iter().map(measured_row));
    }
    padded(&head, &rows)
}

fn measured_row(record: &Record) -> Vec<String> {
    let method = record.method.clone();
    let figures = match &record.outcome {
        Outcome::Reduced(figures) => figures,
        Outcome::Skipped(_) => return vec![method, "skipped".to_owned()],
        Outcome::Failed(_) => return vec![method, "failed".to_owned()],
    };
    let is_stopped = figures.stopped.is_some();
    let (more, less) = if is_stopped { ("> ", "< ") } else { ("", "") };
    // A published algorithm certifies nothing.
    let certifies = by_name(&method).is_ok_and(|method| method.single().is_none());
    let is_doubtful = certifies && !is_stopped && !figures.is_certified;
    let mark = if is_doubtful || figures.is_left() { " (not 1-minimal)" } else { "" };
    vec![
        method,
        format!("{more}{}", grouped(figures.queries)),
        figures.queries_per_bit().map_or("-".to_owned(), |ratio| format!("{ratio:.2}")),
        format!("{more}{}", grouped(figures.tokens_tested)),
        figures.singles_in_a_row.map_or("-".to_owned(), grouped),
        format!("{less}{}{mark}", grouped(figures.result_tokens)),
        format!("{more}{:.1}", figures.own_seconds + figures.test_seconds),
        format!("{:.2}", 1000.0 * figures.own_seconds / figures.queries.max(1) as f64),
    ]
}

/// Why runs are missing in the tables, and the commits of the others.
fn notes(records: &[Record]) -> String {
    let mut skipped: BTreeMap<&str, &str> = BTreeMap::new();
    let mut text = String::new();
    for record in records {
        let Record { subject, method, outcome, .. } = record;
        match outcome {
            Outcome::Skipped(reason) => {
                skipped.insert(subject, reason);
            }
            Outcome::Failed(reason) => {
                let reason = escaped(reason);
                let _ = writeln!(text, "- failed: {method} on {subject}: {reason}");
            }
            Outcome::Reduced(_) => {}
        }
    }
    for (subject, reason) in skipped {
        let _ = writeln!(text, "- skipped: {subject}: {reason}");
    }
    let commits: BTreeSet<&str> = records.iter().map(|record| record.commit.as_str()).collect();
    if !commits.is_empty() {
        let commits: Vec<&str> = commits.into_iter().collect();
        let _ = writeln!(text, "- measured at commit: {}", commits.join(", "));
    }
    text
}

/// How often the results of published algorithms are not 1-minimal.
fn minimality(records: &[Record]) -> String {
    let head = words(&["method", "ended", "not 1-minimal", "most tokens too many", "mean"]);
    let mut rows = Vec::new();
    for method in METHODS.iter().filter(|method| method.single().is_some()) {
        let figures = of_method(records, method);
        let left: Vec<u64> = figures.iter().filter_map(|figures| figures.left()).collect();
        if left.is_empty() {
            continue;
        }
        rows.push(vec![
            method.name.to_owned(),
            left.len().to_string(),
            left.iter().filter(|tokens| **tokens > 0).count().to_string(),
            grouped(left.iter().copied().max().unwrap_or(0)),
            format!("{:.1}", left.iter().sum::<u64>() as f64 / left.len() as f64),
        ]);
    }
    if rows.is_empty() { String::new() } else { padded(&head, &rows) }
}

/// The figures of a method's runs that ended with a result.
fn of_method<'a>(records: &'a [Record], method: &Method) -> Vec<&'a Figures> {
    let records = records.iter().filter(|record| record.method == method.name);
    records.filter_map(Record::figures).collect()
}

/// For each method that gives candidates a chance, and for each tenth of the unit interval: how many
/// candidates had such a chance, and how many of them were interesting.
fn calibration(records: &[Record], methods: &[&'static Method]) -> String {
    let mut head = words(&["method"]);
    head.extend((1..=10).map(|tenth| format!("to .{tenth}").replace(".10", "1")));
    let mut rows = Vec::new();
    for method in methods {
        let mut tenths = [(0, 0); 10];
        for figures in of_method(records, method) {
            for (place, (all, interesting)) in figures.calibration.iter().enumerate() {
                tenths[place / 2].0 += all;
                tenths[place / 2].1 += interesting;
            }
        }
        let cell = |(all, interesting): (u64, u64)| match all {
            0 => "-".to_owned(),
            _ => format!("{:.0} % of {}", 100.0 * interesting as f64 / all as f64, grouped(all)),
        };
        if tenths.iter().any(|(all, _)| *all > 0) {
            let mut row = vec![method.name.to_owned()];
            row.extend(tenths.map(cell));
            rows.push(row);
        }
    }
    if rows.is_empty() { String::new() } else { padded(&head, &rows) }
}

/// The classes of queries of each method, over all subjects.
fn classes(records: &[Record], methods: &[&'static Method]) -> String {
    let mut head = words(&["queries (interesting)"]);
    head.extend(words(&CLASSES));
    head.push("repeats".to_owned());
    let mut rows = Vec::new();
    for method in methods {
        let figures = of_method(records, method);
        if figures.is_empty() {
            continue;
        }
        let mut counts = [(0, 0); CLASSES.len()];
        for (class, (all, interesting)) in figures.iter().flat_map(|figures| &figures.classes) {
            let place = CLASSES.iter().position(|name| name == class).unwrap_or(CLASSES.len() - 1);
            counts[place].0 += all;
            counts[place].1 += interesting;
        }
        let cell = |(all, interesting)| match all {
            0 => "-".to_owned(),
            _ => format!("{} ({})", grouped(all), grouped(interesting)),
        };
        let mut row = vec![method.name.to_owned()];
        row.extend(counts.map(cell));
        row.push(grouped(figures.iter().map(|figures| figures.repeats).sum()));
        rows.push(row);
    }
    if rows.is_empty() { String::new() } else { padded(&head, &rows) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(subject: &str, method: &str, outcome: Outcome<Figures>) -> Record {
        let [subject, method, commit] = [subject, method, "c"].map(str::to_owned);
        Record { subject, method, arguments: Vec::new(), commit, outcome }
    }

    /// A run of so many queries, ten tokens in each, with a result of so many tokens.
    fn reduced(queries: u64, result_tokens: u64, stopped: Option<&str>) -> Outcome<Figures> {
        let (tokens_tested, stopped) = (10 * queries, stopped.map(str::to_owned));
        let figures =
            Figures { queries, tokens_tested, result_tokens, stopped, ..Figures::default() };
        Outcome::Reduced(figures)
    }

    #[test]
    fn every_run_is_a_row_however_it_ended() {
        let records = [
            record("a", "frontier", reduced(1234, 8, None)),
            record("a", "d-HDD*", reduced(5000, 99, Some("max-queries"))),
            record("a", "T-PDD", Outcome::Failed("exit status: 70: no".to_owned())),
            record("b", "T-PDD", Outcome::Skipped("no compiler".to_owned())),
        ];
        let text = Tables::new(&records, &METHODS.iter().collect::<Vec<_>>()).text();
        let rows: Vec<Vec<&str>> =
            text.lines().map(|line| line.split('|').map(str::trim).collect()).collect();
        let row = |name| rows.iter().find(|row| row.get(1) == Some(&name)).expect("there is one");
        let (certified, single) = ("8 (not 1-minimal)", ["-", "12,340", "-"]);
        assert_eq!(
            row("frontier")[2..],
            [&["1,234"], &single[..], &[certified, "0.0", "0.00", ""]].concat()
        );
        assert_eq!(row("d-HDD*")[2..7], ["> 5,000", "-", "> 50,000", "-", "< 99"]);
        assert_eq!(row("T-PDD")[2], "failed");
        assert!(text.contains("- failed: T-PDD on a: exit status: 70: no\n"), "{text}");
        assert!(text.contains("- skipped: b: no compiler\n"), "{text}");
        assert!(text.contains("- measured at commit: c\n"), "{text}");
    }
}
