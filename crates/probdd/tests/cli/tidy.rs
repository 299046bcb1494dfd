//! `--format tidy`.

use crate::bench::Bench;
use std::fs;

/// A badly indented function, and a test that needs all of it.
const MESSY: &[u8] =
    b"int f(int n)\n{\n  while ( n > 1 )\n        n--;\n           if (n)\n  n = 7;\n}\n";

/// The test ignores white space; every run adds a line.
const NEEDS: &str = "echo ran >>\"${0%/*}/ran\"; tr -d ' \\n' <a.c | \
    grep -Eq '^int.?[a-z]*[(]int *[a-z][)][{]while[(][a-z]>1[)][a-z]--;if[(][a-z][)][a-z]=[0-9];[}]$'";

fn bench(test: &str) -> Bench {
    let bench = Bench::new();
    bench.script("test.sh", test);
    bench.file("a.c", MESSY);
    bench
}

#[test]
fn the_result_is_laid_out() {
    let bench = bench(NEEDS);
    bench.probdd("test.sh a.c -o out.c --trace trace --report report").exits_with(0);
    let result = bench.text("out.c");
    assert_eq!(result.lines().map(indentation).collect::<Vec<_>>(), [0, 2, 4, 2, 4, 0], "{result}");
    assert!(result.contains("while (") && !result.contains("( "), "{result}");
    let trace = bench.trace("trace");
    let mut reductions = trace.iter().filter(|line| line["verdict"] == "interesting");
    assert!(reductions.clone().any(|line| line["pass"] == "format"));
    let last = reductions.next_back().unwrap();
    assert_eq!(last["bytes"], result.len());
    let report = bench.json("report");
    assert_eq!(last["tokens"], report["result"]["tokens"], "only blanks change");
    assert_eq!(report["settings"]["format"], "tidy");
    assert_eq!(report["one_minimal"]["certified"], true);
}

fn indentation(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

#[test]
fn reduced_again_it_stays_as_it_is() {
    let bench = bench(NEEDS);
    bench.probdd("test.sh a.c --in-place").exits_with(0);
    let once = bench.text("a.c");
    assert_ne!(once.as_bytes(), MESSY);
    bench.probdd("test.sh a.c --in-place --trace trace").exits_with(0);
    assert_eq!(bench.text("a.c"), once);
    assert!(
        bench.trace("trace").iter().all(|line| line["pass"] != "format"),
        "it was tidy already"
    );
}

#[test]
fn a_test_that_goes_by_blanks_keeps_them() {
    let bench = bench(&format!("{NEEDS} && grep -q 'while ( ' a.c"));
    bench.probdd("test.sh a.c -o out.c --trace trace").exits_with(0);
    assert!(bench.text("out.c").contains("while ( "));
    let trace = bench.trace("trace");
    let asked = trace.iter().find(|line| line["pass"] == "format").unwrap();
    assert_eq!(asked["verdict"], "uninteresting");
}

#[test]
fn it_can_be_left_out_and_asked_for() {
    let formats = [
        ("--format keep", false),
        ("--format compact", false),
        ("--polish templates", false),
        ("--reducer hdd", false),
        ("--polish none --format tidy", true),
        ("--reducer pardis", true),
        ("--no-fixpoint", true),
    ];
    for (options, is_tidy) in formats {
        let bench = bench(NEEDS);
        bench.probdd(&format!("test.sh a.c -o out.c {options}")).exits_with(0);
        let result = bench.text("out.c");
        let is_nested = result.contains(" > 1)\n    ") && result.contains("\n  if (");
        assert_eq!(is_nested, is_tidy, "{options}: {result}");
    }
    let bench = bench(NEEDS);
    for options in ["--reducer list", "--granularity line", "--language none --reducer list"] {
        let ran = bench.probdd(&format!("test.sh a.c --format tidy {options}")).exits_with(1);
        ran.says("--format tidy has no effect on lists of lines").says("hint: ");
    }
}

#[test]
fn every_number_of_jobs_asks_it_and_what_was_killed_goes_on_with_it() {
    let run = |jobs: usize| {
        let bench = bench(NEEDS);
        bench.probdd(&format!("test.sh a.c -o out.c --trace trace -j{jobs}")).exits_with(0);
        (bench.text("out.c"), bench.timeless("trace"))
    };
    let (result, trace) = run(1);
    assert_eq!(run(4), (result.clone(), trace.clone()));
    let queries = trace.lines().count() - 1;
    for before in [1, 2] {
        let bench = bench(NEEDS);
        let most = queries - before;
        let args = format!("-j1 test.sh a.c -o out.c --trace trace --max-queries {most}");
        bench.probdd(&args).exits_with(3);
        bench.probdd("resume -j1 --max-queries 10000").exits_with(0);
        assert_eq!((bench.text("out.c"), bench.timeless("trace")), (result.clone(), trace.clone()));
        assert!(fs::exists(bench.path("out.c")).unwrap());
    }
}
