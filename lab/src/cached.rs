//! A test that runs once for each text: `lab cached-test CACHE SPENT TEST CANDIDATE`, between the tool and a subject's
//! test.
//!
//! Many methods ask about the same texts, and the test of a subject is deterministic. The number of
//! queries that a method takes is not affected.

use crate::tool::quoted;
use crate::usage::children_micros;
use fs_err as fs;
use std::io::{Result, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, ExitStatus};

/// A test, a candidate, the folder with what the test has said so far, and the file with the times of
/// a run.
#[derive(clap::Args)]
pub(crate) struct Query {
    cache: PathBuf,
    spent: PathBuf,
    test: PathBuf,
    candidate: PathBuf,
}

/// Answers with the test's exit code, from the cache if the same bytes were tested before.
pub(crate) fn run(query: &Query) -> ExitCode {
    answer(verdict(query))
}

/// A script that runs a test through its cache, and adds the test's time to a file: of the paths of this program,
/// the cache, the file and the test.
pub(crate) fn script(paths: [&Path; 4]) -> String {
    let [program, cache, spent, test] = paths.map(quoted);
    format!("exec {program} cached-test {cache} {spent} {test} \"$1\"")
}

/// The CPU time of the tests of a run, in seconds. A text that was tested in another run counts with
/// the time of that test. There is no file if no test ran.
pub(crate) fn seconds(spent: &Path) -> Result<f64> {
    if !spent.exists() {
        return Ok(0.0);
    }
    let text = fs::read_to_string(spent)?;
    let micros: u64 = text.lines().filter_map(|line| line.parse::<u64>().ok()).sum();
    Ok(micros as f64 / 1e6)
}

fn verdict(Query { cache, spent, test, candidate }: &Query) -> Result<u8> {
    let entry = cache.join(blake3::hash(&fs::read(candidate)?).to_hex().as_str());
    let answer = if let Some(answer) = Answer::kept(&entry) {
        answer
    } else {
        let (answer, may_be_kept) = Answer::of(Command::new(test).arg(candidate))?;
        if may_be_kept {
            answer.keep(&entry)?;
        }
        answer
    };
    let mut file = fs::OpenOptions::new().create(true).append(true).open(spent)?;
    file.write_all(format!("{}\n", answer.micros).as_bytes())?;
    Ok(answer.code)
}

/// The exit code of a test that has no verdict.
const UNRESOLVED: u8 = 125;

/// The exit code of a test, and its CPU time in microseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Answer {
    code: u8,
    micros: u64,
}

impl Answer {
    /// Runs a command, and says whether its answer may be kept: what a signal ended may end
    /// otherwise the next time.
    fn of(command: &mut Command) -> Result<(Answer, bool)> {
        let before = children_micros();
        let status = command.status()?;
        let micros = children_micros().saturating_sub(before);
        Ok((Answer { code: code(status), micros }, status.code().is_some()))
    }

    /// What an entry keeps, if there is one.
    fn kept(entry: &Path) -> Option<Answer> {
        let text = fs::read_to_string(entry).ok()?;
        let (code, micros) = text.split_once(' ')?;
        Some(Answer { code: code.parse().ok()?, micros: micros.parse().ok()? })
    }

    fn keep(self, entry: &Path) -> Result<()> {
        keep(entry, &format!("{} {}", self.code, self.micros))
    }
}

/// Writes an entry, which is complete or absent: several runs may ask at once, and each may be
/// killed.
fn keep(entry: &Path, text: &str) -> Result<()> {
    let folder = entry.parent().unwrap_or(Path::new("."));
    let mut written = tempfile::NamedTempFile::new_in(folder)?;
    written.write_all(text.as_bytes())?;
    written.persist(entry)?;
    Ok(())
}

/// The exit code of a process, as a shell reports it.
fn code(status: ExitStatus) -> u8 {
    let number = status.code().unwrap_or_else(|| 128 + status.signal().unwrap_or(0));
    u8::try_from(number).unwrap_or(UNRESOLVED)
}

/// The exit code of this program.
fn answer(code: Result<u8>) -> ExitCode {
    ExitCode::from(code.unwrap_or_else(|error| {
        eprintln!("error: {error}");
        UNRESOLVED
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tool::write_script;

    /// A script that counts how often it is run, beside a text that it is asked about.
    struct Scene {
        folder: tempfile::TempDir,
        test: PathBuf,
        candidate: PathBuf,
    }

    impl Scene {
        fn new(script: &str) -> Scene {
            let folder = tempfile::tempdir().expect("a folder");
            let test = folder.path().join("test.sh");
            let runs = folder.path().join("runs");
            let script = format!("echo run >>'{}'\n{script}", runs.display());
            write_script(&test, &script).expect("the script is written");
            fs::create_dir(folder.path().join("cache")).expect("a folder");
            let candidate = folder.path().join("input.txt");
            Scene { folder, test, candidate }
        }

        fn ask(&self, content: &str) -> u8 {
            fs::write(&self.candidate, content).expect("the candidate is written");
            let cache = self.folder.path().join("cache");
            let (test, candidate) = (self.test.clone(), self.candidate.clone());
            let spent = self.spent();
            verdict(&Query { cache, spent, test, candidate }).expect("the test runs")
        }

        fn spent(&self) -> PathBuf {
            self.folder.path().join("spent")
        }

        fn runs(&self) -> usize {
            let runs = fs::read_to_string(self.folder.path().join("runs"));
            runs.expect("it ran").lines().count()
        }
    }

    #[test]
    fn a_text_is_tested_once_and_its_exit_code_kept() {
        let scene = Scene::new("grep -q needle \"$1\" || exit 7");
        let codes = ["needle", "hay", "hay", "needle", "needle "].map(|text| scene.ask(text));
        assert_eq!((codes, scene.runs()), ([0, 7, 7, 0, 0], 3));
        let entries = fs::read_dir(scene.folder.path().join("cache")).expect("a folder");
        assert_eq!(entries.count(), 3, "nothing but verdicts is left");
    }

    #[test]
    fn a_kept_verdict_takes_the_time_of_the_test() {
        let scene = Scene::new("i=0; while [ $i -lt 20000 ]; do i=$((i + 1)); done");
        scene.ask("x");
        let once = seconds(&scene.spent()).expect("it is kept");
        assert!(once > 0.001, "{once}");
        scene.ask("x");
        assert_eq!((seconds(&scene.spent()).expect("it is kept"), scene.runs()), (2.0 * once, 1));
    }

    #[test]
    fn a_run_that_a_signal_ended_is_not_kept() {
        let scene = Scene::new("kill -KILL $$");
        assert_eq!(([scene.ask("x"), scene.ask("x")], scene.runs()), ([137, 137], 2));
    }
}
