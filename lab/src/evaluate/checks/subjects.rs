//! `evaluate checks DIR`: what modes of feedback are worth on real subjects, and in whatever order
//! their checks are written.
//!
//! Every check runs once for each text (`cached_check.rs`), so that one run's CPU time can be compared
//! with another's.

mod cached_check;
mod description;
mod foresight;
mod runs;
mod table;

pub(crate) use cached_check::run as cached_check;

use super::super::subjects::{Method, Subject, built, by_name, copied, in_parallel};
use description::Order;
use runs::{Bench, Prepared};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use std::io::Write;
use std::path::{Path, PathBuf};

const USAGE: &str = "usage: xtask evaluate checks [DIR | --from FILE] [OPTIONS]
  --subject NAME     only this subject; repeatable
  --method NAME      this method; repeatable (frontier, T-PDD, p-HDD*)
  --jobs N           runs at a time (1)
  --cache DIR        where it is kept what checks said (target/evaluation/checks)
  --to FILE          where results are added (target/evaluation/checks.jsonl)
  --from FILE        no runs: tables of the results of a file
  --max-queries N    ends a run (3000)
  --timeout SECONDS  ends a query (60)
  --probdd PATH      the tool; by default it is built";

/// The searches that are compared, if none are named.
const METHODS: [&str; 3] = ["frontier", "T-PDD", "p-HDD*"];

/// What is made of the checks, and in which order they are written.
const VARIANTS: [(&str, Order); 13] = [
    ("binary", Order::Written),
    ("cov", Order::Written),
    ("parallel", Order::Written),
    ("dedup", Order::Written),
    ("binary", Order::Reversed),
    ("cov", Order::Reversed),
    ("dedup", Order::Reversed),
    ("binary", Order::Dearest),
    ("cov", Order::Dearest),
    ("dedup", Order::Dearest),
    ("binary", Order::Redundant),
    ("cov", Order::Redundant),
    ("dedup", Order::Redundant),
];

/// What is to be done.
struct Settings {
    subjects: Vec<String>,
    methods: Vec<&'static Method>,
    jobs: usize,
    cache: PathBuf,
    to: PathBuf,
    max_queries: u64,
    query_seconds: u64,
    probdd: Option<PathBuf>,
}

/// A line of the file of results.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Record {
    subject: String,
    method: String,
    mode: String,
    order: Order,
    /// Committed, the baseline included.
    queries: u64,
    result_tokens: u64,
    /// Checks that ran, and their CPU time.
    checks_run: u64,
    cpu_seconds: f64,
    /// What part of the CPU time the best order of every query would take, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    with_foresight: Option<f64>,
    /// Which limit ended the run, if one did.
    stopped: Option<String>,
}

impl Record {
    fn is_of(&self, method: &str, mode: &str, order: Order) -> bool {
        self.method == method && self.mode == mode && self.order == order
    }
}

/// Runs what was asked for, and prints the tables.
pub(in crate::evaluate) fn run(arguments: &[String]) -> Result<(), String> {
    let (folder, from, settings) = read_arguments(arguments)?;
    let from = match (folder, from) {
        (Some(folder), None) => {
            reduce_all(&settings, &folder)?;
            settings.to
        }
        (None, Some(from)) => from,
        _ => return Err(USAGE.to_owned()),
    };
    let mut records = read(&from)?;
    records.retain(|it| settings.subjects.is_empty() || settings.subjects.contains(&it.subject));
    print!("{}", table::tables(&records, &settings.methods));
    Ok(())
}

type Arguments = (Option<PathBuf>, Option<PathBuf>, Settings);

