//! A usual reduction, and the files that it writes.

use crate::bench::{Bench, RING_C, RING_C_REDUCED, wait_until};
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};

#[test]
fn a_c_file_is_reduced_beside_the_input() {
    let bench = Bench::with_ring();
    let before = fs::metadata(bench.path("ring.c")).unwrap().modified().unwrap();
    let ran = bench.probdd("test.sh ring.c").exits_with(0);
    ran.prints("-> 3 tokens").prints("1-minimal").prints("ring.reduced.c");
    assert_eq!(bench.text("ring.reduced.c"), RING_C_REDUCED);
    assert_eq!(bench.read("ring.c"), RING_C);
    assert_eq!(fs::metadata(bench.path("ring.c")).unwrap().modified().unwrap(), before);
    let names = ["ring.c", "ring.reduced.c", "test.sh"].map(str::to_owned);
    assert_eq!(bench.names(), names.into());
}

#[test]
fn the_result_is_interesting_in_a_fresh_directory() {
    let bench = Bench::with_ring();
    let test = bench.script("strict.sh", "grep -q 'r->count--' ring.c && grep -q '^}$' ring.c");
    for (level, result) in
        [("templates", "void push()\n{\n    r->count--;\n}\n"), ("full", "r->count--\n}\n")]
    {
        bench.probdd(&format!("strict.sh ring.c --polish {level}")).exits_with(0);
        assert!(bench.is_interesting(&test, "ring.c", &bench.read("ring.reduced.c")));
        assert_eq!(bench.text("ring.reduced.c"), result);
    }
}

#[test]
fn deletions_alone_leave_the_structure() {
    let bench = Bench::with_ring();
    bench.probdd("test.sh ring.c --polish none").exits_with(0);
    let result = bench.text("ring.reduced.c");
    assert!(result.contains("if") && result.contains("return dividend / zero;"), "{result}");
}

#[test]
fn the_output_may_be_named() {
    let bench = Bench::with_ring();
    fs::create_dir(bench.path("out")).unwrap();
    bench.probdd("test.sh ring.c -o out/small").exits_with(0);
    assert_eq!(fs::read_to_string(bench.path("out/small")).unwrap(), RING_C_REDUCED);
    assert!(!bench.path("ring.reduced.c").exists());
}

#[test]
fn an_input_without_extension_gets_its_suffix_at_the_end() {
    let bench = Bench::with_text(3);
    fs::rename(bench.path("text.txt"), bench.path("text")).unwrap();
    bench.probdd("test.sh text").exits_with(0);
    assert_eq!(bench.text("text.reduced"), "keep");
}

#[test]
fn a_result_can_be_printed_and_then_nothing_else_is_on_stdout() {
    let bench = Bench::with_ring();
    let before = bench.names();
    let ran = bench.probdd("test.sh ring.c -o -").exits_with(0).says("-> 3 tokens");
    assert_eq!(ran.stdout, RING_C_REDUCED);
    assert_eq!(bench.names(), before);
}

#[test]
fn quiet_prints_nothing_and_verbose_every_query() {
    let bench = Bench::with_ring();
    let quiet = bench.probdd("-q test.sh ring.c").exits_with(0);
    assert_eq!((quiet.stdout.as_str(), quiet.stderr.as_str()), ("", ""));
    let verbose = bench.probdd("-v test.sh ring.c --trace trace").exits_with(0);
    // The trace has a line for the run and one for the baseline.
    assert_eq!(verbose.stderr.lines().count(), bench.trace("trace").len() - 2);
}

#[test]
fn options_may_stand_before_the_test() {
    let bench = Bench::with_ring();
    bench.probdd("-q --jobs 2 --no-state --seed 7 -o x ./test.sh ./ring.c").exits_with(0);
    assert_eq!(bench.text("x"), RING_C_REDUCED);
}

#[test]
fn in_place_keeps_the_original() {
    let bench = Bench::with_ring();
    fs::set_permissions(bench.path("ring.c"), fs::Permissions::from_mode(0o640)).unwrap();
    bench.probdd("test.sh ring.c --in-place").exits_with(0);
    assert_eq!(bench.text("ring.c"), RING_C_REDUCED);
    assert_eq!(bench.read("ring.c.orig"), RING_C);
    for name in ["ring.c", "ring.c.orig"] {
        let mode = fs::metadata(bench.path(name)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o640, "{name}");
    }
    let names = ["ring.c", "ring.c.orig", "test.sh"].map(str::to_owned);
    assert_eq!(bench.names(), names.into());
}

#[test]
fn an_original_stays_when_the_input_descends_from_it() {
    let bench = Bench::with_ring();
    bench.probdd("test.sh ring.c --in-place --polish none").exits_with(0);
    let once = bench.text("ring.c");
    bench.probdd("test.sh ring.c --in-place").exits_with(0);
    assert_ne!(bench.text("ring.c"), once);
    assert_eq!(bench.read("ring.c.orig"), RING_C);
}

/// A text that the ladder changes into one with new tokens, and a test.
fn with_names() -> Bench {
    let bench = Bench::new();
    bench.file("sum.c", SUM_C);
    let test = "echo ran >>\"${0%/*}/ran\"; grep -q '[a-z].* = .* + [0-9]' sum.c";
    bench.script("test.sh", test);
    bench
}

const SUM_C: &[u8] = b"int f(int first)\n{\n    int sum = 735 + first + 4;\n    return sum;\n}\n";

