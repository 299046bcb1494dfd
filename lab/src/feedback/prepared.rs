//! A subject whose checks are cached, and one run of the tool on it.

use super::foresight;
use super::record::{self, Record};
use crate::cached::check::{Bundle, CHECKS, read_log};
use crate::cached::entry::Answer;
use crate::check_description::{self, Order, places};
use crate::methods::Method;
use crate::subject::Subject;
use crate::tool::{End, Tool, quoted};
use anyhow::{Result, bail};
use fs_err as fs;
use std::path::{Path, PathBuf};

/// A subject that is interesting on this machine.
pub(super) struct Prepared {
    subject: Subject,
    bundle: Bundle,
    /// How many checks, at the end, were added and decide nothing.
    pub(super) more: usize,
    /// The CPU time of each check on the input, in milliseconds, rounded to a power of two.
    costs: Vec<u64>,
}

/// One run of the tool.
pub(super) struct Run<'a> {
    pub(super) subject: &'a Prepared,
    pub(super) method: &'static Method,
    pub(super) mode: &'static str,
    pub(super) order: Order,
}

impl Prepared {
    /// Runs all checks on the input. None if there is only one check.
    pub(super) fn new(subject: &Subject, cache: &Path) -> Result<Option<Prepared>> {
        let folder = subject.test.parent().unwrap_or(Path::new("."));
        let path = folder.join("checks.toml");
        if !path.is_file() {
            return Ok(None);
        }
        let mut checks = check_description::read(&path)?;
        let own = checks.len();
        checks.extend(check_description::redundant(&subject.input));
        // The first time, programs have to be read into memory.
        let warm = tempfile::tempdir()?;
        let described_in = folder.to_owned();
        let mut bundle = Bundle { checks, described_in, cache: warm.path().to_owned() };
        answers(&bundle, &subject.input)?;
        bundle.cache = cache.join(&subject.name);
        let answers = answers(&bundle, &subject.input)?;
        let holds = |check: &usize| bundle.checks[*check].expects(answers[*check].code);
        if let Some(failed) = (0..own).find(|check| !holds(check)) {
            bail!("`{}` exits with {}", bundle.checks[failed].name, answers[failed].code);
        }
        let kept: Vec<usize> = (0..answers.len()).filter(holds).collect();
        let cost = |check: &usize| power_of_two(answers[*check].micros as f64 / 1e3);
        let costs = kept.iter().map(cost).collect();
        bundle.checks = kept.iter().map(|check| bundle.checks[*check].clone()).collect();
        let subject = subject.clone();
        Ok((own > 1).then_some(Prepared { subject, bundle, more: kept.len() - own, costs }))
    }

    pub(super) fn name(&self) -> &str {
        &self.subject.name
    }

    fn places(&self, order: Order) -> Vec<usize> {
        places(&self.bundle.checks, self.more, order, &self.costs)
    }

    /// Writes the test with its checks in an order, to be run by `this` program.
    fn write(&self, order: Order, this: &Path, folder: &Path) -> Result<PathBuf> {
        let checks = &self.bundle.checks;
        let [this, home] = [this, folder].map(quoted);
        let command = |place| format!("exec {this} cached-check {home} {place} \"$1\"");
        let description = folder.join("checks.toml");
        fs::write(folder.join(CHECKS), serde_json::to_vec(&self.bundle)?)?;
        fs::write(&description, check_description::write(checks, &self.places(order), command))?;
        Ok(description)
    }
}

/// The answers of all checks about an input, one after the other in one directory.
fn answers(bundle: &Bundle, input: &Path) -> Result<Vec<Answer>> {
    let scratch = tempfile::tempdir()?;
    let copy = scratch.path().join(input.file_name().unwrap_or_default());
    fs::copy(input, &copy)?;
    (0..bundle.checks.len()).map(|place| Ok(bundle.ask(place, &copy)?)).collect()
}

/// The next power of two, from 1 on, rounded as the tool does.
fn power_of_two(number: f64) -> u64 {
    let powers = (0..63).map(|power| 1u64 << power);
    powers.into_iter().find(|it| number <= *it as f64 * std::f64::consts::SQRT_2).unwrap_or(1)
}

impl Run<'_> {
    /// The name of the run, as its record has it.
    pub(super) fn name(&self) -> String {
        record::name(self.subject.name(), self.method.name, self.mode, self.order)
    }

    pub(super) fn reduce(&self, tool: &Tool, this: &Path, commit: &str) -> Result<Record> {
        let scratch = tempfile::tempdir()?;
        let Prepared { subject, bundle, costs, .. } = self.subject;
        let test = self.subject.write(self.order, this, scratch.path())?;
        let mut arguments = self.method.arguments();
        arguments.extend(["-j1", "--feedback", self.mode].map(str::to_owned));
        if self.mode == "dedup" {
            for place in self.subject.places(self.order) {
                let cost = format!("{}={}", bundle.checks[place].name, costs[place]);
                arguments.extend(["--check-cost".to_owned(), cost]);
            }
        }
        let report = match tool.reduce(&subject.input, &test, &arguments)? {
            End::Reduced(reduced) => reduced.report,
            End::Refused(status, message) => bail!("{status}: {message}"),
        };
        let log = read_log(scratch.path())?;
        let is_all_known = self.mode == "parallel" && self.order == Order::Written;
        Ok(Record {
            subject: subject.name.clone(),
            method: self.method.name.to_owned(),
            mode: self.mode.to_owned(),
            order: self.order,
            commit: commit.to_owned(),
            input_tokens: report.input.tokens,
            queries: report.queries.committed,
            result_tokens: report.result.tokens,
            checks_run: log.len() as u64,
            cpu_seconds: log.iter().map(|it| it.micros).sum::<u64>() as f64 / 1e6,
            with_foresight: is_all_known.then(|| foresight::share(&bundle.checks, &log)).flatten(),
            stopped: report.stopped,
        })
    }
}
