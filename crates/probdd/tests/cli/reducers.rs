//! Every search over trees, with every list algorithm inside.

use crate::bench::{Bench, RING_C};
use serde_json::Value;
use std::collections::BTreeSet;

/// The reducers that use a list algorithm, and whether they run only once by default.
const MINIMIZING: [(&str, bool); 5] =
    [("perses", false), ("hdd", true), ("hdd-star", false), ("hddr", true), ("coarse-hdd", false)];

/// The list algorithms.
const MINIMIZERS: [&str; 7] =
    ["ddmin", "opdd", "probdd", "cdd", "weighted", "active-coarsen", "splitting"];

/// Runs a search with every list algorithm, and checks that the result is interesting, and
/// certified if expected.
#[track_caller]
fn reduces_with_every_minimizer(input: &str, options: &str, is_certified: bool) {
    for minimizer in MINIMIZERS {
        let bench = Bench::with_ring();
        let args = format!(
            "test.sh {input} {options} --minimizer {minimizer} -o out --report report --trace trace"
        );
        bench.probdd(&args).exits_with(0);
        let result = bench.text("out");
        assert!(result.contains("dividend / zero"), "{args}: {result}");
        assert!(result.len() < RING_C.len() / 4, "{args}: {result}");
        let report = bench.json("report");
        assert_eq!(report["settings"]["minimizer"], minimizer);
        assert_eq!(report["one_minimal"]["certified"], is_certified, "{args}");
        let reducer = report["settings"]["reducer"].clone();
        assert!(bench.trace("trace").iter().any(|line| line["pass"] == reducer), "{args}");
    }
}

#[test]
fn every_list_algorithm_runs_inside_every_search_over_trees() {
    for (reducer, is_once) in MINIMIZING {
        reduces_with_every_minimizer("ring.c", &format!("--reducer {reducer}"), !is_once);
    }
}

#[test]
fn every_search_over_trees_takes_brackets_for_one() {
    for (reducer, _) in MINIMIZING {
        let options =
            format!("--reducer {reducer} --language none --granularity bracket --fixpoint");
        reduces_with_every_minimizer("ring.c", &options, true);
    }
}

#[test]
fn every_search_over_trees_takes_a_list_for_a_tree_of_one_level() {
    let others = ["frontier", "tpdd", "pardis"];
    for reducer in MINIMIZING.map(|(name, _)| name).iter().chain(&others) {
        for unit in ["line", "token", "char", "byte"] {
            let bench = Bench::new();
            bench.script("test.sh", "grep -q two text.txt && grep -q four text.txt");
            bench.file("text.txt", b"one\ntwo\nthree four\nfive\n");
            let options = format!("--reducer {reducer} --granularity {unit} --fixpoint");
            let args = format!("test.sh text.txt {options} --report report");
            bench.probdd(&args).exits_with(0);
            let result = bench.text("text.reduced.txt");
            let longest = if unit == "line" { "two\nthree four\n" } else { "two\nfour\n" };
            assert!(result.len() <= longest.len(), "{options}: {result:?}");
            assert!(result.contains("two") && result.contains("four"), "{options}: {result:?}");
            let minimal = &bench.json("report")["one_minimal"];
            assert_eq!(
                (minimal["certified"] == true, &minimal["granularity"]),
                (true, &unit.into())
            );
        }
    }
}

#[test]
fn pardis_reduces_programs_and_brackets() {
    for options in ["", "--polish none", "--language none --granularity bracket"] {
        let bench = Bench::with_ring();
        let args = format!("test.sh ring.c --reducer pardis {options} --report report");
        bench.probdd(&args).exits_with(0).prints("1-minimal");
        assert!(bench.text("ring.reduced.c").contains("dividend / zero"));
        assert!(bench.json("report")["settings"]["minimizer"].is_null());
    }
}

#[test]
fn deletions_leave_a_program_that_the_compiler_takes() {
    let reducers = MINIMIZING.map(|(name, _)| name);
    for reducer in reducers.iter().chain(&["pardis"]) {
        let bench = Bench::with_ring();
        bench.script("test.sh", "grep -q 'dividend / zero' ring.c && cc -fsyntax-only ring.c");
        let args = format!("test.sh ring.c --reducer {reducer} --polish none --fixpoint");
        bench.probdd(&args).exits_with(0);
        let result = bench.read("ring.reduced.c");
        assert!(bench.is_interesting(&bench.path("test.sh"), "ring.c", &result), "{reducer}");
    }
}

