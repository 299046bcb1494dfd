//! Signals to a real process: this test binary runs itself as the process that is interrupted.

#![allow(clippy::disallowed_methods, reason = "tests start processes")]
#![allow(clippy::unwrap_used, reason = "a test that cannot do its work has failed")]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use probdd_exec::{Check, Confinement, End, Form, Interrupt, Limits, Sandbox, Surroundings};
use rustix::process::{Pid, Signal, kill_process, test_kill_process};
use tempfile::TempDir;

const HOME: &str = "PROBDD_TEST_SIGNALS_HOME";
const IS_DEAF: &str = "PROBDD_TEST_SIGNALS_IS_DEAF";
const EXIT_SAW_INTERRUPT: i32 = 42;
const SOON: Duration = Duration::from_secs(20);

/// Not a test: the process that receives the signals while a query hangs. A deaf one does not pass the
/// interrupt to its query.
#[test]
#[ignore = "run by the other tests here, in a process of its own"]
fn hang_until_a_signal_comes() {
    let Some(home) = std::env::var_os(HOME) else { return };
    let home = Path::new(&home);
    let interrupt = Interrupt::on_signals(|_| ()).unwrap();
    interrupt.heed();
    assert!(Interrupt::on_signals(|_| ()).is_err(), "there is one set of handlers in a process");
    let heard =
        if std::env::var_os(IS_DEAF).is_some() { Interrupt::never() } else { interrupt.clone() };
    let surroundings =
        Surroundings::new(home.into(), Form::file("input.c".into()), Limits::default());
    let check = Check::new(home.join("test.sh"), surroundings);
    let outcome =
        check.run(&mut Sandbox::new(&Confinement::default()).unwrap(), b"", &heard).unwrap();
    assert_eq!((outcome.end, interrupt.is_raised()), (End::Interrupted, true));
    std::process::exit(EXIT_SAW_INTERRUPT);
}

/// The process, and its directory.
struct Hanging {
    home: TempDir,
    process: Child,
}

impl Hanging {
    /// Returns once the query runs.
    fn start(adjust: impl FnOnce(&mut Command)) -> Hanging {
        let home = TempDir::new().unwrap();
        let script = home.path().join("test.sh");
        fs::write(
            &script,
            "#!/bin/sh\ntimeout 100 sleep 100 &\n\
             echo $! $$ > \"$PROBDD_INPUT_DIR/new\"; mv \"$PROBDD_INPUT_DIR/new\" \"$PROBDD_INPUT_DIR/pids\"\n\
             sleep 100; sleep 100\n",
        )
        .unwrap();
        fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
        let mut command = Command::new(std::env::current_exe().unwrap());
        command
            .args(["--ignored", "--exact", "hang_until_a_signal_comes"])
            .env(HOME, home.path())
            .env("TMPDIR", home.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        adjust(&mut command);
        let hanging = Hanging { home, process: command.spawn().unwrap() };
        until(|| hanging.home.path().join("pids").exists());
        hanging
    }

    fn send(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.process), signal).unwrap();
    }

    /// Returns the exit code, once no process of the query runs.
    fn exit_code(mut self) -> Option<i32> {
        let mut status = None;
        until(|| {
            status = self.process.try_wait().unwrap();
            status.is_some()
        });
        let pids = fs::read_to_string(self.home.path().join("pids")).unwrap();
        for pid in pids.split_whitespace() {
            until(|| !is_running(pid));
        }
        status.unwrap().code()
    }
}

impl Drop for Hanging {
    fn drop(&mut self) {
        let _ = self.process.kill();
    }
}

fn is_running(pid: &str) -> bool {
    let id = Pid::from_raw(pid.parse().unwrap()).unwrap();
    let state = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    test_kill_process(id).is_ok() && !state.contains(") Z ")
}

/// Waits for something that happens soon, or fails.
fn until(mut happened: impl FnMut() -> bool) {
    let start = Instant::now();
    while !happened() {
        assert!(start.elapsed() < SOON, "it should have happened by now");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Whether the tests run under `nohup`: then the process that gets the signal ignores it, as it should.
fn ignores_hangup() -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).unwrap();
    u64::from_str_radix(ignored.trim(), 16).unwrap() & 1 == 1
}

#[test]
fn each_of_the_signals_interrupts_the_running_query() {
    let [int, term, hup] = [Signal::INT, Signal::TERM, Signal::HUP];
    let signals = [int, term, hup, Signal::QUIT, Signal::USR1, Signal::USR2, Signal::XCPU];
    for signal in signals.into_iter().filter(|signal| *signal != Signal::HUP || !ignores_hangup()) {
        let hanging = Hanging::start(|_| ());
        hanging.send(signal);
        assert_eq!(hanging.exit_code(), Some(EXIT_SAW_INTERRUPT));
    }
}

#[test]
fn the_second_signal_kills_what_runs_and_ends_the_process() {
    let hanging = Hanging::start(|command| {
        command.env(IS_DEAF, "1");
    });
    hanging.send(Signal::INT);
    std::thread::sleep(Duration::from_millis(300));
    hanging.send(Signal::INT);
    assert_eq!(hanging.exit_code(), Some(130));
}

#[test]
fn under_nohup_a_hangup_is_ignored() {
    let hanging = Hanging::start(|command| {
        let exe = command.get_program().to_owned();
        let arguments: Vec<_> = command.get_args().map(ToOwned::to_owned).collect();
        let mut nohup = Command::new("nohup");
        nohup.arg(exe).args(arguments).arg0("nohup");
        for (name, value) in command.get_envs() {
            nohup.env(name, value.unwrap());
        }
        nohup.stdout(Stdio::null()).stderr(Stdio::null());
        *command = nohup;
    });
    hanging.send(Signal::HUP);
    std::thread::sleep(Duration::from_millis(300));
    assert_eq!(test_kill_process(Pid::from_child(&hanging.process)), Ok(()));
    hanging.send(Signal::TERM);
    assert_eq!(hanging.exit_code(), Some(EXIT_SAW_INTERRUPT));
}
