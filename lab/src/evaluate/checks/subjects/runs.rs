//! Runs the tool on a subject whose checks are cached.

use super::super::super::subjects::{Method, Subject, quoted};
use super::Record;
use super::cached_check::{self, Bundle, CHECKS, Said};
use super::description::{self, Order, places};
use super::foresight;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What every run has in common.
pub(super) struct Bench {
    pub(super) probdd: PathBuf,
    /// This program.
    pub(super) this: PathBuf,
    pub(super) max_queries: u64,
    pub(super) query_seconds: u64,
}

/// A subject that is interesting here.
pub(super) struct Prepared {
    pub(super) subject: Subject,
    bundle: Bundle,
    /// How many of the checks, at their end, were added and decide nothing.
    pub(super) more: usize,
    /// The CPU time of each check on the input, in milliseconds: the next power of two.
    costs: Vec<u64>,
}

impl Prepared {
    /// Runs all checks on the input; nothing when there is but one.
    pub(super) fn new(subject: &Subject, cache: &Path) -> Result<Option<Prepared>, String> {
        let folder = subject.test.parent().unwrap_or(Path::new("."));
        let path = folder.join("checks.toml");
        if !path.is_file() {
            return Ok(None);
        }
        let mut checks = description::read(&path)?;
        let own = checks.len();
        checks.extend(description::redundant(&subject.input));
        // The first time, programs have to be read into memory.
        let warm = tempfile::tempdir().map_err(|error| error.to_string())?;
        let described_in = folder.to_owned();
        let mut bundle = Bundle { checks, described_in, cache: warm.path().to_owned() };
        bundle.all_of(&subject.input)?;
        bundle.cache = cache.join(&subject.name);
        let said = bundle.all_of(&subject.input)?;
        let holds = |check: &usize| bundle.checks[*check].expects(said[*check].code);
        if let Some(failed) = (0..own).find(|check| !holds(check)) {
            let name = &bundle.checks[failed].name;
            return Err(format!("`{name}` exits with {}", said[failed].code));
        }
        let kept: Vec<usize> = (0..said.len()).filter(holds).collect();
        let cost = |check: &usize| power_of_two(said[*check].micros as f64 / 1e3);
        let costs = kept.iter().map(cost).collect();
        bundle.checks = kept.iter().map(|check| bundle.checks[*check].clone()).collect();
        let more = kept.len() - own;
        let subject = subject.clone();
        Ok((own > 1).then_some(Prepared { subject, bundle, more, costs }))
    }

    /// Writes the test down, in an order, to be run by `this` program.
    fn write(&self, order: Order, this: &Path, folder: &Path) -> Result<PathBuf, String> {
        let checks = &self.bundle.checks;
        let [this, home] = [this, folder].map(quoted);
        let command = |place| format!("exec {this} cached-check {home} {place} \"$1\"");
        let places = places(checks, self.more, order, &self.costs);
        let description = folder.join("checks.toml");
        let bundle = serde_json::to_vec(&self.bundle).map_err(|error| error.to_string())?;
        std::fs::write(folder.join(CHECKS), bundle)
            .and_then(|()| {
                std::fs::write(&description, description::write(checks, &places, command))
            })
            .map_err(|error| format!("writing {}: {error}", folder.display()))?;
        Ok(description)
    }
}

impl Bundle {
    /// What all checks say of an input, one after the other.
    fn all_of(&self, input: &Path) -> Result<Vec<Said>, String> {
        let failed = |error: std::io::Error| error.to_string();
        let scratch = tempfile::tempdir().map_err(failed)?;
        let copy = scratch.path().join(input.file_name().unwrap_or_default());
        std::fs::copy(input, &copy).map_err(failed)?;
        (0..self.checks.len()).map(|place| self.ask(place, &copy).map_err(failed)).collect()
    }
}

/// The next power of two, from 1 on, as the tool has it.
fn power_of_two(number: f64) -> u64 {
    let powers = (0..63).map(|power| 1u64 << power);
    powers.into_iter().find(|it| number <= *it as f64 * std::f64::consts::SQRT_2).unwrap_or(1)
}

impl Bench {
    pub(super) fn run(
        &self,
        it: &Prepared,
        method: &Method,
        (mode, order): (&str, Order),
    ) -> Result<Record, String> {
        let scratch = tempfile::tempdir().map_err(|error| error.to_string())?;
        let folder = scratch.path();
        let test = it.write(order, &self.this, folder)?;
        let report = folder.join("report.json");
        let mut command = Command::new(&self.probdd);
        command
            .args(["--quiet", "--no-state", "--confirm", "1", "-j1", "--feedback", mode])
            .args(method.arguments())
            .args(["--max-queries", &self.max_queries.to_string()])
            .args(["--timeout", &self.query_seconds.to_string()])
            .arg("--output")
            .arg(
                folder
                    .join("result")
                    .with_extension(it.subject.input.extension().unwrap_or_default()),
            )
            .arg("--report")
            .arg(&report)
            .args([&test, &it.subject.input])
            .stdin(Stdio::null());
        if mode == "dedup" {
            let places = places(&it.bundle.checks, it.more, order, &it.costs);
            for place in places {
                let name = &it.bundle.checks[place].name;
                command.arg("--check-cost").arg(format!("{name}={}", it.costs[place]));
            }
        }
        let ended = command.output().map_err(|error| format!("cannot run the tool: {error}"))?;
        if !matches!(ended.status.code(), Some(0 | 3)) {
            let said = String::from_utf8_lossy(&ended.stderr);
            return Err(format!("{}: {}", ended.status, said.lines().next().unwrap_or_default()));
        }
        record(folder, &report, it, method, (mode, order))
    }
}

fn record(
    folder: &Path,
    report: &Path,
    it: &Prepared,
    method: &Method,
    (mode, order): (&str, Order),
) -> Result<Record, String> {
    let failed = |path: &Path, error: std::io::Error| format!("{}: {error}", path.display());
    let report = std::fs::read_to_string(report).map_err(|error| failed(report, error))?;
    let report: Value = serde_json::from_str(&report).map_err(|error| error.to_string())?;
    let number = |value: &Value| value.as_u64().ok_or("the report is not as it should be");
    let log = cached_check::read_log(folder).map_err(|error| failed(folder, error))?;
    let is_all_known = mode == "parallel" && order == Order::Written;
    Ok(Record {
        subject: it.subject.name.clone(),
        method: method.name.to_owned(),
        mode: mode.to_owned(),
        order,
        queries: number(&report["queries"]["committed"])?,
        result_tokens: number(&report["result"]["tokens"])?,
        checks_run: log.len() as u64,
        cpu_seconds: log.iter().map(|it| it.micros).sum::<u64>() as f64 / 1e6,
        with_foresight: is_all_known.then(|| foresight::share(&it.bundle.checks, &log)).flatten(),
        stopped: report["stopped"].as_str().map(str::to_owned),
    })
}
