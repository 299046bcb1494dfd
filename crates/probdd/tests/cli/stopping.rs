//! Runs that stop early: by a budget, by a signal, or killed.

use crate::bench::{Bench, RING_C, Ran, wait_until};
use rustix::process::{Pid, Signal, kill_process};
use std::fs;
use std::process::{Child, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Checks what holds for every run after its baseline: the result exists and is interesting, the
/// trace is complete, and the report agrees with both.
#[track_caller]
fn is_complete(bench: &Bench, stopped: &str) {
    let result = bench.read("ring.reduced.c");
    assert!(String::from_utf8(result.clone()).unwrap().contains("dividend / zero"));
    assert_eq!(bench.read("ring.c"), RING_C);
    let (trace, report) = (bench.trace("trace"), bench.json("report"));
    assert_eq!(report["stopped"], stopped);
    assert_eq!(report["one_minimal"]["certified"], false);
    assert_eq!(report["result"]["bytes"], result.len());
    assert_eq!(report["queries"]["committed"], trace.len() - 1);
    let state = "ring.reduced.c.probdd";
    let names = ["report", "ring.c", "ring.reduced.c", state, "test.sh", "trace"];
    assert_eq!(bench.names(), names.map(str::to_owned).into());
}

#[test]
fn a_number_of_queries_can_be_all_there_are() {
    for most in [1, 2, 5, 12] {
        let bench = Bench::with_ring();
        let args = format!("test.sh ring.c --trace trace --report report --max-queries {most}");
        bench.probdd(&args).exits_with(3).prints("stopped early: --max-queries");
        is_complete(&bench, "max-queries");
        assert_eq!(bench.trace("trace").len() - 1, most);
    }
}

#[test]
fn a_budget_that_is_not_spent_does_not_matter() {
    let bench = Bench::with_ring();
    bench.probdd("test.sh ring.c --max-queries 10000 --max-time 1000").exits_with(0);
}

#[test]
fn time_can_be_over() {
    let bench = Bench::with_ring();
    bench.script("test.sh", "sleep .1; grep -q 'dividend / zero' ring.c");
    let began = Instant::now();
    let args = "test.sh ring.c --trace trace --report report --max-time .5";
    bench.probdd(args).exits_with(3).prints("stopped early: --max-time");
    assert!(began.elapsed() < Duration::from_secs(5));
    is_complete(&bench, "max-time");
}

#[test]
fn time_that_is_over_at_once_still_has_a_baseline() {
    let bench = Bench::with_ring();
    bench.probdd("test.sh ring.c --trace trace --report report --max-time .0001").exits_with(3);
    is_complete(&bench, "max-time");
    assert_eq!(bench.read("ring.reduced.c"), RING_C);
}

/// A run of a slow test after some queries.
fn in_the_middle(bench: &Bench, test: &str) -> Child {
    bench.script("test.sh", test);
    let child = bench.spawn("test.sh ring.c --trace trace --report report");
    let lines = || fs::read_to_string(bench.path("trace")).map_or(0, |text| text.lines().count());
    wait_until(|| lines() > 4);
    child
}

fn signal(child: &Child, signal: Signal) {
    kill_process(Pid::from_child(child), signal).unwrap();
}

/// Checks that a run ends at once, and that no process remains.
#[track_caller]
fn ends_at_once(bench: &Bench, child: Child) -> Ran {
    let asked = Instant::now();
    let ran = Ran::new(&child.wait_with_output().unwrap());
    assert!(asked.elapsed() < Duration::from_secs(3), "{ran:?}");
    bench.assert_no_process_is_left();
    ran
}

fn is_hangup_ignored() -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).unwrap();
    u64::from_str_radix(ignored.trim(), 16).unwrap() & 1 != 0
}

#[test]
fn an_interrupt_leaves_the_best_and_everything_about_it() {
    // nohup ignores SIGHUP.
    let hangup = (!is_hangup_ignored()).then_some(Signal::HUP);
    for name in [Signal::INT, Signal::TERM].into_iter().chain(hangup) {
        let bench = Bench::with_ring();
        // Slow enough that the run cannot end before the signal, even on a busy machine.
        let child = in_the_middle(&bench, "sleep .4; grep -q 'dividend / zero' ring.c");
        signal(&child, name);
        ends_at_once(&bench, child).exits_with(130).prints("interrupted");
        is_complete(&bench, "interrupted");
    }
}

