//! Tests that exceed their limits, or try to reach more than they may.

#![allow(clippy::unwrap_used, reason = "a test that cannot do its work has failed")]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use probdd_core::Verdict;
use probdd_exec::{
    Check, Confinement, End, Error, Form, Interrupt, Limits, Outcome, Protection, Sandbox,
    Surroundings,
};
use tempfile::TempDir;

const SOON: Duration = Duration::from_secs(30);

/// A script in a directory of its own, which is also the input directory.
struct Script {
    home: TempDir,
}

impl Script {
    fn new(body: &str) -> Script {
        let script = Script { home: TempDir::new().unwrap() };
        fs::write(script.program(), format!("#!/bin/sh\n{body}\n")).unwrap();
        fs::set_permissions(script.program(), fs::Permissions::from_mode(0o755)).unwrap();
        script
    }

    fn program(&self) -> PathBuf {
        self.home.path().join("test.sh")
    }

    fn beside(&self, name: &str) -> PathBuf {
        self.home.path().join(name)
    }

    fn run(&self, confinement: &Confinement) -> Outcome {
        self.run_in(&mut Sandbox::new(confinement).unwrap())
    }

    fn run_in(&self, sandbox: &mut Sandbox) -> Outcome {
        let limits = Limits { timeout: Some(SOON), ..Limits::default() };
        let surroundings =
            Surroundings::new(self.home.path().into(), Form::file("input.c".into()), limits);
        Check::new(self.program(), surroundings).run(sandbox, b"text", &Interrupt::never()).unwrap()
    }
}

/// Runs a script under a confinement; returns its end.
fn end(body: &str, confinement: &Confinement) -> End {
    Script::new(body).run(confinement).end
}

/// Runs a script under a confinement; returns what it prints.
fn printed(body: &str, confinement: &Confinement) -> String {
    String::from_utf8(Script::new(body).run(confinement).output).unwrap().trim_end().to_owned()
}

fn protected(protection: Protection) -> Option<Confinement> {
    let confinement = Confinement { protection, ..Confinement::default() };
    match Sandbox::new(&confinement) {
        Ok(_) => Some(confinement),
        // Without Landlock the sandbox is refused.
        Err(Error::Protection { .. }) => None,
        Err(error) => panic!("{error}"),
    }
}

/// Whether control groups can be made.
fn is_bounded() -> bool {
    let confinement = Confinement { processes: 1, ..Confinement::default() };
    end("(true) || exit 3; (true); (true)", &confinement) != End::Exited(0)
}

#[test]
fn a_file_may_not_outgrow_the_bound() {
    let confinement = Confinement { disk: Some(1 << 20), ..Confinement::default() };
    let end = end(
        "head -c 10000000 /dev/zero >big; wc -c <big >&2; [ $(wc -c <big) -le 1048576 ]",
        &confinement,
    );
    assert_eq!(end, End::Exited(0));
}

#[test]
fn a_test_that_fills_the_disk_with_many_files_is_killed() {
    let confinement = Confinement { disk: Some(4 << 20), ..Confinement::default() };
    let filling = "mkdir a; while :; do i=$((i+1)); head -c 1000000 /dev/zero >a/$i; done";
    let script = Script::new(filling);
    let mut sandbox = Sandbox::new(&confinement).unwrap();
    let outcome = script.run_in(&mut sandbox);
    assert_eq!((outcome.end, outcome.verdict), (End::OutOfDisk, Verdict::Unresolved));
    assert!(outcome.wall < SOON);
    let next = Script::new("test \"$(ls -A)\" = input.c");
    assert_eq!(next.run_in(&mut sandbox).end, End::Exited(0));
}

#[test]
fn memory_is_bounded() {
    let hungry = "exec head -c 400000000 /dev/zero | tail -c 399999999 | wc -c";
    let confinement = Confinement { memory: Some(100 << 20), ..Confinement::default() };
    assert_ne!(printed(hungry, &confinement).lines().last(), Some("399999999"));
    assert_eq!(printed(hungry, &Confinement::default()), "399999999");
}

#[test]
fn a_fork_bomb_is_bounded_and_killed() {
    let bounded = is_bounded();
    let processes = 200;
    let confinement = Confinement { processes, ..Confinement::default() };
    for bomb in ["b() { b | b & }; b", "b() { setsid sh \"$0\" on & }; b; b"] {
        let body = format!("exec 2>&-\n{bomb}\n[ \"$1\" = on ] && exec sleep .1\nsleep .5; exit 0");
        // Without a control group it would fill the whole system.
        if bounded {
            let script = Script::new(&body);
            let outcome = script.run(&confinement);
            // The shell gives up when it cannot fork.
            assert!(matches!(outcome.end, End::Exited(_)), "{:?}", outcome.end);
            let marker = script.program();
            assert!(!is_named_by_a_process(&marker));
        }
    }
}

fn is_named_by_a_process(path: &Path) -> bool {
    let name = path.as_os_str().as_encoded_bytes();
    let processes = fs::read_dir("/proc").unwrap().flatten();
    processes
        .filter_map(|entry| fs::read(entry.path().join("cmdline")).ok())
        .any(|line| line.windows(name.len()).any(|window| window == name))
}

