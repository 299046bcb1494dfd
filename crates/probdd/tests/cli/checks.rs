//! Tests that consist of checks: `checks.toml`, and scripts that report their checks.

use crate::bench::{Bench, Ran};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fmt::Write;

/// The example of the documentation.
const DOCS: &str = include_str!("../../../../docs/checks.md");

/// Forty lines, two of them needed by two of the checks. Each run of a check adds its name to
/// `ran`.
fn bench() -> Bench {
    let bench = Bench::new();
    let line = |number: usize| match number {
        11 => "first\n".to_owned(),
        29 => "second\n".to_owned(),
        _ => format!("line {number}\n"),
    };
    bench.file("text.txt", (0..40).map(line).collect::<String>().as_bytes());
    bench.checks(&[
        ("not-empty", "test -s text.txt", ""),
        ("first", "grep first text.txt >found", ""),
        ("second", "grep -q second \"$1\"", ""),
        ("found", "grep -q first found", "after = ['first']"),
    ]);
    bench
}

impl Bench {
    /// Checks by name, command and more fields.
    fn checks(&self, checks: &[(&str, &str, &str)]) {
        let mut text = String::new();
        for (name, run, more) in checks {
            let log = format!("echo {name} >>\"$CHECKS_DIR/ran\"");
            writeln!(text, "[[check]]\nname = '{name}'\nrun = '''{log}; {run}'''\n{more}").unwrap();
        }
        self.file("checks.toml", text.as_bytes());
    }

    /// How often a check ran.
    fn runs_of(&self, name: &str) -> usize {
        self.text("ran").lines().filter(|line| *line == name).count()
    }

    #[track_caller]
    fn reduces(&self, options: &str) -> Ran {
        self.probdd(&format!("checks.toml text.txt {options}")).exits_with(0)
    }
}

/// The distinct states of the checks in the queries of a trace.
fn states(trace: &[Value]) -> BTreeSet<String> {
    let names: Vec<&str> = trace[0]["checks"].as_array().unwrap().iter().map(name).collect();
    let words = |line: &Value| {
        let said = line["checks"].as_object().expect("each query has its checks");
        assert_eq!(said.len(), names.len());
        names.iter().map(|name| said[*name].as_str().unwrap()).collect::<Vec<_>>().join(" ")
    };
    trace[1..].iter().map(words).collect()
}

fn name(check: &Value) -> &str {
    check["name"].as_str().unwrap()
}

#[test]
fn what_is_left_is_what_all_checks_need_and_the_rest_is_not_run_after_a_failure() {
    for options in ["--feedback binary", "--feedback cov"] {
        let bench = bench();
        bench.reduces(&format!("-j1 --trace trace --report report {options}"));
        assert_eq!(bench.text("text.reduced.txt"), "first\nsecond");
        let trace = bench.trace("trace");
        let names: Vec<_> = trace[0]["checks"].as_array().unwrap().iter().collect();
        assert_eq!(names.len(), 4);
        assert_eq!(names[3]["name"], "found");
        let expected = [
            "failed not-run not-run not-run",
            "held failed not-run not-run",
            "held held failed not-run",
            "held held held held",
        ];
        assert_eq!(states(&trace), expected.map(str::to_owned).into());
        let report = bench.json("report");
        for check in report["checks"].as_array().unwrap() {
            let name = check["check"].as_str().unwrap();
            assert_eq!(check["runs"], bench.runs_of(name), "{name}");
        }
        let last = &report["checks"][3];
        assert_eq!(last["failed"], 0);
        assert_eq!(last["held"], report["queries"]["interesting"]);
    }
}

#[test]
fn side_by_side_all_run_but_those_whose_needs_failed() {
    let bench = bench();
    bench.reduces("-j4 --feedback parallel --trace trace");
    assert_eq!(bench.text("text.reduced.txt"), "first\nsecond");
    let states = states(&bench.trace("trace"));
    assert!(states.contains("held failed held not-run"), "{states:?}");
    assert!(states.contains("held held failed held"), "{states:?}");
    assert!(states.iter().all(|states| !states.ends_with("failed")));
}

/// The options of every mode, so that two runs can be compared.
const MODES: [&str; 5] = [
    "binary",
    "cov",
    "parallel",
    "parallel-abort",
    "dedup --check-cost not-empty=1 --check-cost first=1 --check-cost second=4 --check-cost found=8",
];

