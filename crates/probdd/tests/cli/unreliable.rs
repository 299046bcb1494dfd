//! Tests that answer differently for the same candidate.

use crate::bench::{Bench, RING_C};

/// A test that needs one expression and then decides by the number of its run, `$n`.
fn by_run(decision: &str) -> Bench {
    let bench = Bench::with_ring();
    let count = "echo ran >>\"${0%/*}/ran\"; n=$(wc -l <\"${0%/*}/ran\");";
    bench.script("test.sh", &format!("{count} grep -q 'dividend / zero' ring.c && {decision}"));
    bench
}

/// A test that succeeds in about `percent` of its runs, by a random generator with a seed.
fn by_chance(percent: u32, seed: u32) -> Bench {
    let state = "s=\"${0%/*}/state\"; x=$(cat \"$s\" 2>/dev/null || echo SEED); \
                 x=$(( (x * 1103515245 + 12345) & 2147483647 )); echo $x >\"$s\"; \
                 x=$(( (x * 1103515245 + 12345) & 2147483647 )); echo ran >>\"${0%/*}/ran\";";
    let state = state.replace("SEED", &(seed * 7919).to_string());
    let bench = Bench::with_text(12);
    let shows = format!("[ $(( (x >> 12) % 100 )) -lt {percent} ]");
    bench.script("test.sh", &format!("{state} grep -q keep text.txt && {shows}"));
    bench
}

#[test]
fn a_baseline_that_does_not_repeat_is_refused_with_advice() {
    for decision in ["[ $n != 2 ]", "[ $n != 1 ]", "[ $((n % 3)) = 0 ]"] {
        let bench = by_run(decision);
        let ran = bench.probdd("-j1 test.sh ring.c").exits_with(2);
        ran.says("the test is unreliable").says("of 20 runs").says("--hit-rate 0.");
        assert_eq!(bench.queries(), 20);
        let left = ["ran", "ring.c", "test.sh"].map(str::to_owned);
        assert_eq!(bench.names(), left.into());
    }
}

#[test]
fn a_baseline_is_run_three_times_unless_the_test_is_trusted() {
    for (options, runs) in [("", 3), ("--confirm 1", 1), ("--confirm 5", 5)] {
        let bench = by_run("true");
        bench
            .probdd(&format!("-j1 test.sh ring.c --max-queries 1 --report r {options}"))
            .exits_with(3);
        assert_eq!(bench.queries(), runs, "{options}");
        let report = bench.json("r");
        assert_eq!(report["queries"]["executed"], runs);
        assert_eq!(report["queries"]["committed"], 1);
        assert_eq!(report["baseline"]["runs"], runs);
    }
}

#[test]
fn all_runs_are_counted_and_the_result_is_looked_at_again() {
    for options in ["", "--confirm 1", "--confirm 3"] {
        let bench = by_run("true");
        let args = format!("-j1 test.sh ring.c --trace trace --report r {options}");
        bench.probdd(&args).exits_with(0);
        let (report, trace) = (bench.json("r"), bench.trace("trace"));
        assert_eq!(report["queries"]["executed"], bench.queries());
        let runs = |line: &serde_json::Value| line["runs"].as_u64().unwrap_or(1);
        let of_queries: u64 = trace[1..].iter().map(runs).sum();
        let rechecks = report["rechecks"].as_array().unwrap();
        assert_eq!(rechecks.is_empty(), options == "--confirm 1");
        let again: u64 = rechecks.iter().map(|recheck| recheck[2].as_u64().unwrap()).sum();
        assert_eq!(of_queries + again, bench.queries() as u64);
        for line in &trace[2..] {
            let is_confirmed = line["verdict"] == "interesting" && options == "--confirm 3";
            assert_eq!(line["runs"], if is_confirmed { 3.into() } else { serde_json::Value::Null });
        }
    }
}

#[test]
fn an_interesting_verdict_has_to_be_seen_so_many_times() {
    // The test sometimes finds an uninteresting candidate interesting.
    let fluke = "echo ran >>\"${0%/*}/ran\"; n=$(wc -l <\"${0%/*}/ran\"); \
                 grep -q 'dividend / zero' ring.c || [ $((n % 7)) = 0 ]";
    let bench = Bench::with_ring();
    bench.script("test.sh", fluke);
    bench.probdd("-j1 test.sh ring.c --confirm 2").exits_with(0);
    assert_eq!(bench.text("ring.reduced.c"), "dividend / zero\n");
}