/// A script that uses the query's directory, the temporary directory and common devices.
const HONEST: &str = "set -e
    cat input.c >copy; mv copy copy2; mkdir d; ln copy2 d/link; rm -r d; : >>input.c
    echo x >\"$(mktemp)\"; echo x >/dev/null; echo out >/dev/stdout
    cat /proc/self/status /etc/passwd \"$0\" | grep -q .
    sort <<end | grep -q a
a
end";

#[test]
fn a_well_behaved_test_does_not_notice_the_protection() {
    for protection in [Protection::None, Protection::Write, Protection::Full] {
        let Some(confinement) = protected(protection) else { continue };
        let outcome = Script::new(HONEST).run(&confinement);
        let output = String::from_utf8_lossy(&outcome.output).into_owned();
        assert_eq!((outcome.end, output.as_str()), (End::Exited(0), "out\n"), "{protection:?}");
    }
}

#[test]
fn nothing_is_written_removed_or_changed_outside_the_directory() {
    for protection in [Protection::Write, Protection::Full] {
        let Some(confinement) = protected(protection) else { continue };
        let script = Script::new("");
        let home = script.beside("home");
        fs::create_dir(&home).unwrap();
        fs::write(home.join("x"), "precious").unwrap();
        let attacks = format!(
            "HOME='{0}'
            rm -rf \"$HOME/x\"; echo new >\"$HOME/y\"; true >\"$HOME/x\"; truncate -s 0 \"$HOME/x\"
            mv \"$HOME/x\" .; ln \"$HOME/x\" x && echo bad >x; mkdir \"$HOME/z\"; mv input.c \"$HOME\"
            echo x >\"$PROBDD_INPUT_DIR/new\"; echo x >/tmp/probdd-test-outside; rm -rf \"$HOME\"
            ln -s \"$HOME/x\" link; echo x >link; exit 0",
            home.display()
        );
        fs::write(script.program(), format!("#!/bin/sh\n{attacks}\n")).unwrap();
        assert_eq!(script.run(&confinement).end, End::Exited(0));
        assert_eq!(fs::read_to_string(home.join("x")).unwrap(), "precious");
        assert_eq!(fs::read_dir(&home).unwrap().count(), 1);
        assert!(!script.beside("new").exists() && !Path::new("/tmp/probdd-test-outside").exists());
    }
}

#[test]
fn a_query_cannot_write_to_the_directory_of_another_one() {
    let Some(confinement) = protected(Protection::Write) else { return };
    let neighbour = TempDir::new().unwrap();
    let attack = format!("echo x >'{}/x' && exit 1; exit 0", neighbour.path().display());
    assert_eq!(end(&attack, &confinement), End::Exited(0));
}

#[test]
fn there_is_no_network_under_full_protection() {
    let Some(confinement) = protected(Protection::Full) else { return };
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let connect = format!("exec bash -c 'exec 3<>/dev/tcp/127.0.0.1/{port}'");
    assert_eq!(end(&connect, &Confinement::default()), End::Exited(0));
    assert_ne!(end(&connect, &confinement), End::Exited(0));
    let datagram = format!("exec bash -c 'echo x >/dev/udp/127.0.0.1/{port}'");
    assert_eq!(end(&datagram, &Confinement::default()), End::Exited(0));
    assert_ne!(end(&datagram, &confinement), End::Exited(0));
}

#[test]
fn signals_do_not_reach_other_processes_under_full_protection() {
    let Some(confinement) = protected(Protection::Full) else { return };
    let attack = format!(
        "kill -9 $PPID && exit 1; kill -0 {0} && exit 2; kill -TERM {0} && exit 3
        sleep 100 & kill $! || exit 4; wait; exit 0",
        std::process::id()
    );
    assert_eq!(end(&attack, &confinement), End::Exited(0));
}

#[test]
fn home_is_an_empty_directory_only_under_full_protection() {
    let home = std::env::var("HOME").unwrap_or_default();
    if let Some(confinement) = protected(Protection::Write) {
        assert_eq!(printed("echo \"$HOME\"", &confinement), home);
    }
    if let Some(confinement) = protected(Protection::Full) {
        assert_ne!(printed("echo \"$HOME\"", &confinement), home);
        let body = "[ -z \"$(ls -A ~)\" ] && echo x >~/x && [ $(env | grep -c ^HOME=) = 1 ]";
        let (script, mut sandbox) = (Script::new(body), Sandbox::new(&confinement).unwrap());
        assert_eq!(script.run_in(&mut sandbox).end, End::Exited(0));
        assert_eq!(script.run_in(&mut sandbox).end, End::Exited(0));
    }
}

#[test]
fn a_deadline_holds_under_protection() {
    let Some(confinement) = protected(Protection::Full) else { return };
    let script = Script::new("setsid sleep 100 & sleep 100");
    let limits = Limits { timeout: Some(Duration::from_millis(300)), ..Limits::default() };
    let surroundings =
        Surroundings::new(script.home.path().into(), Form::file("input.c".into()), limits);
    let check = Check::new(script.program(), surroundings);
    let mut sandbox = Sandbox::new(&confinement).unwrap();
    let outcome = check.run(&mut sandbox, b"", &Interrupt::never()).unwrap();
    assert_eq!(outcome.end, End::TimedOut);
}
