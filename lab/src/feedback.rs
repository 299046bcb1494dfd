//! `lab evaluate feedback DIR`: modes of feedback on real subjects whose tests are made of checks, as their
//! authors wrote them, and after checks that decide nothing.

pub(crate) mod comparisons;
mod record;
mod redundant;

use crate::methods::{Method, by_name};
use crate::parallel::in_parallel;
use crate::plan::Plan;
use crate::records::{Earlier, Log, RecordFile};
use crate::subject::Subject;
use crate::suite::Suite;
use crate::tool::{End, Tool, commit};
use anyhow::{Result, bail};
use comparisons::Modes;
use record::{Order, Record, VARIANTS, name};

/// The methods that are compared by default.
const METHODS: [&str; 2] = ["p-CHISEL", "T-PDD"];

/// Which runs are done.
#[derive(clap::Args)]
pub(crate) struct Options {
    #[command(flatten)]
    plan: Plan,
    /// Only the author's checks
    #[arg(long)]
    as_written: bool,
    #[command(flatten)]
    records: RecordFile,
}

/// One run of the tool.
struct Run<'a> {
    subject: &'a Subject,
    method: &'static Method,
    mode: &'static str,
    order: Order,
}

/// Does the runs of a plan, and prints the tables.
pub(crate) fn run(options: &Options) -> Result<()> {
    let Options { plan, records: file, .. } = options;
    let defaults = METHODS.iter().map(|name| by_name(name)).collect::<Result<Vec<_>>>()?;
    let methods = plan.methods(&defaults);
    let mut records: Vec<Record> =
        file.records("feedback", Earlier::Kept, |log| reduce_all(options, &methods, log))?;
    records.retain(|record| plan.has(&record.subject, &record.method, &methods));
    let modes = Modes::new(records);
    println!("{}\n{}", modes.table(), modes.checks());
    Ok(())
}

fn reduce_all(options: &Options, methods: &[&'static Method], log: &Log) -> Result<()> {
    let Options { plan, as_written, .. } = options;
    let commit = commit();
    let scratch = tempfile::tempdir()?;
    let tool = plan.tool(scratch.path())?;
    let mut subjects = plan.subjects.all()?;
    subjects.retain(Subject::has_checks);
    let name_of =
        |record: &Record| Some(name(&record.subject, &record.method, &record.mode, record.order));
    let done = options.records.done("feedback", name_of)?;
    let mut runs = Vec::new();
    for method in methods {
        for (mode, order) in VARIANTS {
            runs.extend(subjects.iter().map(|subject| Run { subject, method, mode, order }));
        }
    }
    runs.retain(|Run { subject, method, mode, order }| {
        let is_wanted = !as_written || *order == Order::Written;
        let is_missing = !done.contains(&name(&subject.name, method.name, mode, *order));
        is_wanted && is_missing && method.is_for(Suite::of(&subject.name))
    });
    in_parallel(plan.jobs, runs.into(), |run| match run.reduce(&tool, &commit) {
        Ok(record) => log.add(&record),
        Err(reason) => {
            let Run { subject, method, mode, order } = run;
            eprintln!("{}: {reason:#}", name(&subject.name, method.name, mode, order));
            Ok(())
        }
    })
}

impl Run<'_> {
    fn reduce(&self, tool: &Tool, commit: &str) -> Result<Record> {
        let scratch = tempfile::tempdir()?;
        let test = match self.order {
            Order::Written => self.subject.checks(),
            Order::Redundant => redundant::written(self.subject, scratch.path())?,
        };
        let mut arguments = self.method.arguments();
        arguments.extend(["-j1", "--feedback", self.mode].map(str::to_owned));
        let report = match tool.reduce(&self.subject.input, &test, &arguments)? {
            End::Reduced(reduced) => reduced.report,
            End::Refused(status, message) => bail!("{status}: {message}"),
        };
        Ok(Record {
            subject: self.subject.name.clone(),
            method: self.method.name.to_owned(),
            mode: self.mode.to_owned(),
            order: self.order,
            commit: commit.to_owned(),
            input_tokens: report.input.tokens,
            queries: report.queries.committed,
            result_tokens: report.result.tokens,
            checks_run: report.checks.iter().map(|check| check.runs).sum(),
            cpu_seconds: report.checks.iter().map(|check| check.cpu_seconds).sum(),
            stopped: report.stopped,
        })
    }
}
