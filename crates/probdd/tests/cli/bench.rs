//! A separate directory for every test, and the binary that runs in it.

use serde_json::Value;
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// A C program of 58 lines.
pub(crate) const RING_C: &[u8] = include_bytes!("fixtures/ring.c");

/// The result of reducing it when `dividend / zero` is needed.
pub(crate) const RING_C_REDUCED: &str = "dividend / zero\n";

/// A working directory for the tool, with a `$TMPDIR` beside it.
#[derive(Debug)]
pub(crate) struct Bench {
    home: TempDir,
}

impl Bench {
    pub(crate) fn new() -> Bench {
        let home = tempfile::Builder::new().prefix("probdd-cli-").tempdir().unwrap();
        fs::create_dir(home.path().join("tmp")).unwrap();
        fs::create_dir(home.path().join("work")).unwrap();
        Bench { home }
    }

    /// The C program, and a test that needs one of its expressions.
    pub(crate) fn with_ring() -> Bench {
        let bench = Bench::new();
        bench.file("ring.c", RING_C);
        bench.script("test.sh", "exec grep -q 'dividend / zero' ring.c");
        bench
    }

    /// A text of `drop` lines around a `keep` line, and a test that needs `keep`. Every query adds
    /// a line to the file `ran`.
    pub(crate) fn with_text(lines: usize) -> Bench {
        let bench = Bench::new();
        let text = (0..lines).map(|line| if line == lines / 2 { "keep\n" } else { "drop\n" });
        bench.file("text.txt", numbered(text).as_bytes());
        bench.script("test.sh", "echo ran >>\"${0%/*}/ran\"; exec grep -q keep \"$1\"");
        bench
    }

    /// The working directory, without symbolic links.
    pub(crate) fn dir(&self) -> PathBuf {
        self.home.path().canonicalize().unwrap().join("work")
    }

    /// The name of the directory of this bench, which no other one has.
    pub(crate) fn home_name(&self) -> String {
        self.home.path().file_name().unwrap().to_string_lossy().into_owned()
    }

    pub(crate) fn path(&self, name: impl AsRef<OsStr>) -> PathBuf {
        self.dir().join(name.as_ref())
    }

    pub(crate) fn file(&self, name: impl AsRef<OsStr>, bytes: &[u8]) -> PathBuf {
        let path = self.path(name);
        fs::write(&path, bytes).unwrap();
        path
    }

    /// Writes an executable `sh` script.
    pub(crate) fn script(&self, name: &str, body: &str) -> PathBuf {
        self.program(name, &format!("#!/bin/sh\n{body}\n"))
    }

    /// Writes an executable file, in a child process: a child of another test could inherit our
    /// open file, which would be "busy" when it is executed.
    pub(crate) fn program(&self, name: &str, text: &str) -> PathBuf {
        let path = self.path(name);
        let mut writer = Command::new("/bin/sh");
        writer.args(["-c", "cat >\"$1\" && chmod 755 \"$1\"", "sh"]).arg(&path);
        let mut writer = writer.stdin(Stdio::piped()).spawn().unwrap();
        writer.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
        assert!(writer.wait().unwrap().success());
        path
    }

    pub(crate) fn read(&self, name: impl AsRef<OsStr>) -> Vec<u8> {
        let path = self.path(name);
        fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    pub(crate) fn text(&self, name: &str) -> String {
        String::from_utf8(self.read(name)).unwrap()
    }

    pub(crate) fn json(&self, name: &str) -> Value {
        serde_json::from_slice(&self.read(name)).unwrap()
    }

    /// The lines of a trace.
    pub(crate) fn trace(&self, name: &str) -> Vec<Value> {
        let text = self.text(name);
        assert!(text.ends_with('\n'), "the last line is complete");
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// A trace without times.
    pub(crate) fn timeless(&self, name: &str) -> String {
        let text = self.text(name);
        let without = |line: &str| {
            let (head, tail) = line.split_once("\"ms\":")?;
            let (_, tail) = tail.split_once(',')?;
            Some(format!("{head}{tail}\n"))
        };
        text.lines().map(|line| without(line).unwrap_or_else(|| format!("{line}\n"))).collect()
    }

    /// The number of runs, for tests that add a line to `ran`.
    pub(crate) fn queries(&self) -> usize {
        fs::read_to_string(self.path("ran")).map_or(0, |text| text.lines().count())
    }

    /// The names of all files.
    pub(crate) fn names(&self) -> BTreeSet<String> {
        let entries = fs::read_dir(self.dir()).unwrap();
        entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect()
    }

    /// The tool in this directory, not started yet.
    pub(crate) fn command<S: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = S>) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_probdd"));
        command.args(args).current_dir(self.dir()).env("TMPDIR", self.home.path().join("tmp"));
        command.stdin(Stdio::null());
        command
    }

