//! The checks of a subject: how they are read from a description and written in other orders.

use anyhow::{Context, Result};
use fs_err as fs;
use serde::{Deserialize, Serialize};
use std::fmt::Write;
use std::path::Path;

/// A check of a `checks.toml`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Check {
    pub(crate) name: String,
    /// The words of a program, or those that have a shell run a command.
    pub(crate) run: Vec<String>,
    /// The places of the checks that it needs.
    pub(crate) after: Vec<usize>,
    /// Whether it is judged by its output.
    pub(crate) is_read: bool,
    /// The other fields of the check.
    pub(crate) rest: toml::Table,
}

/// Fields of a check that is judged by its output.
const PATTERNS: [&str; 4] = ["stdout", "stderr", "not-stdout", "not-stderr"];

/// The order in which the checks of a subject are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Order {
    /// The author's order.
    Written,
    /// The last check first.
    Reversed,
    /// The most expensive check first.
    Dearest,
    /// The author's order, after checks that decide nothing.
    Redundant,
}

/// File extensions, and checks by name and command.
type OfKind = (&'static [&'static str], &'static [(&'static str, &'static str)]);

/// Checks that decide nothing, by kind of file: other compilers that accept the text as well.
const REDUNDANT: [OfKind; 4] = [
    (
        &["c"],
        &[
            ("other-gcc-O0", "gcc -w -O0 -c \"$1\" -o other-gcc-O0.o"),
            ("other-gcc-O2", "gcc -w -O2 -c \"$1\" -o other-gcc-O2.o"),
            ("other-clang-O0", "clang-14 -w -O0 -c \"$1\" -o other-clang-O0.o"),
            ("other-clang-O2", "clang-14 -w -O2 -c \"$1\" -o other-clang-O2.o"),
        ],
    ),
    (&["cpp", "cc"], &[("other-clang", "clang++-14 -w -std=c++20 -fsyntax-only \"$1\"")]),
    (&["js"], &[("other-parse", "node --check \"$1\"")]),
    (
        &["xml"],
        &[(
            "other-parser",
            "python3 -c 'import sys, xml.dom.minidom as dom; dom.parse(sys.argv[1])' \"$1\"",
        )],
    ),
];

impl Check {
    /// Whether an exit code is one with which the check holds.
    pub(crate) fn expects(&self, code: u8) -> bool {
        let is_it = |value: &toml::Value| value.as_integer() == Some(i64::from(code));
        match self.rest.get("exit") {
            None => code == 0,
            Some(toml::Value::Array(codes)) => codes.iter().any(is_it),
            Some(value) => is_it(value),
        }
    }
}