fn read_arguments(arguments: &[String]) -> Result<Arguments, String> {
    let folder = crate::corpus::target().join("evaluation");
    let mut settings = Settings {
        subjects: Vec::new(),
        methods: Vec::new(),
        jobs: 1,
        cache: folder.join("checks"),
        to: folder.join("checks.jsonl"),
        max_queries: 3000,
        query_seconds: 60,
        probdd: None,
    };
    let (mut of, mut from) = (None, None);
    let mut words = arguments.iter();
    while let Some(word) = words.next() {
        if !word.starts_with("--") {
            of = Some(word.into());
            continue;
        }
        let value = words.next().ok_or(USAGE)?;
        let number = || value.parse::<u64>().map_err(|_| format!("no number: {value}\n{USAGE}"));
        match word.as_str() {
            "--subject" => settings.subjects.push(value.clone()),
            "--method" => settings.methods.push(by_name(value)?),
            "--jobs" => settings.jobs = number()?.max(1) as usize,
            "--cache" => settings.cache = value.into(),
            "--to" => settings.to = value.into(),
            "--from" => from = Some(value.into()),
            "--max-queries" => settings.max_queries = number()?,
            "--timeout" => settings.query_seconds = number()?,
            "--probdd" => settings.probdd = Some(value.into()),
            _ => return Err(format!("no option `{word}`\n{USAGE}")),
        }
    }
    if settings.methods.is_empty() {
        settings.methods = METHODS.iter().map(|name| by_name(name)).collect::<Result<_, _>>()?;
    }
    Ok((of, from, settings))
}

/// Does all runs; each is added to the file of results as it ends.
fn reduce_all(settings: &Settings, folder: &Path) -> Result<(), String> {
    let failed = |error: std::io::Error| error.to_string();
    let subjects = Subject::all(folder, &settings.subjects)?;
    let scratch = tempfile::tempdir().map_err(failed)?;
    let probdd = settings.probdd.clone().map_or_else(built, Ok)?;
    let this = std::env::current_exe().map_err(|error| format!("cannot find myself: {error}"))?;
    let bench = Bench {
        probdd: copied(&probdd, scratch.path())?,
        this: copied(&this, scratch.path())?,
        max_queries: settings.max_queries,
        query_seconds: settings.query_seconds,
    };
    std::fs::create_dir_all(&settings.cache).map_err(failed)?;
    let cache = std::fs::canonicalize(&settings.cache).map_err(failed)?;
    let mut prepared = Vec::new();
    for subject in subjects {
        match Prepared::new(&subject, &cache) {
            Ok(it) => prepared.extend(it),
            Err(reason) => eprintln!("{:<28} skipped: {reason}", subject.name),
        }
    }
    let of_methods = settings.methods.iter().flat_map(|method| {
        let prepared = &prepared;
        let of_variants =
            move |(mode, order)| prepared.iter().map(move |it| (it, *method, mode, order));
        VARIANTS.into_iter().flat_map(of_variants)
    });
    let jobs: VecDeque<_> = of_methods.collect();
    in_parallel(settings.jobs, jobs, &|(prepared, method, mode, order)| {
        if order == Order::Redundant && prepared.more == 0 {
            return Ok(());
        }
        let place =
            format!("{:<28} {:<10} {mode:<9} {order:?}", prepared.subject.name, method.name);
        match bench.run(prepared, method, (mode, order)) {
            Ok(record) => {
                eprintln!(
                    "{place}: {} queries, {} tokens, {} checks, {:.1} s",
                    record.queries, record.result_tokens, record.checks_run, record.cpu_seconds
                );
                append(&settings.to, &record)
            }
            Err(reason) => {
                eprintln!("{place}: {reason}");
                Ok(())
            }
        }
    })
}

fn append(path: &Path, record: &Record) -> Result<(), String> {
    let mut line = serde_json::to_vec(record).map_err(|error| error.to_string())?;
    line.push(b'\n');
    let file = std::fs::OpenOptions::new().create(true).append(true).open(path);
    let written = file.and_then(|mut file| file.write_all(&line));
    written.map_err(|error| format!("writing {}: {error}", path.display()))
}

/// The records of a file; of several of the same run the last one counts.
fn read(path: &Path) -> Result<Vec<Record>, String> {
    let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let text = std::fs::read_to_string(path).map_err(|error| failed(&error))?;
    let mut records: Vec<Record> = Vec::new();
    for line in text.lines() {
        let record: Record = serde_json::from_str(line).map_err(|error| failed(&error))?;
        let is_same = |other: &Record| {
            other.subject == record.subject
                && other.is_of(&record.method, &record.mode, record.order)
        };
        records.retain(|other| !is_same(other));
        records.push(record);
    }
    Ok(records)
}
