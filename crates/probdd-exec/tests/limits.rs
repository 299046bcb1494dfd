//! Tests that exceed their limits, or try to reach more than they may.

#![allow(clippy::disallowed_methods, reason = "tests start processes")]
#![allow(clippy::unwrap_used, reason = "a test that cannot do its work has failed")]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::UnixDatagram;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
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

/// The interpreter itself: a script that looks for it needs the real home.
fn python() -> Option<String> {
    let asked = Command::new("python3").args(["-c", "import sys; print(sys.executable)"]).output();
    Some(String::from_utf8(asked.ok()?.stdout).unwrap().trim().to_owned())
}

/// A process outside, which ends with the test.
struct Victim(Child);

impl Victim {
    fn new() -> Victim {
        Victim(Command::new("sleep").arg("100").spawn().unwrap())
    }
}

impl Drop for Victim {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// What `attacks/outside.py` was allowed, and whether its victim has survived.
fn allowed(confinement: &Confinement) -> Option<(String, bool)> {
    let (python, outside) = (python()?, TempDir::new().unwrap());
    let (attacks, path) = (outside.path().join("outside.py"), outside.path().join("socket"));
    fs::write(&attacks, include_str!("attacks/outside.py")).unwrap();
    let _listener = UnixDatagram::bind(&path).unwrap();
    let file = outside.path().join("file");
    fs::write(&file, "").unwrap();
    let mut victim = Victim::new();
    let [attacks, path, file] = [&attacks, &path, &file].map(|path| path.display());
    let run = format!("exec '{python}' '{attacks}' {} '{path}' '{file}'", victim.0.id());
    let outcome = Script::new(&run).run(confinement);
    assert_eq!(outcome.end, End::Exited(0), "{}", String::from_utf8_lossy(&outcome.output));
    let is_alive = victim.0.try_wait().unwrap().is_none();
    Some((String::from_utf8(outcome.output).unwrap(), is_alive))
}

#[test]
fn no_call_reaches_other_processes_or_what_all_share_under_full_protection() {
    let Some(confinement) = protected(Protection::Full) else { return };
    let Some((protected, is_alive)) = allowed(&confinement) else { return };
    assert_eq!(protected, "");
    assert!(is_alive);
    let (free, _) = allowed(&Confinement::default()).unwrap();
    for call in ["kill", "prlimit64", "setpriority", "sched_setaffinity", "datagrams", "shmget"] {
        assert!(free.contains(call), "{free}");
    }
}

/// What `--sandbox write` does not stop, as the documentation says.
#[test]
fn a_test_that_may_only_write_in_its_directory_still_reaches_processes_and_sockets() {
    let Some(confinement) = protected(Protection::Write) else { return };
    let Some((allowed, _)) = allowed(&confinement) else { return };
    let allowed: Vec<_> = allowed.split(", ").collect();
    for call in ["kill", "prlimit64", "setpriority", "sched_setaffinity", "socket", "datagrams"] {
        assert!(allowed.contains(&call), "{allowed:?}");
    }
    for call in
        ["write", "remove", "make", "mknod of a disk", "mknod of a device", "ptrace", "mount"]
    {
        assert!(!allowed.contains(&call), "{allowed:?}");
    }
    let script = Script::new("chmod 600 \"$PROBDD_INPUT_DIR/file\"");
    fs::write(script.beside("file"), "").unwrap();
    fs::set_permissions(script.beside("file"), fs::Permissions::from_mode(0o644)).unwrap();
    assert_eq!(script.run(&confinement).end, End::Exited(0));
    let mode = fs::metadata(script.beside("file")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let connect = format!("exec bash -c 'exec 3<>/dev/tcp/127.0.0.1/{port}'");
    assert_eq!(end(&connect, &confinement), End::Exited(0));
}

/// A script that changes itself and its own processes in every way that stays allowed.
const OWN: &str = r#"
import os, resource, signal, socket, subprocess, sys
resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))
os.nice(1)
os.setpriority(os.PRIO_PROCESS, 0, 2)
os.sched_setaffinity(0, os.sched_getaffinity(0))
for kind in socket.SOCK_STREAM, socket.SOCK_SEQPACKET, socket.SOCK_STREAM | socket.SOCK_CLOEXEC:
    ours, theirs = socket.socketpair(socket.AF_UNIX, kind)
    ours.send(b"x")
    assert theirs.recv(1) == b"x"
