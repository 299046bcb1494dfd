//! INPUT `-`: a text from standard input.

use crate::bench::{Bench, RING_C, RING_C_REDUCED, Ran};
use std::io::Write;
use std::process::Stdio;

/// Runs the tool with a text on its standard input.
fn piped(bench: &Bench, args: &str, text: &[u8]) -> Ran {
    let mut command = bench.command(args.split_whitespace());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(text).unwrap();
    Ran::new(&child.wait_with_output().unwrap())
}

#[test]
fn standard_input_is_reduced_to_standard_output() {
    let bench = Bench::new();
    bench.script("test.sh", "grep -q 'dividend / zero' input.c");
    let ran = piped(&bench, "-l c test.sh -", RING_C).exits_with(0);
    assert_eq!(ran.stdout, RING_C_REDUCED);
    ran.says("input.c:").says("1-minimal");
    assert_eq!(bench.names(), ["test.sh".to_owned()].into());
}

#[test]
fn standard_input_without_a_language_is_any_text() {
    let bench = Bench::new();
    bench.script("test.sh", "grep -q needle input");
    let ran = piped(&bench, "test.sh -", b"hay\nneedle\nhay\n").exits_with(0);
    assert_eq!(ran.stdout, "needle");
}

#[test]
fn the_result_of_standard_input_can_go_to_a_file() {
    let bench = Bench::new();
    bench.script("test.sh", "grep -q 'dividend / zero' input.c");
    piped(&bench, "-l c test.sh - -o small.c", RING_C).exits_with(0).prints("small.c");
    assert_eq!(bench.text("small.c"), RING_C_REDUCED);
}

#[test]
fn a_run_on_standard_input_is_resumed_from_its_copy() {
    let bench = Bench::new();
    bench.script("test.sh", "grep -q 'dividend / zero' input.c");
    piped(&bench, "-l c test.sh - -o small.c --max-queries 4", RING_C).exits_with(3);
    assert_eq!(bench.read("small.c.probdd/input"), RING_C);
    bench.probdd("resume").exits_with(0);
    assert_eq!(bench.text("small.c"), RING_C_REDUCED);
    assert!(!bench.path("small.c.probdd").exists());
}

#[test]
fn a_damaged_copy_of_standard_input_is_not_resumed() {
    let bench = Bench::new();
    bench.script("test.sh", "grep -q 'dividend / zero' input.c");
    piped(&bench, "-l c test.sh - -o small.c --max-queries 4", RING_C).exits_with(3);
    bench.file("small.c.probdd/input", b"r->count--");
    bench.probdd("resume").exits_with(1).says("the copy of the input").says("has changed");
}

#[test]
fn standard_input_cannot_be_replaced_and_not_be_empty() {
    let bench = Bench::new();
    bench.script("test.sh", "true");
    let refused = piped(&bench, "--in-place test.sh -", b"x").exits_with(1);
    refused.says("--in-place cannot replace standard input");
    piped(&bench, "test.sh -", b"").exits_with(1).says("the input `/dev/stdin` is empty");
}

#[test]
fn a_file_that_feeds_standard_input_is_not_overwritten() {
    let bench = Bench::new();
    bench.script("test.sh", "true");
    let file = bench.file("ring.c", RING_C);
    let mut command = bench.command(["test.sh", "-", "-o", "ring.c"]);
    command.stdin(std::fs::File::open(file).unwrap());
    Ran::new(&command.output().unwrap()).exits_with(1).says("is the input");
    assert_eq!(bench.read("ring.c"), RING_C);
}
