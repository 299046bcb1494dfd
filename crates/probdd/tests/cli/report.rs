//! The report: its schema, and that its numbers agree with the run.

use crate::bench::{Bench, RING_C, sha256};
use serde_json::Value;

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

fn reported(options: &str) -> (Bench, Value) {
    let bench = Bench::with_ring();
    let args = format!("test.sh ring.c --report report --trace trace {options}");
    bench.probdd(&args);
    let report = bench.json("report");
    (bench, report)
}

/// How many runs there were of candidates that had been interesting.
fn runs_of(rechecks: &[serde_json::Value]) -> u64 {
    rechecks.iter().filter_map(|recheck| recheck[2].as_u64()).sum()
}

#[test]
fn the_schema_is_the_documented_one() {
    let (_, report) = reported("");
    assert_eq!(report["schema"], 1);
    for key in ["settings", "seed", "probdd", "grammar", "tokens_tested", "warnings", "passes"] {
        assert!(!report[key].is_null(), "{key}");
    }
    for text in ["input", "result"] {
        assert_eq!(keys(&report[text]), ["bytes", "lines", "sha256", "tokens"]);
    }
    for count in [
        "committed",
        "executed",
        "interesting",
        "unresolved",
        "timed_out",
        "repeats",
        "rejected",
        "speculative_wasted",
    ] {
        assert!(report["queries"][count].is_u64(), "{count}");
    }
    for time in ["wall", "wall_inside_test", "cpu_inside_test", "cpu_outside_test"] {
        assert!(report["seconds"][time].as_f64().unwrap() > 0.0, "{time}");
    }
    assert_eq!(keys(&report["information"]), ["bits", "queries_per_bit"]);
    assert_eq!(keys(&report["one_minimal"]), ["certified", "granularity"]);
    for pass in report["passes"].as_array().unwrap() {
        let wanted = ["interesting", "pass", "queries", "repeats", "tokens_after", "tokens_before"];
        assert_eq!(keys(pass), wanted);
    }
}

#[test]
fn sizes_and_hashes_are_those_of_the_files() {
    let (bench, report) = reported("");
    for (text, bytes) in [("input", RING_C.to_vec()), ("result", bench.read("ring.reduced.c"))] {
        assert_eq!(report[text]["sha256"], sha256(&bytes));
        assert_eq!(report[text]["bytes"], bytes.len());
        let lines = String::from_utf8(bytes).unwrap().lines().count();
        assert_eq!(report[text]["lines"], lines);
    }
    assert_eq!(report["result"]["tokens"], 3);
}

#[test]
fn counts_agree_with_the_trace() {
    let (bench, report) = reported("-j1");
    let trace = &bench.trace("trace")[1..];
    let with = |verdict: &str| trace.iter().filter(|line| line["verdict"] == verdict).count();
    assert_eq!(report["queries"]["committed"], trace.len());
    // The first of the three runs of the baseline is a query. Best candidates run again now and
    // then, the result always.
    let rechecks = report["rechecks"].as_array().unwrap();
    assert_eq!(report["queries"]["executed"], trace.len() as u64 + 2 + runs_of(rechecks));
    assert_eq!(report["queries"]["speculative_wasted"], 0);
    assert_eq!(report["baseline"], serde_json::json!({"hits": 3, "runs": 3}));
    assert_eq!(rechecks.last(), Some(&serde_json::json!([trace.len(), 5, 5])));
    assert_eq!(report["queries"]["interesting"], with("interesting"));
    assert_eq!(report["queries"]["unresolved"], 0);
    let tokens: u64 = trace.iter().map(|line| line["tokens"].as_u64().unwrap()).sum();
    assert_eq!(report["tokens_tested"], tokens);
    let passes = report["passes"].as_array().unwrap();
    let asked: u64 = passes.iter().map(|pass| pass["queries"].as_u64().unwrap()).sum();
    assert_eq!(asked + 1, trace.len() as u64);
}

