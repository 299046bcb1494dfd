//! `probdd check`: what is wrong with a test is named, and nothing is said against a good one.

use crate::bench::Bench;
use std::fs;

/// The tests that are wrong: what the test does on `x.c`, and what is said about it.
const WRONG: &[(&str, &str)] = &[
    // Everything is interesting.
    ("true", "every candidate is interesting, an empty file and garbage as well"),
    ("grep -q needed x.c; echo done", "every candidate is interesting"),
    ("grep -q needed HERE/x.c", "the test reads the original, `HERE/x.c`"),
    ("grep -q needed $PROBDD_INPUT_DIR/x.c", "the original, `$PROBDD_INPUT_DIR/x.c`"),
    ("! grep -q other x.c", "every candidate is interesting"),
    ("[ -s x.c ]", "a file of garbage is interesting"),
    ("grep -q needed x.c || [ ! -s x.c ]", "the empty file is interesting"),
    // The input is not interesting.
    ("! grep -q needed x.c", "the test says the opposite"),
    ("grep -q needed x.c && cat part.h >copy", "the test needs `part.h`, and its directory"),
    ("[ -e part.h ] && grep -q needed x.c", "the test needs `part.h`, and its directory"),
    ("[ -d lib ] && [ -e part.h ] && grep -q needed x.c", "the test needs `lib`, `part.h`"),
    ("cat words >copy && grep -q needed x.c", "--with words"),
    ("grep -q needed bug.c", "the test reads `bug.c`, but the candidate has the name"),
    ("echo 'stty: not a tty' >&2; exit 1", "the test needs a terminal"),
    ("stty size </dev/tty && grep -q needed x.c", "the test needs a terminal"),
    ("no-such-tool x.c", "127 means that a command was not found"),
    ("./x.c", "126 means that a command could not be run"),
    ("exit 125", "125 means that the test cannot decide"),
    ("read line || sleep 60", "the test does not end in time"),
    ("kill -SEGV $$", "was killed by signal 11"),
    ("exit 3", "the reason is not known"),
    // It is unreliable.
    (
        "n=$(cat HERE/n); echo $((n+1)) >HERE/n; [ $((n%2)) = 0 ] && grep -q needed x.c",
        "in 3 of 5 runs",
    ),
    (
        "mkdir HERE/lock || exit 1; sleep .1; rmdir HERE/lock; grep -q needed x.c",
        "disturb each other",
    ),
];

fn bench() -> Bench {
    let bench = Bench::new();
    bench.file("x.c", b"int needed(void) { return 1; }\nint main(void) { return 0; }\n");
    bench.file("part.h", b"int part;\n");
    bench.file("words", b"a b\n");
    bench.file("n", b"0\n");
    fs::create_dir(bench.path("lib")).unwrap();
    bench
}

#[test]
fn what_is_wrong_with_a_test_is_named() {
    let mut missed = Vec::new();
    for (body, cause) in WRONG {
        let bench = bench();
        let here = bench.dir().display().to_string();
        bench.script("test.sh", &body.replace("HERE", &here));
        let mut command = bench.command(["check", "--timeout", "3", "-j4", "./test.sh", "x.c"]);
        let output = command.output().unwrap();
        let stdout = String::from_utf8_lossy(&output.stdout);
        let cause = cause.replace("HERE", &here);
        if !stdout.contains(&cause) || output.status.code() != Some(2) {
            missed.push(format!("`{body}` is not said to be `{cause}`: {stdout}"));
        }
        assert!(!bench.names().contains("x.reduced.c"), "nothing is written");
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

#[test]
fn a_test_that_cannot_start_is_named() {
    let bench = bench();
    bench.file("test.sh", b"#!/bin/sh\ngrep -q needed x.c\n");
    bench.probdd("check ./test.sh x.c").exits_with(1).says("is not executable");
    bench.program("test.sh", "#!/no/such/shell\ntrue\n");
    bench.probdd("check ./test.sh x.c").exits_with(1).says("interpreter");
    bench.program("test.sh", "#!/bin/sh\r\ngrep -q needed x.c\r\n");
    let ran = bench.probdd("check ./test.sh x.c");
    assert!((ran.stdout.clone() + &ran.stderr).contains("as on Windows"), "{ran:?}");
    bench.probdd("check ./gone.sh x.c").exits_with(1).says("cannot find");
    bench.probdd("check ./test.sh gone.c").exits_with(1).says("gone.c");
}

#[test]
fn nothing_is_said_against_a_good_test() {
    let bench = bench();
    bench.script("test.sh", "grep -q needed x.c");
    let ran = bench.probdd("check ./test.sh x.c").exits_with(0);
    let ran = ran.prints("in 5 of 5 runs").prints("and the first half of the input");
    assert!(!ran.stdout.contains("wrong"), "{ran:?}");
    bench.file("checks.toml", b"[[check]]\nname = 'a'\nrun = 'grep -q needed x.c'\n");
    bench.probdd("check checks.toml x.c").exits_with(0).prints("in 5 of 5 runs");
    let process =
        "while read d; do grep -q needed $d/x.c && echo interesting || echo uninteresting; done";
    let args = ["check", "--persistent", process, "x.c"];
    bench.run(args).exits_with(0).prints("in 5 of 5 runs");
    bench.script("both.sh", "grep -q needed \"$1\" && grep -q part \"$2\"");
    bench.probdd("check ./both.sh x.c part.h").exits_with(0);
}

#[test]
fn the_directory_to_try_it_by_hand_is_like_that_of_a_query() {
    let bench = bench();
    bench.script("test.sh", "grep -q nothing x.c");
    let output = bench.command(["check", "./test.sh", "x.c"]).output().unwrap();
    let stdout = String::from_utf8(output.stdout).unwrap();
    let line = stdout.lines().find(|line| line.contains("cd ")).expect("it says how");
    let directory = line.trim().split(' ').nth(1).unwrap();
    assert_eq!(fs::read(format!("{directory}/x.c")).unwrap(), bench.read("x.c"));
    assert!(line.contains(&format!("/test.sh {directory}/x.c")), "{line}");
}

#[test]
fn a_reduction_says_the_same() {
    let bench = bench();
    let original = bench.path("x.c").display().to_string();
    bench.script("test.sh", &format!("grep -q needed {original}"));
    bench.probdd("./test.sh x.c").exits_with(0).says("the test reads the original, `");
    bench.script("test.sh", &format!("cmp -s x.c {original} || grep -q needed x.c"));
    let ran = bench.probdd("./test.sh x.c --restart").exits_with(0);
    assert!(!ran.stderr.contains("reads the original"), "{ran:?}");
    bench.script("test.sh", "cat part.h >copy && grep -q needed x.c");
    let ran = bench.probdd("./test.sh x.c").exits_with(2);
    ran.says("the test needs `part.h`").says("--with part.h").says("`probdd check`");
}

/// A test that takes half of a time limit of its own, and one that takes much less.
#[test]
fn a_time_limit_that_the_test_nearly_needs_is_named_before_the_search() {
    let bench = bench();
    let limited = |limit: &str| format!("timeout {limit} sh -c 'sleep .5; grep -q needed x.c'");
    bench.script("near.sh", &limited("-s KILL 1"));
    bench.script("far.sh", &limited("60"));
    let named = "a time limit of its own, `timeout -s KILL 1`";
    bench.probdd("check -j1 near.sh x.c").exits_with(0).prints(named);
    bench.probdd("near.sh x.c --max-queries 1").exits_with(3).says(named);
    let far = bench.probdd("far.sh x.c --max-queries 1").exits_with(3);
    assert!(!far.stderr.contains("time limit"), "{far:?}");
}
