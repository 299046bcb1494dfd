//! A subject's checks: in which orders they are written down, and through which cache they run.

use serde::{Deserialize, Serialize};
use std::fmt::Write;
use std::path::Path;

/// A check, as `checks.toml` has it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Check {
    pub(super) name: String,
    /// The words of a program, or those that have a shell run a command.
    pub(super) run: Vec<String>,
    /// What it needs, by place.
    pub(super) after: Vec<usize>,
    /// Whether what it prints decides.
    pub(super) is_read: bool,
    /// Its other fields.
    pub(super) rest: toml::Table,
}

/// Fields by which a check is judged by what it prints.
const PATTERNS: [&str; 4] = ["stdout", "stderr", "not-stdout", "not-stderr"];

/// How the checks of a subject are written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Order {
    /// As the author has them.
    Written,
    /// The last one first.
    Reversed,
    /// The dearest first.
    Dearest,
    /// As the author has them, behind checks that decide nothing.
    Redundant,
}

/// Endings of files, and checks by name and command.
type OfKind = (&'static [&'static str], &'static [(&'static str, &'static str)]);

/// Checks that decide nothing, for files of these kinds: other compilers take the text as well.
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
    /// Whether it holds with an exit code, as far as that goes.
    pub(super) fn expects(&self, code: u8) -> bool {
        let is_it = |value: &toml::Value| value.as_integer() == Some(i64::from(code));
        match self.rest.get("exit") {
            None => code == 0,
            Some(toml::Value::Array(codes)) => codes.iter().any(is_it),
            Some(value) => is_it(value),
        }
    }
}

/// The checks of a description.
pub(super) fn read(path: &Path) -> Result<Vec<Check>, String> {
    let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let text = std::fs::read_to_string(path).map_err(|error| failed(&error))?;
    let table: toml::Table = text.parse().map_err(|error| failed(&error))?;
    let entries = table.get("check").and_then(toml::Value::as_array).cloned().unwrap_or_default();
    let name = |entry: &toml::Value| Some(entry.get("name")?.as_str()?.to_owned());
    let names: Vec<Option<String>> = entries.iter().map(name).collect();
    let all = entries.into_iter().map(|entry| check(entry, &names));
    all.collect::<Option<_>>().ok_or_else(|| failed(&"a check is not as it should be"))
}

fn check(entry: toml::Value, names: &[Option<String>]) -> Option<Check> {
    let toml::Value::Table(mut rest) = entry else { return None };
    let name = rest.remove("name")?.as_str()?.to_owned();
    let words = |value: &toml::Value| Some(value.as_str()?.to_owned());
    let run = match rest.remove("run")? {
        toml::Value::String(command) => shell(&command),
        toml::Value::Array(list) => list.iter().map(words).collect::<Option<_>>()?,
        _ => return None,
    };
    let place = |need: &toml::Value| {
        names
            .iter()
            .position(|name| name.as_deref().is_some_and(|name| need.as_str() == Some(name)))
    };
    let needs = rest.remove("after").unwrap_or_else(|| toml::Value::Array(Vec::new()));
    let after = needs.as_array()?.iter().map(place).collect::<Option<_>>()?;
    let is_read = PATTERNS.iter().any(|field| rest.contains_key(*field));
    Some(Check { name, run, after, is_read, rest })
}

/// The words that have a shell run a command; the candidate's path comes behind them.
fn shell(command: &str) -> Vec<String> {
    ["/bin/sh", "-c", command, "sh"].map(str::to_owned).into()
}

/// Checks that decide nothing, for an input of this kind.
pub(super) fn redundant(input: &Path) -> Vec<Check> {
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

/// The places of the checks in an order, each behind what it needs; the last `more` of them are those
/// that decide nothing, and belong to one order only.
pub(super) fn places(checks: &[Check], more: usize, order: Order, costs: &[u64]) -> Vec<usize> {
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

/// Places a check behind what it needs, which is placed in the order in which it is wanted.
fn place(check: usize, checks: &[Check], wanted: &[usize], placed: &mut Vec<usize>) {
    if placed.contains(&check) {
        return;
    }
    for need in wanted.iter().filter(|need| checks[check].after.contains(need)) {
        place(*need, checks, wanted, placed);
    }
    placed.push(check);
}

/// All that a check needs, one behind the other, itself last.
pub(super) fn with_needs(checks: &[Check], check: usize) -> Vec<usize> {
    let all: Vec<usize> = (0..checks.len()).collect();
    let mut placed = Vec::new();
    place(check, checks, &all, &mut placed);
    placed
}

/// A `checks.toml` of some checks, of which each is a command that `of` knows. Values are written as in
/// JSON, which is TOML as well.
pub(super) fn write(checks: &[Check], places: &[usize], of: impl Fn(usize) -> String) -> String {
    let mut text = String::new();
    for place in places {
        let check = &checks[*place];
        let names: Vec<&str> = check.after.iter().map(|it| checks[*it].name.as_str()).collect();
        text.push_str("[[check]]\n");
        let mut field = |key: &str, value: serde_json::Value| {
            let _ = writeln!(text, "{key} = {value}");
        };
        field("name", check.name.clone().into());
        field("run", of(*place).into());
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
        std::fs::write(&path, TEXT).expect("it is written");
        read(&path).expect("it is whole")
    }

    #[test]
    fn orders_keep_what_is_needed_before_who_needs_it() {
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
    fn what_is_written_is_read_again() {
        let checks = checks();
        assert_eq!(checks[0].run, ["/bin/sh", "-c", "one", "sh"]);
        assert_eq!(checks[1].run, ["two", "x"]);
        assert_eq!(checks.iter().map(|it| it.is_read).collect::<Vec<_>>(), [false, false, true]);
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("checks.toml");
        let text = write(&checks, &[2, 0, 1], |place| format!("cached {place}"));
        std::fs::write(&path, text).expect("it is written");
        let again = read(&path).expect("it is whole");
        assert_eq!(again.iter().map(|it| it.name.as_str()).collect::<Vec<_>>(), ["c", "a", "b"]);
        assert_eq!((again[2].after.as_slice(), again[0].run[2].as_str()), (&[1][..], "cached 2"));
        assert_eq!(again[0].rest, checks[2].rest);
    }
}
