//! Signatures: the words by which one failure is told from another, in what a program prints.
//!
//! A table has a file for each family of programs, in `signatures/`. A row is a pattern with named
//! groups. Where it matches, the text of the groups makes the signature; the rest of the pattern says
//! what stands around them, such as the frames of libraries that are skipped. What differs from run to
//! run, or depends on the input, is left open: see [`mask`](super::mask).

use super::mask::{Context, mask, told};
use super::signals::signal_name;
use crate::error::{Failure, cannot};
use regex::bytes::{Captures, Regex, RegexBuilder};
use serde::Deserialize;
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// What test runners report: the failing test, and its assertion.
const RUNNERS: [(&str, &str); 1] = [("runners", include_str!("signatures/runners.toml"))];

/// Failures of programs. The first row that matches an output is its signature.
const FAMILIES: [(&str, &str); 15] = [
    ("sanitizers", include_str!("signatures/sanitizers.toml")),
    ("rust", include_str!("signatures/rust.toml")),
    ("go", include_str!("signatures/go.toml")),
    ("dotnet", include_str!("signatures/dotnet.toml")),
    ("jvm", include_str!("signatures/jvm.toml")),
    ("python", include_str!("signatures/python.toml")),
    ("javascript", include_str!("signatures/javascript.toml")),
    ("gcc", include_str!("signatures/gcc.toml")),
    ("glibc", include_str!("signatures/glibc.toml")),
    ("llvm", include_str!("signatures/llvm.toml")),
    ("solvers", include_str!("signatures/solvers.toml")),
    ("databases", include_str!("signatures/databases.toml")),
    ("fuzzers", include_str!("signatures/fuzzers.toml")),
    ("others", include_str!("signatures/others.toml")),
    ("generic", include_str!("signatures/generic.toml")),
];

/// What programs report about their input. It is no failure of theirs, but may be what is looked for.
const REPORTS: [(&str, &str); 4] = [
    ("scripts", include_str!("signatures/scripts.toml")),
    ("builds", include_str!("signatures/builds.toml")),
    ("compilers", include_str!("signatures/compilers.toml")),
    ("warnings", include_str!("signatures/warnings.toml")),
];

/// The most characters of what people are shown of a signature.
const MOST_SHOWN: usize = 400;

/// The rows of all tables, those of the user first.
#[derive(Debug)]
pub(crate) struct Signatures(Vec<Row>);

/// One kind of failure.
#[derive(Debug)]
struct Row {
    name: String,
    pattern: String,
    regex: Regex,
    /// What people are shown of it, with `{group}`, or `{text |group}` for a group that may be empty.
    shown: Option<String>,
    /// Whether it excludes errors of other kinds.
    only: bool,
    /// Whether it is what a program reports about its input, rather than a failure of the program.
    is_report: bool,
}

/// What tells one failure from another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Signature {
    /// What kind of failure it is, and which, for people.
    pub(crate) shown: String,
    /// What the output of the same failure matches, line by line.
    pub(crate) regex: String,
    /// Whether the same failure has no errors of other kinds beside it.
    pub(crate) only: bool,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    signature: Vec<Entry>,
}

/// A row as it is written in a file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    name: String,
    pattern: String,
    shown: Option<String>,
    #[serde(default)]
    only: bool,
    /// What the program prints about other inputs, which do not have the signature of any example.
    #[serde(default)]
    #[cfg_attr(not(test), allow(dead_code, reason = "tests read them"))]
    others: Vec<String>,
    #[serde(default)]
    #[cfg_attr(not(test), allow(dead_code, reason = "tests read them"))]
    example: Vec<Example>,
}

/// An output, and the signature that is found in it. Those of the built-in tables are tests.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(not(test), allow(dead_code, reason = "tests read them"))]
struct Example {
    output: String,
    #[serde(default)]
    input: String,
    /// The regular expression.
    expect: Option<String>,
    /// What people are shown.
    shown: Option<String>,
}

impl Signatures {
    /// The built-in tables after those in the user's files.
    pub(crate) fn new(files: &[PathBuf]) -> Result<Signatures, Failure> {
        let mut rows = Vec::new();
        for path in files {
            let text =
                std::fs::read_to_string(path).map_err(cannot("read the signatures", path))?;
            rows.extend(read(&text, false).map_err(|fault| wrong(path, &fault))?);
        }
        for (family, text, is_report) in built_in() {
            let read = read(text, is_report);
            rows.extend(
                read.unwrap_or_else(|fault| panic!("the table {family} is sound: {fault}")),
            );
        }
        Ok(Signatures(rows))
    }

