//! The end of a run: the report as JSON, and the facts of the summary on the terminal.

use super::check_counts::CheckTally;
use super::tally::{Acceptances, PassTally, Point, Queries, Recheck};
use super::{Replaced, Tally, trace};
use crate::error::Failure;
use crate::output;
use rustix::time::{ClockId, clock_gettime};
use serde::Serialize;
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::path::Path;
use std::time::Duration;

/// How large a text is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Size {
    /// Bytes.
    pub bytes: usize,
    /// Tokens, as the documentation defines them.
    pub tokens: usize,
}

/// Whether no single piece can go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Minimality {
    /// Whether each piece was tried alone, on the result, and none could go.
    pub certified: bool,
    /// What a piece is.
    pub granularity: &'static str,
}

/// What there is to say at the end.
#[derive(Clone, Debug)]
pub struct Summary {
    /// The size of the result.
    pub result: Size,
    /// Whether no single piece can go.
    pub minimality: Minimality,
    /// Wall time of the whole run.
    pub wall: Duration,
    /// What the user should know about the result or the run.
    pub warnings: Vec<String>,
}

/// The report: one JSON object, documented in `docs/report.md`.
#[derive(Debug, Serialize)]
pub struct Report {
    schema: u32,
    probdd: &'static str,
    grammar: Option<String>,
    input: Text,
    result: Text,
    settings: Value,
    seed: u64,
    queries: Queries,
    tokens_tested: u64,
    seconds: Seconds,
    one_minimal: Minimality,
    stopped: Option<&'static str>,
    curve: Vec<Point>,
    passes: Vec<PassTally>,
    baseline: Runs,
    rechecks: Vec<Recheck>,
    #[serde(skip_serializing_if = "Option::is_none")]
    processes_replaced: Option<Replaced>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    checks: Vec<CheckTally>,
    #[serde(skip_serializing_if = "Option::is_none")]
    acceptances: Option<Acceptances>,
    warnings: Vec<String>,
}

#[derive(Debug, Serialize)]
struct Runs {
    hits: u32,
    runs: u32,
}

#[derive(Debug, Serialize)]
struct Text {
    bytes: usize,
    tokens: usize,
    lines: usize,
    sha256: String,
}

#[derive(Debug, Serialize)]
struct Seconds {
    wall: f64,
    wall_inside_test: f64,
    cpu_inside_test: f64,
    cpu_outside_test: f64,
    cpu_outside_per_query: f64,
}

impl Report {
    /// The report of a run over `input` that ended with `result`.
    pub fn new(
        header: &trace::Header,
        grammar: Option<String>,
        (input, result): (&[u8], &[u8]),
        (tally, summary): (&Tally, &Summary),
        stopped: Option<&'static str>,
    ) -> Report {
        let own = own_cpu().as_secs_f64();
        Report {
            schema: 1,
            probdd: header.probdd,
            grammar,
            input: Text::new(input, tally.input.tokens),
            result: Text::new(result, summary.result.tokens),
            seed: header.settings["seed"].as_u64().unwrap_or(0),
            settings: header.settings.clone(),
            queries: tally.queries,
            tokens_tested: tally.tokens_tested,
            seconds: Seconds {
                wall: summary.wall.as_secs_f64(),
                wall_inside_test: tally.wall_inside.as_secs_f64(),
                cpu_inside_test: tally.cpu_inside.as_secs_f64(),
                cpu_outside_test: own,
                cpu_outside_per_query: own / tally.queries.executed.max(1) as f64,
            },
            one_minimal: summary.minimality,
            stopped,
            curve: tally.curve.clone(),
            passes: tally.passes.clone(),
            baseline: Runs { hits: tally.baseline.hits, runs: tally.baseline.total },
            rechecks: tally.rechecks.clone(),
            processes_replaced: tally.replaced,
            checks: tally.checks.each().to_vec(),
            acceptances: Some(tally.acceptances).filter(|_| tally.checks.is_economical()),
            warnings: summary.warnings.clone(),
        }
    }

    /// Writes it, complete or not at all.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), Failure> {
        let mut text = serde_json::to_vec_pretty(self)
            .map_err(|cause| Failure::usage(format!("cannot write the report: {cause}")))?;
        text.push(b'\n');
        output::write(path, &text)
    }
}

impl Text {
    fn new(bytes: &[u8], tokens: usize) -> Text {
        let digest = Sha256::digest(bytes);
        let sha256 = digest.iter().fold(String::new(), |text, byte| format!("{text}{byte:02x}"));
        let newlines = bytes.split_inclusive(|byte| *byte == b'\n').count();
        Text { bytes: bytes.len(), tokens, lines: newlines, sha256 }
    }
}

/// CPU time of this process, without its tests.
fn own_cpu() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
}
