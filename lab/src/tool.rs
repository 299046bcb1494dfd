//! The tool that is measured: how it is built and run, and what it reports.

use anyhow::{Context, Result, bail};
use fs_err as fs;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};

/// The tool's exit codes that come with a report.
const REDUCED: i32 = 0;
const STOPPED: i32 = 3;

/// The fields of a report that are used here; `docs/report.md` describes them.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Report {
    pub(crate) input: Size,
    pub(crate) result: Size,
    pub(crate) queries: Queries,
    pub(crate) tokens_tested: u64,
    pub(crate) seconds: Seconds,
    pub(crate) one_minimal: Minimality,
    pub(crate) checks: Vec<CheckRuns>,
    /// Which limit ended the run, if one did.
    pub(crate) stopped: Option<String>,
    /// Seconds, queries, bytes and tokens, whenever the best candidate became smaller.
    pub(crate) curve: Vec<(f64, u64, u64, u64)>,
}

#[derive(Debug, Default, Deserialize)]
pub(crate) struct Size {
    pub(crate) bytes: u64,
    pub(crate) tokens: u64,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Queries {
    pub(crate) committed: u64,
    pub(crate) executed: u64,
    pub(crate) repeats: u64,
    pub(crate) to_certificate: Option<u64>,
}

#[derive(Debug, Default, Deserialize)]
pub(crate) struct Seconds {
    pub(crate) wall: f64,
    pub(crate) cpu_outside_per_query: f64,
}

#[derive(Debug, Default, Deserialize)]
pub(crate) struct Minimality {
    pub(crate) certified: bool,
}

/// The runs of a check.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct CheckRuns {
    pub(crate) runs: u64,
    pub(crate) cpu_seconds: f64,
}

/// How many queries of each class a trace has, and how many of them were interesting.
pub(crate) type Classes = BTreeMap<String, (u64, u64)>;

/// For each twentieth of the unit interval, how many queries were given a chance in it, and how many of
/// them were interesting.
pub(crate) type Calibration = Vec<(u64, u64)>;

/// The number of parts of the unit interval.
const PARTS: usize = 20;

/// What is counted of a trace.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Counts {
    pub(crate) classes: Classes,
    pub(crate) calibration: Calibration,
    /// The most queries of a pass in a row that each removed one node, and were interesting.
    pub(crate) singles_in_a_row: u64,
}

/// The limits of a run.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Limits {
    /// End a run after this many queries
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pub(crate) max_queries: u64,
    /// End a run after this time
    #[arg(long, value_name = "SECONDS", default_value_t = 7200)]
    pub(crate) max_time: u64,
    /// End a query after this time
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    pub(crate) timeout: u64,
}

/// How a run of the tool ended.
pub(crate) enum End {
    /// With a result, possibly early.
    Reduced(Box<Reduced>),
    /// With an exit code of an error, and this first line of its message.
    Refused(ExitStatus, String),
}

/// What a run leaves.
pub(crate) struct Reduced {
    pub(crate) report: Report,
    pub(crate) counts: Counts,
    /// The bytes of the result.
    pub(crate) result: Vec<u8>,
}

/// The tool, and the limits of its runs.
pub(crate) struct Tool {
    pub(crate) program: PathBuf,
    pub(crate) limits: Limits,
}

impl Tool {
    /// Reduces an input, with one execution for each query.
    pub(crate) fn reduce(&self, input: &Path, test: &Path, arguments: &[String]) -> Result<End> {
        let scratch = tempfile::tempdir()?;
        let at = |name: &str| scratch.path().join(name);
        let result = at("result").with_extension(input.extension().unwrap_or_default());
        let Limits { max_queries, max_time, timeout } = &self.limits;
        // A run that does not keep its own time limit is ended.
        let patience = max_time + 2 * timeout + 60;
        let status = Command::new("timeout")
            .args(["--foreground", "--kill-after=60", &patience.to_string()])
            .arg(&self.program)
            .args(["--quiet", "--no-state", "--confirm", "1"])
            .args(arguments)
            .args(["--max-queries", &max_queries.to_string()])
            .args(["--max-time", &max_time.to_string()])
            .args(["--timeout", &timeout.to_string()])
            .arg("--output")
            .arg(&result)
            .arg("--report")
            .arg(at("report.json"))
            .arg("--trace")
            .arg(at("trace.jsonl"))
            .args([test, input])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(fs::File::create(at("stderr"))?.into_file())
            .status()
            .with_context(|| format!("cannot run {}", self.program.display()))?;
        if matches!(status.code(), Some(REDUCED | STOPPED)) {
            return Ok(End::Reduced(Box::new(Reduced {
                report: Report::read(&at("report.json"))?,
                counts: counts(&at("trace.jsonl"))?,
                result: fs::read(&result).or_else(|_| fs::read(input))?,
            })));
        }
        let stderr = fs::read(at("stderr")).unwrap_or_default();
        Ok(End::Refused(status, first_line(&stderr)))
    }
}