#[test]
fn a_result_that_is_to_be_printed_is_printed_by_a_run_that_stops_early() {
    let bench = Bench::with_ring();
    let ran = bench.probdd("test.sh ring.c -o - --max-queries 5").exits_with(3);
    assert!(ran.stdout.contains("dividend / zero") && ran.stdout.len() < RING_C.len());
    bench.script("test.sh", "sleep .1; grep -q 'dividend / zero' ring.c");
    let child = bench.spawn("test.sh ring.c -o - --trace trace");
    wait_until(|| bench.path("trace").exists());
    signal(&child, Signal::INT);
    ends_at_once(&bench, child).exits_with(130).prints("dividend / zero").says("interrupted");
}

#[test]
fn an_interrupt_ends_a_test_that_ignores_it() {
    let bench = Bench::with_ring();
    let stubborn = "trap '' INT TERM HUP; [ -e \"${0%/*}/report\" ]; \
                    if grep -q readings ring.c; then grep -q 'dividend / zero' ring.c; \
                    else : >\"${0%/*}/hangs\"; sleep 100 & wait; sleep 100; fi";
    bench.script("test.sh", stubborn);
    let child = bench.spawn("test.sh ring.c --trace trace --report report");
    wait_until(|| bench.path("hangs").exists());
    signal(&child, Signal::INT);
    ends_at_once(&bench, child).exits_with(130);
    fs::remove_file(bench.path("hangs")).unwrap();
    is_complete(&bench, "interrupted");
}

#[test]
fn a_second_interrupt_ends_at_once() {
    let bench = Bench::with_ring();
    let child =
        in_the_middle(&bench, "trap '' INT TERM; sleep .2; grep -q 'dividend / zero' ring.c");
    signal(&child, Signal::INT);
    sleep(Duration::from_millis(60));
    // The run may have ended already.
    let _ = kill_process(Pid::from_child(&child), Signal::INT);
    ends_at_once(&bench, child).exits_with(130);
    assert!(bench.text("ring.reduced.c").contains("dividend / zero"));
}

#[test]
fn an_interrupt_of_the_baseline_leaves_nothing() {
    let bench = Bench::with_text(3);
    bench.script("slow.sh", "echo ran >>\"${0%/*}/ran\"; sleep 100");
    let before = bench.names();
    let child = bench.spawn("slow.sh text.txt --trace trace --report report");
    wait_until(|| bench.queries() > 0);
    signal(&child, Signal::INT);
    ends_at_once(&bench, child).exits_with(130).says("interrupted").says("nothing is written");
    fs::remove_file(bench.path("ran")).unwrap();
    assert_eq!(bench.names(), before);
}

#[test]
fn a_kill_at_any_moment_leaves_the_input_and_a_whole_result_or_none() {
    let bench = Bench::with_ring();
    for moment in 0..20 {
        let _ = fs::remove_file(bench.path("ring.reduced.c"));
        let mut child = bench.spawn("test.sh ring.c --trace trace --report report");
        sleep(Duration::from_millis(10 + moment * 17));
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!(bench.read("ring.c"), RING_C);
        if bench.path("ring.reduced.c").exists() {
            let result = bench.text("ring.reduced.c");
            assert!(result.contains("dividend / zero"), "{result}");
        }
    }
    bench.command("test.sh ring.c --trace trace --report report".split(' ')).output().unwrap();
    let names = ["report", "ring.c", "ring.reduced.c", "test.sh", "trace"].map(str::to_owned);
    assert_eq!(bench.names(), names.into());
}

#[test]
fn a_kill_at_any_moment_of_a_run_in_place_loses_nothing() {
    let bench = Bench::with_ring();
    for moment in 0..10 {
        let mut child = bench.spawn("test.sh ring.c --in-place");
        sleep(Duration::from_millis(20 + moment * 23));
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(bench.text("ring.c").contains("dividend / zero"));
        match fs::read(bench.path("ring.c.orig")) {
            Ok(original) => assert_eq!(original, RING_C),
            Err(_) => assert_eq!(bench.read("ring.c"), RING_C),
        }
    }
    bench.command("test.sh ring.c --in-place".split(' ')).output().unwrap();
    let names = ["ring.c", "ring.c.orig", "test.sh"].map(str::to_owned);
    assert_eq!(bench.names(), names.into());
    assert_eq!(bench.read("ring.c.orig"), RING_C);
}

/// Kills the tool while it writes a file, which the other tests rarely hit.
#[test]
fn a_run_with_nothing_to_write_clears_away_what_a_killed_one_left() {
    let bench = Bench::with_ring();
    let run = || bench.command("test.sh ring.c --in-place".split(' ')).output().unwrap();
    run();
    fs::write(bench.path(".ring.c.partial"), "int ma").unwrap();
    fs::write(bench.path(".ring.c.orig.partial"), "int").unwrap();
    let reduced = bench.read("ring.c");
    run();
    assert_eq!(bench.read("ring.c"), reduced);
    let names = ["ring.c", "ring.c.orig", "test.sh"].map(str::to_owned);
    assert_eq!(bench.names(), names.into());
}

