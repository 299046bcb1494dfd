//! Queries through real processes: `sh` scripts in scratch directories.

#![allow(clippy::unwrap_used, reason = "a test that cannot do its work has failed")]

use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use probdd_core::Verdict;
use probdd_exec::{Check, Confinement, End, Error, Interrupt};
use probdd_exec::{Form, Limits, Outcome, Sandbox, Surroundings};
use tempfile::TempDir;

/// Longer than a query takes on a loaded machine, and shorter than the sleep of scripts that have to be
/// killed.
const SOON: Duration = Duration::from_secs(20);
const SHORT: Duration = Duration::from_millis(200);

/// A script in a directory of its own, which is also the input directory.
struct Script {
    home: TempDir,
}

impl Script {
    fn new(body: &str) -> Script {
        Script::verbatim(&format!("#!/bin/sh\n{body}\n"), 0o755)
    }

    fn verbatim(text: &str, mode: u32) -> Script {
        let script = Script { home: TempDir::new().unwrap() };
        let mut options = fs::OpenOptions::new();
        let mut file =
            options.write(true).create_new(true).mode(mode).open(script.program()).unwrap();
        file.write_all(text.as_bytes()).unwrap();
        script
    }

    fn program(&self) -> PathBuf {
        self.home.path().join("test.sh")
    }

    /// Returns a path beside the script.
    fn beside(&self, name: &str) -> PathBuf {
        self.home.path().join(name)
    }

    fn check(&self) -> Check {
        self.check_of("input.c")
    }

    fn check_of(&self, name: impl AsRef<OsStr>) -> Check {
        self.check_with(name.as_ref(), Limits::default())
    }

    fn check_with(&self, name: &OsStr, limits: Limits) -> Check {
        Check::new(
            self.program(),
            Surroundings::new(self.home.path().into(), Form::file(name.into()), limits),
        )
    }

    fn with_timeout(&self, timeout: Duration) -> Check {
        let limits = Limits { timeout: Some(timeout), ..Limits::default() };
        self.check_with("input.c".as_ref(), limits)
    }
}

fn run(check: &Check) -> Outcome {
    try_run(check).unwrap()
}

fn try_run(check: &Check) -> Result<Outcome, Error> {
    check.run(
        &mut Sandbox::new(&Confinement::default()).unwrap(),
        b"int main;\n",
        &Interrupt::never(),
    )
}

fn outcome_of(body: &str) -> Outcome {
    run(&Script::new(body).check())
}

/// Returns what a script prints, without the line end.
fn printed(body: &str) -> String {
    let outcome = outcome_of(body);
    String::from_utf8(outcome.output).unwrap().trim_end().to_owned()
}

fn is_running(process: &str) -> bool {
    // A zombie that nobody reaps is not running.
    fs::read_to_string(format!("/proc/{process}/stat"))
        .is_ok_and(|stat| !stat[stat.rfind(')').unwrap()..].starts_with(") Z"))
}

