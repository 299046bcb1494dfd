//! Every mistake of the user is one error with its exit code, before anything is written.

use crate::bench::{Bench, Ran};
use std::fs;

/// Runs the tool with a mistake, and checks that nothing is written and no query has run.
#[track_caller]
fn refused(bench: &Bench, args: &str) -> Ran {
    let before = bench.names();
    let ran = bench.probdd(args).exits_with(1);
    assert_eq!(bench.names(), before, "nothing is written");
    assert_eq!(bench.queries(), 0, "no query was run");
    one_error(ran)
}

#[track_caller]
fn one_error(ran: Ran) -> Ran {
    let is_error = |line: &&str| line.starts_with("error: ");
    assert_eq!(ran.stderr.lines().filter(is_error).count(), 1, "{}", ran.stderr);
    assert_eq!(ran.stdout, "");
    ran
}

#[test]
fn a_missing_test_is_not_looked_for_on_the_path() {
    let ran = refused(&Bench::with_text(3), "nothing.sh text.txt");
    ran.says("`nothing.sh`").says("in the current directory; PATH is not searched");
}

#[test]
fn a_command_in_the_wrong_place_is_told_the_right_one() {
    for typed in [&["true text.txt", "text.txt"][..], &["true", "text.txt"], &["text.txt", "true"]]
    {
        let ran = one_error(Bench::with_text(3).run(typed.iter().copied()).exits_with(1));
        ran.says("`--`: probdd INPUT -- true").says("hint: ");
    }
    let ran = refused(&Bench::with_text(3), "text.txt grep -xq needed text.txt");
    ran.says("`-x` is not an option of probdd").says("probdd INPUT -- grep");
}

#[test]
fn a_missing_input_is_named() {
    refused(&Bench::with_text(3), "test.sh nothing.c").says("`nothing.c`").says("No such file");
}

#[test]
fn a_directory_is_no_test() {
    let bench = Bench::with_text(3);
    refused(&bench, ". text.txt").says("test `.` is a directory");
}

#[test]
fn a_test_needs_the_permission_to_run() {
    let bench = Bench::with_text(3);
    bench.file("plain.sh", b"#!/bin/sh\nexit 0\n");
    refused(&bench, "plain.sh text.txt").says("plain.sh").says("chmod +x");
}

#[test]
fn a_test_needs_to_say_what_runs_it() {
    let bench = Bench::with_text(3);
    bench.program("bare.sh", "exit 0\n");
    refused(&bench, "bare.sh text.txt").says("no `#!` line").says("#!/bin/sh");
}

#[test]
fn a_missing_interpreter_is_named() {
    let bench = Bench::with_text(3);
    bench.program("odd.sh", "#!/no/such/shell\nexit 0\n");
    refused(&bench, "odd.sh text.txt").says("/no/such/shell");
}

#[test]
fn a_carriage_return_in_the_first_line_is_pointed_out() {
    let bench = Bench::with_text(3);
    bench.program("dos.sh", "#!/bin/sh\r\nexit 0\r\n");
    refused(&bench, "dos.sh text.txt").says("/bin/sh\\r").says("carriage returns");
}

#[test]
fn swapped_arguments_are_noticed() {
    let bench = Bench::with_text(3);
    refused(&bench, "text.txt test.sh").says("text.txt").says("probdd <TEST> <INPUT>");
}

#[test]
fn an_empty_input_cannot_be_reduced() {
    let bench = Bench::with_text(3);
    bench.file("empty.c", b"");
    refused(&bench, "test.sh empty.c").says("`empty.c` is empty");
}

#[test]
fn an_input_is_a_regular_file() {
    let bench = Bench::with_text(3);
    refused(&bench, "test.sh /dev/zero").says("not a regular file");
}

#[test]
fn an_unknown_command_is_taken_for_a_test() {
    let bench = Bench::with_text(3);
    refused(&bench, "frobnicate").says("<INPUT>");
    refused(&bench, "frobnicate ./test.sh text.txt").says("`frobnicate`");
    refused(&bench, "").says("<TEST>");
}

#[test]
fn unknown_values_are_named_with_what_is_possible() {
    let bench = Bench::with_text(3);
    for (option, said) in [
        ("--reducer foo", "'foo' for '--reducer"),
        ("--minimizer ddfoo", "[possible values: ddmin, ddmin-complements, opdd"),
        ("--language klingon", "`klingon`"),
        ("--granularity x", "[possible values: line, token"),
        ("--sigma 2", "probability strictly between 0 and 1"),
        ("--sigma 1/0", "'1/0'"),
        ("--timeout x", "expected auto, or a time greater than 0"),
        ("--timeout 0", "'0'"),
        ("--timeout -1", "-1"),
        ("--max-queries 0", "'0'"),
        ("--max-time soon", "'soon'"),
        ("--jobs 0", "'0'"),
        ("--seed -1", "-1"),
        ("--least-gain=-1", "expected a number of tokens"),
        ("--tie alphabetical", "[possible values: index, random]"),
        ("--polish shiny", "[possible values: none, templates, tokens, full]"),
        ("--frobnicate", "'--frobnicate'"),
        ("-q -v", "'--quiet'"),
        ("-o x --in-place", "'--in-place'"),
    ] {
        refused(&bench, &format!("{option} test.sh text.txt")).says(said);
    }
}