#[test]
fn the_information_is_that_of_the_choice_of_tokens() {
    let (_, report) = reported("");
    let [n, m] = ["input", "result"].map(|text| report[text]["tokens"].as_u64().unwrap());
    assert_eq!(m, 3);
    let bits = (n as f64 * (n - 1) as f64 * (n - 2) as f64 / 6.0).log2() + 3.0;
    let to_certificate = report["queries"]["to_certificate"].as_f64().unwrap();
    let information = |name: &str| report["information"][name].as_f64().unwrap();
    assert!((information("bits") - bits).abs() < 1e-6, "{report}");
    assert!((information("queries_per_bit") - to_certificate / bits).abs() < 1e-6, "{report}");
}

#[test]
fn runs_on_wrong_guesses_are_counted_apart() {
    let (bench, report) = reported("-j4");
    let queries = &report["queries"];
    let wasted = queries["speculative_wasted"].as_u64().unwrap();
    assert!(wasted > 0);
    assert_eq!(queries["committed"], bench.trace("trace").len() - 1);
    let rechecks = runs_of(report["rechecks"].as_array().unwrap());
    assert_eq!(queries["executed"], queries["committed"].as_u64().unwrap() + 2 + rechecks + wasted);
}

#[test]
fn the_curve_falls_from_the_input_to_the_result() {
    let lists = ["--reducer list", "--reducer list --granularity char"];
    for options in ["", "--format keep"].into_iter().chain(lists) {
        let (_, report) = reported(options);
        let curve: Vec<Vec<f64>> = serde_json::from_value(report["curve"].clone()).unwrap();
        let size = |text: &str, unit: &str| report[text][unit].as_f64().unwrap();
        let (first, last) = (&curve[0], &curve[curve.len() - 1]);
        assert_eq!(first[1..], [1.0, size("input", "bytes"), size("input", "tokens")], "{options}");
        assert_eq!(last[2..], [size("result", "bytes"), size("result", "tokens")], "{options}");
        for pair in curve.windows(2) {
            assert!(pair[0][0] <= pair[1][0], "time goes on");
            assert!(pair[0][1] < pair[1][1], "queries go on");
            // The ladder may write a longer text, but only with fewer tokens.
            let has_fewer_tokens = pair[0][3] > pair[1][3];
            // The layout of the default format may take more bytes for the same tokens.
            let may_lay_out = options.is_empty();
            let falls = has_fewer_tokens || may_lay_out || pair[0][2] > pair[1][2];
            assert!(falls, "it falls: {options} {pair:?}");
            // The removal of a character can turn one token into two.
            let may_rise = options.contains("char");
            assert!(may_rise || pair[0][3] >= pair[1][3], "tokens fall: {options} {pair:?}");
        }
    }
}

#[test]
fn only_runs_to_the_fixpoint_are_certified() {
    for (options, certified, granularity) in [
        // The ladder tries every token alone.
        ("", true, "token"),
        ("--polish templates", true, "token-tree"),
        ("--polish none", true, "token-tree"),
        ("--no-fixpoint --polish none", false, "token-tree"),
        ("--reducer list", true, "token"),
        ("--reducer list --granularity line", true, "line"),
        ("--reducer list --minimizer probdd", false, "token"),
        ("--reducer list --minimizer probdd --fixpoint", true, "token"),
        ("--max-queries 5", false, "token"),
        ("--language none --granularity bracket", true, "bracket"),
    ] {
        let (_, report) = reported(options);
        let wanted = serde_json::json!({ "certified": certified, "granularity": granularity });
        assert_eq!(report["one_minimal"], wanted, "{options}");
    }
}

#[test]
fn a_warning_is_in_the_report_too() {
    let bench = Bench::with_ring();
    bench.script("test.sh", "exit 0");
    bench.probdd("test.sh ring.c --report report").exits_with(0);
    let warnings = bench.json("report")["warnings"].clone();
    assert!(warnings[0].as_str().unwrap().contains("too weak"), "{warnings}");
}

#[test]
fn tokens_are_tokens_whatever_the_elements_are() {
    let sizes = |granularity: &str| {
        let (_, report) = reported(&format!("--granularity {granularity} --max-queries 1"));
        report["input"]["tokens"].clone()
    };
    let tokens = sizes("token");
    for granularity in ["line", "char", "byte", "bracket"] {
        assert_eq!(sizes(granularity), tokens, "{granularity}");
    }
}