/// The first line of a message that is not empty.
pub(crate) fn first_line(message: &[u8]) -> String {
    let text = String::from_utf8_lossy(message);
    text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default().to_owned()
}

impl Report {
    pub(crate) fn read(path: &Path) -> Result<Report> {
        serde_json::from_slice(&fs::read(path)?).with_context(|| path.display().to_string())
    }
}

/// How many queries of one pass in a row were of some kind.
#[derive(Debug, Default)]
struct Streak {
    pass: String,
    length: u64,
}

impl Streak {
    fn note(&mut self, pass: String, is_of_kind: bool) {
        let before = if self.pass == pass { self.length } else { 0 };
        *self = Streak { pass, length: if is_of_kind { before + 1 } else { 0 } };
    }
}

fn counts(trace: &Path) -> Result<Counts> {
    /// A line of a trace, after the first.
    #[derive(Deserialize)]
    struct Query {
        class: String,
        verdict: String,
        p: Option<f64>,
        #[serde(default)]
        pass: String,
        /// The removed nodes: numbers, and ranges of numbers.
        #[serde(default)]
        removed: String,
    }
    let mut single = Streak::default();
    let mut counts = Counts { calibration: vec![(0, 0); PARTS], ..Counts::default() };
    for line in BufReader::new(fs::File::open(trace)?).lines().skip(1) {
        let query: Query = serde_json::from_str(&line?).context("in the trace")?;
        let is_interesting = u64::from(query.verdict == "interesting");
        let count = |(all, interesting): &mut (u64, u64)| {
            *all += 1;
            *interesting += is_interesting;
        };
        count(counts.classes.entry(query.class).or_default());
        let removes_one = query.removed.parse::<u32>().is_ok();
        single.note(query.pass, removes_one && query.verdict == "interesting");
        counts.singles_in_a_row = counts.singles_in_a_row.max(single.length);
        if let Some(chance) = query.p {
            let begins = |part: &usize| chance >= *part as f64 / PARTS as f64;
            count(&mut counts.calibration[(1..PARTS).filter(begins).count()]);
        }
    }
    Ok(counts)
}

/// The folder for everything that is built, fetched or measured.
pub(crate) fn target() -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    target.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../target"))
}

/// Builds the tool as it is released, and returns its path.
pub(crate) fn built() -> Result<PathBuf> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut build = Command::new(cargo);
    build.args(["build", "--release", "--quiet", "-p", "probdd"]);
    let status = build.current_dir(env!("CARGO_MANIFEST_DIR")).status()?;
    if !status.success() {
        bail!("the tool cannot be built");
    }
    Ok(fs::canonicalize(target().join("release/probdd"))?)
}

/// The builds of the tool that are compared.
#[derive(clap::Args)]
pub(crate) struct Builds {
    /// An earlier build of the tool, to compare with
    #[arg(long, value_name = "PROGRAM")]
    before: Option<PathBuf>,
}

impl Builds {
    /// The earlier build, if there is one, and the release build of this checkout, with their names.
    pub(crate) fn all(&self) -> Result<Vec<(&'static str, PathBuf)>> {
        let before =
            self.before.as_ref().map(|program| Ok(("before", std::path::absolute(program)?)));
        before.into_iter().chain([built().map(|program| ("after", program))]).collect()
    }
}