/// The classes of the queries of a pass.
fn classes(options: &str, pass: &str) -> BTreeSet<String> {
    let bench = Bench::with_ring();
    bench.probdd(&format!("test.sh ring.c {options} --trace trace")).exits_with(0);
    let lines = bench.trace("trace").into_iter().filter(|line| line["pass"] == pass);
    lines.map(|line| line["class"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn the_trace_has_the_classes_of_the_list_algorithm_inside() {
    let of = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    let both: BTreeSet<String> = of(&["complement", "subset"]);
    assert_eq!(classes("--reducer hdd --minimizer ddmin", "hdd"), both);
    assert_eq!(classes("--reducer hdd --minimizer probdd", "hdd"), of(&["complement"]));
    let ddmin = "--reducer perses --minimizer ddmin";
    assert!(classes(ddmin, "perses").contains("replacement"));
    assert_eq!(classes(&format!("{ddmin} --polish none"), "perses"), both);
}

#[test]
fn perses_has_its_replacements_inside_and_hdd_after_it() {
    let polished = |options: &str| !classes(options, "templates").is_empty();
    assert!(!polished("--reducer perses") && !polished("--reducer pardis"));
    assert!(!polished("--reducer hdd"));
    assert!(polished("--reducer hdd --polish templates"));
}

#[test]
fn the_list_algorithm_inside_is_probdd_unless_told_otherwise() {
    let bench = Bench::with_ring();
    bench.probdd("test.sh ring.c --reducer hdd --report report").exits_with(0);
    let settings = bench.json("report")["settings"].clone();
    assert_eq!(settings["minimizer"], "probdd");
    assert_eq!(settings["sigma"], 0.1);
    assert_eq!(settings["polish"], "none");
    assert_eq!(settings["fixpoint"], Value::Null);
}

#[test]
fn options_without_effect_on_a_search_over_trees_are_refused() {
    let bench = Bench::with_ring();
    for (options, said) in [
        (
            "--reducer frontier --minimizer probdd",
            "--minimizer has no effect on --reducer frontier",
        ),
        ("--reducer tpdd --tie random", "--tie has no effect on --reducer tpdd"),
        (
            "--reducer hdd --minimizer ddmin --sigma .2",
            "--sigma has no effect on --minimizer ddmin",
        ),
        ("--reducer hddr --minimizer cdd --tie random", "--tie has no effect on --minimizer cdd"),
        ("--reducer hdd --order auto", "--order auto has no effect on --minimizer probdd"),
        ("-l none --reducer perses --polish templates", "--polish templates has no effect without"),
        ("--least-gain 1", "--least-gain has no effect on --reducer frontier"),
        ("--fixpoint=papers", "--fixpoint=papers has no effect on --reducer frontier"),
        (
            "--reducer tpdd --fixpoint=papers --polish full",
            "--polish full contradicts --fixpoint=papers",
        ),
        ("--reducer hdd-star --no-fixpoint", "--no-fixpoint contradicts --reducer hdd-star"),
    ] {
        let ran = bench.probdd(&format!("test.sh ring.c {options}")).exits_with(1);
        ran.says(said).says("hint: ");
    }
}

/// The names of the passes that have asked something, in order and without repeats.
fn passes(bench: &Bench, options: &str) -> Vec<String> {
    bench.probdd(&format!("test.sh ring.c {options} --trace trace")).exits_with(0);
    let names = bench
        .trace("trace")
        .into_iter()
        .filter_map(|line| line["pass"].as_str().map(str::to_owned));
    let mut names: Vec<String> = names.collect();
    names.dedup();
    names
}

#[test]
fn a_published_algorithm_runs_alone() {
    let bench = Bench::with_ring();
    let runs_alone = |reducer: &str, expected: &[&str]| {
        let options = format!("--reducer {reducer} --fixpoint=papers --report report");
        assert_eq!(passes(&bench, &options), expected, "{reducer}");
        assert_eq!(bench.json("report")["settings"]["fixpoint"], "papers");
        assert_eq!(bench.json("report")["one_minimal"]["certified"], false);
    };
    for reducer in ["hdd", "hdd-star", "hddr", "perses", "pardis"] {
        runs_alone(reducer, &["baseline", reducer]);
    }
    runs_alone("tpdd", &["baseline", "tpdd", "templates"]);
    runs_alone("list --granularity token --minimizer probdd", &["baseline", "probdd"]);
}

#[test]
fn as_published_hdd_star_repeats_what_hdd_does_once() {
    let bench = Bench::new();
    // a can go without b, and b without c, which CDD asks about later.
    bench.file("in.txt", b"a\nkeep1\nkeep2\nb\nkeep3\nc\n");
    let all = "for n in 1 2 3; do grep -q keep$n in.txt || exit 1; done";
    let needs =
        |line: &str, by: &str| format!("{{ grep -qx {line} in.txt || ! grep -qx {by} in.txt; }}");
    bench.script("test.sh", &format!("{all}; {} && {}", needs("a", "b"), needs("b", "c")));
    let once = "a\nkeep1\nkeep2\nb\nkeep3\n";
    for (reducer, left) in [("hdd", once), ("hdd-star", "keep1\nkeep2\nkeep3\n")] {
        let options = format!("--reducer {reducer} --minimizer cdd --fixpoint=papers -o out");
        bench.probdd(&format!("test.sh in.txt {options}")).exits_with(0);
        assert_eq!(bench.text("out"), left, "{reducer}");
    }
}

#[test]
fn the_trace_has_the_probabilities_of_the_model() {
    let bench = Bench::with_ring();
    let of = |options: &str| -> Vec<Value> {
        bench.probdd(&format!("test.sh ring.c {options} --trace trace")).exits_with(0);
        let lines = bench.trace("trace").into_iter().filter(|line| line["query"].is_u64());
        lines.map(|line| line["p"].clone()).collect()
    };
    let tpdd = of("--reducer tpdd --fixpoint=papers --polish none");
    assert!(tpdd[1..].iter().all(|p| p.as_f64().is_some_and(|p| (0.0..=1.0).contains(&p))));
    assert!(of("--reducer hdd --minimizer ddmin").iter().all(Value::is_null));
}