/// A text that takes many seconds to read and to search, and a test that costs nothing.
fn with_much_to_compute(name: &str) -> Bench {
    let bench = Bench::new();
    let item = |n: usize| format!("  {{\"id\": {n}, \"at\": [{n}, {{\"x\": null}}, \"{n}\"]}},\n");
    let items: String = (0..60_000).map(item).collect();
    bench.file(name, format!("[\n{items}  \"needle\"\n]\n").as_bytes());
    bench.script("test.sh", "grep -q needle \"$1\"");
    bench
}

/// Checks that a run was stopped while it computed something after the baseline, soon after it was
/// to stop, and that everything about it is complete.
#[track_caller]
fn is_left_behind(bench: &Bench, ran: &Ran, late: Duration, name: &str, stopped: &str) {
    // Less than a second on a machine that has nothing else to do.
    assert!(late < Duration::from_secs(5), "{late:?}: {ran:?}");
    let report = bench.json("report");
    assert_eq!((&report["stopped"], &report["queries"]["committed"]), (&stopped.into(), &1.into()));
    assert_eq!(bench.trace("trace").len(), 2);
    assert_eq!(bench.read("result"), bench.read(name));
    assert_eq!(report["result"]["bytes"], bench.read(name).len());
    assert!(bench.path("result.probdd/journal").exists());
    bench.assert_nothing_is_left_soon();
}

const MUCH: &str = "--reducer tpdd -o result --trace trace --report report";

#[test]
fn an_interrupt_does_not_wait_for_a_long_computation() {
    // With a grammar and without one.
    for name in ["much.json", "much"] {
        let bench = with_much_to_compute(name);
        let child = bench.spawn(&format!("-j2 test.sh {name} {MUCH}"));
        let journal = bench.path("result.probdd/journal");
        wait_until(|| fs::metadata(&journal).is_ok_and(|journal| journal.len() > 0));
        sleep(Duration::from_millis(300));
        signal(&child, Signal::INT);
        let asked = Instant::now();
        let ran = Ran::new(&child.wait_with_output().unwrap()).exits_with(130);
        is_left_behind(&bench, &ran, asked.elapsed(), name, "interrupted");
    }
}

#[test]
fn the_end_of_the_time_does_not_wait_for_a_long_computation_and_the_run_can_go_on() {
    let bench = with_much_to_compute("much.json");
    let began = Instant::now();
    let ran = bench.probdd(&format!("-j2 test.sh much.json {MUCH} --max-time 1")).exits_with(3);
    let late = began.elapsed().saturating_sub(Duration::from_secs(1));
    is_left_behind(&bench, &ran, late, "much.json", "max-time");
    let child = bench.spawn(&format!("-j2 test.sh much.json {MUCH}"));
    sleep(Duration::from_millis(500));
    signal(&child, Signal::INT);
    let ran = Ran::new(&child.wait_with_output().unwrap()).exits_with(130);
    ran.says("continuing after 1 query");
}

/// Checks that a session was ended soon, in these words, and that nothing of it is left.
#[track_caller]
fn has_left_nothing(bench: &Bench, ran: Ran, late: Duration, code: i32, says: &str) {
    assert!(late < Duration::from_secs(2), "{late:?}: {ran:?}");
    ran.exits_with(code).says(says);
    bench.assert_nothing_is_left_soon();
}

/// Lines with a command that hangs on each input, in all the ways in which it runs before a search.
const HANGING: [&str; 6] = [
    "hang.sh text.txt",
    "hang.sh text.txt -o -",
    "text.txt -- ./hang.sh text.txt",
    "text.txt --expect exit=1 -- ./hang.sh text.txt",
    "check hang.sh text.txt",
    "init text.txt -- ./hang.sh text.txt",
];

fn hanging() -> Bench {
    let bench = Bench::with_text(3);
    bench.script("hang.sh", &format!("echo ran >>'{}'; sleep 100", bench.path("ran").display()));
    bench
}

#[test]
fn the_end_of_the_time_ends_what_runs_before_the_search() {
    for line in HANGING {
        let bench = hanging();
        let before = bench.names();
        let began = Instant::now();
        let args = match line.split_once(' ') {
            Some((command @ ("check" | "init"), rest)) => format!("{command} --max-time .3 {rest}"),
            _ => format!("--max-time .3 {line}"),
        };
        let ran = bench.probdd(&args);
        let late = began.elapsed().saturating_sub(Duration::from_millis(300));
        has_left_nothing(&bench, ran, late, 3, "stopped by --max-time before the");
        fs::remove_file(bench.path("ran")).unwrap();
        assert_eq!(bench.names(), before, "{line}");
    }
}

