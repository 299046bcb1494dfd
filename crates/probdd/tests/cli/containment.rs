//! The limits and the sandbox of a test, and what remains when everything is killed.

use crate::bench::{Bench, wait_until};
use std::fs;

/// A text and a test that does something first.
fn bench(body: &str) -> Bench {
    let bench = Bench::with_text(8);
    bench.script("test.sh", &format!("{body}\ngrep -q keep \"$1\""));
    bench
}

#[test]
fn daemons_end_with_their_query() {
    let daemon = "(cd /; setsid sh -c 'trap \"\" TERM HUP; exec sleep 100' <&- >&- 2>&- &)";
    bench(daemon).probdd("test.sh text.txt").exits_with(0);
}

#[test]
fn a_kill_leaves_nothing_behind() {
    let bench = bench("(setsid sleep 100 &)\ntouch $PROBDD_INPUT_DIR/runs\nsleep 100");
    let mut run = bench.spawn("test.sh text.txt");
    wait_until(|| bench.path("runs").exists());
    run.kill().unwrap();
    run.wait().unwrap();
    bench.assert_nothing_is_left_soon();
}

#[test]
fn the_next_start_removes_what_a_dead_run_has_left() {
    let bench = Bench::with_text(8);
    // Larger than any process id.
    let stale = bench.temporary().join("probdd-9999999-0000000001-000");
    fs::create_dir_all(stale.join("00000001/work")).unwrap();
    let other = bench.temporary().join("probdd-notes");
    fs::create_dir(&other).unwrap();
    bench.command(["test.sh", "text.txt"]).output().unwrap();
    assert!(!stale.exists() && other.exists());
}

#[test]
fn who_writes_too_much_is_stopped_and_counted() {
    let fill = "grep -q keep \"$1\" || while :; do i=$((i+1)); head -c 900000 /dev/zero >$i; done";
    let bench = bench(fill);
    let args = "test.sh text.txt --disk 3M --report report --max-queries 3";
    bench.probdd(args).exits_with(3);
    assert!(bench.json("report")["queries"]["unresolved"].as_u64() > Some(0));
}

#[test]
fn an_input_that_needs_more_than_it_may_use_is_explained() {
    let bench = bench("head -c 3000000 /dev/zero >big || exit 1");
    bench.probdd("test.sh text.txt --disk 1M").exits_with(2).says("--memory, --disk");
}

#[test]
fn sizes_that_are_none_are_refused() {
    let bench = Bench::with_text(3);
    bench.probdd("test.sh text.txt --disk 0").exits_with(1).says("--disk");
    bench.probdd("test.sh text.txt --memory much").exits_with(1).says("--memory");
}

/// Whether the kernel supports the sandbox; if not, the error says so.
fn is_offered(level: &str) -> bool {
    let bench = Bench::with_text(3);
    let ran = bench.probdd(&format!("test.sh text.txt --sandbox {level}"));
    if ran.code == Some(1) {
        ran.says("this kernel cannot confine").says("--sandbox none");
        return false;
    }
    ran.exits_with(0);
    true
}

#[test]
fn a_mutant_cannot_write_where_it_should_not() {
    for level in ["write", "full"] {
        if !is_offered(level) {
            continue;
        }
        let home = tempfile::tempdir().unwrap();
        fs::create_dir(home.path().join("x")).unwrap();
        fs::write(home.path().join("x/precious"), "").unwrap();
        let bench = bench("rm -rf \"$REAL/x\"; echo bad >\"$PROBDD_INPUT_DIR/text.txt\"");
        let before = bench.read("text.txt");
        let mut command = bench.command(["test.sh", "text.txt", "--sandbox", level]);
        let output = command.env("REAL", home.path()).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        assert!(home.path().join("x/precious").exists());
        assert_eq!(bench.read("text.txt"), before);
        assert_eq!(bench.text("text.reduced.txt"), "keep");
    }
}

#[test]
fn a_mutant_has_no_network_under_full() {
    if !is_offered("full") {
        return;
    }
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let bench = bench(&format!("bash -c 'exec 3<>/dev/tcp/127.0.0.1/{port}' && exit 1"));
    bench.probdd("test.sh text.txt").exits_with(2);
    bench.probdd("test.sh text.txt --sandbox full").exits_with(0);
}

#[test]
fn what_a_test_was_allowed_stands_in_the_trace() {
    let bench = Bench::with_text(3);
    bench.probdd("test.sh text.txt --disk 1M --trace trace").exits_with(0);
    let settings = bench.trace("trace")[0]["settings"].clone();
    assert_eq!((&settings["disk"], &settings["sandbox"]), (&(1 << 20).into(), &"none".into()));
}

/// A test that tries to harm a process outside; each attempt that works stands in its output.
const HARM: &str = r#"
import os, resource, socket, sys
pid = int(os.environ["VICTIM"])
pair = lambda: socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)[0]
attempts = [
    ("signal", lambda: os.kill(pid, 0)),
    ("limit", lambda: resource.prlimit(pid, resource.RLIMIT_CORE, (0, 0))),
    ("priority", lambda: os.setpriority(os.PRIO_PROCESS, pid, 19)),
    ("affinity", lambda: os.sched_setaffinity(pid, {0})),
    ("datagram", lambda: pair().sendto(b"out", os.environ["SOCKET"])),
]
worked = []
for name, attempt in attempts:
    try:
        attempt()
        worked.append(name)
    except OSError:
        pass
print("worked:", *worked)
sys.exit(bool(worked) or "keep" not in open(sys.argv[1]).read())
"#;

#[test]
fn a_mutant_does_not_reach_other_processes_under_full() {
    if !is_offered("full") {
        return;
    }
    let bench = Bench::with_text(8);
    bench.file("harm.py", HARM.as_bytes());
    let python = bench.shell("readlink -f \"$(command -v python3)\"").output().unwrap();
    let python = String::from_utf8(python.stdout).unwrap();
    let run = format!("exec '{}' \"${{0%/*}}/harm.py\" \"$1\"", python.trim());
    bench.script("test.sh", &run);
    let socket = std::os::unix::net::UnixDatagram::bind(bench.path("socket")).unwrap();
    socket.set_nonblocking(true).unwrap();
    let mut victim = std::process::Command::new("sleep").arg("100").spawn().unwrap();
    let probdd = |args: &[&str]| {
        let mut command = bench.command(args);
        command.env("VICTIM", victim.id().to_string()).env("SOCKET", bench.path("socket"));
        crate::bench::Ran::new(&command.output().unwrap())
    };
    let confined = probdd(&["test.sh", "text.txt", "--sandbox", "full"]);
    let heard = socket.recv(&mut [0; 3]);
    let free = probdd(&["test.sh", "text.txt"]);
    victim.kill().unwrap();
    victim.wait().unwrap();
    confined.exits_with(0);
    assert!(heard.is_err());
    free.exits_with(2).says("worked: signal limit priority affinity datagram");
}