/// Whether the process whose number is in the file ends soon.
fn ends_soon(pid_file: &Path) -> bool {
    let process = fs::read_to_string(pid_file).unwrap().trim().to_owned();
    assert!(!process.is_empty());
    let start = Instant::now();
    while is_running(&process) {
        if start.elapsed() > SOON {
            return false;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    true
}

#[test]
fn the_exit_code_decides() {
    let expected = [
        (0, Verdict::Interesting),
        (1, Verdict::Uninteresting),
        (125, Verdict::Unresolved),
        (127, Verdict::Uninteresting),
        (139, Verdict::Uninteresting),
    ];
    for (code, verdict) in expected {
        let outcome = outcome_of(&format!("exit {code}"));
        assert_eq!((outcome.end, outcome.verdict), (End::Exited(code), verdict));
    }
}

#[test]
fn a_test_that_a_signal_kills_finds_nothing_interesting() {
    let outcome = outcome_of("kill -SEGV $$");
    assert_eq!((outcome.end, outcome.verdict), (End::Signaled(11), Verdict::Uninteresting));
}

#[test]
fn signals_have_their_default_effect_in_a_test() {
    // The Rust runtime ignores SIGPIPE, and `yes` would go on with an error message.
    assert_eq!(printed("yes | head -n 1"), "y");
    // Signals 1 to 28; the C library uses 32 and 33 itself.
    assert_eq!(printed("grep ^SigIgn: /proc/self/status | tail -c 8"), "0000000");
    assert_eq!(printed("grep ^SigBlk: /proc/self/status | tail -c 8"), "0000000");
}

#[test]
fn a_hanging_test_is_unresolved_at_its_deadline() {
    let script = Script::new("sleep 100 & echo $! > \"$PROBDD_INPUT_DIR/pid\"; echo on; wait");
    let outcome = run(&script.with_timeout(SHORT));
    assert_eq!((outcome.end, outcome.verdict), (End::TimedOut, Verdict::Unresolved));
    assert!(outcome.wall >= SHORT && outcome.wall < SOON, "{:?}", outcome.wall);
    assert_eq!(outcome.output, b"on\n");
    assert!(ends_soon(&script.beside("pid")));
}

#[test]
fn a_test_that_writes_without_end_is_stopped_at_its_deadline() {
    let outcome = run(&Script::new("exec yes").with_timeout(SHORT));
    assert_eq!(outcome.end, End::TimedOut);
    assert!(outcome.wall < SOON && outcome.output_truncated);
}

#[test]
fn a_test_that_ignores_sigterm_and_closes_its_output_is_killed_at_its_deadline() {
    let script = Script::new("trap '' TERM HUP INT; exec >&- 2>&-; sleep 100; sleep 100");
    assert_eq!(run(&script.with_timeout(SHORT)).end, End::TimedOut);
}

#[test]
fn descendants_in_another_process_group_are_killed_at_the_deadline() {
    // `timeout` makes a group of its own.
    let script = Script::new(
        "timeout 100 sh -c 'echo $$ > \"$PROBDD_INPUT_DIR/pid\"; sleep 100; sleep 100'",
    );
    assert_eq!(run(&script.with_timeout(SHORT * 2)).end, End::TimedOut);
    assert!(ends_soon(&script.beside("pid")));
}

#[test]
fn a_background_child_that_holds_the_output_does_not_block_and_does_not_survive() {
    for start in ["sleep 100 &", "timeout 100 sleep 100 &", "sleep 100 >/dev/null 2>&1 &"] {
        let script =
            Script::new(&format!("{start}\necho $! > \"$PROBDD_INPUT_DIR/pid\"; echo done"));
        let outcome = run(&script.check());
        assert_eq!((outcome.end, outcome.output.as_slice()), (End::Exited(0), &b"done\n"[..]));
        assert!(outcome.wall < SOON);
        assert!(ends_soon(&script.beside("pid")), "{start}");
    }
}

#[test]
fn output_beyond_the_bound_is_read_and_dropped() {
    let script = Script::new("head -c 5000000 /dev/zero; echo end >&2; exit 3");
    let outcome = run(&script.check());
    assert_eq!(outcome.end, End::Exited(3));
    assert_eq!((outcome.output.len(), outcome.output_truncated), (64 << 10, true));
    let limits = Limits { output_bytes: 0, ..Limits::default() };
    let silent = run(&script.check_with("input.c".as_ref(), limits));
    assert_eq!((silent.end, silent.output.len()), (End::Exited(3), 0));
}

#[test]
fn both_outputs_are_kept_in_the_order_in_which_they_were_written() {
    let outcome = outcome_of("echo 1; echo 2 >&2; echo 3; echo 4 >&2");
    assert_eq!(
        (outcome.output.as_slice(), outcome.output_truncated),
        (&b"1\n2\n3\n4\n"[..], false)
    );
}

#[test]
fn the_standard_input_is_empty() {
    assert_eq!(printed("wc -c"), "0");
}

#[test]
fn the_working_directory_holds_only_the_candidate() {
    let script = Script::new("ls -A; pwd; cat input.c; echo \"$1\"; echo \"$PWD\"");
    let output = String::from_utf8(run(&script.check()).output).unwrap();
    let lines: Vec<_> = output.lines().collect();
    assert_eq!((lines.len(), lines[0], lines[2]), (5, "input.c", "int main;"));
    assert_eq!((lines[3], lines[4]), (format!("{}/input.c", lines[1]).as_str(), lines[1]));
}

#[test]
fn the_candidate_has_exactly_its_bytes() {
    let every_byte: Vec<u8> = (0..=255).cycle().take(70_000).collect();
    for bytes in [&b""[..], b"no line end", &every_byte] {
        let script = Script::new("cp \"$1\" \"$PROBDD_INPUT_DIR/copy\"");
        let mut sandbox = Sandbox::new(&Confinement::default()).unwrap();
        script.check().run(&mut sandbox, bytes, &Interrupt::never()).unwrap();
        assert_eq!(fs::read(script.beside("copy")).unwrap(), bytes);
    }
}

#[test]
fn the_environment_passes_through_with_the_variables_of_the_query() {
    let script = Script::new(
        "[ \"$PATH\" = \"$(cat path)\" ] || exit 1
        [ \"$TMPDIR\" != \"${1%/*}\" ] && [ -z \"$(ls -A \"$TMPDIR\")\" ] || exit 2
        [ \"$(env | grep -c ^TMPDIR=)\" = 1 ] || exit 3
        case $(mktemp) in \"$TMPDIR\"/*) ;; *) exit 4 ;; esac"
            .replace("cat path", "cat \"$PROBDD_INPUT_DIR/path\"")
            .as_str(),
    );
    fs::write(script.beside("path"), std::env::var_os("PATH").unwrap().as_bytes()).unwrap();
    assert_eq!(run(&script.check()).end, End::Exited(0));
}

#[test]
fn names_with_blanks_quotes_and_bytes_that_are_no_text_are_kept() {
    for name in [&b"a b.c"[..], b"-rf", b"it's \"$HOME\".c", b"caf\xe9 \xff\n.c"] {
        let name = OsStr::from_bytes(name);
        let script = Script::new("printf %s \"$1\"; cat -- \"$1\" > /dev/null");
        let outcome = run(&script.check_of(name));
        assert_eq!(outcome.end, End::Exited(0));
        assert_eq!(Path::new(OsStr::from_bytes(&outcome.output)).file_name(), Some(name));
    }
}

#[test]
#[should_panic(expected = "plain file name")]
fn a_candidate_outside_of_the_directory_is_refused() {
    let _ = Surroundings::new("/".into(), Form::file("../input.c".into()), Limits::default());
}

/// Runs the script several times in one sandbox; returns what is left in the root.
fn left_by(body: &str) -> Vec<PathBuf> {
    let script = Script::new(&format!("echo \"${{1%/*/*/*}}\"\n{body}"));
    let mut sandbox = Sandbox::new(&Confinement::default()).unwrap();
    let outcome = script.check().run(&mut sandbox, b"x", &Interrupt::never()).unwrap();
    assert_eq!(outcome.end, End::Exited(0));
    let output = String::from_utf8(outcome.output).unwrap();
    let root = PathBuf::from(output.lines().next().unwrap());
    assert!(root.is_dir(), "{}", root.display());
    let left = fs::read_dir(&root).unwrap().map(|entry| entry.unwrap().path()).collect();
    let again = Script::new("test \"$(ls -A)\" = input.c");
    let outcome = again.check().run(&mut sandbox, b"x", &Interrupt::never()).unwrap();
    assert_eq!(outcome.verdict, Verdict::Interesting);
    drop(sandbox);
    assert!(!root.exists());
    left
}

#[test]
fn nothing_is_left_of_a_query() {
    let nothing = Vec::<PathBuf>::new();
    assert_eq!(left_by("true"), nothing);
    assert_eq!(left_by("touch a .b; mkdir -p c/d; echo > c/d/e; ln -s /nowhere f"), nothing);
    assert_eq!(left_by("mktemp -d; rm \"$1\""), nothing);
    assert_eq!(left_by("cd /; rm -r \"${1%/*}\""), nothing);
    assert_eq!(
        left_by("mkdir a; echo > a/b; chmod 000 a; mkdir -p c/d; chmod 500 c . .."),
        nothing
    );
    assert_eq!(left_by("seq 5000 | xargs touch; mkdir d; cd d; seq 5000 | xargs mkdir"), nothing);
    assert_eq!(left_by("rm \"$1\"; mkdir \"$1\"; echo > \"$1/a\""), nothing);
}

#[test]
fn a_tree_deeper_than_a_path_or_our_descriptors_can_be_is_wiped() {
    let thousands = "deep=$(printf 'd/%.0s' $(seq 1000)); mkdir -p $deep
        for i in 1 2 3; do mv d e; mkdir -p $deep; mv e $deep; done";
    assert_eq!(left_by(thousands), Vec::<PathBuf>::new());
}

#[test]
fn symbolic_links_are_removed_and_not_followed() {
    let outside = TempDir::new().unwrap();
    let kept = outside.path().join("kept");
    fs::write(&kept, "").unwrap();
    fs::set_permissions(outside.path(), fs::Permissions::from_mode(0o755)).unwrap();
    let left =
        left_by(&format!("ln -s {0} link; mkdir d; ln -s {0} d/link", outside.path().display()));
    assert_eq!((left.len(), kept.exists()), (0, true));
    assert_eq!(fs::metadata(outside.path()).unwrap().permissions().mode() & 0o777, 0o755);
}

#[test]
fn a_root_that_was_removed_is_made_again() {
    let script = Script::new("rm -r \"${1%/*/*/*}\"");
    let mut sandbox = Sandbox::new(&Confinement::default()).unwrap();
    for _ in 0..2 {
        let outcome = script.check().run(&mut sandbox, b"x", &Interrupt::never()).unwrap();
        assert_eq!(outcome.end, End::Exited(0));
    }
}

#[test]
fn processor_time_of_the_test_and_its_children_is_counted() {
    let outcome = outcome_of("i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done; exit 0");
    assert!(outcome.cpu > Duration::ZERO && outcome.cpu < SOON, "{:?}", outcome.cpu);
}

#[test]
fn a_test_that_does_not_exist_is_told_apart() {
    let script = Script::new("");
    fs::remove_file(script.program()).unwrap();
    let error = try_run(&script.check()).unwrap_err();
    assert!(matches!(error, Error::ProgramMissing { .. }), "{error:?}");
}

#[test]
fn a_missing_interpreter_is_named() {
    let script = Script::verbatim("#! /no/such/sh -e\nexit 0\n", 0o755);
    let error = try_run(&script.check()).unwrap_err();
    assert!(error.to_string().contains("\"/no/such/sh\" does not exist"), "{error}");
    let script = Script::verbatim("#!/bin/sh\r\nexit 0\r\n", 0o755);
    let error = try_run(&script.check()).unwrap_err();
    assert!(error.to_string().contains(r#""/bin/sh\r" does not exist"#), "{error}");
}

#[test]
fn a_test_without_run_bit_is_told_apart() {
    let script = Script::verbatim("#!/bin/sh\n", 0o644);
    let error = try_run(&script.check()).unwrap_err();
    assert!(matches!(error, Error::NotExecutable(ref file, _) if *file == script.program()));
}

#[test]
fn an_interpreter_without_run_bit_is_told_apart() {
    let interpreter = Script::verbatim("", 0o644);
    let script = Script::verbatim(&format!("#!{}\n", interpreter.program().display()), 0o755);
    let error = try_run(&script.check()).unwrap_err();
    assert!(matches!(error, Error::NotExecutable(ref file, _) if *file == interpreter.program()));
}

#[test]
fn a_directory_as_test_is_not_executable() {
    let home = TempDir::new().unwrap();
    let surroundings =
        Surroundings::new("/".into(), Form::file("input.c".into()), Limits::default());
    let check = Check::new(home.path().into(), surroundings);
    let error = try_run(&check).unwrap_err();
    assert!(matches!(error, Error::NotExecutable { .. }), "{error:?}");
}

#[test]
fn a_script_without_interpreter_line_is_told_apart() {
    let script = Script::verbatim("exit 0\n", 0o755);
    let error = try_run(&script.check()).unwrap_err();
    assert!(matches!(error, Error::NoInterpreter { .. }), "{error:?}");
}

#[test]
fn a_test_that_is_just_being_written_is_waited_for() {
    let script = Script::new("exit 0");
    let writer = fs::OpenOptions::new().append(true).open(script.program()).unwrap();
    let closing = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(20));
        drop(writer);
    });
    assert_eq!(run(&script.check()).end, End::Exited(0));
    closing.join().unwrap();
}

#[test]
fn an_interrupt_ends_a_running_test_at_once() {
    let script = Script::new("echo $$ > \"$PROBDD_INPUT_DIR/pid\"; sleep 100; sleep 100");
    let interrupt = Interrupt::by_hand().unwrap();
    let raised = interrupt.clone();
    let started = script.beside("pid");
    let raising = std::thread::spawn(move || {
        while fs::read(&started).unwrap_or_default().is_empty() {
            std::thread::sleep(Duration::from_millis(5));
        }
        raised.raise();
    });
    let outcome = script
        .check()
        .run(&mut Sandbox::new(&Confinement::default()).unwrap(), b"", &interrupt)
        .unwrap();
    raising.join().unwrap();
    assert_eq!((outcome.end, outcome.verdict), (End::Interrupted, Verdict::Unresolved));
    assert!(outcome.wall < SOON);
    assert!(ends_soon(&script.beside("pid")));
}

#[test]
fn nothing_is_started_after_an_interrupt() {
    let script = Script::new("touch \"$PROBDD_INPUT_DIR/ran\"");
    let interrupt = Interrupt::by_hand().unwrap();
    interrupt.raise();
    interrupt.raise();
    let outcome = script
        .check()
        .run(&mut Sandbox::new(&Confinement::default()).unwrap(), b"", &interrupt)
        .unwrap();
    assert!(interrupt.is_raised());
    assert_eq!(outcome.end, End::Interrupted);
    assert!(!script.beside("ran").exists());
}

#[test]
fn many_queries_at_once_do_not_disturb_each_other() {
    let script = Script::new("echo \"$(cat \"$1\")\"; ls -A | wc -l");
    std::thread::scope(|scope| {
        for worker in 0..4 {
            let check = script.check();
            scope.spawn(move || {
                let mut sandbox = Sandbox::new(&Confinement::default()).unwrap();
                for query in 0..20 {
                    let text = format!("{worker} {query}");
                    let outcome =
                        check.run(&mut sandbox, text.as_bytes(), &Interrupt::never()).unwrap();
                    assert_eq!(outcome.output, format!("{text}\n1\n").into_bytes());
                }
            });
        }
    });
}
