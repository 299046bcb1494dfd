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
