//! A property from a command: `probdd INPUT -- CMD`, and what stands beside the command.

use crate::bench::{Bench, Ran};
use std::fs;
use std::process::Command;

/// A text of forty lines, two of which matter to the programs here.
fn text() -> String {
    let line = |number: usize| match number {
        11 => "first\n".to_owned(),
        29 => "second\n".to_owned(),
        _ => format!("line {number}\n"),
    };
    (0..40).map(line).collect()
}

/// A bench with this text, and a program `tool` with a body in the shell language.
fn bench(body: &str) -> Bench {
    let bench = Bench::new();
    bench.file("x.txt", text().as_bytes());
    bench.script("tool", body);
    bench
}

/// Fails like GCC on a text with both lines, and as on a wrong input without the first.
const COMPILER: &str =
    "if ! grep -q first \"$1\"; then echo \"$1:1: error: no first\" >&2; exit 1; fi
if grep -q second \"$1\"; then
    echo \"$1:7:1: internal compiler error: in expand_expr, at expr.c:1234\" >&2; exit 4
fi";

#[track_caller]
fn reduces(bench: &Bench, args: &[&str], result: &str) -> Ran {
    let ran = bench.run(args).exits_with(0);
    assert_eq!(bench.text("x.reduced.txt"), result, "{ran:?}");
    ran
}

#[test]
fn a_command_that_fails_is_all_that_is_needed() {
    let bench = bench(COMPILER);
    reduces(&bench, &["x.txt", "--", "./tool", "x.txt"], "first\nsecond")
        .says("the command exits with 4 and prints")
        .says("internal compiler error: in expand_expr, at expr.c")
        .says(r"--expect exit=4 --expect 'stderr=internal compiler error: in expand_expr, at expr\.c'");
}

#[test]
fn the_options_that_it_prints_say_the_same() {
    let bench = bench(COMPILER);
    let learned = ["x.txt", "--trace", "a", "--", "./tool", "x.txt"];
    reduces(&bench, &learned, "first\nsecond");
    let stderr = r"stderr=internal compiler error: in expand_expr, at expr\.c";
    let typed = ["x.txt", "--trace", "b", "--expect", "exit=4", "--expect", stderr];
    let typed = [&typed[..], &["--", "./tool", "x.txt"]].concat();
    reduces(&bench, &typed, "first\nsecond");
    assert_eq!(bench.timeless("a"), bench.timeless("b"));
}

#[test]
fn the_candidate_stands_where_the_user_says() {
    let bench = bench(COMPILER);
    for command in ["./tool {}", "./tool '{}' | cat; exit 4", "cat {} >copy; ./tool copy"] {
        reduces(&bench, &["x.txt", "--restart", "--", command], "first\nsecond");
    }
    fs::create_dir(bench.path("sub")).unwrap();
    bench.file("sub/x.txt", text().as_bytes());
    let args = ["sub/x.txt", "-o", "x.reduced.txt", "--", "./tool", "sub/x.txt"];
    reduces(&bench, &args, "first\nsecond");
}

#[test]
fn several_inputs_have_numbers() {
    let bench = bench("grep -q first \"$1\" && grep -q second \"$2\" && kill -SEGV $$");
    bench.file("y.txt", text().as_bytes());
    let args = ["x.txt", "y.txt", "-o", "out", "--", "./tool", "{1}", "{2}"];
    bench.run(args).exits_with(0).says("is killed by SIGSEGV\n");
    assert_eq!(bench.text("out/x.txt") + &bench.text("out/y.txt"), "firstsecond");
    bench.run(["x.txt", "--", "./tool", "{2}"]).exits_with(1).says("{1} is the first input");
}

#[test]
fn what_the_command_names_beside_the_input_is_there() {
    let bench =
        bench("grep -qf \"$2\" \"$1\" && { echo 'free(): invalid pointer' >&2; kill -ABRT $$; }");
    bench.file("words", b"second\n");
    reduces(&bench, &["x.txt", "--", "./tool", "x.txt", "words"], "second")
        .says("beside each candidate: words");
    assert_eq!(bench.text("words"), "second\n");
}

#[test]
fn a_failure_that_is_not_recognised_is_asked_for() {
    let bench = bench("grep -q second \"$1\" && { echo 'oh no (really)'; exit 1; }");
    bench
        .run(["x.txt", "--", "./tool", "x.txt"])
        .exits_with(2)
        .says("exits with 1 on the input and prints no words of a known failure")
        .says("| oh no (really)")
        .says(r"--expect 'stdout=oh no \(really\)'");
    assert!(!bench.names().contains("x.reduced.txt"), "nothing is written");
    let args = ["x.txt", "--expect", r"stdout=oh no \(really\)", "--", "./tool", "x.txt"];
    reduces(&bench, &args, "second");
    bench.script("tool", "true");
    bench.run(["x.txt", "--", "./tool", "x.txt"]).exits_with(2).says("succeeds on the input");
}

