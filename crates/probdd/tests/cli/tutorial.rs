//! The tutorial of the book: its commands print what it says.

use crate::bench::Bench;
use regex::Regex;
use std::fs;
use std::path::Path;

/// The chapter.
const TUTORIAL: &str = include_str!("../../../../docs/tutorial.md");

/// The lines of the blocks of one language.
pub(crate) fn blocks<'a>(chapter: &'a str, language: &str) -> Vec<Vec<&'a str>> {
    let start = format!("```{language}");
    let mut blocks = Vec::new();
    let mut lines = chapter.lines();
    while lines.by_ref().any(|line| line == start) {
        blocks.push(lines.by_ref().take_while(|line| *line != "```").collect());
    }
    blocks
}

/// The commands of the chapter, each with the lines that it prints.
fn commands(chapter: &str) -> Vec<(&str, Vec<&str>)> {
    let mut commands: Vec<(&str, Vec<&str>)> = Vec::new();
    for line in blocks(chapter, "console").concat() {
        match line.strip_prefix("$ ") {
            Some(command) => commands.push((command, Vec::new())),
            None => commands.last_mut().expect("a command comes first").1.push(line),
        }
    }
    commands
}

/// A text without the numbers that depend on time, and without counts of queries: these change with
/// every improvement of a search.
fn comparable(text: &str) -> String {
    let numbers = r"\d+(\.\d+)? (s|ms)\b|\(\d+\.\d/s\)|\b\d+ (queries in|interesting)";
    Regex::new(numbers).unwrap().replace_all(text, "_").into_owned()
}

/// Whether a command prints what the chapter says. In the chapter, `...` stands for anything.
fn is_printed(lines: &[&str], printed: &str) -> bool {
    let text = regex::escape(&comparable(&lines.join("\n"))).replace(r"\.\.\.", "(?s:.*)");
    Regex::new(&format!("^{text}$")).unwrap().is_match(comparable(printed).trim_end())
}

#[test]
fn the_tutorial_prints_what_it_says() {
    let bench = Bench::new();
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/tutorial");
    for name in ["unused.py", "inventory.py"] {
        bench.file(name, &fs::read(example.join(name)).unwrap());
    }
    let [script] = &blocks(TUTORIAL, "sh")[..] else { panic!("the chapter has one script") };
    bench.file("test.sh", (script.join("\n") + "\n").as_bytes());
    // Lines of progress, and the note that a busy machine runs two tests hardly faster than one.
    let of_time =
        Regex::new(r"(?m)^[\d,]+ tokens \(.*\n|^ note: two tests at a time .*\n( {7}.*\n)*")
            .unwrap();

    let commands = commands(TUTORIAL);
    assert!(commands.len() >= 12, "{commands:?}");
    for (command, expected) in commands {
        if command.starts_with("cd ") {
            continue;
        }
        let ran = bench.shell(&format!("exec 2>&1; {command}")).output().unwrap();
        let said = String::from_utf8(ran.stdout).unwrap();
        let said = of_time.replace_all(&said, "");
        let expected_text = expected.join("\n");
        assert!(is_printed(&expected, &said), "$ {command}\n{said}\nis not\n{expected_text}");
    }
}

#[test]
fn only_times_and_counts_may_differ_from_the_tutorial() {
    let line = "  153 queries in 3.1 s (49.4/s), 17 interesting";
    assert!(is_printed(&[line], "  141 queries in 17.0 s (9.0/s), 15 interesting\n"));
    assert!(!is_printed(&[line], "  153 queries in 3.1 s (49.4/s), 17 uninteresting\n"));
    assert!(!is_printed(&["a: 7 -> 3 tokens"], "a: 7 -> 4 tokens\n"));
    assert!(is_printed(&["a", "...", "z"], "a\nb\nc\nz\n"));
    assert!(!is_printed(&["a", "...", "z"], "a\nb\n"));
}
