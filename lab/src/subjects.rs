//! `lab evaluate subjects`: every method on real inputs. `docs/evaluation.md` is its manual.

mod comparison;
mod pairs;
mod record;
mod table;

use crate::cached::test::write_script;
use crate::methods::{METHODS, Method};
use crate::parallel::in_parallel;
use crate::plan::Plan;
use crate::records::{Earlier, Log, RecordFile, latest};
use crate::subject::Subject;
use crate::tool::{Classes, End, Report, Tool, commit, copied, this};
use anyhow::Result;
use fs_err as fs;
use record::{Figures, Outcome, Record};
use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::process::ExitStatus;

/// Does the runs of a plan, and prints the tables.
pub(crate) fn run(plan: &Plan, file: &RecordFile) -> Result<()> {
    let methods = plan.methods(&METHODS.iter().collect::<Vec<_>>());
    let records = file.records("subjects", Earlier::Kept, |log| reduce_all(plan, &methods, log))?;
    let mut records = latest(records, |it: &Record| (it.subject.clone(), it.method.clone()));
    records.retain(|it| plan.has(&it.subject, &it.method, &methods));
    print!("{}", table::tables(&records, &methods));
    Ok(())
}

/// A run that is to be done.
struct Job {
    subject: Subject,
    method: &'static Method,
    /// The test, cached.
    test: PathBuf,
}

fn reduce_all(plan: &Plan, methods: &[&'static Method], log: &Log) -> Result<()> {
    let subjects = plan.subjects()?;
    let scratch = tempfile::tempdir()?;
    let tool = plan.tool(scratch.path())?;
    let commit = if plan.probdd.is_some() { "unknown".to_owned() } else { commit() };
    let note = |subject: &Subject, method: &Method, outcome| {
        let (subject, method, arguments) =
            (subject.name.clone(), method.name.to_owned(), method.arguments());
        log.add(&Record { subject, method, arguments, commit: commit.clone(), outcome })
    };
    let this = copied(&this()?, scratch.path())?;
    let cache = plan.cache("verdicts")?;
    let mut jobs = VecDeque::new();
    for subject in subjects {
        if let Err(reason) = subject.check() {
            for method in methods {
                note(&subject, method, Outcome::Skipped(reason.to_string()))?;
            }
            continue;
        }
        let test = scratch.path().join(format!("{}.sh", subject.name));
        write_script(&test, &this, &verdicts(&subject, &cache)?, &subject.test)?;
        let job =
            |method: &&'static Method| Job { subject: subject.clone(), method, test: test.clone() };
        jobs.extend(methods.iter().map(job));
    }
    in_parallel(plan.jobs, jobs, |job| note(&job.subject, job.method, outcome(&tool, &job)))
}

/// The folder with the verdicts of a subject's test. Another test has another folder.
fn verdicts(subject: &Subject, cache: &Path) -> Result<PathBuf> {
    let digest = blake3::hash(&fs::read(&subject.test)?).to_hex();
    let folder = cache.join(format!("{}-{}", subject.name, &digest.as_str()[..16]));
    fs::create_dir_all(&folder)?;
    Ok(folder)
}

fn outcome(tool: &Tool, job: &Job) -> Outcome {
    match tool.reduce(&job.subject.input, &job.test, &job.method.arguments()) {
        Ok(End::Reduced(reduced)) => Outcome::Reduced(figures(reduced.report, reduced.classes)),
        Ok(End::Refused(status, message)) => refused(status, &message),
        Err(error) => Outcome::Failed(format!("{error:#}")),
    }
}

fn figures(report: Report, classes: Classes) -> Figures {
    Figures {
        input_tokens: report.input.tokens,
        queries: report.queries.committed,
        to_certificate: report.queries.to_certificate,
        tokens_tested: report.tokens_tested,
        result_tokens: report.result.tokens,
        result_bytes: report.result.bytes,
        own_ms: 1000.0 * report.seconds.cpu_outside_per_query,
        wall_seconds: report.seconds.wall,
        is_certified: report.one_minimal.certified,
        stopped: report.stopped,
        repeats: report.queries.repeats,
        classes,
    }
}

/// Why a run has no result, from the tool's message.
fn refused(status: ExitStatus, message: &str) -> Outcome {
    let is_unknown = message.starts_with("error: invalid value")
        && (message.contains("'--reducer") || message.contains("'--minimizer"));
    if is_unknown { Outcome::NotBuilt } else { Outcome::Failed(format!("{status}: {message}")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::process::ExitStatusExt;

    #[test]
    fn an_unknown_reducer_is_not_built_and_anything_else_failed() {
        let exit = |code| ExitStatus::from_raw(code << 8);
        let unknown = "error: invalid value 'hdd' for '--reducer <NAME>'";
        assert_eq!(refused(exit(1), unknown), Outcome::NotBuilt);
        let wrong = "error: invalid value 'x' for '--timeout <SECONDS>'";
        assert_eq!(refused(exit(1), wrong), Outcome::Failed(format!("exit status: 1: {wrong}")));
    }
}
