//! A table of expected values that is checked in as aligned text.

use std::fs;
use std::path::Path;

/// The environment variable that makes the test write the file instead of comparing it.
const UPDATE: &str = "PROBDD_UPDATE_PINS";

/// Compares a table, whose first row is its header, with a file; or writes the file.
///
/// # Panics
/// When a row differs. The message shows the rows before and now.
#[track_caller]
pub(crate) fn assert_unchanged(path: &Path, about: &str, rows: &[Vec<String>], command: &str) {
    let text = format!("# {about}\n# update: {UPDATE}=1 {command}\n{}", aligned(rows));
    if std::env::var_os(UPDATE).is_some() {
        fs::write(path, text).expect("the file can be written");
        return;
    }
    let pinned = fs::read_to_string(path).unwrap_or_default();
    assert!(
        pinned == text,
        "{} does not show what happens now:\n{}\nIf that is intended, run\n  {UPDATE}=1 {command}\n\
         and explain the changed rows in the commit message.",
        path.display(),
        differences(&pinned, &text)
    );
}

/// The rows that only one of two texts has: `-` before, `+` now.
fn differences(pinned: &str, now: &str) -> String {
    let only = |sign: char, text: &str, other: &str| -> Vec<String> {
        let is_missing = |line: &&str| !other.lines().any(|row| row == *line);
        text.lines().filter(is_missing).map(|line| format!("{sign} {line}")).collect()
    };
    [only('-', pinned, now), only('+', now, pinned)].concat().join("\n")
}

/// The rows with their columns below each other, the first one flush left.
fn aligned(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width =
        |column: usize| rows.iter().filter_map(|row| row.get(column)).map(String::len).max();
    let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or(0)).collect();
    let line = |row: &Vec<String>| {
        let rest = row[1..].iter().zip(&widths[1..]);
        let rest: Vec<String> = rest.map(|(cell, width)| format!("{cell:>width$}")).collect();
        format!("{:width$}  {}\n", row[0], rest.join("  "), width = widths[0])
    };
    rows.iter().map(line).collect()
}
