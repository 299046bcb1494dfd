//! Files that somebody edits while a run goes on: the result, an input in place, the test and what it
//! needs. And a state directory that somebody copies.

use crate::bench::{Bench, RING_C, RING_C_REDUCED};
use crate::resume::STATE;
use std::fs;
use std::process::Command;

/// A bench with a test that does something beside its work in some of its runs, whose number is `$n`.
/// `$d` is the directory of the bench.
fn bench_that(does: &str) -> Bench {
    let bench = Bench::with_ring();
    let count = "d=\"${0%/*}\"; echo ran >>\"$d/ran\"; n=$(wc -l <\"$d/ran\");";
    let body = format!("{count} {does}\ngrep -q 'dividend / zero' ring.c");
    bench.script("test.sh", &body);
    bench
}

#[test]
fn a_result_that_somebody_edits_is_kept_each_time() {
    for (options, result) in [("", "ring.reduced.c"), ("--in-place", "ring.c")] {
        // The last edit comes when nothing more is written but the end of the run.
        let edits = "case $n in 9|14|LAST) echo \"note $n\" >\"$d/RESULT\";; esac";
        let whole = bench_that("");
        whole.probdd(&format!("-j1 test.sh ring.c {options}")).exits_with(0);
        let last = whole.queries().to_string();
        let edits = edits.replace("RESULT", result).replace("LAST", &last);
        let bench = bench_that(&edits);
        let ran = bench.probdd(&format!("-j1 test.sh ring.c {options}")).exits_with(0);
        ran.says(&format!("somebody has edited `{result}`"));
        assert_eq!(bench.text(result), RING_C_REDUCED);
        for (number, run) in [(1, "9"), (2, "14"), (3, &last)] {
            assert_eq!(bench.text(&format!("{result}.{number}")), format!("note {run}\n"));
        }
        if !options.is_empty() {
            assert_eq!(bench.read("ring.c.orig"), RING_C);
        }
    }
}

#[test]
fn a_directory_that_somebody_edits_is_kept() {
    let bench = Bench::new();
    fs::create_dir(bench.path("p")).unwrap();
    bench.file("p/a", b"keep this\nand that\nand more\n");
    bench.file("p/b", b"other\n");
    let test = "d=\"${0%/*}\"; r=\"$d/p.reduced\"; [ -e \"$d/p.reduced.1\" ] || [ ! -d \"$r\" ] || \
                echo note >\"$r/a\"; grep -q keep p/a";
    bench.script("test.sh", test);
    bench.probdd("-j1 test.sh p").exits_with(0).says("is kept as `p.reduced.1`");
    assert_eq!(bench.text("p.reduced.1/a"), "note\n");
    assert!(bench.text("p.reduced/a").contains("keep"));
}

#[test]
fn several_inputs_in_place_that_somebody_edits_are_kept() {
    let bench = Bench::new();
    bench.file("a", b"keep this\nand that\nand more\n");
    bench.file("b", b"other\nlines\n");
    let test = "d=\"${0%/*}\"; [ -e \"$d/a.1\" ] || [ ! -e \"$d/a.orig\" ] || echo note >\"$d/a\"
        grep -q keep a";
    bench.script("test.sh", test);
    let ran = bench.probdd("-j1 test.sh a b --in-place").exits_with(0);
    ran.says("somebody has edited `a` while the run went on: that is kept as `a.1`");
    assert_eq!(bench.text("a.1"), "note\n");
    assert!(bench.text("a").contains("keep") && bench.text("a").len() < 20);
    assert_eq!(bench.text("a.orig"), "keep this\nand that\nand more\n");
    assert!(!bench.path("b.1").exists());
}

#[test]
fn a_run_whose_test_is_edited_stops_and_says_which_file_it_was() {
    for (edited, role) in [("test.sh", "the interestingness test"), ("w", "the file of --with")] {
        let bench = bench_that(&format!("[ $n != 12 ] || echo '# edited' >>\"$d/{edited}\""));
        bench.file("w", b"text\n");
        let ran = bench.probdd("-j1 test.sh ring.c --with w").exits_with(1);
        ran.says(role).says(edited).says("was edited while the run went on").says("--continue");
        assert!(!bench.path(STATE).exists());
        assert!(bench.text("ring.reduced.c").contains("dividend / zero"));
        bench.probdd("-j1 test.sh ring.c --with w --continue").exits_with(0);
        assert_eq!(bench.text("ring.reduced.c"), RING_C_REDUCED);
    }
}

#[test]
fn a_program_of_checks_that_is_edited_is_noticed() {
    let bench = bench_that("[ $n != 12 ] || echo '# edited' >>\"$d/test.sh\"");
    bench.file("checks.toml", b"[[check]]\nname = \"division\"\nrun = \"$CHECKS_DIR/test.sh\"\n");
    let ran = bench.probdd("-j1 checks.toml ring.c").exits_with(1);
    ran.says("test.sh").says("was edited while the run went on");
}

#[test]
fn a_log_that_the_test_writes_is_no_edit() {
    let bench = bench_that("");
    let answer = "./test.sh && echo interesting || echo uninteresting";
    bench.script(
        "process.sh",
        &format!(
            "while IFS= read -r d; do echo asked >>$1; (cp test.sh $d; cd $d; {answer}); done"
        ),
    );
    bench.file("log", b"");
    bench.run(["-j1", "--persistent", "./process.sh log", "ring.c"]).exits_with(0);
    assert!(bench.text("log").lines().count() > 12);
    assert_eq!(bench.text("ring.reduced.c"), RING_C_REDUCED);
}

#[test]
fn a_test_that_is_only_touched_is_the_same() {
    let bench = bench_that("touch \"$d/test.sh\"");
    bench.probdd("-j1 test.sh ring.c").exits_with(0);
    assert_eq!(bench.text("ring.reduced.c"), RING_C_REDUCED);
}

#[test]
fn a_copied_state_directory_never_writes_over_the_original() {
    let bench = bench_that("");
    fs::create_dir(bench.path("a")).unwrap();
    for name in ["test.sh", "ring.c"] {
        fs::rename(bench.path(name), bench.path("a").join(name)).unwrap();
    }
    bench.probdd("-j1 a/test.sh a/ring.c --max-queries 5").exits_with(3);
    let before = bench.read("a/ring.reduced.c");
    for (program, arguments) in [("cp", vec!["-r", "a", "b"]), ("cp", vec!["-r", "a", "c"])] {
        let copied = Command::new(program).args(arguments).current_dir(bench.dir()).status();
        assert!(copied.unwrap().success());
    }
    let copy = format!("a/{STATE}-copy.probdd");
    let state = bench.path("c").join(STATE);
    fs::rename(state, bench.path(&copy)).unwrap();
    for state in [format!("b/{STATE}"), copy] {
        let ran = bench.probdd(&format!("resume {state}")).exits_with(1);
        ran.says("was moved or copied").says("starts over");
        assert_eq!(bench.read("a/ring.reduced.c"), before);
    }
    // The same command in the copy is another run.
    bench.probdd("-j1 b/test.sh b/ring.c").exits_with(0);
    assert_eq!(bench.text("b/ring.reduced.c"), RING_C_REDUCED);
    assert_eq!(bench.read("a/ring.reduced.c"), before);
    bench.probdd(&format!("resume a/{STATE}")).exits_with(0);
    assert_eq!(bench.text("a/ring.reduced.c"), RING_C_REDUCED);
}
