//! The screen, in a terminal of tmux: what it shows, and what its keys do.

use crate::bench::{Bench, wait_until};
use rustix::process::{Pid, Signal, kill_process};
use std::fs;
use std::process::{Command, Output};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// A test that takes a moment, and counts its runs.
const SLOW: &str = "echo ran >>\"${0%/*}/ran\"; sleep .1; grep -q 'dividend / zero' ring.c";

/// A test whose run is still going on whenever a key is pressed: after twenty runs of a moment each takes
/// seconds, and a busy machine makes the run longer as well as what this file does with it.
const LONG: &str = "echo ran >>\"${0%/*}/ran\"; \
     if [ \"$(wc -l <\"${0%/*}/ran\")\" -gt 20 ]; then sleep 3; else sleep .1; fi; \
     grep -q 'dividend / zero' ring.c";

/// A terminal with a shell, in which the tool is started.
struct Tmux {
    bench: Bench,
    socket: String,
}

impl Tmux {
    /// A terminal of this size, or `None` where there is no tmux.
    fn new(test: &str, columns: u16, rows: u16) -> Option<Tmux> {
        if Command::new("tmux").arg("-V").output().is_err() {
            println!("skipped: tmux is not installed");
            return None;
        }
        let bench = Bench::with_ring();
        bench.script("test.sh", test);
        let tmux = Tmux { socket: bench.home_name(), bench };
        let size = [columns, rows].map(|size| size.to_string());
        let shell = "env PS1='$ ' LC_ALL=C.UTF-8 bash --norc --noprofile -i";
        tmux.run(&["-f", "/dev/null", "new-session", "-d", "-x", &size[0], "-y", &size[1], shell]);
        tmux.shows("$");
        Some(tmux)
    }

    fn run(&self, args: &[&str]) -> Output {
        let mut command = Command::new("tmux");
        command.args(["-L", &self.socket]).args(args).current_dir(self.bench.dir());
        let tmp = self.bench.dir().join("../tmp");
        let ran = command.env("TMPDIR", tmp).env_remove("TMUX").output().unwrap();
        assert!(ran.status.success(), "{args:?}: {}", String::from_utf8_lossy(&ran.stderr));
        ran
    }

    /// Types a line.
    fn types(&self, line: &str) {
        self.run(&["send-keys", "-l", line]);
        self.press("Enter");
    }

    fn press(&self, key: &str) {
        self.run(&["send-keys", key]);
    }

    /// Starts the tool, and writes its exit code to the file `exit`.
    fn starts(&self, environment: &str, args: &str) {
        let probdd = env!("CARGO_BIN_EXE_probdd");
        self.types(&format!("{environment} {probdd} {args} test.sh ring.c; echo $? >exit"));
    }

    /// The exit code of the tool, once it has ended.
    fn exit(&self) -> String {
        wait_until(|| {
            fs::read_to_string(self.bench.path("exit")).is_ok_and(|code| !code.is_empty())
        });
        self.bench.text("exit").trim().to_owned()
    }

    /// What the terminal shows, with the escape sequences of colours or without.
    fn shown(&self, is_coloured: bool) -> String {
        let args = ["capture-pane", "-p", if is_coloured { "-e" } else { "-N" }];
        String::from_utf8(self.run(&args).stdout).unwrap()
    }

    /// Waits until the terminal shows a text.
    #[track_caller]
    fn shows(&self, text: &str) -> String {
        self.shows_that(text, |shown| shown.contains(text))
    }

    #[track_caller]
    fn shows_that(&self, what: &str, is_it: impl Fn(&str) -> bool) -> String {
        let began = Instant::now();
        while began.elapsed() < Duration::from_secs(30) {
            let shown = self.shown(false);
            if is_it(&shown) {
                return shown;
            }
            sleep(Duration::from_millis(50));
        }
        panic!("the terminal does not show `{what}`:\n{}", self.shown(false));
    }

    fn resizes(&self, columns: u16, rows: u16) {
        let size = [columns, rows].map(|size| size.to_string());
        self.run(&["resize-window", "-x", &size[0], "-y", &size[1]]);
    }
}

impl Drop for Tmux {
    fn drop(&mut self) {
        // It may have ended with its shell.
        let _ = Command::new("tmux").args(["-L", &self.socket, "kill-server"]).output();
    }
}

