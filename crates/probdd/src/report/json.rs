//! The report: one JSON object at the end of a run, documented in `docs/report.md`.

use super::check_counts::CheckTally;
use super::files::{Content, FileReport};
use super::replaced_processes::Replaced;
use super::tally::{Acceptances, PassTally, Point, Queries, Recheck, Tally};
use super::trace::{Header, Size};
use crate::error::{Failure, cannot};
use crate::files::{sha256, write};
use crate::settings::Settings;
use probdd_core::bundle::entries;
use probdd_core::information;
use probdd_exec::{Runs, Stop};
use rustix::time::{ClockId, clock_gettime};
use serde::Serialize;
use serde_json::Value;
use std::path::Path;
use std::time::Duration;

/// Whether the result is certified to be 1-minimal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Minimality {
    /// Whether the removal of each single piece of the result was tested, and failed.
    pub(crate) certified: bool,
    /// What a piece is.
    pub(crate) granularity: &'static str,
}

/// The facts that are known only at the end of a run.
#[derive(Clone, Debug)]
pub(crate) struct Summary {
    pub(crate) result: Size,
    /// Of several files, how many there were and are, and their sizes.
    pub(crate) files: Option<[Content; 2]>,
    /// Whether the result is certified to be 1-minimal.
    pub(crate) minimality: Minimality,
    /// How many bytes of the result are comments, which are not tokens.
    pub(crate) comment_bytes: usize,
    /// Why the run stopped early, if it did.
    pub(crate) stop: Option<Stop>,
    /// The wall time of the run.
    pub(crate) wall: Duration,
}

#[derive(Debug, Serialize)]
struct Report {
    schema: u32,
    probdd: &'static str,
    grammar: Option<String>,
    input: Text,
    result: Text,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    files: Vec<FileReport>,
    settings: Value,
    seed: u64,
    queries: Queries,
    information: Information,
    tokens_tested: u64,
    seconds: Seconds,
    one_minimal: Minimality,
    stopped: Option<&'static str>,
    curve: Vec<Point>,
    passes: Vec<PassTally>,
    baseline: Baseline,
    rechecks: Vec<Recheck>,
    #[serde(skip_serializing_if = "Option::is_none")]
    processes_replaced: Option<Replaced>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    checks: Vec<CheckTally>,
    #[serde(skip_serializing_if = "Option::is_none")]
    acceptances: Option<Acceptances>,
    warnings: Vec<String>,
}

/// How much the search had to find out, and how well it did.
#[derive(Debug, Serialize)]
struct Information {
    bits: f64,
    /// Queries to the certificate.
    queries_per_bit: Option<f64>,
}

#[derive(Debug, Serialize)]
struct Baseline {
    hits: u32,
    runs: u32,
}

#[derive(Debug, Serialize)]
struct Text {
    bytes: usize,
    tokens: usize,
    lines: usize,
    /// None for several files.
    #[serde(skip_serializing_if = "Option::is_none")]
    sha256: Option<String>,
}

#[derive(Debug, Serialize)]
struct Seconds {
    wall: f64,
    wall_inside_test: f64,
    cpu_inside_test: f64,
    cpu_outside_test: f64,
    cpu_outside_per_query: f64,
}

/// Writes the report of a run that ended with `best`.
pub(crate) fn write_report(
    path: &Path,
    settings: &Settings,
    header: &Header,
    tally: &Tally,
    summary: &Summary,
    best: &[u8],
) -> Result<(), Failure> {
    let Runs { hits, total: runs } = tally.baseline;
    let (input, is_bundle) = (&settings.input.bytes, settings.input.files.is_some());
    let report = Report {
        schema: 1,
        probdd: header.probdd,
        grammar: settings.strategy.grammar(),
        input: Text::new(input, tally.input.tokens, is_bundle),
        result: Text::new(best, summary.result.tokens, is_bundle),
        files: if is_bundle { FileReport::all(input, best) } else { Vec::new() },
        settings: header.settings.clone(),
        seed: settings.seed,
        queries: tally.queries,
        information: Information::new(tally, summary.result.tokens),
        tokens_tested: tally.tokens_tested,
        seconds: Seconds::new(tally, summary.wall),
        one_minimal: summary.minimality,
        stopped: summary.stop.map(stop_word),
        curve: tally.curve.clone(),
        passes: tally.passes.clone(),
        baseline: Baseline { hits, runs },
        rechecks: tally.rechecks.clone(),
        processes_replaced: tally.replaced,
        checks: tally.checks.each().to_vec(),
        acceptances: Some(tally.acceptances).filter(|_| tally.checks.is_economical()),
        warnings: tally.warnings.clone(),
    };
    let text = serde_json::to_vec_pretty(&report);
    let mut text = text.map_err(|cause| cannot("write the report", path)(cause.into()))?;
    text.push(b'\n');
    write(path, &text)
}

fn stop_word(stop: Stop) -> &'static str {
    match stop {
        Stop::Queries => "max-queries",
        Stop::Time => "max-time",
        Stop::Asked => "asked",
        Stop::Unreachable => "unreachable",
        Stop::Interrupted => "interrupted",
    }
}

impl Information {
    /// For a result with so many tokens. Rewriting can leave more tokens than there were.
    fn new(tally: &Tally, tokens: usize) -> Information {
        let bits = information(tally.input.tokens.max(tokens), tokens);
        let queries_per_bit = |queries: u64| (bits > 0.0).then(|| queries as f64 / bits);
        let queries_per_bit = tally.queries.to_certificate.and_then(queries_per_bit);
        Information { bits, queries_per_bit }
    }
}

impl Seconds {
    fn new(tally: &Tally, wall: Duration) -> Seconds {
        let own = own_cpu().as_secs_f64();
        Seconds {
            wall: wall.as_secs_f64(),
            wall_inside_test: tally.wall_inside.as_secs_f64(),
            cpu_inside_test: tally.cpu_inside.as_secs_f64(),
            cpu_outside_test: own,
            cpu_outside_per_query: own / tally.queries.executed.max(1) as f64,
        }
    }
}

impl Text {
    fn new(text: &[u8], tokens: usize, is_bundle: bool) -> Text {
        let lines = |text: &[u8]| text.split_inclusive(|byte| *byte == b'\n').count();
        if !is_bundle {
            let sha256 = Some(sha256(text));
            return Text { bytes: text.len(), tokens, lines: lines(text), sha256 };
        }
        let lines = entries(text).into_iter().map(|entry| lines(&text[entry.content])).sum();
        Text { bytes: Content::of_bundle(text).bytes, tokens, lines, sha256: None }
    }
}

/// The CPU time of this process, without its tests.
fn own_cpu() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
}
