//! Several inputs that are replaced: at every moment each is what it was or what it becomes.

use crate::bench::{Bench, wait_until};
use crate::several_files::{is_interesting, project, texts};
use std::fs;
use std::path::Path;

#[test]
fn a_directory_is_replaced_and_its_original_is_kept_with_what_is_no_input() {
    let bench = project();
    fs::write(bench.path("project/.hidden"), "hidden").unwrap();
    let before = texts(&bench.path("project"));
    bench.probdd("test.sh project --in-place").exits_with(0);
    assert!(is_interesting(&bench.path("project")));
    assert!(texts(&bench.path("project")).len() <= 2);
    assert_eq!(texts(&bench.path("project.orig")), before);
    let names = ["project", "project.orig", "ran", "test.sh"].map(str::to_owned);
    assert_eq!(bench.names(), names.into());
}

#[test]
fn what_was_reduced_may_be_reduced_again_and_no_other_original_is_lost() {
    let bench = project();
    let before = texts(&bench.path("project"));
    bench.probdd("test.sh project --in-place").exits_with(0);
    let once = texts(&bench.path("project"));
    bench.probdd("test.sh project --in-place").exits_with(0);
    assert_eq!(texts(&bench.path("project")), once);
    assert_eq!(texts(&bench.path("project.orig")), before);
    fs::write(bench.path("project/new.c"), "int edited;").unwrap();
    bench.probdd("test.sh project --in-place").exits_with(1).says("was not reduced from it");
    assert_eq!(bench.text("project/new.c"), "int edited;");
    assert_eq!(texts(&bench.path("project.orig")), before);
}

#[test]
fn several_files_are_replaced_or_deleted_and_each_original_is_kept() {
    let bench = project_of_files();
    let originals = texts(&bench.path("project"));
    bench.probdd(&format!("test.sh {FILES} --in-place")).exits_with(0);
    let now = texts(&bench.path("project"));
    let is_kept = |(path, text): &(String, String)| {
        let kept = (format!("{path}.orig"), text.clone());
        path.starts_with("docs") || now.contains(&kept)
    };
    assert!(originals.iter().all(is_kept), "{now:?}");
    assert!(!bench.path("project/lib/unneeded.h").exists());
    // A file that was deleted may still be named.
    bench.probdd(&format!("test.sh {FILES} --in-place")).exits_with(0);
    assert_eq!(texts(&bench.path("project")), now);
}

#[test]
fn a_test_that_would_be_replaced_is_refused() {
    let bench = project();
    fs::rename(bench.path("test.sh"), bench.path("project/test.sh")).unwrap();
    let ran = bench.probdd("project/test.sh project --in-place").exits_with(1);
    ran.says("lies in the input, which --in-place replaces");
}

/// Whether a directory is what it was, or interesting and smaller.
fn is_whole(directory: &Path, before: &[(String, String)]) -> bool {
    let now = texts(directory);
    now == before || (is_interesting(directory) && now.len() <= before.len())
}

/// Kills a run after so many queries.
fn killed(bench: &Bench, args: &str, queries: usize) {
    let mut child = bench.spawn(args);
    wait_until(|| bench.queries() > queries || child.try_wait().unwrap().is_some());
    child.kill().unwrap();
    child.wait().unwrap();
    bench.assert_no_process_is_left();
}

#[test]
fn a_run_that_is_killed_at_any_moment_leaves_the_original_or_a_result_and_goes_on() {
    let whole = project();
    let before = texts(&whole.path("project"));
    whole.probdd("-j1 test.sh project --in-place").exits_with(0);
    let expected = texts(&whole.path("project"));
    let mut replaced = 0;
    for queries in (0..whole.queries()).step_by(whole.queries() / 12 + 1) {
        let bench = project();
        killed(&bench, "-j1 test.sh project --in-place", queries);
        assert!(is_whole(&bench.path("project"), &before), "after {queries} queries");
        replaced += usize::from(texts(&bench.path("project")) != before);
        let resumed = bench.probdd("-j1 test.sh project --in-place").exits_with(0);
        assert_eq!(texts(&bench.path("project")), expected, "{resumed:?}");
        assert_eq!(texts(&bench.path("project.orig")), before, "{resumed:?}");
        let names = ["project", "project.orig", "ran", "test.sh"].map(str::to_owned);
        assert_eq!(bench.names(), names.into());
    }
    assert!(replaced > 0, "no run was killed after it had replaced the input");
}

/// Three files that are named on the command line.
const FILES: &str = "project/main.c project/lib/needed.h project/lib/unneeded.h";

fn project_of_files() -> Bench {
    let bench = project();
    let test = "echo ran >>\"${0%/*}/ran\"; cat \"$@\" 2>/dev/null >all
        grep -q 'return needed' all && grep -q 'int needed' all";
    bench.script("test.sh", test);
    bench
}

#[test]
fn files_that_a_killed_run_has_replaced_in_part_are_completed() {
    let whole = project_of_files();
    whole.probdd(&format!("-j1 test.sh {FILES} --in-place")).exits_with(0);
    let expected = texts(&whole.path("project"));
    for queries in (0..whole.queries()).step_by(whole.queries() / 6 + 1) {
        let bench = project_of_files();
        killed(&bench, &format!("-j1 test.sh {FILES} --in-place"), queries);
        for path in ["project/main.c", "project/lib/needed.h"] {
            // The header may have been inlined.
            let is_whole = !bench.path(path).exists() || !bench.read(path).is_empty();
            assert!(is_whole, "{path} is cut off after {queries} queries");
        }
        bench.probdd(&format!("-j1 test.sh {FILES} --in-place")).exits_with(0);
        assert_eq!(texts(&bench.path("project")), expected, "after {queries} queries");
    }
}