#[test]
fn every_number_of_jobs_commits_the_same() {
    for mode in MODES {
        let traces: Vec<String> = [1, 2, 5]
            .map(|jobs| {
                let bench = bench();
                bench.reduces(&format!("-j{jobs} --feedback {mode} --trace trace"));
                assert_eq!(bench.text("text.reduced.txt"), "first\nsecond");
                bench.timeless("trace")
            })
            .into();
        assert!(traces.iter().all(|trace| *trace == traces[0]), "{mode}");
    }
}

#[test]
fn a_run_that_goes_on_commits_the_same() {
    for mode in MODES {
        let whole = bench();
        whole.reduces(&format!("-j1 --feedback {mode} --trace trace --report report"));
        let torn = bench();
        let args =
            format!("-j1 checks.toml text.txt --feedback {mode} --trace trace --max-queries 9");
        torn.probdd(&args).exits_with(3);
        torn.probdd("resume --max-queries 1000 --report report").exits_with(0);
        assert_eq!(torn.timeless("trace"), whole.timeless("trace"));
        assert_eq!(torn.read("text.reduced.txt"), whole.read("text.reduced.txt"));
        let counts = |bench: &Bench| {
            let mut checks = bench.json("report")["checks"].clone();
            for check in checks.as_array_mut().unwrap() {
                check["cpu_seconds"] = Value::Null;
                check["wall_seconds"] = Value::Null;
                check["cpu_seconds_saved"] = Value::Null;
                if mode == "parallel-abort" {
                    *check = Value::Null;
                }
            }
            checks
        };
        assert_eq!(counts(&torn), counts(&whole));
    }
}

#[test]
fn a_check_that_was_changed_is_another_test() {
    let bench = bench();
    bench.file("helper.sh", b"exit 0");
    let text = format!(
        "{}[[check]]\nname = 'helped'\nrun = 'sh $CHECKS_DIR/helper.sh'\n",
        bench.text("checks.toml")
    );
    bench.file("checks.toml", text.as_bytes());
    bench.probdd("checks.toml text.txt --max-queries 5").exits_with(3);
    bench.file("helper.sh", b"exit 1");
    bench.probdd("resume").exits_with(1).says("helper.sh` has changed");
}

#[test]
fn checks_share_a_directory_that_is_the_querys_own() {
    let bench = bench();
    bench.file("helper.sh", b"test -e made && test \"$PROBDD_INPUT_DIR\" = \"$CHECKS_DIR\"");
    bench.checks(&[
        ("fresh", "[ \"$(ls -A)\" = text.txt ] && [ -z \"$(ls -A \"$TMPDIR\")\" ] && >made", ""),
        ("helped", "sh \"$CHECKS_DIR/helper.sh\" && echo x >\"$TMPDIR/kept\"", "after = ['fresh']"),
        ("needed", "grep -q first text.txt && [ -e \"$TMPDIR/kept\" ]", "after = ['helped']"),
    ]);
    for options in ["", "--feedback parallel -j3"] {
        bench.reduces(options);
        assert_eq!(bench.text("text.reduced.txt"), "first");
    }
}

#[test]
fn a_program_is_run_without_a_shell_from_path_beside_the_checks_or_as_it_was_made() {
    let bench = bench();
    bench.script("judge", "exec grep -q \"$1\" text.txt");
    let checks = "[[check]]\nname = 'path'\nrun = ['grep', '-q', 'first  *$\\|^first', 'text.txt']\n\
                  [[check]]\nname = 'beside'\nrun = ['./judge', 'second']\n\
                  [[check]]\nname = 'makes'\n\
                  run = 'grep -q second text.txt && cp \"$CHECKS_DIR/judge\" made || :'\n\
                  [[check]]\nname = 'made'\nrun = ['./made', 'first']\nafter = ['makes']\n";
    bench.file("checks.toml", checks.as_bytes());
    for mode in ["cov", "parallel"] {
        bench.reduces(&format!("--feedback {mode} --trace trace"));
        assert_eq!(bench.text("text.reduced.txt"), "first\nsecond");
    }
    let states = states(&bench.trace("trace"));
    assert!(states.contains("held failed held failed"), "{states:?}");
}

