//! A full disk: one error, and nothing is lost.

use crate::bench::{Bench, RING_C, Ran};
use crate::resume::{Expected, STATE, bench, expected};
use crate::several_files::{is_interesting, project, texts};
use std::fs;
use std::process::{Command, Stdio};

/// Checks for one error and an intact result, and that the run continues with free space.
#[track_caller]
fn has_lost_nothing(bench: &Bench, ran: Ran, cause: &str, expected: &Expected) {
    let ran = ran.exits_with(1).says(cause);
    assert_eq!(ran.stderr.matches("error:").count(), 1, "{}", ran.stderr);
    assert_eq!(bench.read("ring.c"), RING_C);
    if bench.path("ring.reduced.c").exists() {
        assert!(ran.stderr.contains("the best result so far is in `"), "{}", ran.stderr);
        assert!(ran.stderr.contains("the same command goes on"), "{}", ran.stderr);
        assert!(bench.text("ring.reduced.c").contains("dividend / zero"));
    }
    if bench.path(STATE).join("run.json").exists() {
        bench.probdd("resume --trace trace --report report").exits_with(0);
        expected.is_reached(bench, "ring.reduced.c");
    }
}

#[test]
fn a_file_that_may_not_grow_ends_a_run_with_one_error_and_its_best_result() {
    let expected = expected("");
    // In blocks of 512 bytes: too small for `run.json`, for the journal, for the trace.
    for blocks in [1, 3, 6] {
        let bench = bench();
        let limited = format!("ulimit -f {blocks}; exec \"$@\"");
        let tool = bench.command(["test.sh", "ring.c", "--trace", "trace"]);
        let mut command = Command::new("/bin/sh");
        command.args(["-c", &limited, "sh"]).arg(tool.get_program()).args(tool.get_args());
        command.current_dir(bench.dir()).stdin(Stdio::null());
        let ran = Ran::new(&command.output().unwrap());
        has_lost_nothing(&bench, ran, "File too large", &expected);
    }
}

/// Runs in a separate mount namespace, if allowed, where the directory is a small file system. `None`
/// if namespaces are not allowed, or the file system is too small even for the files.
fn on_a_small_disk(bench: &Bench, pages: usize, args: &[&str]) -> Option<Ran> {
    let script = format!(
        "cp -a . ../copy && mount -t tmpfs -o size={}k none . && cd . && \
         cp -a ../copy/. . || exit 99; \"$@\"; code=$?; rm -rf ../copy; cp -a . ../copy; exit $code",
        4 * pages
    );
    let script = script.replace("cd .", &format!("cd '{}'", bench.dir().display()));
    let tool = bench.command(args);
    let mut command = Command::new("unshare");
    command.args(["-rm", "/bin/sh", "-c", &script, "sh"]);
    command.arg(tool.get_program()).args(tool.get_args());
    command.current_dir(bench.dir()).stdin(Stdio::null());
    let ran = Ran::new(&command.output().ok()?);
    let copy = bench.dir().with_file_name("copy");
    if !matches!(ran.code, Some(0 | 1)) || !copy.join("ran").exists() {
        return None;
    }
    fs::remove_dir_all(bench.dir()).unwrap();
    fs::rename(copy, bench.dir()).unwrap();
    Some(ran)
}

#[test]
fn a_full_disk_ends_a_run_with_one_error_and_its_best_result() {
    let expected = expected("");
    let (mut full, mut runs) = (0, 0);
    for pages in 4..12 {
        let bench = bench();
        let args = ["test.sh", "ring.c", "--trace", "trace"];
        let Some(ran) = on_a_small_disk(&bench, pages, &args) else { continue };
        runs += 1;
        if ran.code == Some(1) {
            has_lost_nothing(&bench, ran, "No space left on device", &expected);
            full += 1;
        }
    }
    assert_eq!(full > 1, runs > 0, "{full} of {runs} disks were full");
}

#[test]
fn a_full_disk_leaves_a_directory_whole() {
    let whole = project();
    let before = texts(&whole.path("project"));
    whole.probdd("test.sh project").exits_with(0);
    let expected = texts(&whole.path("project.reduced"));
    let (mut full, mut runs) = (0, 0);
    for (pages, option) in
        (12..24).step_by(2).flat_map(|pages| [(pages, "-q"), (pages, "--in-place")])
    {
        let bench = project();
        let args = ["test.sh", "project", option];
        let Some(ran) = on_a_small_disk(&bench, pages, &args) else { continue };
        runs += 1;
        let [place, original] = match option {
            "-q" => ["project.reduced", "project"],
            _ => ["project", "project.orig"],
        };
        let result = bench.path(place);
        if ran.code == Some(1) {
            full += 1;
            let ran = ran.says("No space left on device");
            assert_eq!(ran.stderr.matches("error:").count(), 1, "{}", ran.stderr);
            let is_whole = !result.exists() || texts(&result) == before || is_interesting(&result);
            assert!(is_whole, "{:?}", texts(&result));
            bench.probdd(&args.join(" ")).exits_with(0);
        }
        assert_eq!(texts(&result), expected);
        assert_eq!(texts(&bench.path(original)), before);
    }
    assert_eq!(full > 1, runs > 0, "{full} of {runs} disks were full");
}