#[test]
fn a_failure_that_has_nothing_to_do_with_the_input_is_refused() {
    let always = bench("echo 'free(): invalid pointer' >&2; kill -ABRT $$");
    always.run(["x.txt", "--", "./tool", "x.txt"]).exits_with(2).says("the same on an empty file");
    let wrong = bench("[ -s \"$1\" ] || exit 0; echo 'internal error: cannot parse'; exit 1");
    wrong.run(["x.txt", "--", "./tool", "x.txt"]).exits_with(2).says("on a file of garbage");
}

#[test]
fn a_command_that_hangs_is_one_that_runs_so_long() {
    let bench = bench("grep -q second \"$1\" && sleep 60; true");
    let args = ["x.txt", "--timeout", "0.3", "--", "./tool", "x.txt"];
    bench.run(args).exits_with(2).says("--expect hang before the `--`");
    let args = ["x.txt", "--expect", "hang=0.5s", "-j4", "--", "./tool", "x.txt"];
    reduces(&bench, &args, "second");
}

#[test]
fn how_long_a_hang_is_follows_from_harmless_runs() {
    let bench = bench("grep -q second \"$1\" && sleep 60; true");
    let args = ["x.txt", "--expect", "hang", "-j4", "--max-queries", "12", "--", "./tool", "x.txt"];
    let ran = bench.run(args).exits_with(3);
    let ran =
        ran.says("the command hangs if it runs for 1.0 s: on harmless texts it ended after 0.");
    ran.says("property: the command runs for at least 1 s").says("by options: --expect hang=1s");
    assert!(bench.text("x.reduced.txt").contains("second"));
    bench.script("tool", "true");
    let args = ["x.txt", "--restart", "--expect", "hang", "--", "./tool", "x.txt"];
    bench.run(args).exits_with(2).says("does not hang on the input: it ended after 0.");
}

#[test]
fn a_command_that_does_not_end_is_told_after_ten_seconds() {
    let bench = bench("grep -q second \"$1\" && sleep 60; true");
    let args = ["x.txt", "--timeout", "11", "--", "./tool", "x.txt"];
    let ran = bench.run(args).exits_with(2);
    ran.says("the command on the input has not ended after 10.0 s").says("--expect hang before");
}

#[test]
fn what_a_short_command_line_leaves_out_is_filled_in() {
    let bench = Bench::new();
    let c = "int twice(int x) { return 2 * x; }\nint main(void) { return missing; }\n";
    bench.file("x.c", c.as_bytes());
    for args in ["x.c", "-- cc -c x.c", "-o x.reduced.c -- cc -c x.c -o y.o"] {
        let args = format!("--restart --max-queries 30 {args}");
        let ran = bench.probdd(&args);
        assert!([Some(0), Some(3)].contains(&ran.code), "{ran:?}");
        assert!(ran.stderr.starts_with("note: the "), "{ran:?}");
        assert!(!bench.text("x.reduced.c").contains("twice"), "{ran:?}");
    }
    bench.file("y.c", c.as_bytes());
    let several = bench.probdd("-- cc -c x.c y.c").exits_with(1);
    several.says("names several files: `x.c`, `y.c`").says("probdd INPUT -- CMD");
    bench.probdd("-- cc -c gone.c").exits_with(1).says("names no file");
    // What runs a text has to be asked for.
    bench.file("x.py", b"1 / 0\n");
    bench.probdd("x.py").exits_with(1).says("probdd x.py -- python3 x.py");
    bench.file("x.unknown", b"1 / 0\n");
    bench.probdd("x.unknown").exits_with(1).says("probdd x.unknown -- CMD x.unknown");
}