    /// The signatures of failures in an output, the one that says the most first.
    pub(crate) fn all_in<'a>(
        &'a self,
        output: &'a [u8],
        context: &'a Context,
    ) -> impl Iterator<Item = Signature> + 'a {
        in_order(self.0.iter().filter(|row| !row.is_report), output, context)
    }

    /// The same, with what programs report about their input.
    pub(crate) fn all_reported_in<'a>(
        &'a self,
        output: &'a [u8],
        context: &'a Context,
    ) -> impl Iterator<Item = Signature> + 'a {
        in_order(self.0.iter(), output, context)
    }

    /// All kinds of errors in an output, each once, of which a signature excludes the others.
    pub(crate) fn kinds_in(&self, output: &[u8], context: &Context) -> Vec<Signature> {
        let mut kinds: Vec<Signature> = Vec::new();
        // The first row that matches a line says the most about it.
        let mut lines = HashSet::new();
        for row in self.0.iter().filter(|row| row.only) {
            for captures in row.regex.captures_iter(output).take(MOST_ERRORS) {
                let start = captures.get(0).map_or(0, |found| found.start());
                let line = output[..start].iter().rposition(|byte| *byte == b'\n');
                let kind = row.signature(&captures, context);
                if lines.insert(line) && kinds.iter().all(|other| other.regex != kind.regex) {
                    kinds.push(kind);
                }
            }
        }
        kinds
    }
}

/// So many errors of one output are looked at.
const MOST_ERRORS: usize = 100;

/// The built-in tables in their order, and whether each is about what programs report.
fn built_in() -> impl Iterator<Item = (&'static str, &'static str, bool)> {
    let of = |is_report: bool| {
        move |(family, text): (&'static str, &'static str)| (family, text, is_report)
    };
    let (runners, reports) = (RUNNERS.into_iter().map(of(true)), REPORTS.into_iter().map(of(true)));
    runners.chain(FAMILIES.into_iter().map(of(false))).chain(reports)
}

fn in_order<'a>(
    rows: impl Iterator<Item = &'a Row> + 'a,
    output: &'a [u8],
    context: &'a Context,
) -> impl Iterator<Item = Signature> + 'a {
    let found = |row: &'a Row| Some((row, row.regex.captures(output)?));
    rows.filter_map(found).map(|(row, captures)| row.signature(&captures, context))
}

impl Signature {
    /// The signature of a program that a signal killed, and that printed nothing known.
    pub(crate) fn of_signal(signal: i32) -> Signature {
        let shown = format!("killed by SIG{}", signal_name(signal));
        Signature { regex: shown.clone(), shown, only: false }
    }
}

impl Row {
    /// The signature where the pattern matches: the pattern with the text of its groups in their place.
    fn signature(&self, captures: &Captures, context: &Context) -> Signature {
        let text_of = |name: &str| captures.name(name).map(|found| lossy(found.as_bytes()));
        let file = text_of("file");
        let mut groups = Vec::new();
        let mut regex = String::new();
        for piece in pieces(&self.pattern) {
            match piece {
                Piece::Text(text) => regex.push_str(text),
                Piece::Group(name) => {
                    let text = text_of(name).unwrap_or_default();
                    let masked = mask(name, &text, file.as_deref(), context);
                    regex.push_str(&masked);
                    groups.push((name, told(&masked)));
                }
            }
        }
        Signature { shown: shorten(&self.shown(&groups)), regex, only: self.only }
    }

    /// What people are shown: what stays of each group, and `...` for what may change.
    fn shown(&self, groups: &[(&str, String)]) -> String {
        let Some(template) = &self.shown else {
            let texts: Vec<&str> = groups.iter().map(|(_, text)| &**text).collect();
            let texts: Vec<&str> = texts.into_iter().filter(|text| !text.is_empty()).collect();
            return format!("{}: {}", self.name, texts.join(", "));
        };
        let mut shown = String::new();
        let mut rest = &**template;
        while let Some((before, (place, after))) =
            rest.split_once('{').and_then(|(before, after)| Some((before, after.split_once('}')?)))
        {
            let (optional, name) = place.split_once('|').unwrap_or(("", place));
            let text = groups.iter().find(|(group, _)| *group == name).map_or("", |(_, text)| text);
            let prefix = if text.is_empty() { "" } else { optional };
            shown.extend([before, prefix, text]);
            rest = after;
        }
        shown + rest
    }
}

