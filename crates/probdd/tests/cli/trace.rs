//! The trace: its fields, its reproducibility, and that it shows `ProbDD` as in the paper.

use crate::bench::Bench;
use serde_json::Value;
use std::collections::HashSet;

#[test]
fn the_first_line_is_about_the_run() {
    let bench = Bench::with_ring();
    bench.probdd("test.sh ring.c --trace trace --report report --seed 5").exits_with(0);
    let (first, report) = (bench.trace("trace")[0].clone(), bench.json("report"));
    assert_eq!(first["probdd"], env!("CARGO_PKG_VERSION"));
    assert_eq!(first["input"]["bytes"], report["input"]["bytes"]);
    assert_eq!(first["input"]["tokens"], report["input"]["tokens"]);
    assert!(first["elements"].as_u64().unwrap() > 50);
    assert_eq!(first["settings"]["seed"], 5);
    assert_eq!(first["settings"]["timeout"], 10.0);
    assert!(bench.text("trace").starts_with("{\"probdd\":\""));
}

#[test]
fn every_other_line_is_a_query() {
    for options in ["", "--reducer list", "--language none --granularity bracket"] {
        let bench = Bench::with_ring();
        bench.probdd(&format!("test.sh ring.c --trace trace {options}")).exits_with(0);
        let trace = bench.trace("trace");
        let mut trees = HashSet::new();
        for (number, line) in trace.iter().enumerate().skip(1) {
            assert_eq!(line["query"], number, "without gaps");
            assert!(line["pass"].is_string() && line["class"].is_string());
            let verdict = line["verdict"].as_str().unwrap();
            assert!(["interesting", "uninteresting", "unresolved"].contains(&verdict));
            assert!(line["ms"].as_f64().unwrap() > 0.0);
            assert!(
                line["bytes"].is_u64() && line["tokens"].is_u64() && line["removed"].is_string()
            );
            if number > 1 {
                assert!(line["kept"].is_string() != line["tree"].is_u64(), "a list or a tree");
                trees.extend(line["tree"].as_u64());
            }
        }
        assert_eq!(
            (&trace[1]["pass"], &trace[1]["verdict"]),
            (&"baseline".into(), &"interesting".into())
        );
        assert_eq!(trees.is_empty(), options == "--reducer list");
    }
}

#[test]
fn a_trace_repeats_byte_for_byte_with_any_number_of_jobs() {
    let all = [
        "",
        "--reducer list --tie random --seed 9",
        "--reducer tpdd",
        "--reducer perses",
        "--reducer hdd-star --minimizer cdd",
        "--reducer chisel",
        "--reducer list --batch 16",
    ];
    for options in all {
        let bench = Bench::with_ring();
        for (name, jobs) in [("a", "-j1"), ("b", ""), ("c", "-j6")] {
            let args = format!("test.sh ring.c --trace {name} -o {name}.c {jobs} {options}");
            bench.probdd(&args).exits_with(0);
            assert_eq!(bench.timeless(name), bench.timeless("a"), "{jobs} {options}");
            assert_eq!(bench.read(format!("{name}.c")), bench.read("a.c"));
        }
    }
}

#[test]
fn every_query_of_the_trace_was_run_once() {
    let bench = Bench::with_text(40);
    bench.probdd("-j1 test.sh text.txt --trace trace --confirm 1").exits_with(0);
    assert_eq!(bench.trace("trace").len() - 1, bench.queries());
}

/// `0-3,7` as numbers.
fn numbers(ranges: &Value) -> Vec<usize> {
    let number = |text: &str| text.parse::<usize>().unwrap();
    let range = |text: &str| match text.split_once('-') {
        Some((first, last)) => number(first)..=number(last),
        None => number(text)..=number(text),
    };
    ranges.as_str().unwrap().split(',').filter(|text| !text.is_empty()).flat_map(range).collect()
}