#[test]
fn an_error_of_a_compiler_excludes_other_kinds() {
    let bench = Bench::new();
    let c = "int twice(int x) { return 2 * x; }\nint main(void) { return missing; }\n";
    bench.file("x.c", c.as_bytes());
    let args = ["--trace", "trace", "--", "cc", "-c", "x.c"];
    let ran = bench.run(["x.c"].iter().chain(&args)).exits_with(0);
    let ran =
        ran.says("undeclared (first use in this function)\" and reports no other kind of error");
    ran.says("--expect 'only-error=");
    let result = bench.text("x.reduced.c");
    bench.file("result.c", result.as_bytes());
    let mut cc = Command::new("cc");
    cc.args(["-c", "result.c"]).env("LC_ALL", "C").current_dir(bench.dir());
    let printed = String::from_utf8(cc.output().unwrap().stderr).unwrap();
    let errors: Vec<&str> = printed.lines().filter(|line| line.contains(" error: ")).collect();
    assert!(
        !errors.is_empty() && errors.iter().all(|line| line.contains("undeclared")),
        "{printed}"
    );
    // The same as a script.
    bench.run(["init", "x.c", "--", "cc", "-c", "x.c"]).exits_with(0);
    let test = bench.path("test.sh");
    assert!(bench.is_interesting(&test, "x.c", result.as_bytes()));
    let two = [result.as_bytes(), b"int f( { }\n"].concat();
    assert!(!bench.is_interesting(&test, "x.c", &two));
}

#[test]
fn a_file_that_the_command_misses_is_no_failure() {
    let bench = Bench::new();
    bench.file("x.c", b"#include \"x.h\"\nint main(void) { return 0; }\n");
    bench.file("x.h", b"int a;\n");
    let ran = bench.run(["x.c", "--", "cc", "-c", "x.c"]).exits_with(2);
    ran.says("does not find a file that lies beside the input").says("--with x.h");
}

#[test]
fn a_result_that_fails_in_another_known_way_is_told() {
    let failing = bench(
        "grep -q second \"$1\" || exit 0
        grep -q first \"$1\" && a=a || a=b
        echo \"x.c:3: main: Assertion \\`$a > 0' failed.\" >&2; exit 1",
    );
    let command = ["--", "./tool", "x.txt"];
    let other = "in another way than the input: `failed assertion: x.c, main, b > 0` instead of";
    let loose = failing.run([&["x.txt", "--expect", "exit=1"][..], &command].concat());
    loose.exits_with(0).says(other).says("one or two tokens");
    assert_eq!(failing.text("x.reduced.txt"), "second");
    let strict = failing.run([&["x.txt", "--restart"][..], &command].concat());
    assert!(!strict.exits_with(0).stderr.contains("another way"));
    assert_eq!(failing.text("x.reduced.txt"), "first\nsecond");
}

#[test]
fn a_harmless_run_that_is_nearly_as_long_as_a_hang_is_told() {
    let slow = bench("grep -q second \"$1\" && sleep 60; sleep .3");
    let (hang, command) = (["--expect", "hang=0.7"], ["--", "./tool", "x.txt"]);
    let warning = "a run that does not hang takes 0.";
    let start = ["x.txt", "--max-queries", "1"];
    let args = [&start[..], &hang, &command].concat();
    slow.run(&args).exits_with(3).says(warning).says("--expect hang=");
    slow.run([&["check", "x.txt"], &hang[..], &command].concat()).prints(warning);
    let always = bench("sleep 60");
    always.run(&args).says("hangs on an empty file, too");
    // Only a candidate is slow.
    let late = bench("grep -q second \"$1\" && sleep 60; [ ! -s \"$1\" ] || sleep .3");
    let lines = ["x.txt", "--max-queries", "6", "-j4", "--granularity", "line"];
    late.run([&lines[..], &hang, &command].concat()).says(warning);
}

#[test]
fn further_commands_hold_or_do_not_hold_as_well() {
    let bench = bench("grep -q first \"$1\" && kill -SEGV $$");
    let also = ["x.txt", "--also", "grep -q second x.txt", "--", "./tool", "x.txt"];
    reduces(&bench, &also, "first\nsecond");
    let expect = ["x.txt", "--restart", "--also", "cat {}", "--expect", "stdout=line 3$"];
    reduces(&bench, &[&expect[..], &["--", "./tool", "x.txt"]].concat(), "line 3\nfirst");
    let reject = ["x.txt", "--restart", "--reject", "! grep -q second x.txt", "--"];
    reduces(&bench, &[&reject[..], &["./tool", "x.txt"]].concat(), "first\nsecond");
    let reject = ["x.txt", "--reject", "cat x.txt", "--expect", "stdout=first", "--"];
    let ran = bench.run([&reject[..], &["./tool", "x.txt"]].concat());
    ran.exits_with(2).says("the check `reject-1` does what rejects a candidate");
}