#[test]
fn an_interrupt_ends_what_runs_before_the_search() {
    for line in HANGING {
        let bench = hanging();
        let before = bench.names();
        let child = bench.spawn(line);
        wait_until(|| bench.queries() > 0);
        signal(&child, Signal::INT);
        let asked = Instant::now();
        let ran = Ran::new(&child.wait_with_output().unwrap());
        has_left_nothing(&bench, ran, asked.elapsed(), 130, "interrupted before the");
        fs::remove_file(bench.path("ran")).unwrap();
        assert_eq!(bench.names(), before, "{line}");
    }
}

#[test]
fn reading_an_input_that_never_ends_is_ended_by_a_signal_and_by_the_time() {
    // A pipe that nobody writes to takes the place of an input that takes long to read.
    let bench = Bench::with_text(3);
    let before = bench.names();
    let start = |args: &str| {
        let mut command = bench.command(args.split(' '));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        (child.stdin.take(), child)
    };
    for name in [Signal::INT, Signal::TERM, Signal::QUIT, Signal::USR1, Signal::XCPU] {
        let (stdin, child) = start("test.sh - -o result");
        wait_until(|| handles(&child, name) || ignores(&child, name));
        if ignores(&child, name) {
            signal(&child, Signal::KILL);
            child.wait_with_output().unwrap();
            continue;
        }
        signal(&child, name);
        let asked = Instant::now();
        let ran = Ran::new(&child.wait_with_output().unwrap());
        has_left_nothing(&bench, ran, asked.elapsed(), 130, "interrupted before");
        drop(stdin);
    }
    let (stdin, child) = start("--max-time .1 test.sh - -o result");
    let began = Instant::now();
    let ran = Ran::new(&child.wait_with_output().unwrap());
    has_left_nothing(&bench, ran, began.elapsed(), 3, "stopped by --max-time before");
    drop(stdin);
    assert_eq!(bench.names(), before);
}

/// Whether a process handles a signal.
fn handles(child: &Child, signal: Signal) -> bool {
    has_signal(child, "SigCgt:", signal)
}

/// Whether a process ignores a signal, as its parent has.
fn ignores(child: &Child, signal: Signal) -> bool {
    has_signal(child, "SigIgn:", signal)
}

fn has_signal(child: &Child, set: &str, signal: Signal) -> bool {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let mask = status.lines().find_map(|line| line.strip_prefix(set)).unwrap();
    u64::from_str_radix(mask.trim(), 16).unwrap() & (1 << (signal.as_raw() - 1)) != 0
}

#[test]
fn the_end_of_the_time_ends_a_replay_and_changes_nothing() {
    let bench = with_much_to_compute("much.json");
    bench.probdd(&format!("-j2 test.sh much.json {MUCH} --max-queries 1")).exits_with(3);
    let journal = bench.read("result.probdd/journal");
    // The recorded queries end with the first one, but the input is read again after it.
    let began = Instant::now();
    let ran = bench.probdd("resume -j2 --max-time .1").exits_with(3);
    let late = began.elapsed();
    assert!(late < Duration::from_secs(3), "{late:?}: {ran:?}");
    assert_eq!(bench.read("result.probdd/journal"), journal);
    assert_eq!(bench.read("result"), bench.read("much.json"));
}

#[test]
fn a_command_that_takes_long_is_named_after_ten_seconds() {
    let said = |args: &str| {
        let bench = hanging();
        let ran = bench.probdd(args).exits_with(3);
        let lines = ran.stderr.lines().filter(|line| line.contains("has not ended after 10.0 s"));
        let told: Vec<&str> = lines.collect();
        assert_eq!(told.len(), 1, "{ran:?}");
        told[0].to_owned()
    };
    std::thread::scope(|threads| {
        let said = &said;
        let test = threads.spawn(|| said("--max-time 10.3 hang.sh text.txt"));
        let learned = threads.spawn(|| said("--max-time 10.3 text.txt -- ./hang.sh text.txt"));
        let property = "--max-time 10.3 text.txt --expect exit=1 -- ./hang.sh text.txt";
        let property = threads.spawn(|| said(property));
        let check = threads.spawn(|| said("check --max-time 10.3 hang.sh text.txt"));
        let [test, learned, property, check] =
            [test, learned, property, check].map(|thread| thread.join().unwrap());
        assert!(test.contains("the test on the input") && test.contains("--max-time"), "{test}");
        assert!(!test.contains("--expect"), "{test}");
        assert!(learned.contains("the command on the input"), "{learned}");
        assert!(learned.contains("--expect hang before"), "{learned}");
        assert!(property.contains("--expect hang before"), "{property}");
        assert!(check.contains("taken to hang after 1 min 0 s"), "{check}");
    });
}
