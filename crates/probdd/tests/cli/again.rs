//! The same command again: it goes on with an interrupted run, and what stands at the place of the
//! result is not lost.

use crate::bench::{Bench, RING_C, RING_C_REDUCED, wait_until};
use crate::resume::{STATE, bench, expected};
use rustix::process::{Pid, Signal, kill_process};
use std::fs;

#[test]
fn the_same_command_goes_on_by_itself_until_it_is_done() {
    let expected = expected("");
    let bench = bench();
    let args = "-j1 test.sh ring.c --trace trace --report report --max-queries 7";
    bench.probdd(args).exits_with(3);
    // A limit that was reached is granted once more.
    for queries in [7, 14] {
        let ran = bench.probdd(args).exits_with(3);
        ran.says(&format!("continuing after {queries} queries")).says("--restart starts over");
    }
    let others = "-j2 -v test.sh ring.c --trace trace --report report --max-time 1000";
    bench.probdd(others).exits_with(0).says("continuing after 21 queries");
    expected.is_reached(&bench, "ring.reduced.c");
}

#[test]
fn so_it_does_after_a_signal() {
    for signal in [Signal::INT, Signal::KILL] {
        let bench = bench();
        let slow = "echo ran >>\"${0%/*}/ran\"; sleep .05; grep -q 'dividend / zero' ring.c";
        bench.script("test.sh", slow);
        let mut child = bench.spawn("-j1 test.sh ring.c --confirm 1");
        wait_until(|| bench.queries() > 6);
        kill_process(Pid::from_child(&child), signal).unwrap();
        child.wait().unwrap();
        bench.assert_no_process_is_left();
        let before = bench.queries();
        bench.probdd("-j1 test.sh ring.c --confirm 1").exits_with(0).says("continuing after");
        let all = bench.queries();
        fs::remove_file(bench.path("ring.reduced.c")).unwrap();
        bench.probdd("-j1 test.sh ring.c --confirm 1").exits_with(0);
        assert!(all <= bench.queries() - all + 1, "{before} queries, then {all}: some ran twice");
        assert_eq!(bench.text("ring.reduced.c"), RING_C_REDUCED);
    }
}

#[test]
fn in_place_it_goes_on_with_its_first_input() {
    let expected = expected("--in-place");
    let bench = bench();
    let args = "-j1 test.sh ring.c --trace trace --report report --in-place";
    bench.probdd(&format!("{args} --max-queries 9")).exits_with(3);
    assert_ne!(bench.read("ring.c"), RING_C);
    bench.probdd(args).exits_with(0).says("continuing after 9 queries");
    expected.is_reached(&bench, "ring.c");
    assert_eq!(bench.read("ring.c.orig"), RING_C);
}

#[test]
fn another_input_test_or_setting_starts_over_and_says_why() {
    let differs = |change: &dyn Fn(&Bench), options: &str, why: &str| {
        let bench = bench();
        bench.probdd("-j1 test.sh ring.c --max-queries 9").exits_with(3);
        change(&bench);
        let ran = bench.probdd(&format!("-j1 test.sh ring.c {options}")).exits_with(0);
        ran.says("the record of an interrupted run is replaced").says(why);
        assert_eq!(bench.text("ring.reduced.c"), RING_C_REDUCED);
        assert!(!bench.path(STATE).exists());
    };
    let append = |name: &'static str, text: &'static str| {
        move |bench: &Bench| {
            let old = bench.text(name);
            fs::write(bench.path(name), old + text).unwrap();
        }
    };
    differs(&append("ring.c", "int more;\n"), "", "the input `ring.c` has changed");
    differs(&append("test.sh", "# more\n"), "", "the interestingness test `test.sh` has changed");
    differs(&|_| {}, "--seed 3 --timeout 20", "other settings (seed, timeout)");
}

#[test]
fn restart_starts_over() {
    let bench = bench();
    bench.probdd("-j1 test.sh ring.c --max-queries 9").exits_with(3);
    let ran = bench.probdd("-j1 test.sh ring.c --restart --max-queries 4").exits_with(3);
    assert!(!ran.stderr.contains("continuing"), "{}", ran.stderr);
    assert!(ran.stdout.contains("4 queries"), "{}", ran.stdout);
}

/// The result of a complete run, which is smaller than what a short one reaches.
fn with_result() -> Bench {
    let bench = bench();
    bench.probdd("-j1 test.sh ring.c").exits_with(0);
    assert_eq!(bench.text("ring.reduced.c"), RING_C_REDUCED);
    bench
}

#[test]
fn a_smaller_result_of_an_earlier_run_is_kept() {
    let bench = with_result();
    let ran = bench.probdd("-j1 test.sh ring.c --max-queries 5").exits_with(3);
    ran.says("reduced `ring.reduced.c` to 16 bytes; its result is kept as `ring.reduced.c.1`");
    assert!(bench.read("ring.reduced.c").len() > 16);
    assert_eq!(bench.text("ring.reduced.c.1"), RING_C_REDUCED);
    // The interrupted run owns what it has written; another run does not.
    bench.probdd("-j1 test.sh ring.c --max-queries 2").exits_with(3);
    assert!(!bench.path("ring.reduced.c.2").exists());
    bench.probdd("-j1 test.sh ring.c --restart").exits_with(0);
    assert_eq!(bench.text("ring.reduced.c"), RING_C_REDUCED);
    assert!(!bench.path("ring.reduced.c.2").exists());
}

