//! Texts without a grammar whose lines use each other by names.

use super::scripted::{Bench, Property};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::sync::Arc;

/// How many functions a program has.
const FUNCTIONS: usize = 150;

/// Functions in the manner of assembly. Each has a branch, and calls up to two earlier ones.
fn assembly() -> String {
    let mut text = String::new();
    for at in 0..FUNCTIONS {
        let called = |factor: usize| at.checked_sub(1 + at * factor % 23);
        let _ = write!(text, "f{at}:\n\ttest a, a\n\tje .L{at}\n");
        for callee in [called(7), called(11)].into_iter().flatten() {
            let _ = writeln!(text, "\tcall f{callee}");
        }
        let _ = write!(text, ".L{at}:\n\tadd a, {at}\n\tret\n");
    }
    text + "main:\n\tcall f149\n\tcall f120\n\tret\n"
}

/// Whether all labels that are used are defined once, and `main` is there and reaches, by calls, the
/// addition of a number.
fn adds(text: &[u8], number: &str) -> bool {
    let text = String::from_utf8_lossy(text);
    let mut bodies: BTreeMap<&str, Vec<Vec<&str>>> = BTreeMap::new();
    let mut label = None;
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        if let Some(name) = line.strip_suffix(':') {
            if bodies.insert(name, Vec::new()).is_some() {
                return false;
            }
            label = Some(name);
        } else if let Some(body) = label.and_then(|label| bodies.get_mut(label)) {
            body.push(line.split([' ', '\t', ',']).filter(|word| !word.is_empty()).collect());
        }
    }
    if bodies
        .values()
        .flatten()
        .filter_map(|line| used_label(line))
        .any(|label| !bodies.contains_key(label))
    {
        return false;
    }
    let (mut reached, mut pending) = (BTreeSet::new(), vec!["main"]);
    while let Some(label) = pending.pop() {
        if reached.insert(label) {
            let lines = bodies.get(label).into_iter().flatten();
            pending.extend(lines.filter_map(|line| used_label(line)));
        }
    }
    let mut lines = reached.iter().filter_map(|label| bodies.get(label)).flatten();
    lines.any(|line| line[..] == ["add", "a", number])
}

/// The label that a line calls or jumps to.
fn used_label<'a>(line: &[&'a str]) -> Option<&'a str> {
    match line {
        ["call" | "je", label] => Some(label),
        _ => None,
    }
}

#[test]
fn labels_tell_which_lines_are_removed_together() {
    let property: Property = Arc::new(|text| adds(text, "17"));
    let reduced =
        |options| Bench::new().reduce("input.s", assembly().as_bytes(), options, &property);
    let (with, without) = (reduced(""), reduced("--without names"));
    assert!(adds(&with.best, "17"));
    let tests = format!("{} and {} tests", with.tests, without.tests);
    // Eleven runs at the end of each confirm the result.
    assert!(with.tests < 511 && 5 * with.tests < 2 * without.tests, "{tests}");
}
