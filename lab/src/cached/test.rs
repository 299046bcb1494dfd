//! A test that runs once for each text: `lab cached-test CACHE TEST CANDIDATE`.

use super::entry::{answer, code, keep};
use crate::tool::quoted;
use fs_err as fs;
use std::io::Result;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// A test, a candidate, and the folder with what the test has said so far.
#[derive(clap::Args)]
pub(crate) struct Query {
    cache: PathBuf,
    test: PathBuf,
    candidate: PathBuf,
}

/// Answers with the test's exit code, from the cache if the same bytes were tested before.
pub(crate) fn run(query: &Query) -> ExitCode {
    answer(verdict(query))
}

/// Writes a script that runs a test through its cache, by `program`, which is this one.
pub(crate) fn write_script(script: &Path, program: &Path, cache: &Path, test: &Path) -> Result<()> {
    let [program, cache, test] = [program, cache, test].map(quoted);
    fs::write(script, format!("#!/bin/sh\nexec {program} cached-test {cache} {test} \"$1\"\n"))?;
    fs::set_permissions(script, std::fs::Permissions::from_mode(0o755))
}

fn verdict(Query { cache, test, candidate }: &Query) -> Result<u8> {
    let entry = cache.join(blake3::hash(&fs::read(candidate)?).to_hex().as_str());
    if let Some(code) = fs::read_to_string(&entry).ok().and_then(|text| text.parse().ok()) {
        return Ok(code);
    }
    let status = Command::new(test).arg(candidate).status()?;
    // A process that a signal ended may end otherwise the next time.
    if status.code().is_some() {
        keep(&entry, &code(status).to_string())?;
    }
    Ok(code(status))
}

#[cfg(test)]
mod tests {
    use super::*;

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
            let script = format!("#!/bin/sh\necho run >>'{}'\n{script}\n", runs.display());
            fs::write(&test, script).expect("the script is written");
            let mode = std::fs::Permissions::from_mode(0o755);
            fs::set_permissions(&test, mode).expect("the script may be run");
            fs::create_dir(folder.path().join("cache")).expect("a folder");
            let candidate = folder.path().join("input.txt");
            Scene { folder, test, candidate }
        }

        fn ask(&self, content: &str) -> u8 {
            fs::write(&self.candidate, content).expect("the candidate is written");
            let cache = self.folder.path().join("cache");
            let (test, candidate) = (self.test.clone(), self.candidate.clone());
            verdict(&Query { cache, test, candidate }).expect("the test runs")
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
    fn a_run_that_a_signal_ended_is_not_kept() {
        let scene = Scene::new("kill -KILL $$");
        assert_eq!(([scene.ask("x"), scene.ask("x")], scene.runs()), ([137, 137], 2));
    }
}
