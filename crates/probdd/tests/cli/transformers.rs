//! `--transformer`: programs that suggest simpler texts.

use crate::bench::{Bench, Ran, wait_until};
use probdd::find_clang_delta;
use serde_json::Value;
use std::process::Command;

/// The documentation with its example.
const DOCS: &str = include_str!("../../../../docs/transformers.md");

/// A product that only a transformer can simplify, and a test that needs its value.
fn bench() -> Bench {
    let bench = Bench::new();
    bench.file("text.txt", b"2 * 3 * 7\n(8 * 1)\n");
    bench.script("test.sh", "echo ran >>\"${0%/*}/ran\"; [ \"$(($(head -n1 text.txt)))\" = 42 ]");
    bench.program("fold.py", &example());
    bench
}

/// The code of the example, as a user would copy it.
fn example() -> String {
    let (_, code) = DOCS.split_once("```python\n").unwrap();
    let code = code.split_once("```").unwrap().0;
    assert!((1..=20).contains(&code.lines().count()), "twenty lines");
    code.to_owned()
}

const OPTIONS: [&str; 6] = ["--language", "none", "--reducer", "frontier", "--polish", "tokens"];

impl Bench {
    /// Reduces with transformers.
    #[track_caller]
    fn transform(&self, commands: &[&str], options: &str) -> Ran {
        let named = commands.iter().flat_map(|command| ["--transformer", command]);
        let options = options.split_whitespace();
        self.run(
            ["test.sh", "text.txt", "-o", "out"]
                .into_iter()
                .chain(OPTIONS)
                .chain(named)
                .chain(options),
        )
    }

    fn result(&self) -> String {
        self.text("out").split_whitespace().collect()
    }
}

#[test]
fn the_example_of_the_documentation_works() {
    let bench = bench();
    bench.transform(&[], "").exits_with(0);
    assert_eq!(bench.result(), "2*3*7");
    let ran = bench.transform(&["./fold.py"], "--trace trace --report report").exits_with(0);
    assert_eq!(bench.result(), "42");
    assert!(!ran.stderr.contains("warning: the transformer"), "{ran:?}");
    let trace = bench.trace("trace");
    assert_eq!(trace[0]["settings"]["transformers"][0], "./fold.py");
    let won = |line: &&Value| line["pass"] == "transformer" && line["verdict"] == "interesting";
    assert!(trace.iter().any(|line| won(&line)));
    bench.file("a.py", b"import os\nprint(2 * 3 * 7)\n");
    bench.script("test.sh", "[ \"$(python3 a.py)\" = 42 ]");
    bench.probdd("test.sh a.py --polish full --transformer ./fold.py -o out").exits_with(0);
    assert_eq!(bench.result(), "print(42)");
}

#[test]
fn every_number_of_jobs_comes_to_the_same() {
    let run = |jobs: &str| {
        let bench = bench();
        let options = format!("--trace trace --jobs {jobs}");
        bench.transform(&["./fold.py", "python3 fold.py"], &options).exits_with(0);
        (bench.result(), bench.timeless("trace"))
    };
    assert_eq!(run("1"), run("4"));
}

/// A transformer that runs a shell command for every question.
fn saying(what: &str) -> String {
    format!("while IFS= read -r line; do {what}; done")
}

#[test]
fn one_that_does_not_answer_as_it_should_is_done_without() {
    let cases = [
        ("echo oops >&2; exit 3".to_owned(), "exited with 3 instead of answering (`oops`)"),
        ("./nothing".into(), "exited with 127 instead of answering"),
        (saying("kill -9 $$"), "was killed by signal 9"),
        (saying("sleep 100"), "did not answer in time"),
        ("sleep 100".into(), "did not answer in time"),
        (saying("echo yes"), "gave an invalid answer"),
        (
            saying("printf '{\"offers\":[]}\\n{\"offers\":[]}\\n'"),
            "answered with more than one line",
        ),
        (saying("head -c 20000000 /dev/zero | tr '\\0' a"), "answered with more than one line"),
        (
            saying("echo '{\"offers\":[[{\"start\":2,\"end\":99,\"text\":\"\"}]]}'"),
            "suggested an edit of bytes 2 to 99 of",
        ),
    ];
    for (command, said) in cases {
        let bench = bench();
        let ran = bench.transform(&[&command, "./fold.py"], "--timeout 5 --report report");
        let ran = ran.exits_with(0).says(said).says(&format!("the transformer `{command}`"));
        assert_eq!(bench.result(), "42", "{command}");
        // The other one says that the result is small.
        assert_eq!(ran.stderr.matches("warning:").count(), 2, "{}", ran.stderr);
        assert_eq!(bench.json("report")["warnings"].as_array().unwrap().len(), 2);
    }
}