/// A minimal `ProbDD`: the configurations that it tests, in order.
fn probdd(n: usize, sigma: f64, is_interesting: impl Fn(&[usize]) -> bool) -> Vec<Vec<usize>> {
    let mut best: Vec<usize> = (0..n).collect();
    let mut p = vec![Some(sigma); n];
    let (mut asked, mut failed) = (Vec::new(), HashSet::new());
    loop {
        let mut order: Vec<usize> = best.iter().copied().filter(|e| p[*e].is_some()).collect();
        let value = |e: usize| p[e].unwrap();
        order.sort_by(|a, b| value(*a).total_cmp(&value(*b)).then(a.cmp(b)));
        let sizes = 1..=order.len();
        let fits = |k: &usize| *k == 1 || *k as f64 * value(order[k - 1]) <= 1.0;
        let Some(size) = sizes.filter(fits).max() else { return asked };
        let removed = &order[..size];
        let kept: Vec<usize> = best.iter().copied().filter(|e| !removed.contains(e)).collect();
        if !failed.contains(&kept) {
            asked.push(kept.clone());
            if is_interesting(&kept) {
                best = kept;
                continue;
            }
            failed.insert(kept);
        }
        let some_needed = 1.0 - removed.iter().map(|e| 1.0 - value(*e)).product::<f64>();
        let posterior = |e: usize| (size > 1).then(|| (value(e) / some_needed).min(1.0));
        let updated: Vec<_> = removed.iter().map(|e| (*e, posterior(*e))).collect();
        for (element, next) in updated {
            p[element] = next;
        }
    }
}

/// Compares the tool with the reference on 30 lines; the same property in two languages.
#[track_caller]
fn agrees_with_the_reference(script: &str, is_interesting: impl Fn(&[usize]) -> bool) {
    for sigma in ["0.1", "0.25"] {
        let bench = Bench::new();
        let text = |lines: &[usize]| -> String {
            lines.iter().fold(String::new(), |text, line| format!("{text}L{line:02}\n"))
        };
        let all: Vec<usize> = (0..30).collect();
        bench.file("text.txt", text(&all).as_bytes());
        bench.script("test.sh", &format!("has() {{ grep -q L$1 text.txt; }}\n{script}"));
        let args = format!(
            "test.sh text.txt --reducer list --minimizer probdd --granularity line \
             --sigma {sigma} --trace trace"
        );
        bench.probdd(&args).exits_with(0);
        let expected = probdd(30, sigma.parse().unwrap(), &is_interesting);
        let trace = bench.trace("trace");
        let asked: Vec<Vec<usize>> = trace[2..].iter().map(|line| numbers(&line["kept"])).collect();
        assert_eq!(asked, expected, "sigma {sigma}");
        let mut best = all;
        for line in &trace[2..] {
            let (kept, removed) = (numbers(&line["kept"]), numbers(&line["removed"]));
            let absent: Vec<usize> = best.iter().copied().filter(|e| !kept.contains(e)).collect();
            assert_eq!(removed, absent);
            assert_eq!(line["verdict"] == "interesting", is_interesting(&kept));
            if is_interesting(&kept) {
                best = kept;
            }
        }
        assert_eq!(bench.text("text.reduced.txt"), text(&best));
    }
}

#[test]
fn probdd_asks_what_the_paper_says_about_a_few_needed_lines() {
    agrees_with_the_reference("has 03 && has 17", |kept| kept.contains(&3) && kept.contains(&17));
}

#[test]
fn probdd_asks_what_the_paper_says_about_many_needed_lines() {
    agrees_with_the_reference("[ $(grep -c 'L.[0258]' text.txt) = 12 ]", |kept| {
        kept.iter().filter(|line| [0, 2, 5, 8].contains(&(*line % 10))).count() == 12
    });
}

#[test]
fn probdd_asks_what_the_paper_says_about_lines_that_need_each_other() {
    let script = "has 04 && has 29 && { ! has 21 || has 05; } && { ! has 08 || has 21; }";
    agrees_with_the_reference(script, |kept| {
        let has = |line: usize| kept.contains(&line);
        has(4) && has(29) && (!has(21) || has(5)) && (!has(8) || has(21))
    });
}