/// A piece of a pattern.
#[derive(Debug, PartialEq, Eq)]
enum Piece<'a> {
    Text(&'a str),
    /// A named group, which has no group inside.
    Group(&'a str),
}

/// Divides a pattern at its named groups.
fn pieces(pattern: &str) -> Vec<Piece<'_>> {
    let mut found = Vec::new();
    let mut rest = pattern;
    while let Some(start) = rest.find("(?<") {
        let (before, group) = rest.split_at(start);
        let name = group[3..].split('>').next().unwrap_or_default();
        let end = end_of_group(group);
        found.extend([Piece::Text(before), Piece::Group(name)]);
        rest = &group[end..];
    }
    found.push(Piece::Text(rest));
    found
}

/// The length of the group that a text begins with.
fn end_of_group(text: &str) -> usize {
    let (mut depth, mut is_class, mut is_escaped) = (0, false, false);
    for (at, c) in text.char_indices() {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '[' => is_class = true,
            ']' => is_class = false,
            '(' if !is_class => depth += 1,
            ')' if !is_class => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at + 1;
        }
    }
    text.len()
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn shorten(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(MOST_SHOWN) {
        Some((end, _)) => format!("{} (and more)", &line[..end]),
        None => line,
    }
}

/// Compiles what a signature, or the user, looks for: `^` and `$` stand for the ends of lines.
pub(crate) fn compile(regex: &str) -> Result<Regex, String> {
    let compiled = RegexBuilder::new(regex).multi_line(true).build();
    compiled.map_err(|error| {
        let text = error.to_string();
        text.lines().last().unwrap_or_default().trim_start_matches("error: ").to_owned()
    })
}

fn read(text: &str, is_report: bool) -> Result<Vec<Row>, String> {
    let file: File = toml::from_str(text).map_err(|error| error.to_string().trim().to_owned())?;
    let row = |Entry { name, pattern, shown, only, .. }| {
        let regex = compile(&pattern).map_err(|fault| format!("{name}: `{pattern}`: {fault}"))?;
        if regex.capture_names().flatten().next().is_none() {
            return Err(format!(
                "{name}: `{pattern}` has no named group, such as (?<function>\\w+)"
            ));
        }
        if regex.capture_names().skip(1).any(|name| name.is_none()) {
            return Err(format!("{name}: `{pattern}` has a group without a name: write (?:...)"));
        }
        Ok(Row { name, pattern, regex, shown, only, is_report })
    };
    file.signature.into_iter().map(row).collect()
}

fn wrong(path: &Path, fault: &str) -> Failure {
    let message = format!("the signatures in `{}` cannot be used: {fault}", path.display());
    Failure::usage(message).hint(
        "a signature is [[signature]], name = \"...\" and pattern = '...', a regular expression with \
         named groups, such as '^BUG: (?<message>.*)'",
    )
}

#[cfg(test)]
mod tests {
    use super::super::expect::{Expect, expectation};
    use super::*;
    use probdd_exec::{End, Observed, Stream};
    use std::collections::BTreeMap;
    use std::time::Duration;

    /// The first signature of an output on an input.
    fn first(signatures: &Signatures, output: &str, input: &str) -> Option<Signature> {
        let context = Context::of(input.as_bytes(), "input.x");
        signatures.all_reported_in(output.as_bytes(), &context).next()
    }

    /// Whether an output has a signature, and no other errors if it excludes them.
    fn has(signature: &Signature, output: &str) -> bool {
        let only = signature.only.then(|| Expect::OnlyError(signature.regex.clone()));
        let print = Expect::Print(Stream::Either, true, signature.regex.clone());
        let all: Vec<Expect> = [print].into_iter().chain(only).collect();
        let (expectation, _) = expectation(&all).expect("it is sound");
        let (stdout, stderr) = (Vec::new(), output.into());
        let (end, wall) = (End::Exited(1), Duration::ZERO);
        Observed { end, stdout, stderr, wall }.meets(&expectation)
    }

    /// What is wrong with an example.
    fn fault_of(signatures: &Signatures, example: &Example, others: &[String]) -> Option<String> {
        let Example { output, input, expect, shown } = example;
        assert!(expect.is_some() || shown.is_some(), "{output}");
        let Some(found) = first(signatures, output, input) else {
            return Some(format!("nothing is found in: {output}"));
        };
        for (wanted, found) in [(expect, &found.regex), (shown, &found.shown)] {
            if wanted.as_ref().is_some_and(|wanted| wanted != found) {
                return Some(format!("found:  {found}\nwanted: {}", wanted.as_ref()?));
            }
        }
        if !has(&found, output) {
            return Some(format!("`{}` is false of: {output}", found.regex));
        }
        let is_wrong = |other: &&str| has(&found, other);
        let other = others.iter().map(String::as_str).chain([""]).find(is_wrong);
        other.map(|other| format!("`{}` is true of: {other}", found.regex))
    }

