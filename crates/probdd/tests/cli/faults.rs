//! Faults of the machine or the test: the run ends with the right message, and nothing is lost.

use crate::bench::{Bench, RING_C, Ran, wait_until};
use crate::resume::{bench, expected};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// The exit code of a shell script that cannot create its conditions.
const NOT_HERE: i32 = 99;

/// Runs the tool as `"$@"` of a shell script; `None` if the script cannot create its conditions.
fn below(bench: &Bench, shell: &[&str], script: &str, args: &str) -> Option<Ran> {
    let tool = bench.command(args.split_whitespace());
    let mut command = Command::new(shell[0]);
    command.args(&shell[1..]).args(["-c", script, "sh"]).arg(tool.get_program());
    command.args(tool.get_args()).current_dir(bench.dir()).stdin(Stdio::null());
    command.env("TMPDIR", bench.temporary());
    let ran = Ran::new(&command.output().ok()?);
    let is_refused = ran.code == Some(NOT_HERE) || ran.stderr.starts_with("unshare:");
    (!is_refused).then_some(ran)
}

/// In a mount namespace of its own.
const UNSHARED: [&str; 3] = ["unshare", "-rm", "/bin/sh"];

/// A text and a test that does something in its fourth run, the first on a candidate if there is
/// one job.
fn once(action: &str) -> Bench {
    let bench = Bench::with_text(12);
    let count = "echo ran >>\"${0%/*}/ran\"; n=$(wc -l <\"${0%/*}/ran\")";
    bench.script(
        "test.sh",
        &format!("{count}\n[ $n != 4 ] || {{ {action}; }}\ngrep -q keep text.txt"),
    );
    bench
}

#[test]
fn a_state_directory_that_is_read_only_is_an_error_before_the_first_query() {
    let bench = bench();
    let script = "mkdir state && mount -t tmpfs -o ro none state || exit 99; exec \"$@\"";
    for args in ["--state-dir state", "--state-dir state/below"] {
        let _ = fs::remove_dir(bench.path("state"));
        let args = format!("test.sh ring.c {args}");
        let Some(ran) = below(&bench, &UNSHARED, script, &args) else { return };
        let ran = ran.exits_with(1).says("cannot write the").says("Read-only file system");
        assert_eq!(ran.stderr.matches("error:").count(), 1, "{}", ran.stderr);
        ran.says("--state-dir DIR").says("--no-state");
        assert_eq!((bench.queries(), bench.read("ring.c").as_slice()), (0, RING_C));
        assert!(!bench.path("ring.reduced.c").exists());
    }
    let with_none = "test.sh ring.c --no-state";
    below(&bench, &UNSHARED, script, with_none).map(|ran| ran.exits_with(0));
}