#[test]
fn one_that_never_ends_offering_does_not_keep_the_run_from_ending() {
    let endless = "import json, sys
for line in sys.stdin:
    n = json.loads(line)['skip']
    print(json.dumps({'offers': [f'{n} - {n}'], 'more': True}), flush=True)";
    let bench = bench();
    bench.program("endless.py", endless);
    bench.transform(&["python3 endless.py"], "").exits_with(0);
    assert_eq!(bench.result(), "2*3*7");
    assert!(bench.queries() < 1000, "{}", bench.queries());
}

#[test]
fn nothing_is_left_when_the_tool_is_killed() {
    let bench = bench();
    bench.script("slow.sh", "touch \"${0%/*}/asked\"; (setsid sleep 100 &); sleep 100");
    let options = OPTIONS.join(" ");
    let mut run =
        bench.spawn(&format!("test.sh text.txt -o out {options} --transformer ./slow.sh"));
    wait_until(|| bench.path("asked").exists());
    run.kill().unwrap();
    run.wait().unwrap();
    bench.assert_nothing_is_left_soon();
}

#[test]
fn an_interrupt_does_not_wait_for_an_answer() {
    let bench = bench();
    bench.script("slow.sh", "touch \"${0%/*}/asked\"; sleep 100");
    let options = OPTIONS.join(" ");
    let run = bench.spawn(&format!("test.sh text.txt -o out {options} --transformer ./slow.sh"));
    wait_until(|| bench.path("asked").exists());
    let signalled = Command::new("kill").args(["-INT", &run.id().to_string()]).status().unwrap();
    assert!(signalled.success());
    let ran = Ran::new(&run.wait_with_output().unwrap()).exits_with(130);
    assert!(!ran.stderr.contains("warning"), "{ran:?}");
    assert_eq!(bench.result(), "2*3*7");
    bench.assert_nothing_is_left_soon();
}

#[test]
fn a_run_that_goes_on_is_told_what_it_was_told() {
    // Each transformer answers two questions before its answers change or stop.
    let log = "echo asked >>asked; ./fold.py";
    let whole = bench();
    whole.transform(&[log, "exit 4"], "--trace trace").exits_with(0);
    let queries = whole.queries() - 1;
    for most in 1..=queries {
        let bench = bench();
        let options = format!("--trace trace --max-queries {most}");
        let stopped = bench.transform(&[log, "exit 4"], &options);
        if stopped.code == Some(0) {
            continue;
        }
        stopped.exits_with(3);
        let was_asked = bench.path("asked").exists();
        if was_asked {
            assert!(bench.text("out.probdd/answers").contains("transformer"));
        }
        bench.probdd("resume").exits_with(0);
        assert_eq!(bench.result(), whole.result(), "{most}");
        assert_eq!(bench.timeless("trace"), whole.timeless("trace"), "{most}");
    }
    assert_eq!(whole.result(), "42");
}

#[test]
fn a_run_does_not_go_on_with_another_transformer() {
    let bench = bench();
    bench.transform(&["./fold.py"], "--max-queries 3").exits_with(3);
    let changed = bench.text("fold.py").replace("left * right", "left");
    bench.program("fold.py", &changed);
    bench.probdd("resume").exits_with(1).says("the transformer").says("has changed since");
}

#[test]
fn what_makes_no_sense_is_refused() {
    let bench = bench();
    let refused = |options: &str, says: &str| {
        bench.probdd(&format!("test.sh text.txt {options}")).exits_with(1).says(says);
    };
    refused(
        "--reducer list --transformer ./fold.py",
        "--transformer has no effect with --polish none",
    );
    refused("--language json --polish templates --transformer ./fold.py", "--polish templates");
    refused(
        "--language json --polish full --no-fixpoint --transformer ./fold.py",
        "--transformer has no effect on one pass",
    );
    refused("--language json --polish full --transformer clang_delta", "C and C++ only");
    bench.transform(&[" "], "").exits_with(1).says("--transformer names no command");
    bench.probdd("test.sh text.txt --transformer none").exits_with(0);
}

/// A fake `clang_delta`, which replaces one `unsigned long` by `short`.
const UNSIGNED: &str = r#"echo "$@" >>"$PROBDD_INPUT_DIR/asked"
for argument; do case $argument in
    --transformation=*) transformation=${argument#*=} ;;
    --counter=*) counter=${argument#*=} ;;
    --output=*) output=${argument#*=} ;;
    *) input=$argument ;;
