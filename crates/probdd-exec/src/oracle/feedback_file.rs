//! The file in which a test reports its checks, `$PROBDD_FEEDBACK`.

use std::io::Read;
use std::path::Path;

use super::check_run::CheckRun;

/// How much of the file is read.
const MOST_BYTES: u64 = 1 << 20;

/// Reads and removes the file; a test that has not written it reports nothing.
pub(crate) fn take(path: &Path) -> Vec<CheckRun> {
    let Ok(file) = std::fs::File::open(path) else { return Vec::new() };
    let mut text = Vec::new();
    // A check that cannot be read was not reported.
    let _ = file.take(MOST_BYTES).read_to_end(&mut text);
    let _ = std::fs::remove_file(path);
    parse(&text)
}

/// Parses the content of the file.
pub(super) fn parse(text: &[u8]) -> Vec<CheckRun> {
    reports(&String::from_utf8_lossy(text))
}

/// Parses lines such as `name held`. A check that failed in one line has failed.
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
