//! The directory and the environment of a query.

use crate::bench::Bench;
use std::fs;

/// The output of a test script in its first query.
fn observed(observe: &str) -> (Bench, Vec<String>) {
    let bench = Bench::with_text(3);
    let body = format!(
        "[ -e \"${{0%/*}}/seen\" ] || {{ {observe}; }} >\"${{0%/*}}/seen\"\n\
                        grep -q keep \"$1\""
    );
    bench.script("test.sh", &body);
    bench.probdd("test.sh text.txt").exits_with(0);
    let seen = bench.text("seen").lines().map(str::to_owned).collect();
    (bench, seen)
}

#[test]
fn the_argument_is_the_absolute_path_of_the_candidate() {
    let (bench, seen) = observed("echo \"$1\"; pwd; echo \"$PWD\"; echo $#; echo \"$0\"");
    assert!(seen[0].starts_with('/') && seen[0].ends_with("/text.txt"), "{seen:?}");
    assert_eq!(seen[0], format!("{}/text.txt", seen[1]));
    assert_eq!((&seen[1], seen[3].as_str()), (&seen[2], "1"));
    assert_eq!(seen[4], bench.path("test.sh").to_str().unwrap());
}

#[test]
fn the_directory_holds_only_the_candidate() {
    let (_, seen) = observed("ls -A");
    assert_eq!(seen, ["text.txt"]);
}

#[test]
fn the_directory_of_the_input_is_named() {
    let (bench, seen) = observed("echo \"$PROBDD_INPUT_DIR\"");
    assert_eq!(seen, [bench.dir().to_str().unwrap()]);
}

#[test]
fn temporary_files_go_where_they_are_removed() {
    let (bench, seen) = observed("echo \"$TMPDIR\"; mktemp");
    assert!(seen[0].contains("/tmp/") && seen[1].starts_with(&seen[0]), "{seen:?}");
    assert!(!fs::exists(&seen[1]).unwrap(), "{bench:?}");
}

#[test]
fn other_variables_pass_through() {
    let bench = Bench::with_text(3);
    bench.script("test.sh", "[ \"$FLAVOUR\" = sweet ] && grep -q keep \"$1\"");
    let args = ["test.sh", "text.txt"];
    let output = bench.command(args).env("FLAVOUR", "sweet").output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    bench.probdd("test.sh text.txt").exits_with(2);
}

#[test]
fn a_test_may_use_files_beside_itself_and_beside_the_input() {
    let bench = Bench::with_text(5);
    bench.file("pattern", b"keep");
    bench.script(
        "test.sh",
        "grep -qf \"$(dirname \"$0\")/pattern\" text.txt && \
                             cmp -s \"$PROBDD_INPUT_DIR/pattern\" \"${0%/*}/pattern\"",
    );
    bench.probdd("test.sh text.txt").exits_with(0);
    assert_eq!(bench.text("text.reduced.txt"), "keep");
}

#[test]
fn exit_code_125_is_unresolved() {
    let bench = Bench::with_text(8);
    bench.script("test.sh", "grep -q keep \"$1\" || exit 125");
    bench.probdd("test.sh text.txt --trace trace --report report").exits_with(0);
    assert_eq!(bench.text("text.reduced.txt"), "keep");
    let trace = bench.trace("trace");
    assert!(trace.iter().all(|line| line["verdict"] != "uninteresting"));
    let unresolved = trace.iter().filter(|line| line["verdict"] == "unresolved").count();
    assert!(unresolved > 0);
    assert_eq!(bench.json("report")["queries"]["unresolved"], unresolved);
    assert_eq!(bench.json("report")["queries"]["timed_out"], 0);
}