#[test]
fn a_result_that_was_interesting_by_chance_is_taken_back() {
    // The fourth run, the first query after the baseline, finds anything interesting.
    let bench = Bench::with_ring();
    let fluke = "echo ran >>\"${0%/*}/ran\"; n=$(wc -l <\"${0%/*}/ran\"); \
                 grep -q 'dividend / zero' ring.c || [ $n = 4 ]";
    bench.script("test.sh", fluke);
    let ran = bench.probdd("-j1 test.sh ring.c").exits_with(2);
    let ran = ran.says("the test is unreliable").says("0 of 5 runs").says("--confirm N");
    ran.says("no smaller text is as interesting as the input");
    assert_eq!(bench.read("ring.reduced.c"), RING_C);
}

#[test]
fn a_wrong_yes_in_the_middle_leads_back_to_a_text_that_holds() {
    for run in [8, 15, 25] {
        let bench = Bench::with_ring();
        let fluke = format!(
            "echo ran >>\"${{0%/*}}/ran\"; n=$(wc -l <\"${{0%/*}}/ran\"); \
             grep -q 'dividend / zero' ring.c || [ $n = {run} ]"
        );
        bench.script("test.sh", &fluke);
        let ran = bench.probdd("-j1 test.sh ring.c --report r").exits_with(0);
        assert_eq!(bench.text("ring.reduced.c"), "dividend / zero\n", "{run}: {}", ran.stderr);
        if ran.stderr.contains("goes back") {
            ran.prints("as far as an unreliable test can tell");
        }
        assert_eq!(bench.json("r")["queries"]["executed"], bench.queries());
    }
}

#[test]
fn what_shows_now_and_then_is_reduced_when_its_rate_is_stated() {
    let mut reduced = 0;
    for seed in 1..=4 {
        let bench = by_chance(50, seed);
        let ran = bench.probdd("-j1 test.sh text.txt --hit-rate .5 --report r").exits_with(0);
        ran.prints("the result was interesting in");
        let result = bench.text("text.reduced.txt");
        assert!(result.contains("keep"), "{result}");
        reduced += u32::from(result == "keep");
        assert_eq!(bench.json("r")["settings"]["hit_rate"], 0.5);
        assert_eq!(bench.json("r")["queries"]["executed"], bench.queries());
    }
    assert!(reduced >= 3, "{reduced}");
}

#[test]
fn a_rate_that_is_stated_too_high_is_refused() {
    let bench = by_chance(10, 3);
    let ran = bench.probdd("-j1 test.sh text.txt --hit-rate .8").exits_with(2);
    assert!(ran.stderr.contains("interesting"), "{}", ran.stderr);
}

#[test]
fn unreliability_that_is_noticed_late_is_told_and_dealt_with() {
    // Reliable for a while, then interesting in two of three runs.
    let bench = by_run("{ [ $n -lt 25 ] || [ $((n % 3)) != 0 ]; }");
    let ran = bench.probdd("-j1 test.sh ring.c --report r");
    let code = ran.code;
    if bench.path("r").exists() {
        let report = bench.json("r");
        let rechecks = report["rechecks"].as_array().unwrap();
        let is_noticed = rechecks.iter().any(|recheck| recheck[1] != recheck[2]);
        assert_eq!(is_noticed, ran.stderr.contains("the test is unreliable"), "{}", ran.stderr);
    }
    assert!(code == Some(0) || code == Some(2));
    assert!(bench.text("ring.reduced.c").contains("dividend / zero"));
}

#[test]
fn a_run_with_an_unreliable_test_goes_on_as_if_it_had_not_stopped() {
    let options = "-j1 test.sh text.txt --hit-rate .5 --trace trace";
    let whole = by_chance(50, 2);
    whole.probdd(options).exits_with(0);
    for queries in [1, 3, 5] {
        // The random numbers continue where they stopped, because no run is repeated.
        let bench = by_chance(50, 2);
        bench.probdd(&format!("{options} --max-queries {queries}")).exits_with(3);
        bench.probdd("resume").exits_with(0);
        assert_eq!(bench.timeless("trace"), whole.timeless("trace"));
        assert_eq!(bench.read("text.reduced.txt"), whole.read("text.reduced.txt"));
        assert_eq!(bench.queries(), whole.queries());
    }
}

#[test]
fn the_two_options_exclude_each_other() {
    let bench = Bench::with_ring();
    let ran = bench.probdd("-j1 test.sh ring.c --confirm 2 --hit-rate .5");
    ran.exits_with(1).says("cannot be used with");
    bench.probdd("-j1 test.sh ring.c --confirm 0").exits_with(1).says("0 is not in 1..=1000");
}
