//! The reductions of the library: they ask what the tool asks.

use crate::bench::{Bench, RING_C};
use crate::pins::subjects;
use probdd::{Candidate, Error, List, Reduced, Reduction, Stop, Stopper};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Options with which the tool depends neither on time nor on what is installed.
const FIXED: &str = "--timeout 60 --transformer none";

fn contains(text: &'static str) -> impl Fn(&Candidate) -> bool + Send + Sync + 'static {
    move |candidate| candidate.text().contains(text)
}

/// What the tool says about the same reduction: its result and the number of queries.
fn of_tool(bench: &Bench, command: &str) -> (Vec<u8>, u64) {
    bench.probdd(&format!("{command} -o result --report report.json {FIXED}")).exits_with(0);
    let queries = bench.json("report.json")["queries"]["committed"].as_u64().unwrap();
    (bench.read("result"), queries)
}

fn figures(reduced: &Reduced) -> (Vec<u8>, u64) {
    assert!(reduced.is_certified && reduced.stop.is_none());
    (reduced.bytes.clone(), reduced.queries)
}

#[test]
fn a_function_leads_to_the_queries_and_the_result_of_the_same_test_as_a_program() {
    let bench = Bench::with_ring();
    let of_tool = of_tool(&bench, "test.sh ring.c");
    for jobs in [1, 4] {
        let by_function = Reduction::of(bench.path("ring.c"))
            .options(["--transformer", "none"])
            .test(contains("dividend / zero"))
            .jobs(jobs)
            .run()
            .unwrap();
        assert_eq!(figures(&by_function), of_tool, "{jobs} jobs");
    }
    let by_program = Reduction::of(bench.path("ring.c"))
        .options(FIXED.split(' '))
        .test_program(bench.path("test.sh"))
        .jobs(2)
        .run()
        .unwrap();
    assert_eq!(figures(&by_program), of_tool);
}

#[test]
fn options_mean_what_they_mean_on_the_command_line() {
    let subjects = subjects::all();
    let json = subjects.iter().find(|subject| subject.name == "json").unwrap();
    let bench = Bench::new();
    bench.file(json.file, json.text.as_bytes());
    bench.script("test.sh", "grep -q '\"user-17\"' \"$1\"");
    let of_tool = of_tool(&bench, "test.sh input.json --reducer tpdd --sigma 0.2");
    let reduced = Reduction::of(json.text.as_str())
        .named("input.json")
        .options(["--reducer", "tpdd", "--sigma", "0.2"])
        .test(contains("\"user-17\""))
        .run()
        .unwrap();
    assert_eq!(figures(&reduced), of_tool);
}

#[test]
fn checks_tell_the_search_what_reports_of_a_script_tell_it() {
    let bench = Bench::with_ring();
    bench.script(
        "checks.sh",
        "for word in dividend zero return; do\n\
         if grep -q \"$word\" \"$1\"; then echo \"$word held\"; else echo \"$word failed\"; fi\n\
         done >\"$PROBDD_FEEDBACK\"\n! grep -q failed \"$PROBDD_FEEDBACK\"",
    );
    let of_tool = of_tool(&bench, "checks.sh ring.c");
    let checks = |candidate: &Candidate| {
        let text = candidate.text().into_owned();
        ["dividend", "zero", "return"].map(|word| (word, text.contains(word)))
    };
    let reduced = Reduction::of(bench.path("ring.c"))
        .options(["--transformer", "none"])
        .test(checks)
        .run()
        .unwrap();
    assert_eq!(figures(&reduced), of_tool);
}

#[test]
fn a_directory_is_reduced_and_its_files_are_shown() {
    let bench = Bench::new();
    std::fs::create_dir(bench.path("p")).unwrap();
    bench.file("p/a.c", b"int a;\nint needle;\n");
    bench.file("p/b.c", b"int b;\n");
    bench.script("test.sh", "grep -rq needle \"$1\"");
    bench.probdd(&format!("test.sh p -o result --report report.json {FIXED}")).exits_with(0);
    let reduced = Reduction::of(bench.path("p"))
        .test(|candidate| candidate.files().iter().any(|(_, text)| text.windows(6).any(is_needle)))
        .run()
        .unwrap();
    let queries = bench.json("report.json")["queries"]["committed"].as_u64().unwrap();
    assert_eq!(reduced.queries, queries);
    let files = reduced.files();
    let [(path, content)] = files.as_slice() else { panic!("{files:?}") };
    let below = path.strip_prefix("p").unwrap_or(path);
    assert_eq!(bench.read(format!("result/{}", below.display())), *content);
}

fn is_needle(window: &[u8]) -> bool {
    window == b"needle"
}

#[test]
fn improvements_arrive_in_order_and_end_with_the_result() {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let of_callback = Arc::clone(&seen);
    let reduced = Reduction::of(RING_C)
        .named("ring.c")
        .test(contains("dividend"))
        .on_improvement(move |step| of_callback.lock().unwrap().push(step.bytes().to_vec()))
        .run()
        .unwrap();
    let seen = seen.lock().unwrap().clone();
    assert_eq!(seen.last(), Some(&reduced.bytes));
    assert!(reduced.curve.windows(2).all(|pair| pair[0].query < pair[1].query));
    let running = Reduction::of(RING_C).named("ring.c").test(contains("dividend")).start();
    let steps: Vec<_> = running.unwrap().map(|step| step.bytes().to_vec()).collect();
    assert_eq!(steps, seen);
}

#[test]
fn a_budget_and_a_stopper_end_a_reduction_with_the_best_so_far() {
    let ring = || Reduction::of(RING_C).named("ring.c").test(contains("dividend"));
    let reduced = ring().max_queries(7).run().unwrap();
    assert_eq!((reduced.stop, reduced.queries), (Some(Stop::Queries), 7));
    assert!(reduced.bytes.len() < RING_C.len() && !reduced.is_certified);
    let reduced = ring().max_time(Duration::ZERO).run().unwrap();
    assert_eq!((reduced.stop, reduced.bytes.as_slice()), (Some(Stop::Time), RING_C));
    let stopper = Stopper::new().unwrap();
    let of_test = stopper.clone();
    let test = move |candidate: &Candidate| {
        if candidate.len() < RING_C.len() / 2 {
            of_test.stop();
        }
        candidate.text().contains("dividend")
    };
    let reduced = Reduction::of(RING_C).named("ring.c").test(test).stopped_by(&stopper).run();
    let reduced = reduced.unwrap();
    assert_eq!(reduced.stop, Some(Stop::Asked));
    assert!(reduced.text().contains("dividend"));
}

#[test]
fn a_dropped_reduction_stops() {
    let calls = Arc::new(AtomicUsize::new(0));
    let of_test = Arc::clone(&calls);
    let test = move |_: &Candidate| of_test.fetch_add(1, Relaxed) < 3;
    drop(Reduction::of(RING_C).named("ring.c").test(test).start().unwrap());
    let ended = calls.load(Relaxed);
    std::thread::sleep(Duration::from_millis(20));
    assert_eq!(calls.load(Relaxed), ended, "nothing calls the test any more");
}

#[test]
fn a_description_of_checks_is_a_test_as_well() {
    let bench = Bench::with_ring();
    let check = |name: &str, word: &str| {
        format!("[[check]]\nname = '{name}'\nrun = 'grep -q {word} ring.c'\n")
    };
    let checks = check("divides", "dividend") + &check("zero", "zero");
    bench.file("checks.toml", checks.as_bytes());
    for options in [
        "--feedback dedup --check-cost divides=4 --check-cost zero=1",
        "--feedback cov",
        "--feedback binary",
        "--feedback parallel",
    ] {
        let of_tool = of_tool(&bench, &format!("checks.toml ring.c {options}"));
        let reduced = Reduction::of(bench.path("ring.c"))
            .options(FIXED.split(' '))
            .options(options.split(' '))
            .test_program(bench.path("checks.toml"))
            .jobs(2)
            .max_queries(2 * of_tool.1)
            .run()
            .unwrap();
        assert_eq!(figures(&reduced), of_tool, "{options}");
    }
}

#[test]
fn errors_say_what_is_wrong() {
    let error = |reduction: Reduction| reduction.run().unwrap_err();
    assert!(matches!(error(Reduction::of("x")), Error::NoTest));
    let not_interesting = error(Reduction::of("x").test(|_| false));
    assert_eq!(
        not_interesting.to_string(),
        "the input is not interesting: the test says uninteresting"
    );
    let calls = AtomicUsize::new(0);
    let flaky = move |_: &Candidate| calls.fetch_add(1, Relaxed).is_multiple_of(2);
    assert!(matches!(error(Reduction::of("x y").test(flaky)), Error::Unreliable { .. }));
    let missing = error(Reduction::of(std::path::Path::new("no/such")).test(|_| true));
    assert!(missing.to_string().starts_with("cannot read the input `"), "{missing}");
    let program = error(Reduction::of("x").test_program("no/such/test.sh"));
    let expected = "cannot find the interestingness test `no/such/test.sh`";
    assert!(program.to_string().starts_with(expected), "{program}");
    let silent = error(Reduction::of("x").options(["--feedback", "cov"]).test(|_| true));
    assert_eq!(silent.to_string(), "--feedback cov has no effect: the test reports no checks");
    let costs = error(Reduction::of("x").options(["--check-cost", "a=1"]).test(|_| true));
    assert_eq!(costs.to_string(), "--check-cost has no effect on a test that runs its own checks");
    let option = error(Reduction::of("x").options(["--in-place"]).test(|_| true));
    assert_eq!(option.to_string(), "`--in-place` does not say how an input is reduced");
    assert_eq!(option.hints(), ["leave it out: it is for the command line"]);
    let language = error(Reduction::of("x").language("klingon").test(|_| true));
    assert_eq!(language.to_string(), "unknown language `klingon`");
}

#[test]
#[should_panic(expected = "the test has a bug")]
fn a_panic_of_the_test_is_one_of_the_caller() {
    let panics = |candidate: &Candidate| -> bool {
        assert!(candidate.len() > 10, "the test has a bug");
        true
    };
    let _ = Reduction::of("a text of some words").test(panics).run();
}

#[test]
fn a_list_asks_the_same_with_any_number_of_jobs() {
    let reduce = |jobs| {
        let list = List::of((0..500).collect::<Vec<u32>>()).jobs(jobs);
        let list =
            list.test(|kept: &[u32]| [3, 4, 77, 401].iter().all(|number| kept.contains(number)));
        let done = list.run().unwrap();
        let curve: Vec<_> = done.curve.iter().map(|point| (point.query, point.tokens)).collect();
        (done.items, done.queries, curve)
    };
    let mut calls = 0;
    let all: Vec<u32> = (0..500).collect();
    let kept = probdd::minimize(&all, |kept| {
        calls += 1;
        [3, 4, 77, 401].iter().all(|number| kept.contains(number))
    });
    let alone = reduce(1);
    assert_eq!((&alone.0, alone.1), (&kept, calls + 1), "the whole list is a query, too");
    assert_eq!(alone, reduce(4));
}