#[test]
fn no_room_for_candidates_ends_a_run_with_its_best_result_and_it_can_go_on() {
    let expected = expected("");
    let bench = bench();
    // The disk becomes full in the middle of the run.
    let test = "echo ran >>\"${0%/*}/ran\"; grep -q 'dividend / zero' ring.c; found=$?
        [ $(wc -l <\"${0%/*}/ran\") != 12 ] || { rm ring.c; cat /dev/zero >\"$FULL/zero\"; }
        exit $found";
    let script =
        "mount -t tmpfs -o size=1m none \"$TMPDIR\" || exit 99; export FULL=$TMPDIR; exec \"$@\"";
    bench.script("filling.sh", test);
    let options = "-j1 --trace trace --report report -o ring.reduced.c";
    let args = format!("filling.sh ring.c {options}");
    let Some(ran) = below(&bench, &UNSHARED, script, &args) else { return };
    let ran = ran.exits_with(1).says("cannot write the candidate").says("No space left on device");
    ran.says("set TMPDIR to a directory with free space").says("the best result so far is in");
    assert!(bench.text("ring.reduced.c").contains("dividend / zero"));
    assert_eq!(bench.read("ring.c"), RING_C);
    let mut go_on = bench.command(["resume", "--trace", "trace", "--report", "report"]);
    Ran::new(&go_on.env("FULL", "/nowhere").output().unwrap()).exits_with(0);
    expected.is_reached(&bench, "ring.reduced.c");
}

#[test]
fn a_trace_a_report_and_a_result_that_find_no_room_are_errors() {
    if !Path::new("/dev/full").exists() {
        return;
    }
    for option in ["--trace", "--report"] {
        let bench = bench();
        let ran = bench.probdd(&format!("test.sh ring.c {option} /dev/full")).exits_with(1);
        ran.says("cannot write").says("`/dev/full`").says("No space left on device");
        assert_eq!(bench.read("ring.c"), RING_C);
    }
    let bench = bench();
    let Some(ran) = below(&bench, &["/bin/sh"], "exec \"$@\" >/dev/full", "test.sh ring.c -o -")
    else {
        return;
    };
    ran.exits_with(1).says("No space left on device");
}

#[test]
fn a_gigabyte_of_output_takes_neither_memory_nor_room() {
    let bench = once("head -c 1073741824 /dev/zero");
    // A tool that kept the output would need more memory.
    let script = "ulimit -v 700000; exec \"$@\"";
    let ran = below(&bench, &["/bin/sh"], script, "test.sh text.txt -j1").unwrap();
    ran.exits_with(0);
    assert_eq!(bench.text("text.reduced.txt"), "keep");
}

#[test]
fn ten_thousand_processes_end_with_their_query() {
    // Each process waits for a writer of a pipe.
    let bench = once(
        "mkfifo pipe; i=0; while [ $i -lt 10000 ]; do
            (: <pipe) & i=$((i + 1))
        done",
    );
    bench.probdd("test.sh text.txt -j1 --report report").exits_with(0);
    assert_eq!(bench.text("text.reduced.txt"), "keep");
    // One of them says that the result is small.
    assert_eq!(bench.json("report")["warnings"].as_array().unwrap().len(), 1);
}

/// Version 1 of control groups can freeze a process so that nothing kills it, like one that is
/// stuck in a dead file system.
#[test]
fn who_cannot_be_killed_is_left_behind_and_the_user_is_told() {
    let group = format!("/sys/fs/cgroup/freezer/probdd-test-{}", std::process::id());
    if fs::create_dir(&group).is_err() {
        return;
    }
    let freeze = format!(
        "setsid sh -c 'echo 0 >{group}/cgroup.procs && exec sleep 100' &
        while ! grep -q . {group}/cgroup.procs; do sleep .01; done
        echo FROZEN >{group}/freezer.state; cat {group}/cgroup.procs >>\"${{0%/*}}/frozen\""
    );
    let bench = once(&freeze);
    let output = bench.command(["test.sh", "text.txt", "-j1", "--report", "report"]).output();
    fs::write(format!("{group}/freezer.state"), "THAWED").unwrap();
    bench.assert_nothing_is_left_soon();
    wait_until(|| fs::remove_dir(&group).is_ok());
    let ran = Ran::new(&output.unwrap()).exits_with(0);
    assert!(!bench.text("frozen").is_empty());
    ran.says("the test has started a process that cannot be killed");
    // One of them says that the result is small.
    assert_eq!(bench.json("report")["warnings"].as_array().unwrap().len(), 2);
    assert_eq!(bench.text("text.reduced.txt"), "keep");
}

#[test]
fn a_test_that_has_to_write_beside_its_input_is_told_why_it_cannot() {
    let bench = Bench::with_text(6);
    bench.script("test.sh", "echo x >\"$PROBDD_INPUT_DIR/log\" && grep -q keep text.txt");
    let before = bench.names();
    let ran = bench.probdd("test.sh text.txt --sandbox write");
    // Not every kernel supports it.
    if ran.code != Some(1) {
        ran.exits_with(2).says("to write outside of its directory and $TMPDIR (--sandbox)");
    }
    assert_eq!(bench.names(), before);
    bench.probdd("test.sh text.txt").exits_with(0);
}

#[test]
fn a_test_that_needs_the_network_is_told_why_it_has_none() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let bench = Bench::with_text(6);
    let connect = format!("bash -c 'exec 3<>/dev/tcp/127.0.0.1/{port}' && grep -q keep text.txt");
    bench.script("test.sh", &connect);
    let ran = bench.probdd("test.sh text.txt --sandbox full");
    if ran.code != Some(1) {
        ran.exits_with(2).says("ermission denied").says("sockets, or $HOME (--sandbox)");
    }
    bench.probdd("test.sh text.txt").exits_with(0);
}

/// The thread of a process that computes.
fn work_thread(process: u32) -> Option<String> {
    let threads = fs::read_dir(format!("/proc/{process}/task")).ok()?;
    let mut ids = threads.filter_map(|thread| thread.ok()?.file_name().into_string().ok());
    let is_work = |id: &String| {
        let name = fs::read_to_string(format!("/proc/{process}/task/{id}/comm"));
        name.is_ok_and(|name| name.trim() == "reduction")
    };
    ids.find(is_work)
}

/// The number of the system call `tgkill`, which no shell has.
const TGKILL: u32 = if cfg!(target_arch = "x86_64") { 234 } else { 131 };

#[test]
fn a_run_whose_thread_crashes_ends_as_a_bug_with_its_best_result_and_goes_on() {
    for (signal, name) in [(11, "SEGV"), (6, "ABRT")] {
        let bench = once("touch \"${0%/*}/reached\"; sleep 3");
        let mut tool = bench.command("test.sh text.txt -j1 --trace trace".split_whitespace());
        let tool = tool.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let tool = tool.spawn().unwrap();
        wait_until(|| bench.path("reached").exists());
        let thread = work_thread(tool.id()).unwrap();
        let kill = format!("syscall({TGKILL}, {}, {thread}, {signal})", tool.id());
        let sent = Command::new("perl").args(["-e", &kill]).status();
        let ran = Ran::new(&tool.wait_with_output().unwrap());
        if !sent.is_ok_and(|status| status.success()) {
            return;
        }
        let ran =
            ran.exits_with(70).says("this is a bug in probdd").says("the same command goes on");
        ran.says("the best result so far is in");
        let lines = bench.trace("trace");
        assert!(!lines.is_empty(), "{name}");
        assert!(bench.text("text.reduced.txt").contains("keep"), "{name}");
        bench.probdd("test.sh text.txt -j1 --trace trace").exits_with(0).says("continuing after");
        assert_eq!(bench.text("text.reduced.txt"), "keep");
    }
}
