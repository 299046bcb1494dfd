//! Runs the tool and reads what it reports.

use super::methods::Method;
use super::record::{Figures, Outcome};
use super::settings::Limits;
use super::subject::Subject;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// The tool's exit codes that come with a report.
const REDUCED: i32 = 0;
const STOPPED: i32 = 3;

/// What every run of a subject has in common.
pub(super) struct Bench {
    pub(super) probdd: PathBuf,
    pub(super) limits: Limits,
}

/// What is taken from a report; `docs/report.md` describes it.
#[derive(Deserialize)]
struct Report {
    input: Size,
    result: Size,
    queries: Queries,
    tokens_tested: u64,
    seconds: Seconds,
    one_minimal: Minimality,
    stopped: Option<String>,
}

#[derive(Deserialize)]
struct Size {
    bytes: u64,
    tokens: u64,
}

#[derive(Deserialize)]
struct Queries {
    committed: u64,
    repeats: u64,
}

#[derive(Deserialize)]
struct Seconds {
    wall: f64,
    cpu_outside_per_query: f64,
}

#[derive(Deserialize)]
struct Minimality {
    certified: bool,
}

/// A line of a trace, the first aside.
#[derive(Deserialize)]
struct Query {
    class: String,
    verdict: String,
}

impl Bench {
    /// Reduces a subject with a method, through a test that may be cached.
    pub(super) fn run(&self, subject: &Subject, method: &Method, test: &Path) -> Outcome {
        match self.attempt(subject, method, test) {
            Ok(outcome) => outcome,
            Err(error) => Outcome::Failed(error),
        }
    }

    fn attempt(&self, subject: &Subject, method: &Method, test: &Path) -> Result<Outcome, String> {
        let scratch = tempfile::tempdir().map_err(|error| error.to_string())?;
        let at = |name: &str| scratch.path().join(name);
        let mut child = self
            .command(subject, method, test, scratch.path())
            .stderr(File::create(at("stderr")).map_err(|error| error.to_string())?)
            .spawn()
            .map_err(|error| format!("cannot run {}: {error}", self.probdd.display()))?;
        let status = self.wait(&mut child)?;
        if matches!(status.code(), Some(REDUCED | STOPPED)) {
            return figures(&at("report.json"), &at("trace.jsonl")).map(Outcome::Reduced);
        }
        let said = std::fs::read(at("stderr")).unwrap_or_default();
        Ok(refusal(status, &String::from_utf8_lossy(&said)))
    }

    fn command(&self, subject: &Subject, method: &Method, test: &Path, scratch: &Path) -> Command {
        let Limits { max_queries, max_seconds, query_seconds } = &self.limits;
        let result =
            scratch.join("result").with_extension(subject.input.extension().unwrap_or_default());
        let mut command = Command::new(&self.probdd);
        command
            .args(["--quiet", "--no-state", "--confirm", "1"])
            .args(method.arguments())
            .args(["--max-queries", &max_queries.to_string()])
            .args(["--max-time", &max_seconds.to_string()])
            .args(["--timeout", &query_seconds.to_string()])
            .arg("--output")
            .arg(result)
            .arg("--report")
            .arg(scratch.join("report.json"))
            .arg("--trace")
            .arg(scratch.join("trace.jsonl"))
            .args([test, &subject.input])
            .stdin(Stdio::null())
            .stdout(Stdio::null());
        command
    }

