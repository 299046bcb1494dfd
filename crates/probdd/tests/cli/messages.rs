//! What the tool says: about wrong values, habits of other reducers, tests that cannot work, and the
//! result.

use crate::bench::Bench;
use std::process::Command;

#[test]
fn a_size_or_a_time_without_a_sensible_unit_is_explained() {
    let bench = Bench::with_text(3);
    for (options, words) in [
        ("--memory 10", "10 bytes are too few; is a unit missing, as in 10M?"),
        ("--disk 10", "as in 10M?"),
        ("--timeout 1x", "such as 30 (seconds), 90s, 5m or 1h"),
        ("--max-time 0", "a time greater than 0"),
    ] {
        bench.probdd(&format!("{options} test.sh text.txt")).exits_with(1).says(words);
    }
    for options in ["--timeout 1m", "--timeout 90s", "--max-time 1h30m", "--disk 1.5G"] {
        bench.probdd(&format!("{options} test.sh text.txt")).exits_with(0);
    }
}

#[test]
fn a_check_has_a_time_limit_with_a_unit() {
    let bench = Bench::with_text(3);
    let check = "[[check]]\nname = \"keeps\"\nrun = \"grep -q keep text.txt\"\n";
    bench.file("checks.toml", format!("{check}timeout = \"2m\"\n").as_bytes());
    bench.probdd("checks.toml text.txt").exits_with(0);
    bench.file("checks.toml", format!("{check}timeout = \"soon\"\n").as_bytes());
    bench.probdd("checks.toml text.txt").exits_with(1).says("timeout = \"1m\"");
}

#[test]
fn options_of_other_reducers_are_answered_with_ours() {
    let bench = Bench::with_text(3);
    for (options, ours) in [
        ("-n 4", "-j N"),
        ("--n 4", "--jobs N"),
        ("--n=4", "--jobs N"),
        ("--not-c", "--language none"),
        ("--tidy", "--in-place"),
        ("--save-temps", "--trace PATH"),
        ("--sllooww", "--polish"),
        ("--skip-initial-passes", "--polish"),
        ("--parallel 4", "-j N"),
    ] {
        let ran = bench.probdd(&format!("{options} test.sh text.txt")).exits_with(1);
        ran.says("is not an option of probdd").says(ours);
    }
    let ran = bench.probdd("--no-such test.sh text.txt").exits_with(1);
    ran.says("unexpected argument '--no-such'");
}

#[test]
fn the_help_names_one_required_input() {
    let ran = Bench::new().probdd("--help").exits_with(0);
    assert!(
        ran.stdout.contains("\n  <INPUT>") && !ran.stdout.contains("[INPUT]"),
        "{}",
        ran.stdout
    );
}

#[test]
fn names_may_be_as_long_as_the_system_allows() {
    let bench = Bench::new();
    bench.script("test.sh", "grep -q keep \"$1\"");
    for name in [format!("{}.txt", "n".repeat(251)), "ä".repeat(127)] {
        bench.file(&name, b"drop\nkeep\ndrop\n");
        let ran = bench.run(["test.sh", &name, "--max-queries", "2"]).exits_with(3);
        let result = ran.stdout.lines().find_map(|line| line.trim().strip_prefix("result: "));
        let result = result.unwrap().to_owned();
        assert!(result.len() <= 255 && bench.path(&result).exists(), "{result}");
        bench.probdd("resume --max-queries 1000").exits_with(0);
        assert_eq!(bench.text(&result).trim(), "keep");
        bench.run(["test.sh", &name, "--in-place"]).exits_with(0);
        assert_eq!(bench.text(&name).trim(), "keep");
    }
}

#[test]
fn a_script_that_does_not_say_what_runs_it_is_explained() {
    let bench = Bench::with_text(3);
    bench.program("test.py", "import sys\nsys.exit('keep' not in open(sys.argv[1]).read())\n");
    let ran = bench.probdd("test.py text.txt").exits_with(1);
    ran.says("#!/usr/bin/env python3");
    bench.file("plain.py", b"import sys\n");
    bench.probdd("plain.py text.txt").exits_with(1).says("chmod +x").says("#!/usr/bin/env python3");
}

