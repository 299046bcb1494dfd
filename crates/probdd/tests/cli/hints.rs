//! What a failing test prints: definitions that it asks for are needed.

use crate::bench::Bench;
use std::fmt::Write as _;

/// Calls that stand before the functions, as is usual in JavaScript, and a test that needs four calls
/// and every function that is called. `says` is what the test prints about a function that is missing,
/// in `awk`.
fn bench(says: &str) -> Bench {
    bench_of(26, says)
}

fn bench_of(functions: usize, says: &str) -> Bench {
    let bench = Bench::new();
    let mut calls = String::new();
    for at in 1..5 {
        writeln!(calls, "log(f{}({at}));", 5 * at).unwrap();
    }
    for number in 0..functions {
        let next = [7, 31].map(|step| (number * step + 5) % functions);
        let [one, other] = next;
        let called =
            if 2 * number < functions { format!("f{one}(p) + f{other}(p)") } else { "p".into() };
        writeln!(calls, "function f{number}(p) {{ log(p); log(p + 1); return {called}; }}")
            .unwrap();
    }
    bench.file("calls.js", calls.as_bytes());
    // One process and no shell: the tests below run it thousands of times.
    let test = r#"#!/usr/bin/awk -f
BEGIN { ARGV[1] = "calls.js"; ARGC = 2 }
{ calls += gsub(/log\(f[0-9]*\([0-9]\)\)/, "&")
  while (match($0, /(function )?f[0-9]+\(/)) {
    word = substr($0, RSTART, RLENGTH - 1); $0 = substr($0, RSTART + RLENGTH)
    if (sub(/function /, "", word)) defined[word] = 1; else used[word] = 1 } }
END { failed = calls != 4
  if (!failed) for (word in used) if (!(word in defined)) { failed = 1; SAYS }
  exit failed }"#;
    bench.program("test.sh", &test.replace("SAYS", says));
    bench
}

const NOT_DEFINED: &str = r#"printf("error: `%s` is not defined\n", word)"#;

/// Runs probdd. Returns the number of queries, and the result.
fn reduce(bench: &Bench, options: &str) -> (u64, Vec<u8>) {
    let args = format!("test.sh calls.js --confirm 1 --trace trace --report report {options}");
    bench.probdd(&args).exits_with(0);
    let queries = bench.json("report")["queries"]["committed"].as_u64().unwrap();
    (queries, bench.read("calls.reduced.js"))
}

#[test]
fn names_that_the_test_prints_save_queries() {
    // The test also notes each name that is missing.
    let bench = bench_of(40, &format!(r#"{NOT_DEFINED}; print word >> "MISSING""#));
    let missing = bench.path("missing");
    let program = String::from_utf8(bench.read("test.sh")).expect("a program is text");
    bench.program("test.sh", &program.replace("MISSING", missing.to_str().expect("UTF-8")));
    let times_missing = || {
        let words = bench.text("missing");
        std::fs::remove_file(&missing).expect("the test has written it");
        words.lines().count()
    };
    let (without, left) = reduce(&bench, "-j1 --hints none");
    assert!(bench.json("report")["hints"].is_null());
    let missing_without = times_missing();
    let (with, left_with) = reduce(&bench, "-j1");
    assert_eq!(left_with, left);
    assert!(5 * with < 4 * without, "{with} queries with hints, {without} without");
    let missing_with = times_missing();
    assert!(
        4 * missing_with < 3 * missing_without,
        "names are missing {missing_with} times, {missing_without} times without hints"
    );
    let hints = bench.json("report")["hints"].clone();
    assert!(hints["queries"].as_u64() > Some(0), "{hints}");
    assert!(hints["definitions"].as_u64() >= hints["queries"].as_u64(), "{hints}");
}

#[test]
fn names_that_the_test_prints_are_heeded_alike_by_any_number_of_jobs() {
    let bench = bench(NOT_DEFINED);
    let (_, left) = reduce(&bench, "-j1");
    let trace = bench.timeless("trace");
    let (_, left_with_four) = reduce(&bench, "-j4");
    assert_eq!(left_with_four, left);
    assert_eq!(bench.timeless("trace"), trace);
}

#[test]
fn a_resumed_run_heeds_the_names_that_were_printed_before() {
    let bench = bench(NOT_DEFINED);
    let (_, left) = reduce(&bench, "-j1");
    let trace = bench.timeless("trace");
    for queries in [3, 20, 40] {
        let stopped = format!("test.sh calls.js --confirm 1 --trace trace --max-queries {queries}");
        bench.probdd(&stopped).exits_with(3);
        bench.probdd("resume").exits_with(0);
        assert_eq!(bench.read("calls.reduced.js"), left, "after {queries} queries");
        assert_eq!(bench.timeless("trace"), trace, "after {queries} queries");
    }
}

#[test]
fn without_names_the_run_is_the_same_as_without_hints() {
    let run = |says: &str, options: &str| {
        let bench = bench(says);
        let left = reduce(&bench, options);
        let trace = bench.timeless("trace");
        (left, trace.split_once('\n').map(|(_, rest)| rest.to_owned()))
    };
    let without = run("", "-j1 --hints none");
    for says in ["", r#"print "error: something is missing""#] {
        assert_eq!(run(says, "-j1"), without);
    }
}

#[test]
fn a_test_that_prints_any_names_misleads_no_run_for_good() {
    // It names all functions that are called.
    let bench = bench(r#"for (word in used) printf("`%s`\n", word)"#);
    let (_, left) = reduce(&bench, "-j1");
    let (_, left_without) = reduce(&bench, "-j1 --hints none");
    assert_eq!(left, left_without);
    assert_eq!(bench.json("report")["one_minimal"]["certified"], true);
}
