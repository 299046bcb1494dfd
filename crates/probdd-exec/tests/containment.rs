//! Tests that try to leave processes and files behind.

#![allow(clippy::disallowed_methods, reason = "tests start processes")]
#![allow(clippy::unwrap_used, reason = "a test that cannot do its work has failed")]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use probdd_core::Verdict;
use probdd_exec::{Check, Confinement, End, Interrupt};
use probdd_exec::{Form, Limits, Outcome, Sandbox, Surroundings};
use tempfile::TempDir;

const SOON: Duration = Duration::from_secs(20);

/// A script in a directory of its own, which is also the input directory. It writes process numbers to
/// the file `pids`.
struct Script {
    home: TempDir,
}

/// Shell code that writes the number of its process to that file.
const NOTE: &str = "echo $$ >>\"$PROBDD_INPUT_DIR/pids\"";

impl Script {
    fn new(body: &str) -> Script {
        let script = Script { home: TempDir::new().unwrap() };
        let text = format!("#!/bin/sh\n{}\n", body.replace("NOTE", NOTE));
        fs::write(script.program(), text).unwrap();
        fs::set_permissions(script.program(), fs::Permissions::from_mode(0o755)).unwrap();
        script
    }

    fn program(&self) -> PathBuf {
        self.home.path().join("test.sh")
    }

    fn run(&self, timeout: Duration) -> Outcome {
        self.run_in(&mut Sandbox::new(&Confinement::default()).unwrap(), timeout)
    }

    fn run_in(&self, sandbox: &mut Sandbox, timeout: Duration) -> Outcome {
        let limits = Limits { timeout: Some(timeout), ..Limits::default() };
        let surroundings =
            Surroundings::new(self.home.path().into(), Form::file("input.c".into()), limits);
        let check = Check::new(self.program(), surroundings);
        check.run(sandbox, b"text", &Interrupt::never()).unwrap()
    }

    fn pids(&self) -> Vec<String> {
        let text = fs::read_to_string(self.home.path().join("pids")).unwrap();
        text.split_whitespace().map(ToOwned::to_owned).collect()
    }

    /// Asserts that no process runs when the query has returned.
    #[track_caller]
    fn assert_all_are_gone(&self, number: usize) {
        let pids = self.pids();
        assert_eq!(pids.len(), number);
        for pid in pids {
            assert!(!Path::new("/proc").join(&pid).exists(), "{pid} runs on");
        }
    }
}

/// Whether a process runs; a zombie does not.
fn is_running(pid: &str) -> bool {
    fs::read_to_string(format!("/proc/{pid}/stat")).is_ok_and(|stat| !stat.contains(") Z "))
}

