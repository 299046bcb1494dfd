//! The tables of all runs.

use super::comparison::{Bound, Ratio, Results, number};
use super::pairs::{Measure, PAIRS};
use super::record::{Figures, Outcome, Record};
use crate::methods::{Kind, Method, by_name};
use crate::table::{grouped, padded};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// The classes of queries that have a column; all others count as `other`.
const CLASSES: [&str; 5] = ["subset", "complement", "revisit", "replacement", "other"];

/// All tables of some records.
pub(super) fn tables(records: &[Record], methods: &[&'static Method]) -> String {
    let results = Results::new(records);
    let mut text = measured(&results, methods);
    let notes = notes(records);
    if !notes.is_empty() {
        let _ = write!(text, "\n{notes}");
    }
    for part in [comparisons(&results), targets(&results), classes(&results, methods)] {
        let _ = write!(text, "\n{part}");
    }
    text
}

fn words(cells: &[&str]) -> Vec<String> {
    cells.iter().map(|cell| (*cell).to_owned()).collect()
}

/// Every run, subject after subject.
fn measured(results: &Results, methods: &[&'static Method]) -> String {
    let head = words(&[
        "subject, method",
        "queries",
        "queries/bit",
        "tokens tested",
        "result",
        "own ms/query",
    ]);
    let mut rows = Vec::new();
    for subject in &results.subjects {
        let runs = methods.iter().filter_map(|method| results.record(subject, method.name));
        let runs: Vec<&Record> = runs.collect();
        let Some(figures) = runs.iter().find_map(|record| record.figures()) else { continue };
        rows.push(vec![format!("**{subject}**, {} tokens", grouped(figures.input_tokens))]);
        rows.extend(runs.into_iter().map(measured_row));
    }
    padded(&head, &rows)
}

fn measured_row(record: &Record) -> Vec<String> {
    let method = record.method.clone();
    let figures = match &record.outcome {
        Outcome::Reduced(figures) => figures,
        Outcome::NotBuilt => return vec![method, "not built".to_owned()],
        Outcome::Skipped(_) => return vec![method, "skipped".to_owned()],
        Outcome::Failed(_) => return vec![method, "failed".to_owned()],
    };
    let counted = |measure| {
        let number = number(figures, measure)?;
        let more = if number.is_least { "> " } else { "" };
        Some(format!("{more}{}", grouped(number.value)))
    };
    let result =
        counted(Measure::Result).unwrap_or_else(|| format!("< {}", grouped(figures.result_tokens)));
    // A published algorithm certifies nothing.
    let certifies = by_name(&method).is_ok_and(|method| method.kind != Kind::Published);
    let is_doubtful = certifies && figures.stopped.is_none() && !figures.is_certified;
    let mark = if is_doubtful { " (not 1-minimal)" } else { "" };
    vec![
        method,
        counted(Measure::Queries).unwrap_or_default(),
        figures.queries_per_bit().map_or("-".to_owned(), |ratio| format!("{ratio:.2}")),
        counted(Measure::TokensTested).unwrap_or_default(),
        format!("{result}{mark}"),
        format!("{:.2}", figures.own_ms),
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
                let _ = writeln!(text, "- failed: {method} on {subject}: {reason}");
            }
            Outcome::NotBuilt | Outcome::Reduced(_) => {}
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

fn shown(ratio: Ratio) -> String {
    let sign = match ratio.bound {
        Bound::Exactly => "",
        Bound::Below => "< ",
        Bound::Above => "> ",
    };
    let decimals = if ratio.value < 0.1 { 3 } else { 2 };
    format!("{sign}{:.decimals$}", ratio.value)
}

/// The ratios of the pairs of methods that have runs.
fn comparisons(results: &Results) -> String {
    let mut head = words(&["ratio", "of"]);
    head.extend(results.subjects.iter().map(|subject| (*subject).to_owned()));
    head.extend(words(&["geometric mean", "p"]));
    let mut rows = Vec::new();
    for pair in &PAIRS {
        for measure in Measure::ALL {
            let compared = results.comparison(pair, measure);
            if compared.ratios.iter().all(Option::is_none) {
                continue;
            }
            let cell = |ratio: &Option<Ratio>| ratio.map_or("-".to_owned(), shown);
            let mut row = vec![pair.name(), measure.name().to_owned()];
            row.extend(compared.ratios.iter().map(cell));
            row.push(cell(&compared.mean));
            row.push(compared.p.map_or("-".to_owned(), |p| format!("{p:.4}")));
            rows.push(row);
        }
    }
    if rows.is_empty() {
        "No two methods that are compared have results.\n".to_owned()
    } else {
        padded(&head, &rows)
    }
}

/// The ratios that are aimed at.
fn targets(results: &Results) -> String {
    let head = words(&["ratio", "of", "target", "geometric mean", "reached", "on", "not on"]);
    let mut rows = Vec::new();
    for pair in &PAIRS {
        for (measure, limit) in pair.targets {
            let compared = results.comparison(pair, *measure);
            let Some(mean) = compared.mean else { continue };
            let mut reached = 0;
            let mut missed = Vec::new();
            for (subject, ratio) in results.subjects.iter().zip(&compared.ratios) {
                match ratio {
                    Some(ratio) if ratio.is_at_most(*limit) => reached += 1,
                    Some(_) => missed.push(*subject),
                    None => {}
                }
            }
            rows.push(vec![
                pair.name(),
                measure.name().to_owned(),
                format!("{limit:.2}"),
                shown(mean),
                if mean.is_at_most(*limit) { "yes" } else { "no" }.to_owned(),
                format!("{reached} of {}", reached + missed.len()),
                missed.join(", "),
            ]);
        }
    }
    if rows.is_empty() { String::new() } else { padded(&head, &rows) }
}

/// The classes of queries of each method, over all subjects.
fn classes(results: &Results, methods: &[&'static Method]) -> String {
    let mut head = words(&["queries (interesting)"]);
    head.extend(words(&CLASSES));
    head.push("repeats".to_owned());
    let mut rows = Vec::new();
    for method in methods {
        let runs =
            results.subjects.iter().filter_map(|subject| results.record(subject, method.name));
        let figures: Vec<&Figures> = runs.filter_map(Record::figures).collect();
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
    use crate::methods::METHODS;
    use crate::subjects::comparison::tests::{reduced, stopped};

    fn all() -> Vec<&'static Method> {
        METHODS.iter().collect()
    }

    fn with(subject: &str, method: &str, outcome: Outcome) -> Record {
        Record { outcome, ..reduced(subject, method, (0, 0)) }
    }

    /// The cells of the row that begins with some words.
    fn row<'a>(text: &'a str, start: &[&str]) -> Vec<&'a str> {
        let cells = |line: &'a str| -> Vec<&'a str> {
            line.trim_matches('|').split('|').map(str::trim).collect()
        };
        let found = text.lines().map(cells).find(|cells| cells.starts_with(start));
        found.unwrap_or_else(|| panic!("no row {start:?} in\n{text}"))
    }

    #[test]
    fn every_run_is_a_row_however_it_ended() {
        let records = [
            reduced("a", "frontier", (1234, 8)),
            stopped(reduced("a", "d-HDD*", (5000, 99))),
            with("a", "Pardis", Outcome::NotBuilt),
            with("a", "T-PDD", Outcome::Failed("exit status: 70: no".to_owned())),
            with("b", "T-PDD", Outcome::Skipped("no compiler".to_owned())),
        ];
        let text = tables(&records, &all());
        let frontier = row(&text, &["frontier", "1,234"]);
        assert_eq!(frontier[2..], ["-", "12,340", "8 (not 1-minimal)", "0.00"]);
        assert_eq!(row(&text, &["d-HDD*", "> 5,000"])[2..5], ["-", "> 50,000", "< 99"]);
        assert_eq!(row(&text, &["Pardis"])[1], "not built");
        assert_eq!(row(&text, &["T-PDD"])[1], "failed");
        assert!(text.contains("- failed: T-PDD on a: exit status: 70: no\n"), "{text}");
        assert!(text.contains("- skipped: b: no compiler\n"), "{text}");
        assert!(text.contains("- measured at commit: c\n"), "{text}");
    }

    #[test]
    fn queries_are_compared_with_what_a_search_has_to_find_out() {
        let figures = Figures {
            input_tokens: 1024,
            result_tokens: 1,
            queries: 30,
            to_certificate: Some(22),
            ..Figures::default()
        };
        let text = tables(&[with("a", "frontier", Outcome::Reduced(figures))], &all());
        assert_eq!(row(&text, &["frontier"])[1..3], ["30", "2.00"]);
    }

    #[test]
    fn ratios_stand_beside_their_targets() {
        let records = [
            reduced("a", "frontier", (10, 8)),
            reduced("a", "T-PDD+sweep", (40, 8)),
            reduced("b", "frontier", (36, 9)),
            stopped(reduced("b", "T-PDD+sweep", (40, 8))),
        ];
        let text = tables(&records, &all());
        let ratios = row(&text, &["frontier / T-PDD+sweep", "queries", "0.25"]);
        assert_eq!(ratios[3..], ["< 0.90", "< 0.47", "0.5000"]);
        let sizes = row(&text, &["frontier / T-PDD+sweep", "result"]);
        assert_eq!(sizes[2..], ["1.00", "-", "1.00", "-"]);
        let target = row(&text, &["frontier / T-PDD+sweep", "queries", "0.60"]);
        assert_eq!(target[3..], ["< 0.47", "yes", "1 of 2", "b"]);
        let missed = row(&text, &["frontier / T-PDD+sweep", "tokens tested", "0.40"]);
        assert_eq!(missed[3..], ["< 0.47", "no", "1 of 2", "b"]);
        assert!(!text.contains("p-Perses / Perses"), "{text}");
    }

    #[test]
    fn classes_are_added_up_over_subjects() {
        let of = |subject, classes: &[(&str, (u64, u64))]| {
            let mut record = reduced(subject, "T-PDD", (1, 1));
            if let Outcome::Reduced(figures) = &mut record.outcome {
                let named = classes.iter().map(|(name, counts)| ((*name).to_owned(), *counts));
                figures.classes = named.collect();
                figures.repeats = 600;
            }
            record
        };
        let records = [
            of("a", &[("complement", (900, 5)), ("other", (1, 1))]),
            of("b", &[("complement", (200, 6)), ("hoist", (2, 0))]),
        ];
        let text = tables(&records, &all());
        let counts = ["T-PDD", "-", "1,100 (11)", "-", "-", "3 (1)", "1,200"];
        assert_eq!(row(&text, &["T-PDD", "-"]), counts);
    }
}
