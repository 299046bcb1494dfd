//! `lab evaluate feedback DIR`: modes of feedback on real subjects whose tests are made of checks, in
//! several orders of the checks.
//!
//! Every check runs once for each text (`cached/check.rs`), so that the CPU times of runs compare.

pub(crate) mod comparisons;
mod foresight;
mod prepared;
pub(crate) mod record;

use crate::check_description::Order;
use crate::methods::{Method, by_name};
use crate::parallel::in_parallel;
use crate::plan::Plan;
use crate::records::{Earlier, Log, RecordFile};
use crate::suite::Suite;
use crate::tool::{commit, copied, this};
use anyhow::Result;
use comparisons::Modes;
use prepared::{Prepared, Run};
use record::{Record, VARIANTS};
use std::collections::VecDeque;

/// The methods that are compared by default.
const METHODS: [&str; 2] = ["p-CHISEL", "T-PDD"];

/// Which runs are done.
#[derive(clap::Args)]
pub(crate) struct Options {
    #[command(flatten)]
    plan: Plan,
    /// Only the author's order of the checks
    #[arg(long)]
    as_written: bool,
    #[command(flatten)]
    records: RecordFile,
}

/// Does the runs of a plan, and prints the tables.
pub(crate) fn run(options: &Options) -> Result<()> {
    let Options { plan, records: file, .. } = options;
    let defaults = METHODS.iter().map(|name| by_name(name)).collect::<Result<Vec<_>>>()?;
    let methods = plan.methods(&defaults);
    let mut records: Vec<Record> =
        file.records("feedback", Earlier::Kept, |log| reduce_all(options, &methods, log))?;
    records.retain(|it| plan.has(&it.subject, &it.method, &methods));
    let modes = Modes::new(records);
    println!("{}\n{}\n{}", modes.table(), modes.orders(), modes.foresight());
    Ok(())
}

fn reduce_all(options: &Options, methods: &[&'static Method], log: &Log) -> Result<()> {
    let Options { plan, as_written, .. } = options;
    let commit = commit();
    let all = plan.subjects.all()?;
    let scratch = tempfile::tempdir()?;
    let tool = plan.tool(scratch.path())?;
    let this = copied(&this()?, scratch.path())?;
    let cache = plan.cache("check-verdicts")?;
    let mut subjects = Vec::new();
    for subject in all {
        match Prepared::new(&subject, &cache) {
            Ok(prepared) => subjects.extend(prepared),
            Err(reason) => eprintln!("{} is skipped: {reason:#}", subject.name),
        }
    }
    let mut runs = VecDeque::new();
    for method in methods {
        for (mode, order) in VARIANTS {
            runs.extend(subjects.iter().map(|subject| Run { subject, method, mode, order }));
        }
    }
    let done = options.records.done("feedback", |it: &Record| Some(it.name()))?;
    runs.retain(|run| !done.contains(&run.name()));
    runs.retain(|run| !as_written || run.order == Order::Written);
    runs.retain(|run| run.method.is_for(Suite::of(run.subject.name())));
    // Without added checks, `redundant` is the author's order.
    runs.retain(|run| run.order != Order::Redundant || run.subject.more > 0);
    in_parallel(plan.jobs, runs, |run| match run.reduce(&tool, &this, &commit) {
        Ok(record) => log.add(&record),
        Err(reason) => {
            let Run { subject, method, mode, order } = run;
            eprintln!("{}, {}, {mode}, {order:?}: {reason:#}", subject.name(), method.name);
            Ok(())
        }
    })
}
