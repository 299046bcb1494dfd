//! Which files below `/tmp` does every run of the test write again?
//!
//! Other programs write in `/tmp`, too. Nobody but the test writes in its private `/tmp`, so what it
//! writes there is its own. Where it cannot have one, its files are told from those of others by when
//! they are written.

use super::running::Running;
use crate::command_line::PrivateTmp;
use crate::error::{Failure, Halted};
use probdd_exec::{
    Confinement, Error, Group, Halt, Protection, Sizes, TmpLog, TmpWatch, rewritten,
};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How often the test runs to tell its files from those of others by time.
const ROUNDS: usize = 4;

/// How long other programs are watched after each run.
const LEAST_PAUSE: Duration = Duration::from_millis(50);
const MOST_PAUSE: Duration = Duration::from_secs(5);

/// The files below `/tmp` that the test writes again in every run, except logs. If nobody has written
/// there while it ran on the input, it does not run again.
pub(super) fn scratch_files(
    running: &mut Running,
    watch: Option<TmpWatch>,
) -> Result<Vec<PathBuf>, Halted> {
    let settings = running.settings;
    let is_shared = settings.private_tmp == PrivateTmp::Auto
        && settings.confinement.protection == Protection::None;
    let Some(mut watch) = watch.filter(|_| is_shared) else { return Ok(Vec::new()) };
    if watch.written().is_empty() {
        return Ok(Vec::new());
    }
    match written_in_private_tmp(running)? {
        Some(records) => Ok(scratch_files_in(&records)),
        None => written_in_every_run(running, &mut watch),
    }
}

/// What two runs of the test write in a `/tmp` of their own; `None` where it cannot have one.
fn written_in_private_tmp(running: &mut Running) -> Result<Option<Vec<Sizes>>, Halted> {
    let Ok(log) = TmpLog::new() else { return Ok(None) };
    let settings = running.settings;
    let confinement = Confinement { tmp_log: Some(log.path()), ..settings.with_private_tmp() };
    running.confine(confinement);
    let group = Group { copies: 2, text: &settings.input.bytes, others: 0, other: b"" };
    let ran = running.scheduler.run_together::<Failure>(group);
    running.confine(settings.confinement.clone());
    match ran {
        Err(Halt::Failed(Error::PrivateTmp(_))) => Ok(None),
        ran => ran.map(|_| log.records().ok()),
    }
}

/// The files that several processes have written, except those that have only grown: logs.
fn scratch_files_in(records: &[Sizes]) -> Vec<PathBuf> {
    let mut writers: BTreeMap<&Path, usize> = BTreeMap::new();
    let is_log = |path: &Path, size: Option<u64>| {
        let real = path.symlink_metadata().ok().map(|file| file.len());
        real.zip(size).is_some_and(|(real, size)| size > real)
    };
    for (path, size) in records.iter().flatten() {
        *writers.entry(path).or_default() += usize::from(!is_log(path, *size));
    }
    let several = writers.into_iter().filter(|(_, writers)| *writers > 1);
    several.map(|(path, _)| path.to_path_buf()).collect()
}

/// The files that are written in each of some runs of the test, and at no other time.
fn written_in_every_run(
    running: &mut Running,
    watch: &mut TmpWatch,
) -> Result<Vec<PathBuf>, Halted> {
    let mut before = written_by_the_test(running, watch)?;
    let mut files: Vec<PathBuf> = before.keys().cloned().collect();
    for _ in 1..ROUNDS {
        if files.is_empty() {
            break;
        }
        let after = written_by_the_test(running, watch)?;
        let again = rewritten(&before, &after);
        files.retain(|file| again.contains(file));
        before = after;
    }
    Ok(files)
}

/// What is written while the test runs on the input, and not afterwards: that is written by somebody
/// else.
fn written_by_the_test(running: &mut Running, watch: &mut TmpWatch) -> Result<Sizes, Halted> {
    let began = Instant::now();
    running.scheduler.run_alone::<Failure>(&running.settings.input.bytes)?;
    let mut written = watch.written();
    if !written.is_empty() {
        std::thread::sleep(began.elapsed().clamp(LEAST_PAUSE, MOST_PAUSE));
        let others = watch.written();
        written.retain(|file, _| !others.contains_key(file));
    }
    Ok(written)
}
