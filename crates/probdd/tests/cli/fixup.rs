//! `--fixup`: a program of the user puts every candidate right.

use crate::bench::{Bench, wait_until};
use rustix::process::{Pid, Signal, kill_process};
use std::process::Stdio;
use std::time::{Duration, Instant};

/// A number of lines, and then lines: as many as the number says, or the test rejects them.
fn counted() -> Bench {
    let bench = Bench::new();
    let lines: Vec<String> = (0..10).map(|at| format!("line {at}\n")).collect();
    bench.file("counted.txt", format!("10\n{}", lines.concat()).as_bytes());
    bench.script(
        "test.sh",
        "echo ran >>\"${0%/*}/ran\"
        read -r n <counted.txt; [ \"$(tail -n +2 counted.txt | wc -l)\" = \"$n\" ] && grep -q 'line 7$' counted.txt",
    );
    bench
}

#[test]
fn a_program_of_the_user_puts_candidates_right() {
    let bench = counted();
    bench.script(
        "fix.sh",
        "lines=$(tail -n +2; echo .); lines=${lines%.}
        printf '%s' \"$lines\" | wc -l | tr -d ' '; printf '%s' \"$lines\"",
    );
    bench.probdd("test.sh counted.txt -j1 --no-state --polish none").exits_with(0);
    assert!(bench.text("counted.reduced.txt").lines().count() > 9, "it needs a fixer");
    bench
        .run([
            "test.sh",
            "counted.txt",
            "--restart",
            "--fixup",
            "./fix.sh",
            "--report",
            "report",
            "-o",
            "fixed",
        ])
        .exits_with(0);
    assert_eq!(bench.text("fixed"), "0\nline 7");
    let report = bench.json("report");
    assert_eq!(report["settings"]["fixup"], "./fix.sh");
    assert_eq!(report["result"]["bytes"], 8);
}

#[test]
fn a_candidate_that_cannot_be_put_right_is_not_tested() {
    let bench = counted();
    let fixup = "c=$(cat; echo .); case $c in *'line 3'*) printf %s \"${c%.}\";; *) echo bad >&2; exit 3;; esac";
    let options =
        ["test.sh", "counted.txt", "-j1", "--no-state", "--polish", "none", "--fixup", fixup];
    let ran = bench.run(options).exits_with(0);
    assert!(bench.text("counted.reduced.txt").contains("line 3"));
    assert!(!ran.stderr.contains("--fixup"), "{}", ran.stderr);
    let bench = counted();
    let once = "cat >c; cmp -s c \"$PROBDD_INPUT_DIR/counted.txt\" && cat c || { echo bad >&2; false; }; s=$?; rm c; exit $s";
    let options =
        ["test.sh", "counted.txt", "-j1", "--no-state", "--polish", "none", "--fixup", once];
    let ran = bench.run(options).exits_with(0);
    ran.says("exited with 1 (bad) for every candidate: none was tested");
    assert_eq!(bench.text("ran").lines().count(), 3);
}

#[test]
fn a_fixer_that_does_not_work_on_the_input_is_an_error() {
    let bench = counted();
    let run = |fixup: &str| bench.run(["test.sh", "counted.txt", "--no-state", "--fixup", fixup]);
    run("false").exits_with(1).says("--fixup `false` exited with 1 for the unmodified input");
    run("date +%N").exits_with(1).says("writes different bytes for the same input");
    run(" ").exits_with(1).says("--fixup names no command");
    run("echo 1").exits_with(2).says("the input is not interesting after --fixup `echo 1`");
    assert!(!bench.names().contains("counted.reduced.txt.probdd"));
}

/// Writes the number of lines anew, for what is not the whole text without a number.
const COUNT: &str = "lines=$(tail -n +2; echo .); lines=${lines%.}
    printf '%s' \"$lines\" | wc -l | tr -d ' '; printf '%s' \"$lines\"";

/// The arguments of a run with a fixer.
fn with<'a>(fixup: &'a str, options: &'a str) -> Vec<&'a str> {
    let fixed = ["test.sh", "counted.txt", "--trace", "trace", "--fixup", fixup];
    fixed.into_iter().chain(options.split_whitespace()).collect()
}

#[test]
fn what_is_put_right_is_the_same_with_any_number_of_jobs_and_after_a_stop() {
    let whole = counted();
    whole.run(with(COUNT, "-j1")).exits_with(0);
    assert_eq!(whole.text("counted.reduced.txt"), "0\nline 7");
    let parallel = counted();
    parallel.run(with(COUNT, "-j4")).exits_with(0);
    assert_eq!(parallel.timeless("trace"), whole.timeless("trace"));
    for jobs in ["-j1", "-j4"] {
        let stopped = counted();
        stopped.run(with(COUNT, &format!("{jobs} --max-queries 4"))).exits_with(3);
        stopped.probdd(&format!("resume {jobs} --max-queries 10000")).exits_with(0);
        assert_eq!(stopped.timeless("trace"), whole.timeless("trace"), "{jobs}");
        assert_eq!(stopped.text("counted.reduced.txt"), "0\nline 7");
    }
}

#[test]
fn a_fixer_that_fails_or_hangs_for_some_candidates_costs_only_those() {
    // The candidate without any text is the first one.
    for bad in ["exit 3", "kill -9 $$", "sleep 100"] {
        let bench = counted();
        let fixup = format!(
            "c=$(cat; echo .); case $c in .) {bad};; esac; printf %s \"${{c%.}}\" | {{ {COUNT}; }}"
        );
        let began = Instant::now();
        bench.run(with(&fixup, "-j4 --timeout 500ms")).exits_with(0);
        assert_eq!(bench.text("counted.reduced.txt"), "0\nline 7", "{bad}");
        assert!(began.elapsed() < Duration::from_secs(30), "{bad}");
        bench.assert_no_process_is_left();
    }
}

#[test]
fn an_interrupt_ends_a_fixer_that_hangs() {
    let bench = counted();
    let marker = bench.path("hangs");
    let fixup = format!(
        "c=$(cat; echo .); case $c in .) echo >\"{}\"; sleep 100;; esac; printf %s \"${{c%.}}\"",
        marker.display()
    );
    let mut command = bench.command(with(&fixup, "-j4 --timeout 90s"));
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    wait_until(|| marker.exists());
    let began = Instant::now();
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    let status = child.wait().unwrap();
    assert_eq!(status.code(), Some(130));
    assert!(began.elapsed() < Duration::from_secs(5));
    bench.assert_no_process_is_left();
    assert_eq!(bench.read("counted.reduced.txt"), bench.read("counted.txt"));
}
