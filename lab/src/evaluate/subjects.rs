//! `evaluate subjects`: real inputs, every method, and what each needs. `docs/evaluation.md` is its
//! manual.

mod cached_test;
mod comparison;
mod markdown;
mod methods;
mod record;
mod runs;
mod settings;
mod statistics;
mod subject;
mod table;

pub(crate) use cached_test::run as cached_test;
pub(in crate::evaluate) use methods::{Method, by_name};
pub(super) use statistics::wilcoxon;
pub(crate) use subject::Subject;
pub(super) use subject::quoted;

use crate::corpus;
use record::{Outcome, Record};
use runs::Bench;
use settings::{Settings, Source};
use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};

/// Runs what was asked for, and prints the tables.
pub(super) fn run(arguments: &[String]) -> Result<(), String> {
    let settings = Settings::of(arguments)?;
    let mut records = match &settings.source {
        Source::File(path) => record::read(path)?,
        Source::Folder(folder) => {
            reduce_all(&settings, folder)?;
            record::read(&settings.to)?
        }
    };
    let is_chosen = |record: &Record| {
        let chosen = &settings.subjects;
        (chosen.is_empty() || chosen.contains(&record.subject))
            && settings.methods.iter().any(|method| method.name == record.method)
    };
    records.retain(is_chosen);
    print!("{}", table::tables(&records, &settings.methods));
    Ok(())
}

/// A run that is to be done.
struct Job {
    subject: Subject,
    method: &'static Method,
    /// The test, cached.
    test: PathBuf,
}

/// Where results go.
struct Log {
    to: PathBuf,
    commit: String,
}

/// Does all runs; each is added to the file of results as it ends.
fn reduce_all(settings: &Settings, folder: &Path) -> Result<(), String> {
    let subjects = Subject::all(folder, &settings.subjects)?;
    let (probdd, commit) = match &settings.probdd {
        Some(path) => (path.clone(), "unknown".to_owned()),
        None => (built()?, commit()),
    };
    if let Some(folder) = settings.to.parent() {
        std::fs::create_dir_all(folder).map_err(|error| error.to_string())?;
    }
    let log = Log { to: settings.to.clone(), commit };
    let scratch = tempfile::tempdir().map_err(|error| error.to_string())?;
    // A copy, because runs take hours, and what is built meanwhile is not to take part.
    let bench = Bench { probdd: copied(&probdd, scratch.path())?, limits: settings.limits.clone() };
    let jobs = jobs(settings, subjects, scratch.path(), &log)?;
    in_parallel(settings.jobs, jobs, &|job| {
        log.note(&job.subject, job.method, bench.run(&job.subject, job.method, &job.test))
    })
}

/// The runs on all subjects that are interesting here.
fn jobs(
    settings: &Settings,
    subjects: Vec<Subject>,
    scratch: &Path,
    log: &Log,
) -> Result<VecDeque<Job>, String> {
    let this = std::env::current_exe().map_err(|error| format!("cannot find myself: {error}"))?;
    let this = copied(&this, scratch)?;
    let mut jobs = VecDeque::new();
    for subject in subjects {
        if let Err(reason) = subject.check() {
            for method in &settings.methods {
                log.note(&subject, method, Outcome::Skipped(reason.clone()))?;
            }
            continue;
        }
        let test = scratch.join(format!("{}.sh", subject.name));
        subject.write_cached_test(&test, &this, &subject.verdicts(&settings.cache)?)?;
        for method in &settings.methods {
            jobs.push_back(Job { subject: subject.clone(), method, test: test.clone() });
        }
    }
    Ok(jobs)
}

pub(super) fn copied(program: &Path, folder: &Path) -> Result<PathBuf, String> {
    let copy = folder.join(program.file_name().unwrap_or_default());
    let done = std::fs::copy(program, &copy);
    done.map(|_| copy).map_err(|error| format!("copying {}: {error}", program.display()))
}

impl Log {
    /// Adds a result, and shows it.
    fn note(&self, subject: &Subject, method: &Method, outcome: Outcome) -> Result<(), String> {
        let record = Record {
            subject: subject.name.clone(),
            method: method.name.to_owned(),
            arguments: method.arguments().into_iter().map(str::to_owned).collect(),
            commit: self.commit.clone(),
            outcome,
        };
        eprintln!("{}", progress(&record));
        record::append(&self.to, &record)
    }
}

/// Does jobs, some at a time; the first that cannot be noted ends it all.
pub(super) fn in_parallel<T: Send>(
    threads: usize,
    jobs: VecDeque<T>,
    run: &(dyn Fn(T) -> Result<(), String> + Sync),
) -> Result<(), String> {
    let jobs = Mutex::new(jobs);
    let next = || jobs.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
    let work = || {
        while let Some(job) = next() {
            run(job)?;
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let ended = workers.into_iter().map(std::thread::ScopedJoinHandle::join);
        ended.into_iter().try_for_each(|end| end.unwrap_or_else(|_| Err("a run panicked".into())))
    })
}

/// A line for who waits.
fn progress(record: &Record) -> String {
    let Record { subject, method, outcome, .. } = record;
    let what = match outcome {
        Outcome::Reduced(figures) => {
            let stopped = figures.stopped.as_ref().map_or(String::new(), |by| format!(", {by}"));
            format!(
                "{} queries, {} tokens tested, {} tokens left, {:.0} s{stopped}",
                figures.queries, figures.tokens_tested, figures.result_tokens, figures.wall_seconds
            )
        }
        Outcome::NotBuilt => "not built".to_owned(),
        Outcome::Skipped(reason) => format!("skipped: {reason}"),
        Outcome::Failed(reason) => format!("failed: {reason}"),
    };
    format!("{subject:<24} {method:<20} {what}")
}

/// Builds the tool as it is used.
pub(super) fn built() -> Result<PathBuf, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut build = Command::new(cargo);
    build.args(["build", "--release", "--quiet", "-p", "probdd"]);
    let status = build.current_dir(env!("CARGO_MANIFEST_DIR")).status();
    let status = status.map_err(|error| format!("cannot build the tool: {error}"))?;
    let path = corpus::target().join("release/probdd");
    match std::fs::canonicalize(&path) {
        Ok(path) if status.success() => Ok(path),
        _ => Err(format!("{} was not built; name a tool with --probdd", path.display())),
    }
}

/// What the tool is built from, as git names it.
fn commit() -> String {
    let mut describe = Command::new("git");
    describe.args(["describe", "--always", "--dirty", "--abbrev=10", "--exclude=*"]);
    let said = describe.current_dir(env!("CARGO_MANIFEST_DIR")).output();
    let said = said.ok().filter(|said| said.status.success());
    said.map_or("unknown".to_owned(), |said| {
        String::from_utf8_lossy(&said.stdout).trim().to_owned()
    })
}