/// A check as its author writes it.
#[derive(Deserialize)]
struct Entry {
    name: String,
    run: Run,
    #[serde(default)]
    after: Vec<String>,
    #[serde(flatten)]
    rest: toml::Table,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Run {
    Command(String),
    Words(Vec<String>),
}

/// The checks of a description.
pub(crate) fn read(path: &Path) -> Result<Vec<Check>> {
    #[derive(Deserialize)]
    struct Description {
        #[serde(default)]
        check: Vec<Entry>,
    }
    let text = fs::read_to_string(path)?;
    let Description { check: entries } =
        toml::from_str(&text).with_context(|| path.display().to_string())?;
    let names: Vec<String> = entries.iter().map(|entry| entry.name.clone()).collect();
    let all = entries.into_iter().map(|entry| check(entry, &names));
    all.collect::<Option<_>>().with_context(|| format!("{}: an unknown `after`", path.display()))
}

fn check(Entry { name, run, after, rest }: Entry, names: &[String]) -> Option<Check> {
    let run = match run {
        Run::Command(command) => shell(&command),
        Run::Words(words) => words,
    };
    let place = |need: &String| names.iter().position(|name| name == need);
    let after = after.iter().map(place).collect::<Option<_>>()?;
    let is_read = PATTERNS.iter().any(|field| rest.contains_key(*field));
    Some(Check { name, run, after, is_read, rest })
}

/// The words that make a shell run a command; the candidate's path follows them.
fn shell(command: &str) -> Vec<String> {
    ["/bin/sh", "-c", command, "sh"].map(str::to_owned).into()
}

/// Checks that decide nothing, for an input of this kind.
pub(crate) fn redundant(input: &Path) -> Vec<Check> {
    let extension = input.extension().unwrap_or_default();
    let of_kind = REDUNDANT.iter().filter(|(kinds, _)| kinds.iter().any(|it| extension == *it));
    let make = |(name, command): &(&str, &str)| Check {
        name: (*name).to_owned(),
        run: shell(command),
        after: Vec::new(),
        is_read: false,
        rest: toml::Table::new(),
    };
    of_kind.flat_map(|(_, checks)| checks.iter().map(make)).collect()
}

/// The places of the checks in an order, each after those that it needs. The last `more` checks decide
/// nothing, and belong to `Order::Redundant` only.
pub(crate) fn places(checks: &[Check], more: usize, order: Order, costs: &[u64]) -> Vec<usize> {
    let own = checks.len() - more;
    let mut wanted: Vec<usize> = (0..own).collect();
    match order {
        Order::Written => {}
        Order::Reversed => wanted.reverse(),
        Order::Dearest => wanted.sort_by_key(|check| std::cmp::Reverse(costs[*check])),
        Order::Redundant => wanted.splice(0..0, own..checks.len()).for_each(drop),
    }
    let mut placed = Vec::new();
    for check in wanted.clone() {
        place(check, checks, &wanted, &mut placed);
    }
    placed
}

/// Places a check after those that it needs, which are placed in the wanted order.
fn place(check: usize, checks: &[Check], wanted: &[usize], placed: &mut Vec<usize>) {
    if placed.contains(&check) {
        return;
    }
    for need in wanted.iter().filter(|need| checks[check].after.contains(need)) {
        place(*need, checks, wanted, placed);
    }
    placed.push(check);
}

/// The places of all checks that a check needs, in order, and its own at the end.
pub(crate) fn with_needs(checks: &[Check], check: usize) -> Vec<usize> {
    let all: Vec<usize> = (0..checks.len()).collect();
    let mut placed = Vec::new();
    place(check, checks, &all, &mut placed);
    placed
}

/// A `checks.toml` with some checks, whose commands `command` returns. Values are written as JSON,
/// which is valid TOML.
pub(crate) fn write(
    checks: &[Check],
    places: &[usize],
    command: impl Fn(usize) -> String,
) -> String {
    let mut text = String::new();
    for place in places {
        let check = &checks[*place];
        let names: Vec<&str> = check.after.iter().map(|it| checks[*it].name.as_str()).collect();
        text.push_str("[[check]]\n");
        let mut field = |key: &str, value: serde_json::Value| {
            let _ = writeln!(text, "{key} = {value}");
        };
        field("name", check.name.clone().into());
        field("run", command(*place).into());
        field("after", names.into());
        for (key, value) in &check.rest {
            field(key, serde_json::json!(value));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "[[check]]\nname = 'a'\nrun = 'one'\n\
                        [[check]]\nname = 'b'\nrun = ['two', 'x']\nafter = ['a']\n\
                        [[check]]\nname = 'c'\nrun = 'three'\nstdout = 'y'\nexit = [0, 3]\n";

    fn checks() -> Vec<Check> {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("checks.toml");
        fs::write(&path, TEXT).expect("it is written");
        read(&path).expect("it is whole")
    }

    #[test]
    fn every_order_places_a_check_after_those_it_needs() {
        let mut checks = checks();
        let costs = [1, 9, 5, 1];
        assert_eq!(places(&checks, 0, Order::Written, &costs), [0, 1, 2]);
        assert_eq!(places(&checks, 0, Order::Reversed, &costs), [2, 0, 1]);
        assert_eq!(places(&checks, 0, Order::Dearest, &costs), [0, 1, 2]);
        assert_eq!(places(&checks, 0, Order::Dearest, &[1, 4, 5]), [2, 0, 1]);
        checks.push(redundant(Path::new("input.js")).remove(0));
        assert_eq!(places(&checks, 1, Order::Redundant, &costs), [3, 0, 1, 2]);
        assert_eq!(places(&checks, 1, Order::Reversed, &costs), [2, 0, 1]);
        assert_eq!(with_needs(&checks, 1), [0, 1]);
    }

    #[test]
    fn a_written_description_is_read_back() {
        let checks = checks();
        assert_eq!(checks[0].run, ["/bin/sh", "-c", "one", "sh"]);
        assert_eq!(checks[1].run, ["two", "x"]);
        assert_eq!(checks.iter().map(|it| it.is_read).collect::<Vec<_>>(), [false, false, true]);
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("checks.toml");
        let text = write(&checks, &[2, 0, 1], |place| format!("cached {place}"));
        fs::write(&path, text).expect("it is written");
        let again = read(&path).expect("it is whole");
        assert_eq!(again.iter().map(|it| it.name.as_str()).collect::<Vec<_>>(), ["c", "a", "b"]);
        assert_eq!((again[2].after.as_slice(), again[0].run[2].as_str()), (&[1][..], "cached 2"));
        assert_eq!(again[0].rest, checks[2].rest);
    }
}