#[track_caller]
fn until(mut happened: impl FnMut() -> bool) {
    let start = Instant::now();
    while !happened() {
        assert!(start.elapsed() < SOON, "it should have happened by now");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Ways to escape: each starts one process that writes its number and sleeps.
const ESCAPES: [&str; 6] = [
    // Forked twice.
    "(sh -c 'NOTE; exec sleep 100' &)",
    // In a session of its own.
    "setsid sh -c 'NOTE; exec sleep 100' &",
    // Both, ignoring signals, and without any descriptor of ours.
    "(setsid sh -c 'trap \"\" TERM HUP INT QUIT; NOTE; exec sleep 100' \
      <&- >&- 2>&- &)",
    // With an empty environment, and in another directory.
    "pids=$PROBDD_INPUT_DIR/pids; (cd /; env -i setsid sh -c 'echo $$ >>\"$0\"; exec sleep 100' \"$pids\" &)",
    // Stopped.
    "setsid sh -c 'NOTE; kill -STOP $$; sleep 100' &",
    // A session in a session in a session.
    "setsid sh -c 'setsid sh -c \"setsid sh -c \\\"echo \\\\\\$\\\\\\$ >>\\\\\\$PROBDD_INPUT_DIR/pids; sleep 100\\\" & sleep 100\" & sleep 100' &",
];

/// Waits until the first process has written its number.
const NOTED: &str = "while [ ! -s \"$PROBDD_INPUT_DIR/pids\" ]; do sleep .01; done";

#[test]
fn a_descendant_that_escapes_is_killed_with_the_test() {
    for escape in ESCAPES {
        let script = Script::new(&format!("{escape}\n{NOTED}; exit 0"));
        let outcome = script.run(SOON);
        assert_eq!((outcome.end, outcome.verdict), (End::Exited(0), Verdict::Interesting));
        script.assert_all_are_gone(1);
    }
}

#[test]
fn a_descendant_that_escapes_is_killed_at_the_deadline() {
    for escape in ESCAPES {
        let script = Script::new(&format!("NOTE\n{escape}\nexec sleep 100"));
        assert_eq!(script.run(Duration::from_millis(700)).end, End::TimedOut);
        script.assert_all_are_gone(2);
    }
}

#[test]
fn processes_of_other_queries_are_not_killed() {
    let hanging = Script::new("(setsid sh -c 'NOTE; exec sleep 100' &)\nNOTE\nexec sleep 100");
    let escaping = Script::new(&format!("{}\n{NOTED}", ESCAPES[2]));
    std::thread::scope(|scope| {
        let neighbour = scope.spawn(|| hanging.run(Duration::from_secs(4)));
        until(|| hanging.home.path().join("pids").exists() && hanging.pids().len() == 2);
        let mut sandbox = Sandbox::new(&Confinement::default()).unwrap();
        for _ in 0..3 {
            let _ = fs::remove_file(escaping.home.path().join("pids"));
            assert_eq!(escaping.run_in(&mut sandbox, SOON).end, End::Exited(0));
            escaping.assert_all_are_gone(1);
        }
        assert!(hanging.pids().iter().all(|pid| is_running(pid)));
        assert_eq!(neighbour.join().unwrap().end, End::TimedOut);
    });
    hanging.assert_all_are_gone(2);
}

#[test]
fn a_chain_of_escaping_processes_is_killed_with_the_test() {
    // Each starts the next one in a session of its own and ends, so that number and session keep changing.
    let flee =
        "flee() { setsid sh -c 'echo $$ >\"$PROBDD_INPUT_DIR/pids\"; exec \"$0\" on' \"$0\" & }
        if [ \"$1\" = on ]; then flee; exit; fi
        flee; flee; flee; sleep .3";
    let script = Script::new(flee);
    assert_eq!(script.run(SOON).end, End::Exited(0));
    let last = script.pids();
    std::thread::sleep(Duration::from_millis(300));
    assert_eq!(script.pids(), last, "somebody goes on");
}

#[test]
fn a_test_that_kills_its_supervisor_is_unresolved_and_the_next_one_runs() {
    let mut sandbox = Sandbox::new(&Confinement::default()).unwrap();
    let deadly = Script::new(
        "setsid sh -c 'NOTE; exec sleep 100' & sleep .1; NOTE; kill -9 $PPID; sleep 100",
    );
    let outcome = deadly.run_in(&mut sandbox, SOON);
    assert_eq!((outcome.end, outcome.verdict), (End::Lost, Verdict::Unresolved));
    until(|| deadly.pids().iter().all(|pid| !is_running(pid)));
    let next = Script::new("exit 0");
    assert_eq!(next.run_in(&mut sandbox, SOON).end, End::Exited(0));
}

#[test]
fn other_signals_to_the_supervisor_have_no_effect() {
    let script = Script::new(
        "for s in HUP INT QUIT TERM USR1 PIPE CHLD ALRM; do kill -$s $PPID; done; exit 3",
    );
    assert_eq!(script.run(SOON).end, End::Exited(3));
    // They do not prevent it from cleaning up either.
    let temporary = TempDir::new().unwrap();
    let script = Script::new("NOTE; kill -TERM $PPID; kill -ALRM $PPID; NOTE; sleep 100");
    let mut child = hanging(&script, temporary.path(), 2);
    child.kill().unwrap();
    child.wait().unwrap();
    until(|| is_empty(temporary.path()));
}

#[test]
fn a_query_after_one_that_left_processes_sees_only_its_own_output() {
    let mut sandbox = Sandbox::new(&Confinement::default()).unwrap();
    let shouting = Script::new("(setsid sh -c 'NOTE; while :; do echo old; done' &)\nsleep .05");
    shouting.run_in(&mut sandbox, SOON);
    let quiet = Script::new("echo new");
    assert_eq!(quiet.run_in(&mut sandbox, SOON).output, b"new\n");
}

/// Not a test: a process that is killed while a query hangs.
#[test]
#[ignore = "run by the other tests here, in a process of its own"]
fn hang() {
    let Some(home) = std::env::var_os("PROBDD_TEST_CONTAINMENT") else { return };
    let program = Path::new(&home).join("test.sh");
    let surroundings =
        Surroundings::new(home.into(), Form::file("input.c".into()), Limits::default());
    let check = Check::new(program, surroundings);
    let _ =
        check.run(&mut Sandbox::new(&Confinement::default()).unwrap(), b"", &Interrupt::never());
}

/// Starts that process with `$TMPDIR` in `temporary`, in a process group of its own; returns when it
/// has left `number` notes.
fn hanging(script: &Script, temporary: &Path, number: usize) -> std::process::Child {
    use std::os::unix::process::CommandExt;
    let child = std::process::Command::new(std::env::current_exe().unwrap())
        .args(["--ignored", "--exact", "hang"])
        .env("PROBDD_TEST_CONTAINMENT", script.home.path())
        .env("TMPDIR", temporary)
        .stdout(std::process::Stdio::null())
        .process_group(0)
        .spawn()
        .unwrap();
    until(|| script.home.path().join("pids").exists() && script.pids().len() == number);
    child
}

fn is_empty(directory: &Path) -> bool {
    fs::read_dir(directory).unwrap().next().is_none()
}

#[test]
fn nothing_is_left_when_we_are_killed() {
    for is_group in [false, true] {
        let temporary = TempDir::new().unwrap();
        let script = Script::new(&format!("NOTE\n{}\ntouch left; exec sleep 100", ESCAPES[2]));
        let mut child = hanging(&script, temporary.path(), 2);
        let id = rustix::process::Pid::from_child(&child);
        if is_group {
            rustix::process::kill_process_group(id, rustix::process::Signal::KILL).unwrap();
        } else {
            child.kill().unwrap();
        }
        child.wait().unwrap();
        until(|| script.pids().iter().all(|pid| !is_running(pid)));
        until(|| is_empty(temporary.path()));
    }
}

#[test]
fn the_next_start_removes_what_a_killed_run_left() {
    let temporary = TempDir::new().unwrap();
    let script = Script::new("NOTE\n(setsid sh -c 'NOTE; exec sleep 100' &)\nexec sleep 100");
    let mut child = hanging(&script, temporary.path(), 2);
    // First the supervisor, which would clean up, then the process itself.
    rustix::process::kill_process(
        rustix::process::Pid::from_child(&child),
        rustix::process::Signal::STOP,
    )
    .unwrap();
    let watching = fs::read_to_string(format!("/proc/{0}/task/{0}/children", child.id())).unwrap();
    let of_threads = fs::read_dir(format!("/proc/{}/task", child.id())).unwrap().flatten();
    let watching = of_threads.fold(watching, |list, thread| {
        list + " " + &fs::read_to_string(thread.path().join("children")).unwrap()
    });
    for pid in watching.split_whitespace() {
        let id = rustix::process::Pid::from_raw(pid.parse().unwrap()).unwrap();
        let _ = rustix::process::kill_process(id, rustix::process::Signal::KILL);
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(!is_empty(temporary.path()) && script.pids().iter().any(|pid| is_running(pid)));
    start_anew(temporary.path());
    until(|| script.pids().iter().all(|pid| !is_running(pid)));
    assert!(is_empty(temporary.path()));
}

#[test]
fn a_start_does_not_disturb_a_supervisor_that_cleans_up() {
    let temporary = TempDir::new().unwrap();
    let much = "mkdir -p $(seq 4000); touch $(seq 5000 9000)";
    let script = Script::new(&format!("NOTE; {much}; NOTE; exec sleep 100"));
    let mut child = hanging(&script, temporary.path(), 2);
    child.kill().unwrap();
    child.wait().unwrap();
    let elsewhere = TempDir::new().unwrap();
    for _ in 0..5 {
        start_anew(elsewhere.path());
    }
    until(|| is_empty(temporary.path()));
}

/// Does what the next start does, with this `$TMPDIR`.
fn start_anew(temporary: &Path) {
    let status = std::process::Command::new(std::env::current_exe().unwrap())
        .args(["--ignored", "--exact", "remove_stale"])
        .env("TMPDIR", temporary)
        .env("PROBDD_TEST_CONTAINMENT", "")
        .stdout(std::process::Stdio::null())
        .status();
    assert!(status.unwrap().success());
}

/// Not a test: the next start.
#[test]
#[ignore = "run by the other tests here, in a process of its own"]
fn remove_stale() {
    if std::env::var_os("PROBDD_TEST_CONTAINMENT").is_some() {
        let _own = Sandbox::new(&Confinement::default()).unwrap();
        probdd_exec::remove_stale();
    }
}
