//! `--persistent`: a test that is started once.

use crate::bench::{Bench, Ran, wait_until};
use std::process::Command;

/// The helpers of the documentation.
const DOCS: &str = include_str!("../../../../docs/persistent.md");

/// A text, and a process that runs a command for every directory `$d` before it decides. It adds a
/// line to `starts` when it starts and one to `ran` for every query.
fn bench(each: &str) -> Bench {
    let bench = Bench::with_text(24);
    bench.script(
        "process.sh",
        &format!(
            "here=${{0%/*}}; echo start >>\"$here/starts\"
            starts=$(wc -l <\"$here/starts\")
            while IFS= read -r d; do
                echo ran >>\"$here/ran\"; n=$(wc -l <\"$here/ran\")
                {each}
                if grep -q keep \"$d/text.txt\"; then echo interesting; else echo uninteresting; fi
            done"
        ),
    );
    bench
}

impl Bench {
    fn starts(&self) -> usize {
        self.text("starts").lines().count()
    }

    #[track_caller]
    fn persistent(&self, options: &str) -> Ran {
        let options = options.split_whitespace();
        self.run(["-j1", "--persistent", "./process.sh", "text.txt"].into_iter().chain(options))
    }
}

/// Checks that the process is replaced when a candidate without `keep` is tested. Returns the run.
#[track_caller]
fn is_replaced(bench: &Bench, options: &str, kind: &str) -> Ran {
    let ran = bench.persistent(&format!("--report report {options}")).exits_with(0);
    assert_eq!(bench.text("text.reduced.txt").trim(), "keep");
    let report = bench.json("report");
    let replaced = report["processes_replaced"].clone();
    let all = ["died", "hung", "garbled", "left"].map(|kind| replaced[kind].as_u64().unwrap());
    assert_eq!(replaced[kind].as_u64().unwrap(), all.iter().sum::<u64>(), "{replaced}");
    assert!(replaced[kind].as_u64() > Some(1), "{replaced}");
    // One of them says that the result is small.
    assert_eq!(ran.stderr.matches("warning:").count(), 3, "{}", ran.stderr);
    assert_eq!(report["warnings"].as_array().unwrap().len(), 3);
    if kind != "left" {
        assert_eq!(report["queries"]["unresolved"], replaced[kind]);
    }
    ran.says("was replaced")
}

/// A command that runs for candidates without `keep`.
fn without_keep(action: &str) -> Bench {
    bench(&format!("grep -q keep \"$d/text.txt\" || {{ {action}; }}"))
}

#[test]
fn one_start_does_for_all_queries_and_the_search_is_the_same() {
    let bench = bench("");
    bench.persistent("--trace trace --report report").exits_with(0);
    assert_eq!(bench.text("text.reduced.txt"), "keep");
    assert_eq!(bench.starts(), 1);
    assert_eq!(bench.json("report")["queries"]["executed"], bench.queries());
    let settings = bench.trace("trace")[0]["settings"].clone();
    assert_eq!(settings["persistent"], "./process.sh");
    let other = Bench::with_text(24);
    other.probdd("test.sh text.txt --trace trace").exits_with(0);
    let queries = |bench: &Bench| bench.timeless("trace").split_once('\n').unwrap().1.to_owned();
    assert_eq!(queries(&bench), queries(&other));
}

#[test]
fn a_command_may_have_arguments_and_be_any_command_of_the_shell() {
    for command in [
        "./judge --word keep",
        "sh judge --word keep",
        "export WORD=keep; ./judge --word \"$WORD\" | cat",
        "while read -r d; do echo \"$d\" | ./judge --word keep; done",
    ] {
        let bench = Bench::with_text(9);
        let body = "[ \"$1\" = --word ] || exit 3\nwhile IFS= read -r d; do\n\
                    grep -q \"$2\" \"$d\"/* && echo interesting || echo uninteresting\ndone";
        bench.script("judge", body);
        bench.run(["--persistent", command, "text.txt"]).exits_with(0);
        assert_eq!(bench.text("text.reduced.txt"), "keep", "{command}");
    }
}

#[test]
fn every_query_has_a_directory_of_its_own_with_nothing_but_the_candidate() {
    let bench = bench(
        "[ \"$(ls -A \"$d\")\" = text.txt ] || exit 3
        [ ! -e \"$last\" ] && [ -d \"$TMPDIR\" ] && [ \"$PROBDD_INPUT_DIR\" = \"$PWD\" ] || exit 4
        last=$d; echo more >\"$d/text.txt.more\"; mkdir \"$d/sub\"; chmod 000 \"$d/sub\"
        echo x >>\"$TMPDIR/kept\"; [ $(wc -l <\"$TMPDIR/kept\") = $n ] || exit 5",
    );
    bench.persistent("").exits_with(0);
    assert_eq!((bench.text("text.reduced.txt").as_str(), bench.starts()), ("keep", 1));
}

#[test]
fn a_process_that_dies_is_replaced() {
    let bench = without_keep("echo last words >&2; exit 7");
    let ran = is_replaced(&bench, "", "died");
    ran.says("the persistent process exited with 7 instead of answering")
        .says("it ended during a query (");
    let replaced = bench.json("report")["processes_replaced"]["died"].clone();
    // No process is started after the last one ended, unless there is another query.
    assert!([0, 1].map(|last| (bench.starts() - last).into()).contains(&replaced));
    is_replaced(&without_keep("kill -9 $$"), "", "died").says("was killed by signal 9");
}

#[test]
fn a_process_that_hangs_is_replaced() {
    let bench = Bench::new();
    bench.file("text.txt", b"keep\ndrop\n");
    bench.script(
        "process.sh",
        "while read -r d; do grep -q keep $d/* || { sleep 100 & sleep 100; }; echo interesting; done",
    );
    let ran = is_replaced(&bench, "--timeout 1 --granularity token", "hung");
    ran.says("did not answer in time").prints("timed out");
}

#[test]
fn what_is_no_answer_is_unresolved() {
    for answer in [
        "echo yes",
        "printf '\\377\\n'",
        "echo interesting a=maybe",
        "echo; echo",
        "echo
        interesting; echo interesting",
        "head -c 100000 /dev/zero; echo",
    ] {
        let ran = is_replaced(&without_keep(answer), "", "garbled");
        ran.says("gave an invalid answer");
    }
}

#[test]
fn every_job_has_a_process_and_the_trace_is_that_of_one() {
    let one = bench("");
    one.persistent("--trace trace").exits_with(0);
    let three = bench("sleep .01");
    let args = "-j3 --persistent ./process.sh text.txt --trace trace";
    three.probdd(args).exits_with(0);
    assert!((2..=3).contains(&three.starts()));
    assert_eq!(three.timeless("trace"), one.timeless("trace"));
    assert_eq!(three.read("text.reduced.txt"), one.read("text.reduced.txt"));
}

#[test]
fn the_end_of_a_run_does_not_wait_for_guesses() {
    // Every process but the first hangs.
    let bench = bench("[ $starts = 1 ] || sleep 100");
    let began = std::time::Instant::now();
    let args = "-j2 --persistent ./process.sh text.txt --timeout 60 --max-queries 3";
    bench.probdd(args).exits_with(3);
    assert!(began.elapsed().as_secs() < 50);
}

#[test]
fn checks_may_follow_the_verdict() {
    let bench = without_keep("echo uninteresting parses=held 'a-b.c=failed'; continue");
    bench.persistent("--report report").exits_with(0);
    assert_eq!((bench.text("text.reduced.txt").as_str(), bench.starts()), ("keep", 1));
    assert_eq!(bench.json("report")["queries"]["unresolved"], 0);
}

#[test]
fn one_that_answers_once_is_started_for_every_query() {
    let bench = Bench::with_text(12);
    let once = "read d; echo start >>${0%/*}/starts; grep -q keep $d/* && echo interesting || \
                echo uninteresting";
    bench.script("process.sh", once);
    is_replaced(&bench, "", "left").says("It should answer until its standard input ends");
    assert_eq!(
        bench.starts() as u64,
        bench.json("report")["queries"]["executed"].as_u64().unwrap()
    );
}

#[test]
fn megabytes_on_standard_error_hold_up_nothing() {
    let bench = bench("head -c 3000000 /dev/zero >&2");
    bench.persistent("--max-queries 5").exits_with(3);
    assert_eq!(bench.starts(), 1);
}

#[test]
fn what_a_query_leaves_goes_with_the_process() {
    let flee = "(cd /; setsid sh -c 'trap \"\" TERM HUP; exec sleep 100' <&- >&- 2>&- &)";
    bench(flee).persistent("").exits_with(0);
}

#[test]
fn nothing_is_left_when_the_tool_is_killed() {
    let bench = bench("(setsid sleep 100 &); sleep 100");
    let mut run = bench.spawn("--persistent ./process.sh text.txt");
    wait_until(|| bench.path("ran").exists());
    run.kill().unwrap();
    run.wait().unwrap();
    bench.assert_nothing_is_left_soon();
}

#[test]
fn an_interrupt_ends_a_query_at_once_and_keeps_the_best() {
    let bench = bench("[ $n -lt 6 ] || { echo now >\"$here/now\"; sleep 100; }");
    let run = bench.spawn("--persistent ./process.sh text.txt");
    wait_until(|| bench.path("now").exists());
    let signalled = Command::new("kill").args(["-INT", &run.id().to_string()]).status().unwrap();
    assert!(signalled.success());
    let ran = Ran::new(&run.wait_with_output().unwrap()).exits_with(130);
    assert!(bench.text("text.reduced.txt").contains("keep"), "{ran:?}");
    bench.assert_nothing_is_left_soon();
}

impl Bench {
    /// Changes a word of the process.
    fn change(&self, from: &str, to: &str) {
        let text = self.text("process.sh").replace(from, to);
        self.program("process.sh", &text);
    }
}

#[test]
fn a_run_goes_on_without_asking_again_and_not_with_another_process() {
    let whole = bench("");
    whole.persistent("--trace trace").exits_with(0);
    let bench = bench("");
    bench.persistent("--trace trace --max-queries 4").exits_with(3);
    bench.change("keep", "other");
    let ran = bench.probdd("resume").exits_with(1);
    ran.says("the interestingness test").says("has changed since the run began");
    bench.change("other", "keep");
    bench.probdd("resume").exits_with(0);
    assert_eq!(bench.timeless("trace"), whole.timeless("trace"));
    assert_eq!((bench.queries(), bench.starts()), (whole.queries(), 2));
}

#[test]
fn a_mutant_in_the_process_cannot_write_where_it_should_not() {
    for level in ["write", "full"] {
        let bench = Bench::with_text(6);
        let body = "while IFS= read -r d; do
            rm -f text.txt; echo bad >\"$PROBDD_INPUT_DIR/bad\"; echo good >\"$d/good\" || exit 3
            echo x >\"$TMPDIR/x\" || exit 4
            grep -q keep \"$d/text.txt\" && echo interesting || echo uninteresting
        done";
        bench.script("process.sh", body);
        let ran = bench.persistent(&format!("--sandbox {level}"));
        // Not every kernel supports it.
        if ran.code == Some(1) {
            ran.says("this kernel cannot confine");
            continue;
        }
        ran.exits_with(0);
        assert_eq!(bench.text("text.reduced.txt"), "keep");
        assert!(bench.path("text.txt").exists() && !bench.path("bad").exists());
    }
}

#[test]
fn an_input_that_is_not_interesting_is_explained() {
    for (command, explained) in [
        ("./nothing", "127 means"),
        ("while read -r d; do echo uninteresting; done", "answered `uninteresting`"),
        ("while read -r d; do echo unresolved; done", "answered `unresolved`"),
        ("echo oops >&2; exit 3", "exited with 3 instead of answering"),
        ("echo ready; cat", "gave an invalid answer"),
        ("cat >/dev/null", "did not answer in time"),
    ] {
        let bench = Bench::with_text(3);
        let ran = bench.run(["--persistent", command, "text.txt", "--timeout", "1"]).exits_with(2);
        ran.says(explained).says("the path of a directory that holds only `text.txt`");
    }
    let bench = Bench::with_text(3);
    let ran = bench.run(["--persistent", "echo oops >&2; exit 3", "text.txt"]);
    ran.exits_with(2).says("| oops");
}

#[test]
fn a_test_beside_it_is_not_run_and_the_user_is_told() {
    let bench = bench("");
    let ran = bench.probdd("--persistent ./process.sh test.sh text.txt").exits_with(0);
    ran.says("--persistent takes the place of `test.sh`, which does not run");
    assert_eq!(bench.text("text.reduced.txt"), "keep");
}

#[test]
fn every_argument_is_an_input_unless_it_is_executable() {
    let bench = bench("");
    bench.file("other.txt", b"drop\n");
    let args = "--persistent ./process.sh other.txt text.txt";
    let ran = bench.probdd(args).exits_with(0).prints("other.txt, text.txt: 2 -> ");
    assert!(!ran.stderr.contains("does not run"), "{}", ran.stderr);
    assert_eq!(bench.text("reduced/text.txt"), "keep");
}

#[test]
fn what_makes_no_sense_is_refused() {
    let bench = bench("");
    bench.probdd("--persistent ./process.sh").exits_with(1).says("<INPUT>");
    bench.run(["--persistent", " ", "text.txt"]).exits_with(1).says("names no command");
    bench
        .probdd("--persistent ./process.sh text.txt text.txt")
        .exits_with(1)
        .says("is named twice");
    bench
        .probdd("--persistent ./process.sh nothing.txt")
        .exits_with(1)
        .says("cannot read the input");
    bench.probdd("--persistent ./process.sh text.txt -o process.sh").exits_with(1);
}

/// The code of a helper, as a user would copy it.
fn helper(language: &str) -> String {
    let (_, code) = DOCS.split_once(&format!("```{language}\n")).unwrap();
    let code = code.split_once("```").unwrap().0;
    assert!((1..=22).contains(&code.lines().count()), "about twenty lines: {language}");
    code.to_owned()
}

/// Reduces with a command that must also handle unusual candidates.
#[track_caller]
fn works(bench: &Bench, command: &str) {
    bench.run(["--persistent", command, "text.txt", "--report", "report"]).exits_with(0);
    assert_eq!(bench.text("text.reduced.txt"), "keep", "{command}");
    let report = bench.json("report");
    assert_eq!(report["queries"]["unresolved"], 0);
    let [small] = &report["warnings"].as_array().unwrap()[..] else { panic!("{report}") };
    assert!(small.as_str().unwrap().contains("one or two tokens"));
}

#[test]
fn the_python_helper_works() {
    if Command::new("python3").arg("--version").output().is_err() {
        return;
    }
    let bench = Bench::with_text(12);
    bench.program("check.py", &helper("python"));
    works(&bench, "./check.py");
    works(&bench, "python3 check.py");
    let raises = helper("python")
        .replace("return", "print(1); print(b'5' not in open(path, 'rb').read() or 1 / 0); return");
    bench.program("check.py", &raises);
    let ran = bench.run(["--persistent", "./check.py", "text.txt", "--report", "report"]);
    ran.exits_with(2).says("answered `unresolved`").says("| division by zero");
}

#[test]
fn the_shell_helper_works() {
    let bench = Bench::with_text(12);
    bench.program("check.sh", &helper("sh"));
    works(&bench, "./check.sh");
    let noisy = helper("sh").replace("grep -q", "echo noise; cat; grep -q");
    bench.program("check.sh", &noisy);
    works(&bench, "./check.sh");
    bench.program("check.sh", &helper("sh").replace("grep -q keep \"$1\"", "exit 125"));
    bench.run(["--persistent", "./check.sh", "text.txt"]).exits_with(2).says("`unresolved`");
}

#[test]
fn the_rust_helper_works() {
    let bench = Bench::with_text(12);
    bench.file("check.rs", helper("rust").as_bytes());
    let mut compiler = Command::new(std::env::var_os("RUSTC").unwrap_or("rustc".into()));
    compiler.args(["--edition", "2021", "-o", "check", "check.rs"]).current_dir(bench.dir());
    match compiler.output() {
        Ok(output) => assert!(output.status.success(), "{output:?}"),
        Err(_) => return,
    }
    works(&bench, "./check");
}

/// `cargo test --release -p probdd --test cli persistent -- --ignored --nocapture`
#[test]
#[ignore = "takes ten minutes: that is what it is about"]
fn a_test_that_takes_a_second_to_start_is_twenty_times_as_fast() {
    let bench = Bench::new();
    let line = |i: u32| if i % 100 == 50 { format!("keep {i}\n") } else { format!("drop {i}\n") };
    bench.file("list.txt", (0..2000).map(line).collect::<String>().as_bytes());
    bench.file("large.py", b"import time\ntime.sleep(1)  # as long as a large package takes\n");
    let head = "import sys, os\nsys.path.insert(0, os.environ['PROBDD_INPUT_DIR'])\nimport large\n";
    let needed = "open(path, 'rb').read().count(b'keep') == 20";
    let spawned =
        format!("#!/usr/bin/env python3\n{head}path = sys.argv[1]\nsys.exit(not {needed})\n");
    bench.program("spawned.py", &spawned);
    let process = helper("python").replace("import os, sys\n", head);
    let process = process.replace("b\"keep\" in open(path, \"rb\").read()", needed);
    bench.program("process.py", &process);
    let options = ["list.txt", "-l", "none", "--granularity", "line", "-j1", "--report", "report"];
    let measure = |test: &[&str]| {
        bench.run(test.iter().chain(&options)).exits_with(0);
        assert_eq!(bench.text("list.reduced.txt").lines().count(), 20);
        let report = bench.json("report");
        (report["queries"]["executed"].clone(), report["seconds"]["wall"].as_f64().unwrap())
    };
    let (persistent, spawned) =
        (measure(&["--persistent", "./process.py"]), measure(&["spawned.py"]));
    let times = spawned.1 / persistent.1;
    println!("runs, seconds: persistent {persistent:?}, spawned {spawned:?}: {times:.0} x");
    assert!(persistent.0 == spawned.0 && times >= 20.0);
}