#[test]
fn a_kill_loses_no_earlier_result_either() {
    let bench = with_result();
    bench.script("test.sh", "sleep .05; grep -q 'dividend / zero' ring.c");
    let mut child = bench.spawn("-j1 test.sh ring.c");
    wait_until(|| bench.path("ring.reduced.c.1").exists());
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(bench.text("ring.reduced.c.1"), RING_C_REDUCED);
}

#[test]
fn the_same_reduction_again_leaves_no_copies() {
    let bench = with_result();
    let before = bench.names();
    for options in ["", "--reducer tpdd", "-j2"] {
        bench.probdd(&format!("test.sh ring.c {options}")).exits_with(0);
        assert_eq!(bench.names(), before);
    }
}

#[test]
fn a_file_of_somebody_else_is_kept_and_so_is_the_result_of_another_test() {
    let bench = bench();
    bench.file("ring.reduced.c", b"precious");
    let ran = bench.probdd("-j1 test.sh ring.c").exits_with(0);
    ran.says("the existing `ring.reduced.c` is kept as `ring.reduced.c.1`");
    assert_eq!(bench.text("ring.reduced.c.1"), "precious");
    bench.script("other.sh", "grep -q readings ring.c");
    bench.probdd("-j1 other.sh ring.c").exits_with(0).says("`ring.reduced.c.2`");
    assert_eq!(bench.text("ring.reduced.c.2"), RING_C_REDUCED);
    // A result that somebody has edited.
    fs::write(bench.path("ring.reduced.c"), "readings and more").unwrap();
    bench.probdd("-j1 other.sh ring.c -q").exits_with(0);
    assert_eq!(bench.text("ring.reduced.c.3"), "readings and more");
}

#[test]
fn an_empty_file_is_no_loss() {
    let bench = bench();
    bench.file("out", b"");
    bench.probdd("-j1 test.sh ring.c -o out").exits_with(0);
    assert!(!bench.path("out.1").exists());
}

/// The runs of the test in a complete run with these options.
fn cost(bench: &Bench, options: &str) -> usize {
    let before = bench.queries();
    bench.probdd(&format!("-j1 test.sh ring.c {options}")).exits_with(0);
    bench.queries() - before
}

#[test]
fn continue_begins_with_an_earlier_result() {
    let bench = bench();
    let all = cost(&bench, "");
    let less = cost(&bench, "--continue --trace trace");
    assert!(less * 3 < all * 2, "{less} of {all}");
    let [baseline, first] = [1, 2].map(|line| bench.trace("trace")[line].clone());
    assert_eq!((&baseline["pass"], &first["pass"]), (&"baseline".into(), &"continue".into()));
    assert_eq!((&first["bytes"], &first["verdict"]), (&16.into(), &"interesting".into()));
    assert_eq!(bench.text("ring.reduced.c"), RING_C_REDUCED);
    assert!(!bench.path("ring.reduced.c.1").exists());
}

#[test]
fn continue_says_when_there_is_nothing_to_begin_with() {
    let bench = bench();
    let continues =
        |options: &str| bench.probdd(&format!("-j1 test.sh ring.c {options} --continue"));
    continues("").exits_with(0).says("there is no `ring.reduced.c`");
    bench.file("large", &[RING_C, b"int more;\n"].concat());
    continues("-o large").exits_with(0).says("`large` is not smaller than the input");
    bench.file("dull", b"int main;\n");
    let ran = continues("-o dull").exits_with(0);
    ran.says("the earlier result is not interesting").says("kept as `dull.1`");
    for name in ["ring.reduced.c", "large", "dull"] {
        assert_eq!(bench.text(name), RING_C_REDUCED);
    }
    continues("-o -").exits_with(1).says("--continue has no effect");
    continues("--in-place").exits_with(1).says("cannot be used with");
}

#[test]
fn a_run_that_began_with_an_earlier_result_goes_on_as_well() {
    let half = |bench: &Bench| {
        bench.file("ring.reduced.c", &RING_C[RING_C.len() / 3..]);
    };
    let args = "-j1 test.sh ring.c --continue --trace trace";
    let whole = bench();
    half(&whole);
    whole.probdd(args).exits_with(0).says("kept as `ring.reduced.c.1`");
    for again in ["resume", args] {
        let bench = bench();
        half(&bench);
        bench.probdd(&format!("{args} --max-queries 9")).exits_with(3);
        bench.probdd(again).exits_with(0).says("continuing after 9 queries");
        assert_eq!(bench.timeless("trace"), whole.timeless("trace"));
        assert_eq!(bench.read("ring.reduced.c"), whole.read("ring.reduced.c"));
        assert_eq!(bench.read("ring.reduced.c.1"), whole.read("ring.reduced.c.1"));
        assert!(!bench.path("ring.reduced.c.2").exists() && !bench.path(STATE).exists());
    }
}