#[test]
fn two_commands_are_compared() {
    let bench = bench("grep -q second \"$1\" && echo sat || echo unsat");
    bench.script("good", "echo unsat");
    let args = ["x.txt", "--compare", "./tool {}", "./good {}"];
    reduces(&bench, &args, "second").says("prints what matches");
    // The numbers that differ change on the way, so it counts that they differ.
    bench.script("tool", "grep -c e x.txt; grep -q second x.txt && echo 1");
    bench.script("good", "grep -c e x.txt; grep -q second x.txt && echo 2");
    let args = ["x.txt", "--restart", "--compare", "./tool {}", "./good {}"];
    reduces(&bench, &args, "second").says("their outputs differ");
    bench.script("good", "exit 3");
    let args = ["x.txt", "--restart", "--compare", "./tool {}", "./good {}"];
    reduces(&bench, &args, "second").says("`./good {}` exits with 3");
    bench
        .run(["x.txt", "--compare", "true", "true"])
        .exits_with(2)
        .says("do the same on the input");
}

#[test]
fn guards_keep_a_program_correct() {
    let bench = Bench::new();
    let c = "int unused(int a) { return a + 1; }\nint main(void) { int x = 1; return x / 1; }\n";
    bench.file("x.c", c.as_bytes());
    let command = ["--", "grep -q 'x / 1' {} && kill -SEGV $$"];
    let run = |options: &[&str]| {
        let args = [&["x.c", "--restart"], options, &command].concat();
        let ran = bench.run(args);
        assert!([Some(0), Some(3)].contains(&ran.code), "{ran:?}");
        bench.text("x.reduced.c")
    };
    assert_eq!(run(&[]), "x / 1\n");
    let compiles = run(&["--guard", "compiles"]);
    bench.file("result.c", compiles.as_bytes());
    let mut cc = Command::new("cc");
    assert!(
        cc.args(["-fsyntax-only", "result.c"]).current_dir(bench.dir()).status().unwrap().success()
    );
    assert!(!compiles.contains("unused"), "{compiles}");
    bench.file("x.c", b"int main(void) { int x = 1; return x / 1; }\n");
    let defined = run(&["--guard", "c-ub", "--max-queries", "8"]);
    assert!(defined.contains("x = 1"), "{defined}");
    bench.file("x.py", b"x / 1\n");
    bench.run(["x.py", "--guard", "c-ub", "--", "true"]).exits_with(1).says("about C and C++");
}

#[test]
fn a_run_that_was_interrupted_knows_what_it_has_learned() {
    let bench = bench(&format!("echo ran >>\"${{0%/*}}/ran\"\n{COMPILER}"));
    let args = ["x.txt", "-j1", "--max-queries", "5", "--", "./tool", "x.txt"];
    bench.run(args).exits_with(3);
    let before = bench.queries();
    bench.script("tool", &format!("echo more >>\"${{0%/*}}/more\"\n{COMPILER}"));
    bench.probdd("resume").exits_with(0);
    assert_eq!(bench.text("x.reduced.txt"), "first\nsecond");
    assert_eq!(bench.queries(), before);
    // The same command learns the same, and goes on as well.
    bench.script("tool", COMPILER);
    bench.run([&["-q", "--restart"], &args[..]].concat()).exits_with(3);
    let again = ["x.txt", "-j1", "--", "./tool", "x.txt"];
    reduces(&bench, &again, "first\nsecond").says("continuing after 5 queries");
}

#[test]
fn other_failures_are_kept() {
    let other = "grep -q second \"$1\" || { echo 'internal compiler error: in other, at o.c:1' >&2; exit 4; }";
    let bench = bench(&format!("grep -q first \"$1\" && {{ {other}; }}\n{COMPILER}"));
    let args = ["x.txt", "--keep-finds", "finds", "--", "./tool", "x.txt"];
    bench.run(args).exits_with(0);
    let finds: Vec<_> = fs::read_dir(bench.path("finds")).unwrap().flatten().collect();
    assert_eq!(finds.len(), 1, "{finds:?}");
    let find = finds[0].path();
    let note = fs::read_to_string(find.join("signature.txt")).unwrap();
    assert!(note.starts_with("internal compiler error: in other, at o.c\n"), "{note}");
    let text = fs::read_to_string(find.join("x.txt")).unwrap();
    assert!(text.contains("first") && !text.contains("second"), "{text}");
}

#[test]
fn init_writes_a_test_that_says_the_same() {
    let bench = bench(COMPILER);
    let ran = bench.run(["init", "x.txt", "--", "./tool", "x.txt"]).exits_with(0);
    ran.says("the test is in `test.sh`");
    let script = bench.text("test.sh");
    assert!(script.contains("probdd ./test.sh x.txt"), "{script}");
    bench.run(["./test.sh", "x.txt"]).exits_with(0);
    assert_eq!(bench.text("x.reduced.txt"), "first\nsecond");
    bench.run(["init", "x.txt", "--", "./tool", "x.txt"]).exits_with(1).says("`test.sh` exists");

    let also = ["init", "x.txt", "--also", "grep -q 'line 3$' {}", "--", "./tool", "x.txt"];
    bench.run(also).exits_with(0).says("the test is in `checks.toml`");
    bench.run(["checks.toml", "x.txt", "-o", "x.reduced.txt", "--restart"]).exits_with(0);
    assert_eq!(bench.text("x.reduced.txt"), "line 3\nfirst\nsecond");
    bench.probdd("init x.txt").exits_with(1).says("-- <CMD>...");
}

