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

    /// The folder of a run, with a test.
    struct Scene(tempfile::TempDir);

    impl Scene {
        fn new(script: &str, max_queries: u64) -> Scene {
            let scene = Scene(tempfile::tempdir().expect("a folder"));
            let name = "input.txt".to_owned();
            let runner = i32::try_from(std::process::id()).expect("it is small");
            let terms = Terms { max_queries, timeout: 1, name, reading: Reading::Text, runner };
            Ledger::create(scene.0.path(), &terms).expect("it can be made");
            write_script(&scene.at("test.sh"), script).expect("it can be written");
            scene
        }

        fn at(&self, name: &str) -> PathBuf {
            self.0.path().join(name)
        }

        fn ask(&self, content: &str) -> bool {
            fs::write(self.at("candidate"), content).expect("it can be written");
            let [test, candidate] = ["test.sh", "candidate"].map(|name| self.at(name));
            let query = Query { folder: self.0.path().to_owned(), test, candidate };
            is_interesting(&query).expect("it can be asked")
        }

        fn tested(&self) -> Vec<Tested> {
            Ledger::open(self.0.path()).tested().expect("it can be read")
        }
    }

    #[test]
    fn each_test_is_counted_and_sees_the_candidate_under_the_name_of_the_input() {
        let script = "[ \"$(ls)\" = input.txt ] && [ \"$1\" = \"$PWD/input.txt\" ] && grep -q b *";
        let scene = Scene::new(script, 9);
        assert_eq!(["a b", "a", "b", "b"].map(|text| scene.ask(text)), [true, false, true, true]);
        let tested = scene.tested();
        let seen: Vec<_> =
            tested.iter().map(|it| (it.query, it.bytes, it.tokens, it.is_interesting)).collect();
        assert_eq!(seen, [(1, 3, 2, true), (2, 1, 1, false), (3, 1, 1, true), (4, 1, 1, true)]);
        assert!(tested.iter().all(|it| it.micros > 0 && it.cpu_micros > 0), "{tested:?}");
        assert_eq!(fs::read_dir(scene.at("tests")).expect("a folder").count(), 0);
    }

    #[test]
    fn nothing_runs_beyond_the_limit() {
        let scene = Scene::new("true", 2);
        assert_eq!(["a", "b", "c"].map(|text| scene.ask(text)), [true, true, false]);
        assert_eq!(scene.tested().len(), 2);
        assert!(Ledger::open(scene.0.path()).is_over());
    }

    #[test]
    fn a_late_test_is_killed_with_what_it_has_started() {
        let scene = Scene::new("setsid sleep 600 & sleep 600", 2);
        let began = Instant::now();
        assert!(!scene.ask("a"));
        assert!(began.elapsed() < Duration::from_secs(60));
        assert_eq!(scene.tested().len(), 1);
    }
}
