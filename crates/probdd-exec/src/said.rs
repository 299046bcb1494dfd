//! What a test has said of its checks: by a file that it was given, or in its answer.

use std::io::Read;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// Of what a script reports of one query, so much is read.
const MOST_BYTES: u64 = 1 << 20;

/// A check that ran, and what it cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckRun {
    /// Its name.
    pub name: Arc<str>,
    /// Whether it held.
    pub has_held: bool,
    /// How often it ran. Times are of all runs together; what a script reports takes none.
    pub runs: u32,
    /// Wall time.
    pub wall: Duration,
    /// User and system time.
    pub cpu: Duration,
    /// The wall time of the slowest run.
    pub slowest: Duration,
    /// Why it did not hold, where that is known.
    pub fault: Option<String>,
}

impl CheckRun {
    /// One that was reported, without times.
    pub(crate) fn reported(name: &str, has_held: bool) -> CheckRun {
        let zero = Duration::ZERO;
        CheckRun {
            name: name.into(),
            has_held,
            runs: 1,
            wall: zero,
            cpu: zero,
            slowest: zero,
            fault: None,
        }
    }

    /// Adds what other runs of the check cost.
    pub(crate) fn add_cost(&mut self, other: &CheckRun) {
        self.runs += other.runs;
        self.wall += other.wall;
        self.cpu += other.cpu;
        self.slowest = self.slowest.max(other.slowest);
    }
}

/// What a script has reported in a file, if it has; the file is gone then.
pub(crate) fn take(path: &Path) -> Vec<CheckRun> {
    let Ok(file) = std::fs::File::open(path) else { return Vec::new() };
    let mut text = Vec::new();
    // What cannot be read was not reported.
    let _ = file.take(MOST_BYTES).read_to_end(&mut text);
    let _ = std::fs::remove_file(path);
    reports(&String::from_utf8_lossy(&text))
}

/// The checks of lines as `name held`, each once: one that failed once has failed.
fn reports(text: &str) -> Vec<CheckRun> {
    let mut checks: Vec<CheckRun> = Vec::new();
    for line in text.lines() {
        let Some((name, state)) = line.trim().rsplit_once(char::is_whitespace) else { continue };
        let (name, has_held) = (name.trim_end(), state == "held");
        if !has_held && state != "failed" {
            continue;
        }
        match checks.iter_mut().find(|check| *check.name == *name) {
            Some(known) => known.has_held &= has_held,
            None => checks.push(CheckRun::reported(name, has_held)),
        }
    }
    checks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_a_name_and_a_state() {
        let said = |text| -> Vec<(String, bool)> {
            let checks = reports(text).into_iter();
            checks.map(|check| (check.name.to_string(), check.has_held)).collect()
        };
        let lines = "compiles held\n  runs well\tfailed \r\nheld\n\nother text\n";
        assert_eq!(said(lines), [("compiles".into(), true), ("runs well".into(), false)]);
        assert_eq!(said("a held\na failed\na held"), [("a".into(), false)]);
        assert_eq!(said(""), []);
    }
}
