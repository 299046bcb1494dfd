//! Tests that would disturb each other when they run at the same time.

use crate::bench::{Bench, Ran};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// A text and a test that copies the candidate to a file `NAME` in /tmp, and needs `keep` there.
struct Shared {
    bench: Bench,
    file: PathBuf,
}

impl Shared {
    fn new(body: &str) -> Shared {
        let bench = Bench::with_text(40);
        let name = format!("shared-{}", bench.home_name());
        let file = PathBuf::from("/tmp").join(name);
        let body = body.replace("NAME", file.to_str().unwrap());
        bench.script("test.sh", &format!("echo ran >>\"${{0%/*}}/ran\"\n{body}"));
        Shared { bench, file }
    }

    fn run(&self, options: &str) -> Ran {
        let args = format!("test.sh text.txt --trace trace --report report {options}");
        self.bench.probdd(&args)
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.file);
        let _ = fs::remove_dir(&self.file);
    }
}

const COPY: &str = "cp \"$1\" NAME; sleep .02; grep -q keep NAME";

#[test]
fn a_test_with_a_fixed_name_in_tmp_gives_the_same_with_any_number_of_jobs() {
    let one = Shared::new(COPY);
    let ran = one.run("-j1").exits_with(0);
    assert!(!ran.stderr.contains("disturb"), "{}", ran.stderr);
    for options in ["-j2", "-j4", "-j2 --confirm 1"] {
        let several = Shared::new(COPY);
        let ran = several.run(options).exits_with(0);
        ran.says("disturb each other").says(several.file.to_str().unwrap());
        assert_eq!(several.bench.text("text.reduced.txt"), one.bench.text("text.reduced.txt"));
        let queries = |shared: &Shared| shared.bench.json("report")["queries"]["committed"].clone();
        if !options.contains("confirm") {
            assert_eq!(several.bench.timeless("trace"), one.bench.timeless("trace"), "{options}");
        }
        assert_eq!(queries(&several), queries(&one), "{options}");
    }
}

#[test]
fn tests_that_share_a_file_elsewhere_run_one_by_one() {
    // A lock beside the test: who does not get it gives up.
    let body = "l=\"${0%/*}/lock\"; mkdir \"$l\" || exit 1; sleep .2; grep -q keep \"$1\"; r=$?\n\
                rmdir \"$l\"; exit $r";
    let shared = Shared::new(body);
    shared.run("-j4").exits_with(0).says("tests run one by one");
    let alone = Shared::new(body);
    alone.run("-j1").exits_with(0);
    assert_eq!(shared.bench.text("text.reduced.txt"), alone.bench.text("text.reduced.txt"));
    assert_eq!(shared.bench.timeless("trace"), alone.bench.timeless("trace"));
}

#[test]
fn a_test_that_disturbs_nobody_shares_tmp_and_logs_are_no_trouble() {
    let shared = Shared::new("");
    let body = "echo ran >>NAME; echo ran >>\"${0%/*}/ran\"; grep -q keep \"$1\"";
    shared.bench.script("test.sh", &body.replace("NAME", shared.file.to_str().unwrap()));
    let ran = shared.run("-j4").exits_with(0);
    assert!(!ran.stderr.contains("disturb"), "{}", ran.stderr);
    // Two runs on the input may have had a /tmp of their own, to see whose file this is. A run that
    // is killed because its answer is no longer needed may have written only the first line.
    let (lines, runs) =
        (fs::read_to_string(&shared.file).unwrap().lines().count(), shared.bench.queries());
    assert!(lines + 2 >= runs && runs > 20, "{lines} of {runs}");
}

#[test]
fn a_private_tmp_can_be_asked_for_and_refused() {
    let shared = Shared::new("echo ran >>NAME; grep -q keep \"$1\"");
    match shared.run("-j2 --private-tmp on") {
        ran if ran.code == Some(1) => drop(ran.says("--private-tmp off")),
        ran => {
            ran.exits_with(0);
            assert!(!shared.file.exists());
            // What lies beside the test stays.
            assert!(shared.bench.queries() > 3);
        }
    }
    let shared = Shared::new(COPY);
    shared.run("-j1 --private-tmp off").exits_with(0);
    assert!(shared.file.exists());
    let ran = shared.run("--private-tmp on --sandbox write").exits_with(1);
    ran.says("--private-tmp on has no effect with --sandbox");
}

#[test]
fn a_resumed_run_keeps_its_tests_apart() {
    let shared = Shared::new(COPY);
    shared.run("-j2 --max-queries 5").exits_with(3).says("disturb each other");
    shared.bench.probdd("resume -j2 --max-queries 1000").exits_with(0);
    let alone = Shared::new(COPY);
    alone.run("-j1").exits_with(0);
    assert_eq!(shared.bench.timeless("trace"), alone.bench.timeless("trace"));
}

/// Writes a file whenever somebody asks for it, until it is told to end.
fn write_when_asked(file: &Path, question: &Path, is_over: &AtomicBool) {
    while !is_over.load(Ordering::Relaxed) {
        if question.exists() {
            fs::write(file, "x").unwrap();
            let _ = fs::remove_dir_all(question);
        }
        thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn a_file_that_another_program_writes_in_tmp_is_not_taken_for_the_tests() {
    // The other program writes whenever the test runs, and at no other time.
    let body = "q=\"${0%/*}/question\"; mkdir -p \"$q\"\n\
                while [ -e \"$q\" ]; do sleep .01; done; grep -q keep \"$1\"";
    let shared = Shared::new(body);
    let (question, is_over) = (shared.bench.path("question"), AtomicBool::new(false));
    let ran = thread::scope(|scope| {
        scope.spawn(|| write_when_asked(&shared.file, &question, &is_over));
        let ran = shared.run("-j2 --private-tmp on --max-queries 1");
        let ran = if ran.code == Some(1) { None } else { Some(shared.run("-j2 --restart")) };
        is_over.store(true, Ordering::Relaxed);
        ran
    });
    if let Some(ran) = ran {
        let ran = ran.exits_with(0);
        assert!(!ran.stderr.contains("disturb"), "{}", ran.stderr);
        assert!(shared.file.exists());
    }
}