#[test]
fn what_was_reduced_in_place_may_be_reduced_again_although_it_is_no_part_of_the_original() {
    let bench = with_names();
    bench.probdd("test.sh sum.c --in-place").exits_with(0);
    let once = bench.text("sum.c");
    assert!(once.contains('0') && !SUM_C.contains(&b'0'), "{once}");
    bench.probdd("test.sh sum.c --in-place").exits_with(0);
    assert_eq!(bench.text("sum.c"), once, "nothing shrinks when it is reduced again");
    assert_eq!(bench.read("sum.c.orig"), SUM_C);
    // The input was edited, so the original may not belong to it.
    let edited = format!("{once}int precious;\n");
    fs::write(bench.path("sum.c"), &edited).unwrap();
    bench.probdd("test.sh sum.c --in-place").exits_with(1).says("was not reduced from it");
    assert_eq!((bench.text("sum.c"), bench.read("sum.c.orig")), (edited, SUM_C.to_vec()));
    // The input was reduced by us, but the `.orig` file is not its original.
    let bench = with_names();
    bench.probdd("test.sh sum.c --in-place").exits_with(0);
    bench.file("sum.c.orig", b"precious");
    bench.probdd("test.sh sum.c --in-place").exits_with(1).says("was not reduced from it");
    assert_eq!(bench.text("sum.c.orig"), "precious");
}

#[test]
fn whatever_a_killed_run_has_written_in_place_it_may_be_reduced_again() {
    let reduced = with_names();
    reduced.probdd("-j1 test.sh sum.c --in-place").exits_with(0);
    let mut strangers = 0;
    for queries in (1..reduced.queries()).step_by(3) {
        let bench = with_names();
        let mut child = bench.spawn("-j1 test.sh sum.c --in-place");
        wait_until(|| bench.queries() > queries || child.try_wait().unwrap().is_some());
        child.kill().unwrap();
        child.wait().unwrap();
        bench.assert_no_process_is_left();
        strangers += usize::from(bench.read("sum.c").contains(&b'0'));
        bench.probdd("-j1 test.sh sum.c --in-place").exits_with(0);
        assert_eq!(bench.read("sum.c.orig"), SUM_C);
    }
    assert!(
        strangers > 0,
        "no run was killed after it had written what is no part of the original"
    );
}

#[test]
fn an_original_of_something_else_is_never_overwritten() {
    let bench = Bench::with_text(5);
    bench.file("text.txt.orig", b"precious");
    let input = bench.read("text.txt");
    let ran = bench.probdd("test.sh text.txt --in-place").exits_with(1);
    ran.says("text.txt.orig` exists").says(" hint: ");
    assert_eq!(bench.text("text.txt.orig"), "precious");
    assert_eq!((bench.read("text.txt"), bench.queries()), (input, 0));
}

#[test]
fn a_linked_input_is_reduced_under_the_name_of_the_link() {
    let bench = Bench::with_ring();
    fs::create_dir(bench.path("elsewhere")).unwrap();
    fs::rename(bench.path("ring.c"), bench.path("elsewhere/original.c")).unwrap();
    symlink("elsewhere/original.c", bench.path("ring.c")).unwrap();
    bench.probdd("test.sh ring.c").exits_with(0);
    assert_eq!(bench.text("ring.reduced.c"), RING_C_REDUCED);
    assert_eq!(bench.read("ring.c"), RING_C);
}

#[test]
fn a_linked_input_in_place_stays_a_link() {
    let bench = Bench::with_ring();
    fs::rename(bench.path("ring.c"), bench.path("original.c")).unwrap();
    symlink("original.c", bench.path("ring.c")).unwrap();
    bench.probdd("test.sh ring.c --in-place").exits_with(0);
    assert!(bench.path("ring.c").is_symlink());
    assert_eq!(bench.text("original.c"), RING_C_REDUCED);
    assert_eq!(bench.read("original.c.orig"), RING_C);
}

#[test]
fn a_linked_output_stays_a_link() {
    let bench = Bench::with_ring();
    bench.file("target", b"old");
    symlink("target", bench.path("link")).unwrap();
    bench.probdd("test.sh ring.c -o link").exits_with(0);
    assert!(bench.path("link").is_symlink());
    assert_eq!(bench.text("target"), RING_C_REDUCED);
}

#[test]
fn a_test_that_needs_everything_leaves_a_copy_of_the_input() {
    let bench = Bench::with_text(3);
    bench.script("same.sh", "cmp -s \"$1\" \"$PROBDD_INPUT_DIR/text.txt\"");
    bench.probdd("same.sh text.txt").exits_with(0);
    assert_eq!(bench.read("text.reduced.txt"), bench.read("text.txt"));
}

#[test]
fn names_may_hold_blanks_and_bytes_that_are_no_text() {
    use std::ffi::{OsStr, OsString};
    use std::os::unix::ffi::OsStrExt;
    let bench = Bench::with_text(5);
    let name = OsStr::from_bytes(b"odd name \xff;'.txt");
    fs::rename(bench.path("text.txt"), bench.path(name)).unwrap();
    bench.run([OsString::from("test.sh"), name.to_owned()]).exits_with(0);
    let result = bench.read(OsStr::from_bytes(b"odd name \xff;'.reduced.txt"));
    assert_eq!(result, b"keep");
}

#[test]
fn one_run_at_a_time_writes_a_result() {
    let bench = Bench::with_ring();
    bench.script("slow.sh", "sleep .2; grep -q 'dividend / zero' ring.c");
    let mut first = bench.spawn("./slow.sh ring.c --max-time 2");
    wait_until(|| bench.names().contains(".ring.reduced.c.lock"));
    let second = bench.probdd("test.sh ring.c").exits_with(1);
    second.says("another run is writing").says("hint:");
    bench.probdd("test.sh ring.c -o other.c").exits_with(0);
    assert_eq!(first.wait().unwrap().code(), Some(3));
    bench.probdd("test.sh ring.c").exits_with(0);
    assert!(!bench.names().contains(".ring.reduced.c.lock"));
}
