//! `lab priors`: how often the offers of each rung succeed, from the traces of runs on many inputs.
//!
//! Run the default on each subject with `--confirm 1 -j1 --trace SUBJECT.trace`, and give all traces. Traces of builds
//! that choose offers by their value are biased: a rung is asked until it has failed too often. So the records are of
//! the last build that did not (13bf40c).

use crate::records::{Earlier, Log, RecordFile};
use crate::table::plain;
use anyhow::{Context, Result};
use fs_err as fs;
use probdd_syntax::ease::{PRIOR_WEIGHT, ease};
use probdd_syntax::{Manner, RUNGS, Rung, Stage};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Measure how often the offers of each rung succeed
#[derive(clap::Args)]
pub(crate) struct Options {
    /// The traces of runs, one for each subject, which is named like the file
    #[arg(value_name = "TRACE", required_unless_present = "from")]
    traces: Vec<PathBuf>,
    #[command(flatten)]
    records: RecordFile,
}

/// What a rung did in a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Done {
    subject: String,
    rung: String,
    asked: u64,
    /// The ease of all that was asked, in sum.
    ease: f64,
    succeeded: u64,
    /// The tokens that were saved.
    saved: u64,
}

/// A line of a trace, as far as it matters here.
#[derive(Deserialize)]
struct Line {
    settings: Option<Settings>,
    pass: Option<String>,
    verdict: Option<String>,
    tokens: Option<u64>,
}

#[derive(Deserialize)]
struct Settings {
    language: Option<String>,
}

/// Counts what the rungs did, and prints the table.
pub(crate) fn run(options: &Options) -> Result<()> {
    let count = |log: &Log| {
        let mut runs = options.traces.iter().map(|path| done_in(path));
        runs.try_for_each(|run| run?.iter().try_for_each(|done| log.add(done)))
    };
    let done: Vec<Done> = options.records.records("priors", Earlier::Replaced, count)?;
    print!("{}", table(&done));
    Ok(())
}

/// The rungs that are asked by their value.
fn rungs() -> impl Iterator<Item = &'static Rung> {
    let is_valued = |rung: &&Rung| {
        rung.manner != Manner::Together
            && matches!(rung.stage, Stage::FewerTokens | Stage::ShorterTokens)
    };
    RUNGS.iter().filter(is_valued)
}

/// What each rung did in a run.
fn done_in(path: &Path) -> Result<Vec<Done>> {
    let subject = path.file_stem().map(|name| name.to_string_lossy().into_owned());
    let trace = fs::read_to_string(path)?;
    let done = count(&subject.unwrap_or_default(), &trace);
    done.with_context(|| format!("{} is no trace", path.display()))
}

fn count(subject: &str, trace: &str) -> Result<Vec<Done>> {
    let valued: BTreeSet<&str> = rungs().map(|rung| rung.name).collect();
    let mut by_rung: BTreeMap<String, Done> = BTreeMap::new();
    let (mut best, mut has_grammar) = (0, true);
    for line in trace.lines() {
        let Line { settings, pass, verdict, tokens } = serde_json::from_str(line)?;
        if let Some(settings) = settings {
            has_grammar = settings.language.is_some();
        }
        let (Some(pass), Some(verdict), Some(tokens)) = (pass, verdict, tokens) else { continue };
        let is_interesting = verdict == "interesting";
        if valued.contains(pass.as_str()) {
            let saved = best - tokens.min(best);
            let none = || Done { subject: subject.into(), rung: pass.clone(), ..Done::default() };
            let done = by_rung.entry(pass.clone()).or_insert_with(none);
            done.asked += 1;
            done.ease += ease(saved as f64, best as f64, has_grammar);
            done.succeeded += u64::from(is_interesting);
            done.saved += if is_interesting { saved } else { 0 };
        }
        if is_interesting {
            best = tokens;
        }
    }
    Ok(by_rung.into_values().collect())
}

/// How often small offers of a rung succeed in some runs, if as many as a prior counts for had failed: of a rung that
/// was hardly asked, a success says little. A rung that was never asked has the average.
fn rate<'a>(done: impl Iterator<Item = &'a Done> + Clone, rung: &str) -> f64 {
    let (ease, succeeded) = sums(done.clone().filter(|done| done.rung == rung));
    if ease > 0.0 { succeeded / (ease + PRIOR_WEIGHT) } else { average(done) }
}

