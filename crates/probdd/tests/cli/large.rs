//! Large inputs: their parts are removed first, and those that are too large are refused.

use crate::bench::Bench;
use std::collections::BTreeSet;
use std::fs::File;

/// Counts the runs of a test.
const COUNT: &str = "echo ran >>\"${0%/*}/ran\"";

/// A log of many lines, two of which are needed.
fn log(lines: usize) -> Vec<u8> {
    let line = |n: usize| {
        let text = if n == lines / 7 || n == lines / 2 { "ERROR panic" } else { "INFO can't (do" };
        format!("2026-11-22 12:{:02}:00.{n:06} {text} request {n}\n", n % 60)
    };
    (0..lines).map(line).collect::<String>().into_bytes()
}

/// Reduces a log to its two needed words. Returns the names of the passes that asked something.
#[track_caller]
fn reduced(lines: usize, options: &str, most_queries: usize) -> BTreeSet<String> {
    let bench = Bench::new();
    bench.file("big.log", &log(lines));
    bench.script("test.sh", &format!("{COUNT}\ntest $(grep -c panic big.log) = 2"));
    bench.probdd(&format!("test.sh big.log -j1 {options} --trace trace")).exits_with(0);
    assert!(bench.queries() <= most_queries, "{} queries", bench.queries());
    assert_eq!(bench.text("big.reduced.log").matches("panic").count(), 2);
    let passes = bench.trace("trace");
    passes.iter().filter_map(|line| line["pass"].as_str().map(String::from)).collect()
}

#[test]
fn parts_of_a_large_text_are_removed_first() {
    assert!(reduced(30_000, "--language none", 200).contains("parts"));
}

#[test]
fn a_small_text_is_not_divided() {
    assert!(!reduced(1000, "--language none", 200).contains("parts"));
}

#[test]
fn parts_of_a_long_list_are_removed_first_unless_the_user_has_named_the_algorithm() {
    assert!(reduced(4000, "--reducer list", 120).contains("parts"));
    let passes = reduced(1500, "--reducer list --minimizer splitting", 120);
    assert!(!passes.contains("parts"), "{passes:?}");
}

#[test]
fn brackets_stay_together_in_the_parts_of_a_large_text() {
    let bench = Bench::new();
    let element = |n: usize| format!("{{\"id\": {n}, \"name\": \"user [{n}\", \"tags\": [1, 2]}}");
    let elements: Vec<String> = (0..25_000).map(element).collect();
    let text = format!("{{\"version\": 1, \"data\": [{}]}}\n", elements.join(", "));
    bench.file("big.json", text.as_bytes());
    let body = r#"size=$(wc -c <big.json)
        brackets=$(tr -cd '{}' <big.json | wc -c) opened=$(tr -cd '{' <big.json | wc -c)
        if [ $size -gt 100000 ]; then echo $((brackets - 2 * opened)) >>"${0%/*}/excess"; fi
        grep -q 'user \[17000' big.json"#;
    bench.script("test.sh", &format!("{COUNT}\n{body}"));
    bench.probdd("test.sh big.json -j1").exits_with(0);
    assert!(bench.queries() <= 200, "{} queries", bench.queries());
    let excess = bench.text("excess");
    assert!(excess.lines().count() > 5 && excess.lines().all(|line| line == "0"), "{excess}");
}

/// Reduces a text on one line to a needle. As long as candidates are large, `open` and `close` occur
/// equally often in them.
fn stays_balanced(name: &str, text: &str, (open, close): (&str, &str)) {
    let bench = Bench::new();
    assert!(text.len() > 1 << 20);
    bench.file(name, text.as_bytes());
    let count = |sign: &str| format!("$(grep -o '{sign}' {name} | wc -l)");
    let body = format!(
        r#"if [ $(wc -c <{name}) -gt 100000 ]; then
            echo $(({} - {})) >>"${{0%/*}}/excess"
        fi
        grep -q needle {name}"#,
        count(open),
        count(close),
    );
    bench.script("test.sh", &format!("{COUNT}\n{body}"));
    bench.probdd(&format!("test.sh {name} -j1 -o result")).exits_with(0);
    assert!(bench.queries() <= 200, "{} queries", bench.queries());
    let excess = bench.text("excess");
    assert!(excess.lines().count() > 5 && excess.lines().all(|line| line == "0"), "{excess}");
    assert!(bench.text("result").len() < 20, "{}", bench.text("result"));
}

#[test]
fn elements_stay_whole_in_the_parts_of_a_line_of_tags() {
    let item = |n: usize| {
        let word = if n == 9000 { "needle" } else { "it's, (" };
        format!("<item id='{n}'><name>{word}</name><price unit=\">\"/></item>")
    };
    let items: String = (0..20_000).map(item).collect();
    let text = format!("<?xml version='1.0'?><all><list>{items}</list></all>");
    stays_balanced("big.xml", &text, ("<item", "</item"));
    let page = format!("<!DOCTYPE html><body><div><br>{items}</div></body>");
    stays_balanced("big.html", &page, ("<item", "</item"));
}

#[test]
fn functions_stay_whole_in_the_parts_of_a_line_of_javascript() {
    let function = |n: usize| {
        let word = if n == 9000 { "needle" } else { "word" };
        format!("function f{n}(a,b){{var c=/[\"'(]/.test(a);return c?'{word}':b/2}}g({n},[1]);")
    };
    let functions: String = (0..20_000).map(function).collect();
    let script = format!("!function(e,t){{\"use strict\";{functions}}}(this,1);");
    stays_balanced("big.js", &script, ("{", "}"));
}

#[test]
fn a_large_text_of_which_all_parts_are_needed_is_reduced_in_windows() {
    let bench = Bench::new();
    // No line can be removed, but half of the last one, which is a window of its own.
    let line = |n: usize| format!("keep_{n:05} {}\n", "x".repeat(240));
    let lines: String = (0..5000).map(line).collect();
    let text = format!("{lines}  keep_05000 needle drop\n");
    bench.file("big.txt", text.as_bytes());
    let body = "test $(grep -cE '^ *keep_.* x{240}$|needle' big.txt) = 5001";
    bench.script("test.sh", &format!("{COUNT}\n{body}"));
    let args = "test.sh big.txt -j1 --language none --max-queries 170 --trace trace -o result";
    bench.probdd(args).exits_with(3);
    let trace = bench.trace("trace");
    let asked = |line: &&serde_json::Value| {
        let is_large = line["bytes"].as_u64().is_some_and(|bytes| bytes > 1 << 20);
        line["pass"] == "lines" && is_large
    };
    assert!(trace.iter().filter(asked).count() > 5);
}

#[test]
fn an_input_beyond_four_gibibytes_is_refused_before_it_is_read() {
    let bench = Bench::with_text(3);
    File::create(bench.path("huge.txt")).unwrap().set_len((1 << 32) + 5).unwrap();
    let before = bench.names();
    let ran = bench.probdd("test.sh huge.txt").exits_with(1);
    ran.says("`huge.txt` is too large: it has 4,294,967,301 bytes")
        .says("4,294,967,295")
        .says("split");
    assert_eq!(bench.names(), before, "nothing is written");
    assert_eq!(bench.queries(), 0, "no query was run");
}
