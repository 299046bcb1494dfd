//! Interestingness tests that hang, fork, print a lot, or change files that they should not.

use crate::bench::{Bench, RING_C_REDUCED};
use std::fs;

/// Reduces a few lines with a test that first runs a command. Returns the result.
#[track_caller]
fn reduces(body: &str) -> Bench {
    let bench = Bench::with_text(8);
    bench.script("test.sh", body);
    bench.probdd("test.sh text.txt --trace trace --report report").exits_with(0);
    assert_eq!(bench.text("text.reduced.txt"), "keep");
    bench
}

#[test]
fn a_query_that_hangs_is_killed_and_counted() {
    let bench = Bench::new();
    bench.file("text.txt", b"keep\ndrop\n");
    bench.script("test.sh", "grep -q keep \"$1\" || { sleep 100 & sleep 100; }");
    let args = "test.sh text.txt --granularity line --timeout 1 --report report --trace trace";
    bench.probdd(args).exits_with(0).prints("timed out");
    assert_eq!(bench.text("text.reduced.txt"), "keep\n");
    let (queries, trace) = (bench.json("report")["queries"].clone(), bench.trace("trace"));
    let unresolved = trace.iter().filter(|line| line["verdict"] == "unresolved").count();
    assert!(unresolved > 0);
    assert_eq!(
        (&queries["timed_out"], &queries["unresolved"]),
        (&unresolved.into(), &unresolved.into())
    );
    assert_eq!(trace[0]["settings"]["timeout"], 1.0);
}

/// A test whose answer takes long when the line `slow` is gone, and then is interesting. That is longer than the limit
/// which quick candidates suggest, and shorter than twice as much.
const SLOW_WITHOUT_A_LINE: &str =
    "grep -q keep \"$1\" || exit 1; grep -q slow \"$1\" || exec sleep 1.4";

#[test]
fn what_timed_out_early_is_run_again_before_the_certificate() {
    let bench = Bench::new();
    bench.file("text.txt", b"slow\ntwo\nkeep\n");
    bench.script("test.sh", SLOW_WITHOUT_A_LINE);
    let args = "test.sh text.txt --trace trace --report report --granularity line";
    bench.probdd(args).exits_with(0).prints("1-minimal");
    assert_eq!(bench.text("text.reduced.txt"), "keep\n");
    let trace = bench.trace("trace");
    let early = trace.iter().position(|line| line["verdict"] == "unresolved").expect("a timeout");
    let milliseconds = trace[early]["ms"].as_f64().expect("a number");
    assert!((900.0..1390.0).contains(&milliseconds), "{milliseconds}");
    let again = |line: &serde_json::Value| {
        line["verdict"] == "interesting" && line["bytes"] == trace[early]["bytes"]
    };
    assert!(trace[early..].iter().any(again), "{trace:#?}");
    assert_eq!(trace[0]["settings"]["timeout"], 10.0);
}

#[test]
fn a_stated_time_limit_is_not_lowered() {
    let bench = Bench::new();
    bench.file("text.txt", b"slow\nkeep\n");
    bench.script("test.sh", SLOW_WITHOUT_A_LINE);
    let options = "--report report --timeout 10 --granularity line --polish none";
    bench.probdd(&format!("test.sh text.txt {options}")).exits_with(0);
    assert_eq!(bench.json("report")["queries"]["timed_out"], 0);
}

#[test]
fn lowered_limits_lead_to_the_same_queries_with_any_number_of_jobs_and_after_a_stop() {
    let trace = |arguments: &[&str]| {
        let bench = Bench::new();
        bench.file("text.txt", b"slow\ntwo\nkeep\n");
        bench.script("test.sh", SLOW_WITHOUT_A_LINE);
        for (run, more) in arguments.iter().enumerate() {
            let code = if run + 1 < arguments.len() { 3 } else { 0 };
            let options = format!("--trace trace --granularity line {more}");
            bench.probdd(&format!("test.sh text.txt {options}")).exits_with(code);
        }
        let mut lines = bench.trace("trace");
        lines.remove(0);
        for line in &mut lines {
            line["ms"] = serde_json::Value::Null;
        }
        lines
    };
    let one = trace(&["-j1"]);
    assert_eq!(one, trace(&["-j3"]));
    let stops = one.len() - 2;
    assert_eq!(one, trace(&[&format!("-j1 --max-queries {stops}"), "-j1"]));
}

#[test]
fn children_that_a_test_leaves_are_gone() {
    reduces("sleep 100 & (sleep 100 &) ; grep -q keep \"$1\"");
}

#[test]
fn a_child_that_holds_the_output_open_holds_up_nothing() {
    reduces("(trap '' HUP TERM; exec sleep 100) & grep -q keep \"$1\"");
}

#[test]
fn megabytes_of_output_do_not_matter() {
    reduces("head -c 3000000 /dev/zero; head -c 3000000 /dev/zero >&2; grep -q keep \"$1\"");
}

#[test]
fn a_megabyte_without_a_newline_is_not_shown_whole() {
    let bench = Bench::with_text(3);
    bench.script("test.sh", "head -c 1000000 /dev/zero | tr '\\0' x; exit 1");
    let ran = bench.probdd("test.sh text.txt").exits_with(2).says("| xxxx");
    assert!(ran.stderr.len() < 4000);
}

