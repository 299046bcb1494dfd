//! A test that is counted: `lab counted-test FOLDER TEST CANDIDATE`.

use super::ledger::{Ledger, Terms, Tested};
use super::leftovers;
use crate::usage::{children_micros, own_micros};
use anyhow::{Context, Result};
use fs_err as fs;
use rustix::process::{Pid, test_kill_process};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// The folder of a run, the subject's test, and a candidate.
#[derive(clap::Args)]
pub(crate) struct Query {
    folder: PathBuf,
    test: PathBuf,
    candidate: PathBuf,
}

/// Exits with 0 if the candidate is interesting.
pub(crate) fn run(query: &Query) -> ExitCode {
    match is_interesting(query) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Runs and counts a test. Nothing is interesting beyond the limit, or after the runner has gone.
fn is_interesting(query: &Query) -> Result<bool> {
    let began = Instant::now();
    let ledger = Ledger::open(&query.folder);
    let terms = ledger.terms()?;
    let runner = Pid::from_raw(terms.runner);
    if runner.is_none_or(|runner| test_kill_process(runner).is_err()) {
        leftovers::kill(leftovers::RUN, &query.folder);
        return Ok(false);
    }
    let candidate = fs::read(&query.candidate)?;
    let Some(number) = ledger.begin(terms.max_queries)? else {
        return Ok(false);
    };
    let (is_interesting, time) = test(&query.test, &candidate, &ledger.tests(), &terms)?;
    let tested = Tested {
        query: number,
        bytes: candidate.len() as u64,
        tokens: terms.reading.count(&candidate),
        is_interesting,
        micros: micros(time),
        counting_micros: micros(began.elapsed().saturating_sub(time)),
        cpu_micros: own_micros() + children_micros(),
    };
    ledger.add(&tested)?;
    Ok(is_interesting)
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

/// Runs a test on a candidate in a directory of its own, and says how long it took. A test that
/// takes too long is killed with all that it has started.
fn test(test: &Path, candidate: &[u8], parent: &Path, terms: &Terms) -> Result<(bool, Duration)> {
    let private = tempfile::tempdir_in(parent)?;
    let path = private.path().join(&terms.name);
    fs::write(&path, candidate)?;
    let mut command = Command::new(test);
    command.arg(&path).current_dir(private.path()).env(leftovers::TEST, private.path());
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let began = Instant::now();
    let mut child = command.spawn().with_context(|| format!("cannot run {}", test.display()))?;
    let directory = private.path();
    let (ended, end) = channel::<()>();
    let kill_late = move || match end.recv_timeout(Duration::from_secs(terms.timeout)) {
        Err(RecvTimeoutError::Timeout) => {
            leftovers::kill(leftovers::TEST, directory);
            true
        }
        _ => false,
    };
    let (status, is_late) = std::thread::scope(|scope| {
        let late = scope.spawn(kill_late);
        let status = child.wait();
        drop(ended);
        (status, late.join().unwrap_or(true))
    });
    Ok((status?.success() && !is_late, began.elapsed()))
}

#[cfg(test)]
mod tests {
    use super::super::tokens::Reading;
    use super::*;
    use crate::tool::write_script;

    #[test]
    fn a_late_test_is_killed_with_what_it_has_started() {
        let folder = tempfile::tempdir().expect("a folder");
        let [test, candidate] = ["test.sh", "candidate"].map(|name| folder.path().join(name));
        let runner = i32::try_from(std::process::id()).expect("it is small");
        let (name, reading) = ("input.txt".to_owned(), Reading::Text);
        let terms = Terms { max_queries: 2, timeout: 1, name, reading, runner };
        let ledger = Ledger::create(folder.path(), &terms).expect("it can be made");
        write_script(&test, "setsid sleep 600 & sleep 600").expect("it can be written");
        fs::write(&candidate, "a").expect("it can be written");
        let began = Instant::now();
        let query = Query { folder: folder.path().to_owned(), test, candidate };
        assert!(!is_interesting(&query).expect("it can be asked"));
        assert!(began.elapsed() < Duration::from_secs(60));
        assert_eq!(ledger.tested().expect("they can be read").len(), 1);
    }
}