#[test]
fn the_screen_changes_neither_result_nor_trace_and_leaves_the_summary() {
    let Some(tmux) = Tmux::new(SLOW, 100, 30) else { return };
    tmux.starts("", "--trace trace");
    tmux.shows("tab view");
    assert_eq!(tmux.exit(), "0");
    let shown = tmux.shows("1-minimal, certified");
    assert!(shown.contains("probdd") && !shown.contains("tab view"), "{shown}");
    let plain = Bench::with_ring();
    let ran = plain.probdd("test.sh ring.c --trace trace --progress none").exits_with(0);
    assert_eq!(ran.stderr, "");
    assert_eq!(tmux.bench.read("ring.reduced.c"), plain.read("ring.reduced.c"));
    assert_eq!(tmux.bench.timeless("trace"), plain.timeless("trace"));
}

#[test]
fn keys_pause_stop_and_change_what_is_shown() {
    let Some(tmux) = Tmux::new(LONG, 80, 24) else { return };
    tmux.starts("", "-j2");
    tmux.shows("2 of 2 jobs");
    tmux.press("p");
    tmux.shows("PAUSED");
    sleep(Duration::from_millis(300));
    let runs = tmux.bench.queries();
    sleep(Duration::from_millis(500));
    assert_eq!(tmux.bench.queries(), runs, "no test starts");
    tmux.press("?");
    tmux.shows("stop with the best result so far");
    tmux.press("Tab");
    tmux.press("Tab");
    tmux.shows("tokens, from");
    tmux.press("l");
    tmux.shows("of 1 jobs");
    tmux.press("w");
    tmux.shows("wrote ring.reduced.c.copy1");
    assert!(tmux.bench.text("ring.reduced.c.copy1").contains("dividend / zero"));
    tmux.press("p");
    wait_until(|| tmux.bench.queries() > runs);
    tmux.press("q");
    assert_eq!(tmux.exit(), "3");
    tmux.shows("stopped early: by the key q");
    tmux.types("echo it echoes");
    tmux.shows("\nit echoes");
}

#[test]
fn a_pager_has_the_terminal_until_it_ends_and_the_run_goes_on() {
    let Some(tmux) = Tmux::new(LONG, 80, 24) else { return };
    tmux.bench
        .script("pager", "head -3 \"$1\"; echo paging; read line; echo \"read $line\" >paged");
    tmux.starts("PAGER=./pager", "-j1");
    tmux.shows("pass frontier");
    tmux.press("d");
    let shown = tmux.shows("paging");
    assert!(shown.contains("--- ring.c") && !shown.contains("tab view"), "{shown}");
    let runs = tmux.bench.queries();
    wait_until(|| tmux.bench.queries() > runs);
    tmux.press("C-z");
    tmux.types("typed");
    tmux.shows("tab view");
    assert_eq!(tmux.bench.text("paged"), "read typed\n");
    tmux.press("o");
    tmux.shows("paging");
    tmux.press("C-c");
    tmux.shows("tab view");
    tmux.press("q");
    assert_eq!(tmux.exit(), "3", "Ctrl-C has ended the pager only");
    assert_eq!(fs::read_dir(tmux.bench.temporary()).unwrap().flatten().filter(is_text).count(), 0);
}

fn is_text(entry: &fs::DirEntry) -> bool {
    entry.path().extension().is_some_and(|extension| extension == "txt")
}

#[test]
fn a_second_interrupt_restores_the_terminal_too() {
    let Some(tmux) = Tmux::new(LONG, 80, 24) else { return };
    // Not by keys: the second one would go to the shell if the tool has ended by then.
    tmux.starts("sh -c 'echo $$ >id; exec \"$@\"' -", "");
    tmux.shows("pass frontier");
    let id = Pid::from_raw(tmux.bench.text("id").trim().parse().unwrap()).unwrap();
    for _ in 0..2 {
        let _ = kill_process(id, Signal::INT);
        sleep(Duration::from_millis(20));
    }
    assert_eq!(tmux.exit(), "130");
    tmux.types("echo it echoes");
    let shown = tmux.shows("\nit echoes");
    assert!(!shown.contains("tab view"), "{shown}");
}

#[test]
fn a_terminal_that_is_gone_ends_the_run() {
    let Some(tmux) = Tmux::new(LONG, 80, 24) else { return };
    tmux.starts("", "");
    tmux.shows("pass frontier");
    tmux.run(&["kill-server"]);
    tmux.bench.assert_no_process_is_left();
    assert!(tmux.bench.text("ring.reduced.c").contains("dividend / zero"));
}