    /// A line of shell in this directory, not started yet. In it, `probdd` is the tool, programs of this
    /// directory come first, and `python3` is none of the scripts that look for Python each time.
    pub(crate) fn shell(&self, line: &str) -> Command {
        let programs = self.home.path().join("programs");
        if fs::create_dir(&programs).is_ok() {
            let mut python = Command::new("python3");
            let found = python.args(["-c", "import sys; print(sys.executable)"]).output().unwrap();
            let found = String::from_utf8(found.stdout).unwrap();
            std::os::unix::fs::symlink(found.trim(), programs.join("python3")).unwrap();
            let tool = env!("CARGO_BIN_EXE_probdd");
            std::os::unix::fs::symlink(tool, programs.join("probdd")).unwrap();
        }
        let path = std::env::var_os("PATH").unwrap_or_default();
        let places = [self.dir(), programs].into_iter().chain(std::env::split_paths(&path));
        let mut shell = Command::new("/bin/sh");
        shell.args(["-c", line]).current_dir(self.dir()).stdin(Stdio::null());
        shell.env("PATH", std::env::join_paths(places).unwrap()).env("TMPDIR", self.temporary());
        shell
    }

    /// Runs the tool to its end, and checks that no process and no temporary file remains.
    #[track_caller]
    pub(crate) fn run<S: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = S>) -> Ran {
        let ran = Ran::new(&self.command(args).output().unwrap());
        self.assert_nothing_is_left(&ran);
        ran
    }

    /// Runs the tool with arguments that are separated by white space.
    #[track_caller]
    pub(crate) fn probdd(&self, args: &str) -> Ran {
        self.run(args.split_whitespace())
    }

    /// Starts the tool with captured output.
    pub(crate) fn spawn(&self, args: &str) -> Child {
        let mut command = self.command(args.split_whitespace());
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    }

    /// Whether the test finds a file interesting, in a fresh directory.
    pub(crate) fn is_interesting(&self, test: &Path, name: &str, bytes: &[u8]) -> bool {
        let place = tempfile::tempdir().unwrap();
        let candidate = place.path().join(name);
        fs::write(&candidate, bytes).unwrap();
        let mut command = Command::new(test);
        command.arg(&candidate).current_dir(place.path()).env("PROBDD_INPUT_DIR", self.dir());
        command.stdout(Stdio::null()).stderr(Stdio::null()).status().unwrap().success()
    }

    #[track_caller]
    fn assert_nothing_is_left(&self, ran: &Ran) {
        self.assert_no_process_is_left();
        let files: Vec<_> = fs::read_dir(self.home.path().join("tmp")).unwrap().collect();
        assert!(files.is_empty(), "{files:?} are left: {ran:?}");
    }

    /// The tool's `$TMPDIR`.
    pub(crate) fn temporary(&self) -> PathBuf {
        self.home.path().join("tmp")
    }

    /// Checks that no process and no temporary file remains after a short time to clean up.
    #[track_caller]
    pub(crate) fn assert_nothing_is_left_soon(&self) {
        self.assert_no_process_is_left();
        wait_until(|| fs::read_dir(self.temporary()).unwrap().next().is_none());
    }

    /// Checks that no process remains after a short time: a killed process does not end at once.
    #[track_caller]
    pub(crate) fn assert_no_process_is_left(&self) {
        wait_until(|| self.processes().is_empty());
    }

    /// The tool and the processes that it has started: those with our `$TMPDIR`.
    fn processes(&self) -> Vec<u32> {
        let ours = self.home.path().as_os_str().as_encoded_bytes();
        let pids = fs::read_dir("/proc").unwrap().flatten();
        let pids = pids.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
        let is_ours = |pid: &u32| {
            let environment = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
            environment.windows(ours.len()).any(|part| part == ours)
        };
        pids.filter(|pid| *pid != std::process::id()).filter(is_ours).collect()
    }
}

/// Numbers lines, so that no two are equal.
fn numbered<'a>(lines: impl Iterator<Item = &'a str>) -> String {
    lines.enumerate().fold(String::new(), |text, (number, line)| format!("{text}{number} {line}"))
}

/// The exit code and output of a run.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Ran {
    pub(crate) fn new(output: &Output) -> Ran {
        Ran {
            code: output.status.code(),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    #[track_caller]
    pub(crate) fn exits_with(self, code: i32) -> Ran {
        assert_eq!(self.code, Some(code), "{}\n{}", self.stdout, self.stderr);
        self
    }

    #[track_caller]
    pub(crate) fn says(self, text: &str) -> Ran {
        assert!(self.stderr.contains(text), "`{text}` is not in: {}", self.stderr);
        self
    }

    #[track_caller]
    pub(crate) fn prints(self, text: &str) -> Ran {
        assert!(self.stdout.contains(text), "`{text}` is not in: {}", self.stdout);
        self
    }
}

pub(crate) fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
}

/// Waits until something holds, for ten seconds at most.
#[track_caller]
pub(crate) fn wait_until(mut holds: impl FnMut() -> bool) {
    let began = Instant::now();
    while !holds() {
        assert!(began.elapsed() < Duration::from_secs(30), "it does not come about in time");
        sleep(Duration::from_millis(5));
    }
}