/// The same of all rungs that offer more than single tokens or parts of them.
fn average<'a>(done: impl Iterator<Item = &'a Done>) -> f64 {
    let is_edit = |done: &&Done| !matches!(done.rung.as_str(), "tokens" | "chars");
    let (ease, succeeded) = sums(done.filter(is_edit));
    succeeded / ease
}

fn sums<'a>(done: impl Iterator<Item = &'a Done>) -> (f64, f64) {
    done.fold((0.0, 0.0), |(ease, succeeded), done| {
        (ease + done.ease, succeeded + done.succeeded as f64)
    })
}

/// For each rung, what it did in all runs, the prior, its least and greatest value without one of the subjects, and the
/// one that this program has.
fn table(done: &[Done]) -> String {
    let subjects: BTreeSet<&str> = done.iter().map(|done| done.subject.as_str()).collect();
    let rows = rungs().map(|Rung { name: rung, chance, .. }| {
        let of_rung = || done.iter().filter(|done| done.rung == *rung);
        let total = |count: fn(&Done) -> u64| of_rung().map(count).sum::<u64>().to_string();
        let without =
            |subject: &&str| rate(done.iter().filter(|done| done.subject != *subject), rung);
        let rates = || subjects.iter().map(without);
        let (least, most) = (rates().fold(1.0, f64::min), rates().fold(0.0, f64::max));
        let range = format!("{least:.3} to {most:.3}");
        vec![
            format!("`{rung}`"),
            total(|done| done.asked),
            total(|done| done.succeeded),
            total(|done| done.saved),
            format!("{:.3}", rate(done.iter(), rung)),
            if subjects.len() > 1 { range } else { "-".to_owned() },
            format!("{chance:.3}"),
        ]
    });
    let head = "| rung | asked | succeeded | tokens saved | prior | without one subject | in the program |";
    plain(head, rows)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::read;

    const TRACE: &str = r#"{"probdd":"0","input":{"tokens":100},"settings":{"language":"c"}}
{"query":1,"pass":"baseline","verdict":"interesting","tokens":100}
{"query":2,"pass":"frontier","verdict":"interesting","tokens":40}
{"query":3,"pass":"hoist","verdict":"uninteresting","tokens":20}
{"query":4,"pass":"hoist","verdict":"interesting","tokens":39}
{"query":5,"pass":"chars","verdict":"uninteresting","tokens":39}
"#;

    #[test]
    fn offers_count_by_their_ease_and_successes_whole() {
        let done = count("s", TRACE).expect("it is a trace");
        let names: Vec<&str> = done.iter().map(|done| done.rung.as_str()).collect();
        assert_eq!(names, ["chars", "hoist"]);
        let hoist = &done[1];
        assert_eq!((hoist.asked, hoist.succeeded, hoist.saved), (2, 1, 1));
        let ease = 0.5f64.powi(8) + (39.0f64 / 40.0).powi(8);
        assert!((hoist.ease - ease).abs() < 1e-12);
        assert!(count("s", "no trace").is_err());
    }

    #[test]
    fn what_was_never_asked_has_the_average() {
        let done = count("s", TRACE).expect("it is a trace");
        let average = average(done.iter());
        assert!((rate(done.iter(), "inline") - average).abs() < 1e-12);
        assert!(table(&done).contains("| `inline` | 0 | 0 | 0 |"));
    }

    #[test]
    fn the_priors_of_the_program_round_the_records() {
        let records = Path::new(env!("CARGO_MANIFEST_DIR")).join("priors.jsonl");
        let done: Vec<Done> = read(&records).expect("the records are there");
        let is_measured = |rung: &&Rung| done.iter().any(|done| done.rung == rung.name);
        for Rung { name, chance, .. } in rungs().filter(is_measured) {
            let measured = rate(done.iter(), name);
            assert!(*chance < 2.0 * measured && measured < 2.0 * chance, "{name}: {measured}");
        }
    }
}