#[test]
fn windows_line_ends_of_a_test_are_explained() {
    for first in ["#!/bin/sh", "#!/usr/bin/env sh"] {
        let bench = Bench::with_text(3);
        bench.program("test.sh", &format!("{first}\r\ngrep -q keep \"$1\"\r\n"));
        let ran = bench.probdd("test.sh text.txt");
        assert!(ran.code == Some(1) || ran.code == Some(2));
        ran.says("dos2unix");
    }
}

#[test]
fn a_dumb_terminal_gets_plain_lines() {
    let bench = Bench::with_text(3);
    let command = format!("{} -j1 test.sh text.txt", env!("CARGO_BIN_EXE_probdd"));
    let mut script = Command::new("script");
    script.args(["-qec", &command, "/dev/null"]).current_dir(bench.dir()).env("TERM", "dumb");
    // Not every machine has this program, which makes a terminal.
    let Ok(output) = script.output() else { return };
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("1-minimal") && !text.contains('\x1b'), "{text:?}");
}

#[test]
fn a_test_that_accepts_the_empty_file_is_called_too_weak_at_once() {
    let bench = Bench::with_text(100);
    bench.script("test.sh", "echo ran >>\"${0%/*}/ran\"");
    let text = bench.read("text.txt");
    let ran = bench.probdd("-j1 test.sh text.txt").exits_with(0);
    ran.says("an empty file").says("too weak");
    // Eleven runs at the end confirm the result.
    assert!(bench.queries() < 20, "{}", bench.queries());
    assert_eq!(bench.read("text.txt"), text);
    assert_eq!(bench.text("text.reduced.txt"), "");
}

#[test]
fn the_certificate_says_what_it_is_about() {
    let bench = Bench::with_ring();
    let line = |options: &str| {
        let ran = bench.probdd(&format!("-j1 --restart test.sh ring.c {options}")).exits_with(0);
        ran.stdout.lines().find(|line| line.contains("1-minimal")).unwrap().to_owned()
    };
    assert!(line("").ends_with("no token can be removed (one run each; white space aside)"));
    assert!(line("--confirm 3").contains("one run each, 3 for an interesting one"));
    assert!(line("--hit-rate .9").contains("interesting in 90 % of runs"));
    assert!(line("--no-fixpoint").contains("not certified"));
}

#[test]
fn an_unreliable_test_certifies_nothing() {
    let bench = Bench::with_ring();
    // Every eighth run on the same small text misses.
    let count = "grep -q 'dividend / zero' ring.c || exit 1\n[ $(wc -c <ring.c) -lt 20 ] || exit 0\n\
                 ran=\"${0%/*}/ran\"; text=$(od -An -tx1 ring.c | tr -d '\\n')\n\
                 echo \"$text\" >>\"$ran\"; [ $(($(grep -cxF \"$text\" \"$ran\") % 8)) != 0 ]";
    bench.script("test.sh", count);
    let ran = bench.probdd("-j1 test.sh ring.c --report report").exits_with(0);
    ran.prints("as far as an unreliable test can tell").prints("the result was interesting in");
    assert_eq!(bench.json("report")["one_minimal"]["certified"], false);
}

#[test]
fn the_rate_of_a_resumed_run_counts_its_own_queries() {
    let bench = Bench::with_ring();
    bench.probdd("-j1 test.sh ring.c --max-queries 20").exits_with(3);
    let ran = bench.probdd("resume -j1 --max-queries 21").exits_with(3);
    ran.prints("21 queries, 20 of them before it was interrupted, in");
}

#[test]
fn code_tells_the_language_where_the_name_does_not() {
    let bench = Bench::new();
    for (name, text, language) in [
        ("b.h", "namespace a {\nint keep;\n}\n", "c++"),
        ("b.h.in", "int keep;\n", "c"),
        ("b.inc", "<?php\nkeep();\n", "php"),
        ("b.cgi", "#!/usr/bin/python3\nkeep()\n", "python"),
        ("b.conf", "<?xml version=\"1.0\"?>\n<a>keep</a>\n", "xml"),
    ] {
        bench.file(name, text.as_bytes());
        bench.script("test.sh", &format!("grep -q keep {name}"));
        bench.probdd(&format!("test.sh {name} -o {name}.result --report report")).exits_with(0);
        assert_eq!(bench.json("report")["settings"]["language"], language, "{name}");
    }
}
