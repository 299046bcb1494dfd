//! A test that is run once for every text: `xtask cached-test FOLDER TEST CANDIDATE` answers what
//! TEST answered for the same bytes before, and else runs it and remembers.
//!
//! Many methods ask about the same texts, and a test is deterministic or it is no subject. How many
//! queries a method takes is not affected.

use std::io::Write;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, ExitCode};

/// What a test says when it cannot say anything.
const UNRESOLVED: u8 = 125;

/// Runs or remembers; the exit code is the test's.
pub(crate) fn run(arguments: &[String]) -> ExitCode {
    let [folder, test, candidate] = arguments else {
        eprintln!("usage: xtask cached-test FOLDER TEST CANDIDATE");
        return ExitCode::from(UNRESOLVED);
    };
    match verdict(Path::new(folder), test, candidate) {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(UNRESOLVED)
        }
    }
}

fn verdict(folder: &Path, test: &str, candidate: &str) -> std::io::Result<u8> {
    let known = folder.join(blake3::hash(&std::fs::read(candidate)?).to_hex().as_str());
    if let Some(code) = std::fs::read_to_string(&known).ok().and_then(|text| text.parse().ok()) {
        return Ok(code);
    }
    let status = Command::new(test).arg(candidate).status()?;
    let Some(code) = status.code().and_then(|code| u8::try_from(code).ok()) else {
        // What a signal ended may end otherwise the next time.
        return Ok(128 + status.signal().and_then(|n| u8::try_from(n).ok()).unwrap_or(0) % 128);
    };
    // Complete or absent: several runs may ask at once, and each may be killed.
    let mut written = tempfile::NamedTempFile::new_in(folder)?;
    write!(written, "{code}")?;
    written.persist(known)?;
    Ok(code)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    /// A script that counts how often it is run, beside a text that it is asked about.
    struct Scene {
        folder: tempfile::TempDir,
        test: String,
        candidate: String,
    }

    impl Scene {
        fn new(script: &str) -> Scene {
            let folder = tempfile::tempdir().expect("a folder");
            let test = folder.path().join("test.sh");
            let runs = folder.path().join("runs");
            let script = format!("#!/bin/sh\necho run >>'{}'\n{script}\n", runs.display());
            std::fs::write(&test, script).expect("the script is written");
            let mode = std::fs::Permissions::from_mode(0o755);
            std::fs::set_permissions(&test, mode).expect("the script may be run");
            std::fs::create_dir(folder.path().join("cache")).expect("a folder");
            let shown = |path: std::path::PathBuf| path.display().to_string();
            let candidate = shown(folder.path().join("input.txt"));
            Scene { test: shown(test), candidate, folder }
        }

        fn ask(&self, content: &str) -> u8 {
            std::fs::write(&self.candidate, content).expect("the candidate is written");
            let cache = self.folder.path().join("cache");
            verdict(&cache, &self.test, &self.candidate).expect("the test runs")
        }

        fn runs(&self) -> usize {
            let runs = std::fs::read_to_string(self.folder.path().join("runs"));
            runs.expect("it ran").lines().count()
        }
    }

    #[test]
    fn a_text_is_tested_once_and_its_exit_code_kept() {
        let scene = Scene::new("grep -q needle \"$1\" || exit 7");
        let codes = ["needle", "hay", "hay", "needle", "needle "].map(|text| scene.ask(text));
        assert_eq!((codes, scene.runs()), ([0, 7, 7, 0, 0], 3));
        let entries = std::fs::read_dir(scene.folder.path().join("cache")).expect("a folder");
        assert_eq!(entries.count(), 3, "nothing but verdicts is left");
    }

    #[test]
    fn what_a_signal_ended_is_not_kept() {
        let scene = Scene::new("kill -KILL $$");
        assert_eq!(([scene.ask("x"), scene.ask("x")], scene.runs()), ([137, 137], 2));
    }
}