esac; done
[ "$transformation" = return-void ] || exit 1
[ "$(grep -c unsigned "$input")" -ge "$counter" ] || exit 1
awk -v n="$counter" '/unsigned/ && ++seen == n { sub("unsigned long", "short") } 1' "$input" >"$output""#;

/// Enough tokens that `clang_delta` is asked.
const NEEDED: &str = "int d() { return 10 + 10 + 10 + 10 + 10 + 10 + 10 + 10 + 10 + 10 + 10; }";

/// A C program for the fake `clang_delta`, and the PATH to find it.
fn with_fake() -> (Bench, String) {
    let bench = Bench::new();
    bench.file(
        "a.c",
        format!("unsigned long a();\nint b;\nunsigned long c();\n{NEEDED}\n").as_bytes(),
    );
    let [long, short] = ["unsigned long", "short"].map(|word| format!("^{word} +"));
    let needed = format!("grep -q '^{NEEDED}' a.c");
    let test = format!("grep -Eq '({long}|{short})a' a.c && grep -Eq '{long}c' a.c && {needed}");
    bench.script("test.sh", &test);
    std::fs::create_dir(bench.path("bin")).unwrap();
    bench.script("bin/clang_delta", UNSIGNED);
    let path = format!("{}:{}", bench.path("bin").display(), std::env::var("PATH").unwrap());
    (bench, path)
}

#[track_caller]
fn with_path(bench: &Bench, path: &str, options: &str) -> Ran {
    let args = format!("test.sh a.c -o out --trace trace {options}");
    let mut command = bench.command(args.split_whitespace());
    Ran::new(&command.env("PATH", path).output().unwrap())
}

#[test]
fn clang_delta_is_found_on_the_path_and_asked_as_it_wants_to_be() {
    let (bench, path) = with_fake();
    for jobs in [1, 4] {
        with_path(&bench, &path, &format!("--polish full -j{jobs}")).exits_with(0);
        let out = bench.text("out");
        assert!(out.contains("short a") && out.contains("unsigned long c"), "{out}");
        let trace = bench.trace("trace");
        assert_eq!(trace[0]["settings"]["transformers"], serde_json::json!(["clang_delta"]));
        let is_won = |line: &Value| {
            line["pass"] == "clang_delta/return-void" && line["verdict"] == "interesting"
        };
        assert!(trace.iter().any(is_won));
    }
    let asked = bench.text("asked");
    assert!(!asked.contains("simplify-if") && !asked.contains("template"), "{asked}");
    assert!(asked.contains("--transformation=return-void --counter=1 --output="), "{asked}");
    assert!(asked.lines().all(|line| line.ends_with(" input.c")), "{asked}");
}

#[test]
fn clang_delta_can_be_done_without() {
    for options in ["--polish full --transformer none", "--polish tokens", "--polish templates"] {
        let (bench, path) = with_fake();
        with_path(&bench, &path, options).exits_with(0);
        assert!(!bench.path("asked").exists(), "{options}");
    }
    let (bench, path) = with_fake();
    with_path(&bench, &path, "--polish tokens --transformer clang_delta").exits_with(0);
    assert!(bench.path("asked").exists());
}

#[test]
fn a_clang_delta_that_hangs_or_crashes_costs_no_more_than_its_time() {
    let (bench, path) = with_fake();
    let hangs = "case $* in *return-void*) exec sleep 100 ;; *) kill -11 $$ ;; esac";
    bench.script("bin/clang_delta", hangs);
    let ran = with_path(&bench, &path, "--polish full --timeout 2").exits_with(0);
    let ran = ran.says("the transformer `clang_delta/return-void` did not end in time");
    assert_eq!(ran.stderr.matches("warning:").count(), 1, "{}", ran.stderr);
}

#[test]
fn the_real_clang_delta_is_asked() {
    if find_clang_delta().is_none() {
        return;
    }
    let bench = Bench::new();
    let needed = "int d() { return b(1, 2) + b(3, 4) + b(5, 6) + b(7, 8) + b(9, 10); }";
    bench.file("a.c", format!("int b(int, int);\n{needed}\n").as_bytes());
    bench.script("test.sh", &format!("grep -q 'int b(int, int)' a.c && grep -q '^{needed}' a.c"));
    let options = "--transformer clang_delta --report report --polish full";
    bench.probdd(&format!("test.sh a.c -o out {options}")).exits_with(0);
    let report = bench.json("report");
    let passes = report["passes"].as_array().unwrap();
    assert!(passes.iter().any(|pass| pass["pass"] == "clang_delta/callexpr-to-value"), "{report}");
    assert_eq!(report["warnings"].as_array().unwrap().len(), 0);
}