#[test]
fn exit_codes_and_patterns_decide() {
    let bench = bench();
    let checks = "[[check]]\nname = 'crashes'\nrun = 'grep -q first text.txt && kill -SEGV $$'\n\
                  exit = [3, 139]\n\
                  [[check]]\nname = 'prints'\nrun = 'cat text.txt; echo a warning >&2'\n\
                  stdout = '^second$'\nstderr = 'warning'\nnot-stdout = 'third'\n\
                  [[check]]\nname = 'silent'\nrun = ['cat', 'text.txt']\nnot-stderr = '.'\n";
    bench.file("checks.toml", checks.as_bytes());
    bench.reduces("--report report");
    assert_eq!(bench.text("text.reduced.txt"), "first\nsecond");
    assert_eq!(bench.json("report")["checks"][2]["failed"], 0);
    bench.file("text.txt", b"first\nsecond\nthird\n");
    let ran = bench.probdd("checks.toml text.txt").exits_with(2);
    ran.says("the check `prints`").says("printed to stdout what matches `third`").says("| third");
}

#[test]
fn the_check_that_fails_on_the_input_is_named() {
    let bench = bench();
    bench.checks(&[("good", "true", ""), ("bad one", "echo because; exit 7", "")]);
    let ran = bench.probdd("checks.toml text.txt").exits_with(2);
    ran.says("the check `bad one` of `").says("exited with 7").says("| because");
    bench.checks(&[("slow", "sleep 60", "timeout = 0.2")]);
    let ran = bench.probdd("checks.toml text.txt").exits_with(2);
    ran.says("the check `slow`").says("did not end in time").says("timeout = SECONDS");
}

#[test]
fn a_mistake_in_the_description_is_told_with_its_place() {
    let bench = bench();
    bench.checks(&[("a", "true", "after = ['b']"), ("b", "true", "after = ['a']")]);
    let ran = bench.probdd("checks.toml text.txt").exits_with(1);
    ran.says("checks.toml:4:10: no check can run first: a after b after a").says("hint:");
    assert!(!bench.path("text.reduced.txt").exists() && !bench.path("ran").exists());
}

#[test]
fn each_check_has_a_deadline_of_its_own() {
    let bench = bench();
    bench.checks(&[
        ("needed", "grep -q first text.txt", ""),
        ("slow without second", "grep -q second text.txt || sleep 60", "timeout = 0.3"),
    ]);
    bench.reduces("--trace trace --report report -j1");
    assert_eq!(bench.text("text.reduced.txt"), "first\nsecond");
    let trace = bench.trace("trace");
    assert_eq!(trace[0]["checks"][0]["timeout"], 10.0);
    assert_eq!(trace[0]["checks"][1]["timeout"], 0.3);
    let late: Vec<_> = trace.iter().filter(|line| line["verdict"] == "unresolved").collect();
    assert!(!late.is_empty());
    assert!(late.iter().all(|line| line["checks"]["slow without second"] == "failed"));
    assert_eq!(bench.json("report")["queries"]["timed_out"], late.len());
    bench.reduces("--timeout 0.4 --trace trace -j1");
    assert_eq!(bench.trace("trace")[0]["checks"][0]["timeout"], 0.4);
}