    #[test]
    fn every_example_has_the_signature_that_the_table_says() {
        let signatures = Signatures::new(&[]).expect("the tables are sound");
        let (mut examples, mut faults) = (0, Vec::new());
        for (_, text, _) in built_in() {
            let file: File = toml::from_str(text).expect("it is sound");
            for entry in file.signature {
                assert!(!entry.example.is_empty(), "{} has an example", entry.pattern);
                for example in &entry.example {
                    faults.extend(fault_of(&signatures, example, &entry.others));
                    examples += 1;
                }
            }
        }
        assert!(faults.is_empty(), "{}", faults.join("\n\n"));
        assert!(examples >= 150, "{examples}");
    }

    #[test]
    fn what_a_program_reports_has_three_examples_and_other_outputs() {
        let mut reported: BTreeMap<String, (usize, usize)> = BTreeMap::new();
        for (_, text, _) in built_in().filter(|(.., is_report)| *is_report) {
            let file: File = toml::from_str(text).expect("it is sound");
            for entry in file.signature {
                let counts = reported.entry(entry.name).or_default();
                counts.0 += entry.example.len();
                counts.1 += entry.others.len();
            }
        }
        for (name, (examples, others)) in &reported {
            assert!(*examples >= 3 && *others >= 1, "{name}: {examples} examples, {others} others");
        }
        assert!(reported.len() >= 25, "{}", reported.len());
    }

    #[test]
    fn what_every_program_says_of_a_wrong_input_is_no_failure_of_it() {
        let signatures = Signatures::new(&[]).expect("the tables are sound");
        for output in [
            "x.c:1:5: error: expected ';' before '}' token",
            "error[E0425]: cannot find value `x` in this scope\n --> x.rs:1:13",
            "./x.go:3:2: undefined: x",
            "x.java:1: error: ';' expected\n1 error",
            "x.ts(1,5): error TS1005: ';' expected.",
            "  File \"x.py\", line 1\n    x = = 1\n        ^\nSyntaxError: invalid syntax",
            "Error: near line 1: near \"selct\": syntax error",
            "Parse error near line 1: no such table: t",
            "psql:x.sql:1: ERROR:  syntax error at or near \"selct\"",
            "(error \"line 1 column 3: unknown constant x\")",
            "make: *** [all] Error 2",
            "",
        ] {
            let context = Context::default();
            assert_eq!(signatures.all_in(output.as_bytes(), &context).next(), None, "{output}");
        }
    }

    #[test]
    fn all_kinds_of_errors_are_found_each_once() {
        let signatures = Signatures::new(&[]).expect("the tables are sound");
        let output = "x.c:1:5: error: 'a' undeclared\nx.c:2:5: error: 'b' undeclared\n\
                      x.c:3:1: error: too few arguments to function 'f'\n";
        let context = Context::of(b"a b f", "x.c");
        let kinds = signatures.kinds_in(output.as_bytes(), &context);
        let shown: Vec<&str> = kinds.iter().map(|kind| &*kind.shown).collect();
        assert_eq!(
            shown,
            ["error: '...' undeclared", "error: too few arguments to function '...'"]
        );
    }

    #[test]
    fn a_table_of_the_user_comes_first_and_its_mistakes_are_named() {
        let dir = tempfile::tempdir().expect("there is a temporary directory");
        let path = dir.path().join("mine.toml");
        let with = |text: &str| {
            std::fs::write(&path, text).expect("it can be written");
            Signatures::new(std::slice::from_ref(&path))
        };
        let mine = with("[[signature]]\nname = 'mine'\npattern = 'ICE: (?<what>\\w+)'\n");
        let found = first(&mine.expect("it is sound"), "ICE: boom 7", "").expect("it matches");
        assert_eq!((&*found.shown, &*found.regex), ("mine: boom", "ICE: boom"));
        for (text, part) in [
            ("[[signature]]\nname = 'm'\npattern = 'a('\n", "unclosed group"),
            ("[[signature]]\nname = 'm'\npattern = 'a'\n", "no named group"),
            ("[[signature]]\nname = 'm'\npattern = '(?<a>b)(c)'\n", "without a name"),
            ("[[signature]]\nname = 'm'\n", "pattern"),
        ] {
            let fault = with(text).expect_err("it is wrong").error.to_string();
            assert!(fault.contains(part) && fault.contains("mine.toml"), "{fault}");
        }
    }

    #[test]
    fn patterns_are_divided_at_their_groups() {
        let group = Piece::Group;
        assert_eq!(
            pieces(r"a (?:b)(?<x>[)(]\)(?:c))d(?<y>e)"),
            [Piece::Text(r"a (?:b)"), group("x"), Piece::Text("d"), group("y"), Piece::Text("")]
        );
    }
}