#[test]
fn a_skipped_pass_proves_nothing_and_is_in_the_report() {
    let Some(tmux) = Tmux::new(&SLOW.replace("sleep .1", "sleep .5"), 80, 24) else { return };
    tmux.starts("", "--report report --no-fixpoint --polish none");
    tmux.shows("pass frontier");
    tmux.press("s");
    assert_eq!(tmux.exit(), "0");
    let report = tmux.bench.json("report");
    let passes = report["passes"].as_array().unwrap();
    assert_eq!(passes.iter().filter(|pass| pass["skipped"] == true).count(), 1, "{passes:?}");
    assert_eq!(report["one_minimal"]["certified"], false);
}

#[test]
fn a_terminal_that_becomes_small_and_large_again_shows_what_fits() {
    let Some(tmux) = Tmux::new(LONG, 100, 30) else { return };
    tmux.starts("", "");
    tmux.shows("pass frontier");
    tmux.resizes(40, 10);
    tmux.shows_that("less", |shown| {
        shown.lines().count() == 10 && shown.starts_with(" probdd ring.c") && !shown.contains('│')
    });
    tmux.resizes(100, 30);
    tmux.shows("│ pass");
    tmux.press("C-c");
    assert_eq!(tmux.exit(), "130");
    tmux.shows("interrupted");
}

#[test]
fn without_utf8_everything_is_ascii_and_without_colours_nothing_is_coloured() {
    let Some(tmux) = Tmux::new(LONG, 100, 30) else { return };
    tmux.starts("LC_ALL=C NO_COLOR=1", "");
    tmux.shows("pass frontier");
    assert!(tmux.shown(false).is_ascii(), "{}", tmux.shown(false));
    let coloured =
        |shown: &str| (30..38).any(|colour| shown.contains(&format!("\u{1b}[{colour}m")));
    assert!(!coloured(&tmux.shown(true)), "{}", tmux.shown(true));
    tmux.press("q");
    assert_eq!(tmux.exit(), "3");
}

#[test]
fn sixteen_colours_are_enough() {
    let Some(tmux) = Tmux::new(LONG, 100, 30) else { return };
    tmux.starts("TERM=xterm-16color COLORTERM=", "");
    tmux.shows("pass frontier");
    let shown = tmux.shown(true);
    assert!(shown.contains("\u{1b}[36m"), "{shown:?}");
    assert!(!shown.contains("[38;"), "{shown:?}");
    tmux.press("q");
    assert_eq!(tmux.exit(), "3");
}

#[test]
fn a_suspended_run_gives_the_terminal_back_and_takes_it_again() {
    let Some(tmux) = Tmux::new(LONG, 80, 24) else { return };
    tmux.starts("", "");
    tmux.shows("tab view");
    tmux.press("C-z");
    tmux.shows("Stopped");
    tmux.types("echo it echoes");
    let shown = tmux.shows("\nit echoes");
    assert!(!shown.contains("tab view"), "{shown}");
    tmux.types("fg");
    tmux.shows("pass frontier");
    tmux.press("q");
    tmux.shows("stopped early: by the key q");
}

#[test]
fn what_a_test_prints_to_the_terminal_goes_away() {
    let prints = "[ -e \"${0%/*}/quiet\" ] || printf 'gar\\033[31mbage' >\"$TERMINAL\"";
    let test = format!("{prints}; {LONG}");
    let Some(tmux) = Tmux::new(&test, 80, 24) else { return };
    tmux.starts("TERMINAL=$(tty)", "--progress tui");
    tmux.shows("tab view");
    tmux.shows("garbage");
    tmux.bench.file("quiet", b"");
    tmux.shows_that("no garbage", |shown| !shown.contains("garbage"));
    tmux.shows("pass frontier");
    tmux.press("q");
    assert_eq!(tmux.exit(), "3");
}

#[test]
fn without_a_terminal_there_is_no_screen() {
    let bench = Bench::with_ring();
    let ran = bench.probdd("test.sh ring.c --progress tui").exits_with(0);
    assert!(ran.stderr.contains("there is no screen"), "{}", ran.stderr);
    assert!(!ran.stderr.contains('\u{1b}'));
    bench.probdd("test.sh ring.c --progress tui -v").exits_with(1).says("cannot show");
}