    /// Waits for the end of a run, which has to keep its time limit: one that hangs is ended here.
    fn wait(&self, child: &mut Child) -> Result<ExitStatus, String> {
        let failed = |error: std::io::Error| error.to_string();
        let seconds = self.limits.max_seconds + 2 * self.limits.query_seconds + 60;
        let deadline = Instant::now() + Duration::from_secs(seconds);
        while Instant::now() < deadline {
            if let Some(status) = child.try_wait().map_err(failed)? {
                return Ok(status);
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        child.kill().and_then(|()| child.wait()).map_err(failed)?;
        Err(format!("still running after {seconds} s"))
    }
}

/// Why a run gave no result.
fn refusal(status: ExitStatus, said: &str) -> Outcome {
    let message = said.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let is_unknown = message.starts_with("error: invalid value")
        && (message.contains("'--reducer") || message.contains("'--minimizer"));
    if is_unknown { Outcome::NotBuilt } else { Outcome::Failed(format!("{status}: {message}")) }
}

fn figures(report: &Path, trace: &Path) -> Result<Figures, String> {
    let text = std::fs::read(report).map_err(|error| format!("reading the report: {error}"))?;
    let report: Report =
        serde_json::from_slice(&text).map_err(|error| format!("in the report: {error}"))?;
    Ok(Figures {
        input_tokens: report.input.tokens,
        queries: report.queries.committed,
        tokens_tested: report.tokens_tested,
        result_tokens: report.result.tokens,
        result_bytes: report.result.bytes,
        own_ms: 1000.0 * report.seconds.cpu_outside_per_query,
        wall_seconds: report.seconds.wall,
        is_certified: report.one_minimal.certified,
        stopped: report.stopped,
        repeats: report.queries.repeats,
        classes: classes(trace)?,
    })
}

/// How many queries of each class a trace has, and how many of them were interesting.
fn classes(trace: &Path) -> Result<BTreeMap<String, (u64, u64)>, String> {
    let file = File::open(trace).map_err(|error| format!("reading the trace: {error}"))?;
    let mut classes = BTreeMap::new();
    for line in BufReader::new(file).lines().skip(1) {
        let line = line.map_err(|error| format!("reading the trace: {error}"))?;
        let query: Query =
            serde_json::from_str(&line).map_err(|error| format!("in the trace: {error}"))?;
        let (all, interesting): &mut (u64, u64) = classes.entry(query.class).or_default();
        *all += 1;
        *interesting += u64::from(query.verdict == "interesting");
    }
    Ok(classes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::process::ExitStatusExt;

    #[test]
    fn an_unknown_reducer_is_not_built_and_anything_else_failed() {
        let exit = |code| ExitStatus::from_raw(code << 8);
        let unknown = "error: invalid value 'hdd' for '--reducer <NAME>'\n  [possible values]";
        assert_eq!(refusal(exit(1), unknown), Outcome::NotBuilt);
        let wrong = "error: invalid value 'x' for '--timeout <SECONDS>'";
        assert_eq!(refusal(exit(1), wrong), Outcome::Failed(format!("exit status: 1: {wrong}")));
        let died = refusal(exit(70), "\nthe tree is no tree\nand so on");
        assert_eq!(died, Outcome::Failed("exit status: 70: the tree is no tree".to_owned()));
    }

    #[test]
    fn report_and_trace_give_the_figures() {
        let folder = tempfile::tempdir().expect("a folder");
        let [report, trace] = ["report", "trace"].map(|name| folder.path().join(name));
        let text = r#"{"schema": 1, "input": {"bytes": 9, "tokens": 5},
            "result": {"bytes": 4, "tokens": 2}, "queries": {"committed": 3, "repeats": 1},
            "tokens_tested": 11, "seconds": {"wall": 1.5, "cpu_outside_per_query": 0.002},
            "one_minimal": {"certified": true, "granularity": "token-tree"}, "stopped": null}"#;
        std::fs::write(&report, text).expect("it is written");
        let lines = r#"{"probdd": "0"}
            {"query": 1, "class": "other", "verdict": "interesting"}
            {"query": 2, "class": "complement", "verdict": "uninteresting"}
            {"query": 3, "class": "complement", "verdict": "interesting"}"#;
        std::fs::write(&trace, lines).expect("it is written");
        let read = figures(&report, &trace).expect("both are whole");
        let classes = [("complement", (2, 1)), ("other", (1, 1))];
        let expected = Figures {
            input_tokens: 5,
            queries: 3,
            tokens_tested: 11,
            result_tokens: 2,
            result_bytes: 4,
            own_ms: 2.0,
            wall_seconds: 1.5,
            is_certified: true,
            stopped: None,
            repeats: 1,
            classes: classes.map(|(name, counts)| (name.to_owned(), counts)).into(),
        };
        assert_eq!(read, expected);
    }
}