#[test]
fn mistakes_are_named() {
    let bench = bench(COMPILER);
    for (args, message) in [
        (&["x.txt", "--expect", "exit=x", "--", "./tool"][..], "a number up to 255"),
        (&["x.txt", "--expect", "stderr=(", "--", "./tool"], "no regular expression"),
        (&["x.txt", "--expect", "hang=1", "--expect", "exit=1", "--", "./tool"], "contradict"),
        (&["x.txt", "--", "no-such-tool", "x.txt"], "there is no program `no-such-tool`"),
        (&["gone.txt", "--", "./tool", "gone.txt"], "cannot read the input `gone.txt`"),
        (&["./tool", "x.txt", "--also", "true"], "--also needs a command after `--`"),
        (&["x.txt", "--signatures", "gone.toml", "--", "./tool", "x.txt"], "gone.toml"),
    ] {
        bench.run(args).exits_with(1).says(message);
    }
    assert!(!bench.names().contains("x.reduced.txt"));
}

/// Real failures of real programs: what is printed is recognised, and the result is small.
#[test]
fn failures_of_python_c_and_sanitizers_are_recognised() {
    let bench = Bench::new();
    bench.file("x.txt", text().as_bytes());
    let python = "import sys\ndef convert(text):\n    return 'second' in text and {}['key']\n\
                  text = open(sys.argv[1]).read()\nif 'second' in text: convert(text)\n";
    bench.file("tool.py", python.as_bytes());
    let c = "#include <assert.h>\n#include <stdlib.h>\n#include <string.h>\n#include <stdio.h>\n\
             static void broken(char *text) { assert(!strstr(text, \"first\")); }\n\
             static char last(char *text) { free(text); return text[0]; }\n\
             int main(int count, char **names) { FILE *file = fopen(names[1], \"r\");\n\
             char *text = calloc(4096, 1); fread(text, 1, 4095, file); broken(text);\n\
             if (strstr(text, \"second\")) return last(text); return 0; }\n";
    bench.file("tool.c", c.as_bytes());
    let build = |options: &[&str], name: &str| {
        let mut cc = Command::new("cc");
        cc.args(options).args(["-w", "-g", "-o", name, "tool.c"]).current_dir(bench.dir());
        assert!(cc.status().unwrap().success());
    };
    build(&[], "plain");
    build(&["-DNDEBUG", "-fsanitize=address"], "checked");
    for (command, failure, options, result) in [
        ("python3 tool.py", "KeyError: 'key', in convert of tool.py", "exit=1", "second"),
        ("./plain", "failed assertion: tool.c, broken", "signal=ABRT", "first"),
        ("./checked", "AddressSanitizer, heap-use-after-free, last", "exit=1", "second"),
    ] {
        let command: Vec<&str> = command.split(' ').chain(["x.txt"]).collect();
        let args = [&["x.txt", "--restart", "--"], &command[..]].concat();
        reduces(&bench, &args, result).says(failure).says(options);
    }
}

#[test]
fn a_property_that_is_only_an_end_is_warned_about_with_and_without_a_grammar() {
    for name in ["text.txt", "text.py"] {
        let bench = Bench::new();
        bench.file(name, b"one = 1\nneedle = 2\nthree = 3\n");
        let run = |expect: &str| {
            let line = format!("! grep -q needle {name} || exit 7");
            let args = [name, "--expect", expect, "--", "sh", "-c", &line];
            bench.run(["--max-queries", "40"].iter().chain(&args))
        };
        let ran = run("exit=7").says("only how the command ends");
        let is_told = ["one or two tokens", "a single token"].map(|few| ran.stderr.contains(few));
        assert!(is_told.contains(&true), "{ran:?}");
        let bench = Bench::new();
        bench.file(name, b"one = 1\nneedle = 2\nthree = 3\n");
        let line = format!("cat {name}; ! grep -q needle {name} || exit 7");
        let args = [name, "--expect", "stdout=needle", "--", "sh", "-c", &line];
        let ran = bench.run(args);
        assert!(!ran.stderr.contains("only how the command ends"), "{ran:?}");
    }
}