#[test]
fn options_without_effect_are_refused() {
    let bench = Bench::with_ring();
    for (options, said) in [
        ("--minimizer probdd", "--minimizer has no effect on --reducer frontier"),
        ("--reducer tpdd --tie random", "--tie has no effect on --reducer tpdd"),
        ("--sigma .3", "--sigma has no effect on --reducer frontier"),
        ("-l json --reducer tpdd --granularity line", "--language has no effect on --granularity"),
        ("--reducer list --polish templates", "--polish templates has no effect"),
    ] {
        refused(&bench, &format!("{options} test.sh ring.c")).says(said).says(" hint: ");
    }
}

#[test]
fn places_that_cannot_be_written_are_found_before_the_first_query() {
    let bench = Bench::with_text(3);
    fs::create_dir(bench.path("dir")).unwrap();
    for option in ["-o", "--trace", "--report"] {
        for place in ["dir", "no/such/place", "/proc/place", "test.sh/place"] {
            refused(&bench, &format!("test.sh text.txt {option} {place}")).says(place);
        }
    }
    fs::create_dir(bench.path("text.reduced.txt")).unwrap();
    refused(&bench, "test.sh text.txt").says("text.reduced.txt");
}

#[test]
fn no_file_is_written_over_another_one_that_is_needed() {
    let bench = Bench::with_text(3);
    refused(&bench, "test.sh text.txt -o text.txt").says("is the input").says("--in-place");
    refused(&bench, "test.sh text.txt -o ../work/./text.txt").says("is the input");
    for (options, said) in [
        ("-o test.sh", "the interestingness test"),
        ("--trace text.txt", "the input"),
        ("--report text.txt", "the input"),
        ("--trace test.sh", "the interestingness test"),
        ("--trace x --report ./x", "the trace"),
        ("-o x --report x", "the result"),
        ("--trace text.reduced.txt", "the result"),
        ("--in-place --trace text.txt", "the input"),
        ("--in-place --trace text.txt.orig", "the original"),
    ] {
        refused(&bench, &format!("test.sh text.txt {options}")).says(said);
    }
}

#[test]
fn a_pipe_is_never_replaced_by_a_file() {
    let bench = Bench::with_text(3);
    let pipe = bench.path("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    refused(&bench, "test.sh text.txt -o pipe").says("not a regular file").says("-o -");
    let ran = bench.probdd("-q test.sh text.txt --report /dev/stdout").exits_with(0);
    ran.prints("\"one_minimal\"");
}

/// Runs a test that finds the input uninteresting: exit code 2, and nothing is written.
#[track_caller]
fn not_interesting(bench: &Bench, args: &str) -> Ran {
    let before = bench.names();
    let ran = bench.probdd(&format!("{args} --trace trace --report report")).exits_with(2);
    assert_eq!(bench.names(), before, "nothing is written");
    one_error(ran).says("the input is not interesting")
}

#[test]
fn what_a_test_printed_is_shown_when_it_is_never_interesting() {
    let bench = Bench::with_text(3);
    bench.script("never.sh", "echo looking; echo 'not there' >&2; exit 1");
    let ran = not_interesting(&bench, "never.sh text.txt");
    ran.says("exited with 1").says("  | looking\n  | not there\n").says("fresh directory");
}

#[test]
fn a_test_that_needs_a_file_beside_the_input_gets_a_hint() {
    let bench = Bench::with_text(3);
    bench.file("helper.txt", b"keep\n");
    bench.script("relative.sh", "grep -q keep helper.txt");
    let ran = not_interesting(&bench, "relative.sh text.txt");
    ran.says("helper.txt: No such file").says("holds only `text.txt`").says("$PROBDD_INPUT_DIR");
}

#[test]
fn a_missing_tool_gets_a_hint() {
    let bench = Bench::with_text(3);
    bench.script("tool.sh", "no-such-tool text.txt");
    not_interesting(&bench, "tool.sh text.txt").says("127").says("missing on PATH");
}

#[test]
fn a_test_that_crashes_is_not_interesting() {
    let bench = Bench::with_text(3);
    bench.script("crash.sh", "kill -SEGV $$");
    not_interesting(&bench, "crash.sh text.txt").says("signal 11").says("printed nothing");
}

#[test]
fn a_test_that_hangs_on_the_input_is_not_interesting() {
    let bench = Bench::with_text(3);
    bench.script("hang.sh", "echo before; sleep 100");
    let ran = not_interesting(&bench, "hang.sh text.txt --timeout .3");
    ran.says("did not end in time").says("--timeout SECONDS").says("| before");
}

#[test]
fn of_much_output_the_beginning_and_the_end_are_shown() {
    let bench = Bench::with_text(3);
    bench.script("chatty.sh", "seq 1 1000; exit 1");
    let ran = not_interesting(&bench, "chatty.sh text.txt").says("| 1\n").says("| 1000\n");
    assert!(ran.stderr.lines().count() < 50);
}

#[test]
fn a_result_without_tokens_is_not_taken_for_an_empty_file() {
    let bench = Bench::new();
    bench.file("blank.c", b"\n\n\n");
    bench.script("test.sh", "[ $(wc -l <blank.c) -ge 2 ]");
    let ran = bench.probdd("test.sh blank.c").exits_with(0);
    assert_eq!(ran.stderr, "");
}

#[test]
fn a_test_that_an_empty_file_satisfies_is_too_weak() {
    for name in ["weak.c", "weak.txt"] {
        let bench = Bench::new();
        bench.file(name, b"int a;\nint b;\n");
        bench.script("weak.sh", "exit 0");
        bench.probdd(&format!("weak.sh {name} -o out")).exits_with(0).says("too weak");
        assert_eq!(bench.text("out"), "");
    }
}