#[test]
fn a_test_may_change_or_remove_its_candidate() {
    reduces("grep -q keep \"$1\"; found=$?; echo changed >\"$1\"; exit $found");
    reduces("grep -q keep \"$1\"; found=$?; rm -f \"$1\"; exit $found");
    reduces("grep -q keep \"$1\"; found=$?; rm \"$1\"; mkdir \"$1\"; exit $found");
    reduces("grep -q keep \"$1\"; found=$?; cd /; rm -rf \"${1%/*}\"; exit $found");
}

#[test]
fn a_test_may_fill_its_directory() {
    let fill = "grep -q keep \"$1\"; found=$?
        for i in 1 2 3 4 5 6 7 8 9; do mkdir -p $i/a/b; echo $i >$i/a/b/file; done
        echo x >\"$TMPDIR/x\"; ln -s / link; touch ' odd' .hidden; chmod 000 1; chmod 500 2
        exit $found";
    reduces(fill);
}

#[test]
fn a_test_that_reads_its_input_finds_it_empty() {
    reduces("cat; grep -q keep \"$1\"");
}

#[test]
fn no_query_sees_what_another_one_left() {
    reduces("[ ! -e left ] || exit 1; touch left; grep -q keep \"$1\"");
}

#[test]
fn a_test_that_disappears_ends_the_run_with_the_best_so_far() {
    let bench = Bench::with_ring();
    bench.script(
        "test.sh",
        "[ -s ring.c ] && [ $(wc -l <ring.c) -gt 30 ] || rm -f \"$0\"\n\
                             grep -q 'dividend / zero' ring.c",
    );
    let ran = bench.probdd("test.sh ring.c").exits_with(1);
    ran.says("test.sh").says("there is no such file").says("the best result so far is in");
    assert!(bench.text("ring.reduced.c").contains("dividend / zero"));
}

#[test]
fn an_input_that_changes_meanwhile_does_not_matter() {
    let bench = Bench::with_ring();
    bench.script(
        "test.sh",
        "echo changed >\"$PROBDD_INPUT_DIR/ring.c\"\n\
                             grep -q 'dividend / zero' ring.c",
    );
    bench.probdd("test.sh ring.c").exits_with(0);
    assert_eq!(bench.text("ring.reduced.c"), RING_C_REDUCED);
}

#[test]
fn an_output_place_that_disappears_is_an_error() {
    let bench = Bench::with_ring();
    fs::create_dir(bench.path("out")).unwrap();
    bench.script("test.sh", "rm -rf \"${0%/*}/out\"; grep -q 'dividend / zero' ring.c");
    bench.probdd("test.sh ring.c -o out/small.c").exits_with(1).says("cannot write `out/small.c`");
}

#[test]
fn a_closed_stdout_is_no_reason_to_fail() {
    let bench = Bench::with_ring();
    let command = "\"$0\" test.sh ring.c | true; [ -s ring.reduced.c ]";
    let mut shell = std::process::Command::new("/bin/sh");
    shell.args(["-c", command, env!("CARGO_BIN_EXE_probdd")]).current_dir(bench.dir());
    // The reader ends long before the tool writes.
    let output = shell.output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    crate::bench::wait_until(|| bench.text("ring.reduced.c") == RING_C_REDUCED);
}

#[test]
fn a_test_that_somebody_kills_is_run_once_more() {
    let bench = Bench::with_ring();
    let args = "-j1 --confirm 1 test.sh ring.c --trace";
    bench.script("test.sh", "grep -q 'dividend / zero' ring.c");
    bench.probdd(&format!("{args} a")).exits_with(0);
    // Every seventh run fails because the system is out of memory.
    let test = "echo ran >>\"${0%/*}/ran\"
        [ $(($(wc -l <\"${0%/*}/ran\") % 7)) != 0 ] || kill -9 $$
        grep -q 'dividend / zero' ring.c";
    bench.script("test.sh", test);
    bench.probdd(&format!("{args} b")).exits_with(0);
    assert_eq!(bench.timeless("b"), bench.timeless("a"));
    let queries = bench.trace("b").len() - 1;
    assert_eq!(bench.queries(), queries + bench.queries() / 7);
}

#[test]
fn a_test_that_is_always_killed_is_uninteresting() {
    let bench = Bench::with_ring();
    bench.script("test.sh", "kill -9 $$");
    bench.probdd("test.sh ring.c").exits_with(2).says("signal 9");
}

#[test]
fn a_temporary_directory_that_a_cleaner_empties_changes_nothing() {
    let bench = Bench::with_ring();
    let args = "-j1 --confirm 1 test.sh ring.c --trace";
    bench.probdd(&format!("{args} a")).exits_with(0);
    // Every seventh run finds its candidate removed.
    let test = format!(
        "echo ran >>\"${{0%/*}}/ran\"
        [ $(($(wc -l <\"${{0%/*}}/ran\") % 7)) != 0 ] || rm -rf '{}'/*
        grep -q 'dividend / zero' \"$1\"",
        bench.temporary().display()
    );
    bench.script("test.sh", &test);
    bench.probdd(&format!("{args} b")).exits_with(0);
    assert_eq!(bench.timeless("b"), bench.timeless("a"));
    assert!(bench.queries() > bench.trace("b").len());
}