#[test]
fn side_by_side_no_more_run_than_there_are_jobs() {
    // Counts the processes that are alive, because a killed process cannot report its end.
    let run = "cd \"$CHECKS_DIR\"; >live-$$; n=0
        for it in live-*; do kill -0 ${it#live-} && n=$((n + 1)); done
        echo $n >>most; sleep 0.05; rm live-$$; grep -q first \"$1\"";
    for jobs in [1, 2, 3, 7] {
        let bench = bench();
        bench.checks(&[("a", run, ""), ("b", run, ""), ("c", run, "")]);
        bench.reduces(&format!("--feedback parallel -j{jobs}"));
        let most: usize = bench.text("most").lines().map(|n| n.parse().unwrap()).max().unwrap();
        assert!(most <= jobs && most > jobs / 2, "{jobs}: {most}");
    }
}

#[test]
fn the_first_failure_may_end_the_others() {
    let bench = bench();
    bench.checks(&[
        ("quick", "grep -q first text.txt", ""),
        ("slow", "grep -q first text.txt || { sleep 60; echo >>\"$CHECKS_DIR/ended\"; }", ""),
    ]);
    bench.reduces("--feedback parallel-abort -j2 --trace trace");
    assert_eq!(bench.text("text.reduced.txt"), "first");
    assert!(!bench.path("ended").exists());
    assert!(bench.trace("trace").iter().skip(1).all(|line| line.get("checks").is_none()));
}

/// Checks with an expensive redundant one, which comes first in the file.
fn bench_with_redundant(known: &str) -> Bench {
    let bench = bench();
    bench.checks(&[
        ("either", "grep -qE 'first|second' text.txt", known),
        ("first", "grep -q first text.txt", ""),
        ("second", "grep -q second text.txt", ""),
    ]);
    bench
}

const COSTS: &str = "--check-cost either=64 --check-cost first=1 --check-cost second=1";

#[test]
fn what_decides_nothing_is_found_and_runs_only_for_what_is_accepted() {
    let runs = |mode: &str| {
        let bench = bench_with_redundant("");
        bench.reduces(&format!(
            "-j1 --granularity line --feedback {mode} --report report --trace trace"
        ));
        assert_eq!(bench.text("text.reduced.txt"), "first\nsecond\n");
        (bench.runs_of("either"), bench)
    };
    let (always, _) = runs("cov");
    let (seldom, bench) = runs(&format!("dedup {COSTS}"));
    assert!(3 * seldom < 2 * always, "{seldom} of {always}");
    let report = bench.json("report");
    let checks = report["checks"].as_array().unwrap();
    let redundant: Vec<bool> =
        checks.iter().map(|check| check["redundant"].as_bool().unwrap()).collect();
    assert_eq!(redundant, [true, false, false]);
    assert!(checks[0]["runs_saved"].as_i64() >= Some(5), "{report}");
    assert_eq!(checks[0]["runs"], seldom);
    assert!(report["acceptances"]["verified"].as_u64() > Some(0));
    let trace = bench.trace("trace");
    assert_eq!(trace[0]["checks"][0]["cost"], 64);
    let is_accepted = |line: &&Value| line["verdict"] == "interesting";
    let last = trace[1..].iter().rfind(is_accepted).unwrap();
    assert_eq!(last["checks"]["first"], "held");
}

#[test]
fn what_decides_late_is_never_accepted_without() {
    // `lines` decides only when much is removed, but the user has declared it redundant.
    let bench = bench();
    bench.checks(&[
        ("first", "grep -q first text.txt", ""),
        ("lines", "[ $(wc -l <text.txt) -ge 7 ]", "redundant = true"),
    ]);
    let options = "--granularity line --check-cost first=1 --check-cost lines=1 --feedback dedup";
    for jobs in [1, 3] {
        bench.reduces(&format!("-j{jobs} {options} --report report --trace trace{jobs}"));
        assert_eq!(bench.text("text.reduced.txt").lines().count(), 7);
        assert!(bench.json("report")["acceptances"]["refuted"].as_u64() > Some(0));
        assert_eq!(bench.json("report")["one_minimal"]["certified"], true);
    }
    assert_eq!(bench.timeless("trace1"), bench.timeless("trace3"));
    // Wherever the run stops, all checks hold for the result.
    for queries in 2..30 {
        let stopped =
            bench.probdd(&format!("checks.toml text.txt {options} --max-queries {queries}"));
        assert!([Some(0), Some(3)].contains(&stopped.code));
        let left = bench.text("text.reduced.txt");
        assert!(left.lines().count() >= 7 && left.contains("first"), "{queries}: {left}");
    }
}

#[test]
fn what_was_asked_in_vain_is_counted_too() {
    let bench = bench();
    let late = "[ $(wc -l <text.txt) -ge 7 ]";
    // A busy loop, so that there is something to measure.
    let first = "i=0; while [ $i -lt 3000 ]; do i=$((i + 1)); done; grep -q first text.txt";
    bench.checks(&[("first", first, ""), ("lines", late, "redundant = true")]);
    let options =
        "-j1 --granularity line --check-cost first=1 --check-cost lines=1 --feedback dedup";
    for stop in ["", "--max-queries 12"] {
        let _ = std::fs::remove_file(bench.path("ran"));
        let ran = bench.probdd(&format!("checks.toml text.txt {options} {stop} --report report"));
        assert_eq!(ran.code, Some(if stop.is_empty() { 0 } else { 3 }));
        let report = bench.json("report");
        let in_vain = report["acceptances"]["queries_in_vain"].as_u64().unwrap();
        assert!(in_vain > 0, "{report}");
        let checks = report["checks"].as_array().unwrap();
        for check in checks {
            assert_eq!(check["runs"], bench.runs_of(check["check"].as_str().unwrap()), "{report}");
        }
        let inside: f64 = checks.iter().map(|check| check["cpu_seconds"].as_f64().unwrap()).sum();
        let total = report["seconds"]["cpu_inside_test"].as_f64().unwrap();
        assert!((inside - total).abs() < 1e-6 && total > 0.0, "{inside} of {total}");
    }
}

#[test]
fn what_the_user_knows_decides_the_order() {
    let order = |known: &str| {
        let bench = bench_with_redundant(known);
        bench.reduces(&format!("-j1 --feedback dedup {COSTS} --report report"));
        bench.json("report")["checks"][0]["redundant"].clone()
    };
    assert_eq!(order("redundant = true"), true);
    assert_eq!(order("redundant = false"), false);
}

#[test]
fn what_was_chosen_for_checks_that_did_not_run_is_told() {
    let bench = bench();
    let chosen = [
        ("--reducer list", Some("failed")),
        ("--reducer list --after-fail unknown", Some("unknown")),
        ("--reducer frontier", None),
    ];
    for (options, chosen) in chosen {
        bench.reduces(&format!("{options} --trace trace"));
        assert_eq!(bench.trace("trace")[0]["settings"]["after_fail"].as_str(), chosen);
        assert_eq!(bench.text("text.reduced.txt").trim_end(), "first\nsecond");
    }
}

#[test]
fn options_for_checks_without_effect_are_refused() {
    let bench = bench();
    for (options, what) in [
        ("--after-fail failed --feedback binary", "only the verdict"),
        ("--after-fail failed --minimizer ddmin", "does not learn from checks"),
        ("--after-fail failed --reducer frontier", "does not learn from checks"),
        ("--check-cost first=1 --feedback cov", "--feedback dedup"),
        ("--feedback dedup --check-cost third=1", "no such check"),
        ("--feedback dedup --check-cost first=0", "NAME=N"),
        ("--feedback dedup --check-cost first", "NAME=N"),
    ] {
        bench.probdd(&format!("checks.toml text.txt {options}")).exits_with(1).says(what);
    }
    bench.script("test.sh", REPORTS);
    let ran = bench.probdd("test.sh text.txt --check-cost second=1").exits_with(1);
    ran.says("no effect on a test that runs its own checks");
}

#[test]
fn a_run_that_stopped_before_it_was_sure_goes_on_as_if_it_had_not() {
    let options =
        "-j1 --granularity line --check-cost first=1 --check-cost lines=1 --feedback dedup";
    let bench = || {
        let bench = bench();
        bench.checks(&[
            ("first", "grep -q first text.txt", ""),
            ("lines", "[ $(wc -l <text.txt) -ge 7 ]", "redundant = true"),
        ]);
        bench
    };
    let whole = bench();
    whole.reduces(&format!("{options} --trace trace"));
    for queries in (2..24).step_by(3) {
        let torn = bench();
        let stop = format!("checks.toml text.txt {options} --trace trace --max-queries {queries}");
        if torn.probdd(&stop).code == Some(3) {
            torn.probdd("resume --max-queries 1000").exits_with(0);
        }
        assert_eq!(torn.timeless("trace"), whole.timeless("trace"), "{queries}");
        assert_eq!(torn.text("text.reduced.txt"), whole.text("text.reduced.txt"));
    }
}

/// A script that reports two checks.
const REPORTS: &str = "grep -q first text.txt && s=held || s=failed
echo 'has first' $s >>\"$PROBDD_FEEDBACK\"; [ $s = held ] || exit 1
grep -q second text.txt && s=held || s=failed
echo second $s >>\"$PROBDD_FEEDBACK\"; [ $s = held ]";

#[test]
fn a_script_may_report_its_checks() {
    let bench = bench();
    bench.script("test.sh", REPORTS);
    for jobs in [1, 3] {
        bench
            .probdd(&format!("test.sh text.txt -j{jobs} --trace trace --report report"))
            .exits_with(0);
        assert_eq!(bench.text("text.reduced.txt"), "first\nsecond");
        let trace = bench.trace("trace");
        assert_eq!(trace[0]["settings"]["feedback"], "cov");
        let expected = ["failed not-run", "held failed", "held held"];
        assert_eq!(states(&trace), expected.map(str::to_owned).into());
        assert_eq!(bench.json("report")["checks"][0]["check"], "has first");
    }
    bench.probdd("test.sh text.txt --feedback binary --trace trace").exits_with(0);
    assert_eq!(bench.trace("trace")[0]["settings"]["feedback"], "binary");
}

#[test]
fn feedback_without_checks_is_refused() {
    let bench = Bench::with_text(9);
    bench.probdd("test.sh text.txt --feedback parallel").exits_with(1).says("checks.toml");
    assert_eq!(bench.queries(), 0);
    bench.probdd("test.sh text.txt --feedback cov").exits_with(1).says("reports no checks");
    assert!(!bench.path("text.reduced.txt").exists());
}

#[test]
fn a_check_that_the_input_does_not_have_is_ignored_and_told_once() {
    let bench = bench();
    bench.script(
        "test.sh",
        &REPORTS.replace("exit 1", "{ echo new failed >>\"$PROBDD_FEEDBACK\"; exit 1; }"),
    );
    let ran = bench.probdd("test.sh text.txt --trace trace").exits_with(0);
    assert_eq!(ran.stderr.matches("a check `new`").count(), 1, "{}", ran.stderr);
    assert!(states(&bench.trace("trace")).iter().all(|states| states.split(' ').count() == 2));
}

#[test]
fn an_exit_code_that_contradicts_the_reports_decides_and_is_told() {
    let bench = bench();
    bench.script("test.sh", "echo odd failed >>\"$PROBDD_FEEDBACK\"; grep -q first text.txt");
    bench.probdd("test.sh text.txt").exits_with(0).says("the check `odd` failed");
    assert_eq!(bench.text("text.reduced.txt"), "first");
}

#[test]
fn a_persistent_process_may_answer_with_checks() {
    let bench = bench();
    bench.script(
        "process.sh",
        "while IFS= read -r d; do
            a=failed b=; grep -q first \"$d/text.txt\" && a=held
            [ $a = held ] && b=failed && grep -q second \"$d/text.txt\" && b=held
            [ \"$b\" = held ] && v=interesting || v=uninteresting
            echo $v first=$a ${b:+second=$b}
        done",
    );
    bench
        .run(["--persistent", "./process.sh", "text.txt", "-j2", "--trace", "trace"])
        .exits_with(0);
    assert_eq!(bench.text("text.reduced.txt"), "first\nsecond");
    let trace = bench.trace("trace");
    assert_eq!(trace[0]["settings"]["feedback"], "cov");
    let expected = ["failed not-run", "held failed", "held held"];
    assert_eq!(states(&trace), expected.map(str::to_owned).into());
}

/// The first piece of code in a language.
fn code(language: &str) -> &'static str {
    let (_, code) = DOCS.split_once(&format!("```{language}\n")).unwrap();
    code.split_once("```").unwrap().0
}

#[test]
fn the_example_of_the_documentation_works() {
    let bench = Bench::new();
    bench.file("total.c", code("c").as_bytes());
    bench.file("checks.toml", code("toml").as_bytes());
    bench.probdd("checks.toml total.c --report report.json").exits_with(0);
    let result = bench.text("total.reduced.c");
    assert!(result.contains("printf(\"total = %d") && !result.contains("hello"), "{result}");
    let report = bench.json("report.json");
    assert!(report["checks"][0]["failed"].as_u64() > Some(0), "{report}");
    bench.program("test.sh", code("sh"));
    bench.probdd("test.sh total.c --trace trace").exits_with(0);
    assert_eq!(bench.trace("trace")[0]["checks"][1]["name"], "runs");
}

#[test]
fn a_nul_in_a_command_is_refused_with_its_line() {
    for run in [r#""grep -q x\u0000 y""#, r#"["grep", "x\u0000", "y"]"#] {
        let bench = Bench::with_ring();
        let text = format!("[[check]]\nname = \"a\"\nrun = {run}\n");
        bench.file("checks.toml", text.as_bytes());
        let ran = bench.probdd("checks.toml ring.c").exits_with(1);
        ran.says("checks.toml:3:7: the check's `run` contains a NUL character");
    }
}