/// The commit that the tool is built from, as git names it.
pub(crate) fn commit() -> String {
    let mut describe = Command::new("git");
    describe.args(["describe", "--always", "--dirty", "--abbrev=10", "--exclude=*"]);
    let output = describe.current_dir(env!("CARGO_MANIFEST_DIR")).output();
    let output = output.ok().filter(|output| output.status.success());
    output.map_or("unknown".to_owned(), |output| first_line(&output.stdout))
}

/// The path of this program.
pub(crate) fn this() -> Result<PathBuf> {
    std::env::current_exe().context("cannot find this program")
}

/// Copies a program to a folder: runs take hours, and a build meanwhile must not change it.
pub(crate) fn copied(program: &Path, folder: &Path) -> Result<PathBuf> {
    let copy = folder.join(program.file_name().unwrap_or_default());
    fs::copy(program, &copy)?;
    Ok(copy)
}

/// Writes a script for `sh` that may be run.
pub(crate) fn write_script(path: &Path, text: &str) -> std::io::Result<()> {
    fs::write(path, format!("#!/bin/sh\n{text}\n"))?;
    fs::set_permissions(path, std::fs::Permissions::from_mode(0o755))
}

/// Compiles a test in C into a folder.
pub(crate) fn compiled(source: &str, folder: &Path, definitions: &[String]) -> Result<PathBuf> {
    let [code, program] = ["test.c", "test"].map(|name| folder.join(name));
    fs::write(&code, source)?;
    let mut compiler = Command::new("cc");
    compiler.arg("-O2").args(definitions).arg("-o").args([&program, &code]);
    if !compiler.status()?.success() {
        bail!("the test cannot be compiled");
    }
    Ok(program)
}

/// A path as a word for the shell.
pub(crate) fn quoted(path: &Path) -> String {
    format!("'{}'", path.display().to_string().replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn report_and_trace_are_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let [report_path, trace] = ["report", "trace"].map(|name| folder.path().join(name));
        let text = r#"{"schema": 1, "input": {"bytes": 9, "tokens": 5},
            "result": {"bytes": 4, "tokens": 2}, "queries": {"committed": 3, "repeats": 1},
            "tokens_tested": 11, "seconds": {"wall": 1.5, "cpu_outside_per_query": 0.002},
            "one_minimal": {"certified": true, "granularity": "token-tree"}, "stopped": null}"#;
        fs::write(&report_path, text).expect("it is written");
        let lines = r#"{"probdd": "0"}
            {"query": 1, "pass": "a", "class": "other", "removed": "7", "verdict": "interesting"}
            {"query": 2, "pass": "b", "class": "complement", "removed": "8", "verdict": "interesting"}
            {"query": 3, "pass": "b", "class": "complement", "removed": "9", "verdict": "interesting"}
            {"query": 4, "pass": "b", "class": "complement", "removed": "4,6", "verdict": "interesting"}
            {"query": 5, "pass": "b", "class": "complement", "verdict": "uninteresting", "p": 0.349}
            {"query": 6, "pass": "b", "class": "complement", "removed": "2", "verdict": "interesting", "p": 0.3}
            {"query": 7, "pass": "b", "class": "complement", "removed": "1-3", "verdict": "interesting", "p": 1.0}"#;
        fs::write(&trace, lines).expect("it is written");
        let read = Report::read(&report_path).expect("it is whole");
        assert_eq!((read.queries.committed, read.result.tokens, read.stopped), (3, 2, None));
        let classes = [("complement", (6, 5)), ("other", (1, 1))];
        let classes: Classes = classes.map(|(name, counts)| (name.to_owned(), counts)).into();
        let mut calibration = vec![(0, 0); PARTS];
        (calibration[6], calibration[19]) = ((2, 1), (1, 1));
        let expected = Counts { classes, calibration, singles_in_a_row: 2 };
        assert_eq!(counts(&trace).expect("it is whole"), expected);
    }

    #[test]
    fn a_quote_in_a_path_is_a_quote_to_the_shell() {
        let word = quoted(Path::new("it's $HOME"));
        let echoed = Command::new("sh").args(["-c", &format!("printf %s {word}")]).output();
        assert_eq!(echoed.expect("there is a shell").stdout, b"it's $HOME");
    }
}