child = subprocess.Popen(["sleep", "100"], process_group=0) if sys.version_info >= (3, 11) else subprocess.Popen(["sleep", "100"])
child.send_signal(signal.SIGTERM)
assert child.wait() == -signal.SIGTERM
limited = "ulimit -t 5; nice -n 3 sh -c 'ulimit -t'"
assert subprocess.check_output(["sh", "-c", limited]) == b"5\n"
assert subprocess.run(["timeout", "0.1", "sleep", "100"]).returncode == 124
os.mkfifo("pipe")
"#;

#[test]
fn a_test_still_changes_itself_and_ends_its_children_under_full_protection() {
    let (Some(confinement), Some(python)) = (protected(Protection::Full), python()) else { return };
    let script = Script::new("");
    fs::write(script.beside("own.py"), OWN).unwrap();
    let own = script.beside("own.py");
    let body = format!("#!/bin/sh\nexec '{python}' '{}'\n", own.display());
    fs::write(script.program(), body).unwrap();
    let outcome = script.run(&confinement);
    assert_eq!(outcome.end, End::Exited(0), "{}", String::from_utf8_lossy(&outcome.output));
}

/// Makes calls as a 32-bit program does; ends with the number of the first one that is answered otherwise
/// than it should be, from 1.
#[cfg(target_arch = "x86_64")]
const CALLS_OF_32_BITS: &str = r#"
static long call(long number, long a, long b, long c, long d) {
    long answer;
    __asm__ volatile("int $0x80" : "=a"(answer) : "0"(number), "b"(a), "c"(b), "d"(c), "S"(d)
                     : "memory", "r8", "r9", "r10", "r11");
    return (int)answer;
}
int main(int count, char **arguments) {
    long victim = 0, denied = -13, fault = -14;
    for (char *digit = arguments[1]; *digit; digit++) victim = 10 * victim + (*digit - '0');
    if (call(102, 1, 0, 0, 0) != denied) return 1;      /* socketcall: socket */
    if (call(359, 1, 1, 0, 0) != denied) return 2;      /* socket */
    if (call(360, 1, 2, 0, 0) != denied) return 3;      /* socketpair of datagrams */
    if (call(360, 1, 1, 0, 0) != fault) return 4;       /* of streams */
    if (call(340, victim, 7, 0, 0) != denied) return 5; /* prlimit64 */
    if (call(340, 0, 7, 0, 0) != 0) return 6;           /* of itself */
    if (call(97, 0, victim, 0, 0) != denied) return 7;  /* setpriority */
    if (call(117, 23, 0, 0, 0) != denied) return 8;     /* ipc: shmget */
    if (call(241, victim, 0, 0, 0) != denied) return 9; /* sched_setaffinity */
    return 0;
}"#;

#[cfg(target_arch = "x86_64")]
#[test]
fn programs_of_32_bits_are_denied_the_same() {
    let Some(confinement) = protected(Protection::Full) else { return };
    let build = TempDir::new().unwrap();
    let (source, program) = (build.path().join("calls.c"), build.path().join("calls"));
    fs::write(&source, CALLS_OF_32_BITS).unwrap();
    let compiled = Command::new("cc").arg(&source).arg("-o").arg(&program).status().unwrap();
    assert!(compiled.success());
    let victim = Victim::new();
    let attack = format!("exec '{}' {}", program.display(), victim.0.id());
    match end(&attack, &Confinement::default()) {
        // This kernel runs no such programs.
        End::Signaled(_) => {}
        free => {
            assert_eq!(free, End::Exited(1));
            assert_eq!(end(&attack, &confinement), End::Exited(0));
        }
    }
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
