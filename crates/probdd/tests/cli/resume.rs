//! `probdd resume`: the same result and the same trace, and no query runs again.

use crate::bench::{Bench, RING_C, Ran, wait_until};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Child;
use std::thread::sleep;
use std::time::{Duration, Instant};

pub(crate) const STATE: &str = "ring.reduced.c.probdd";

/// The C program and its test; every run of the test adds a line to `ran`, or to `ran$PHASE`.
pub(crate) fn bench() -> Bench {
    let bench = Bench::with_ring();
    let test = "echo ran >>\"${0%/*}/ran$PHASE\"; grep -q 'dividend / zero' ring.c";
    bench.script("test.sh", test);
    bench
}

/// The report without times and without speculative runs.
fn timeless_report(bench: &Bench, name: &str) -> Value {
    let mut report = bench.json(name);
    let wasted = report["queries"]["speculative_wasted"].take().as_u64().unwrap();
    let executed = report["queries"]["executed"].as_u64().unwrap();
    report["queries"]["executed"] = (executed - wasted).into();
    report["seconds"] = Value::Null;
    for point in report["curve"].as_array_mut().unwrap() {
        point[0] = Value::Null;
    }
    report
}

/// The outcome of an uninterrupted run.
pub(crate) struct Expected {
    result: Vec<u8>,
    trace: String,
    report: Value,
    /// Runs of the test.
    runs: usize,
    /// How long it took.
    wall: Duration,
}

pub(crate) fn expected(options: &str) -> Expected {
    let bench = bench();
    let args = format!("-j1 test.sh ring.c --trace trace --report report {options}");
    let began = Instant::now();
    bench.probdd(&args).exits_with(0);
    let wall = began.elapsed();
    assert!(!bench.path(STATE).exists() && !bench.path("ring.c.probdd").exists());
    let result = if options.contains("in-place") { "ring.c" } else { "ring.reduced.c" };
    Expected {
        result: bench.read(result),
        trace: bench.timeless("trace"),
        report: timeless_report(&bench, "report"),
        runs: bench.queries(),
        wall,
    }
}

impl Expected {
    #[track_caller]
    pub(crate) fn is_reached(&self, bench: &Bench, result: &str) {
        assert_eq!(bench.read(result), self.result);
        assert_eq!(bench.timeless("trace"), self.trace);
        assert_eq!(timeless_report(bench, "report"), self.report);
        assert!(!bench.path(STATE).exists());
    }
}

/// Kills the tool, and waits for its running test.
#[track_caller]
fn kill(bench: &Bench, mut child: Child) {
    child.kill().unwrap();
    child.wait().unwrap();
    bench.assert_no_process_is_left();
}

/// The number of recorded verdicts.
fn on_record(bench: &Bench, state: &str) -> usize {
    let text = fs::read(bench.path(state).join("journal")).unwrap_or_default();
    text.split_inclusive(|byte| *byte == b'\n').filter(|line| line.ends_with(b"\n")).count()
}

/// The candidates of all runs of the test, as far as they are written.
fn candidates(bench: &Bench, name: &str) -> Vec<String> {
    let text = fs::read_to_string(bench.path(name)).unwrap_or_default();
    text.split_inclusive('\n').filter(|line| line.ends_with('\n')).map(str::to_owned).collect()
}

#[test]
fn a_run_that_was_killed_at_any_moment_ends_as_if_it_had_not_been() {
    is_killed_at_any_moment(1, "--polish full");
}

#[test]
fn so_does_one_of_several_jobs() {
    is_killed_at_any_moment(5, "--polish templates");
}

/// How many times a run is killed, each time later.
const MOMENTS: u32 = 30;

fn is_killed_at_any_moment(jobs: usize, options: &str) {
    let options = format!("{options} --confirm 1");
    let expected = expected(&options);
    let bench = bench();
    // Every run of the test that is not cancelled records the checksum of its candidate.
    let test = "grep -q 'dividend / zero' ring.c; code=$?\ncksum <ring.c >>\"${0%/*}/ran$PHASE\"; exit $code";
    bench.script("test.sh", test);
    let args = format!("-j{jobs} test.sh ring.c --trace trace --report report {options}");
    let mut in_the_middle = 0;
    for moment in 0..MOMENTS {
        let _ = fs::remove_file(bench.path("ran"));
        let _ = fs::remove_file(bench.path("ran2"));
        let _ = fs::remove_file(bench.path("ring.reduced.c"));
        let child = bench.spawn(&args);
        // Most moments are in the run, some before its first query and some after its end.
        sleep(expected.wall * moment / (MOMENTS - 3));
        kill(&bench, child);
        assert_eq!(bench.read("ring.c"), RING_C);
        if bench.path("ring.reduced.c").exists() {
            assert!(bench.text("ring.reduced.c").contains("dividend / zero"));
        }
        if bench.path(STATE).join("run.json").exists() {
            let recorded = on_record(&bench, STATE);
            let mut resume = bench.command(["resume"]);
            Ran::new(&resume.env("PHASE", "2").output().unwrap()).exits_with(0);
            let [first, again] = ["ran", "ran2"].map(|name| candidates(&bench, name));
            let repeated = again.iter().filter(|candidate| first.contains(candidate)).count();
            assert!(repeated <= jobs, "{repeated} tests were repeated");
            in_the_middle += usize::from(recorded > 1);
        } else if !bench.path("ring.reduced.c").exists() {
            bench.command(args.split(' ')).output().unwrap();
        } else {
            // It was killed while it removed its state.
            let _ = fs::remove_dir_all(bench.path(STATE));
        }
        expected.is_reached(&bench, "ring.reduced.c");
    }
    assert!(in_the_middle > 4, "{in_the_middle}");
}

#[test]
fn a_run_may_be_killed_again_and_again() {
    for options in ["--reducer list --tie random", "--reducer tpdd", "--format compact"] {
        let expected = expected(options);
        let bench = bench();
        let args = format!("-j1 test.sh ring.c --trace trace --report report {options}");
        let mut child = bench.spawn(&args);
        for records in [3, 9, 17] {
            let has_ended = |child: &mut Child| child.try_wait().unwrap().is_some();
            wait_until(|| on_record(&bench, STATE) > records || has_ended(&mut child));
            kill(&bench, child);
            child = bench.spawn("resume");
        }
        Ran::new(&child.wait_with_output().unwrap()).exits_with(0);
        expected.is_reached(&bench, "ring.reduced.c");
        assert!(bench.queries() <= expected.runs + 3);
    }
}

#[test]
fn a_run_in_place_goes_on_from_its_first_input() {
    let expected = expected("--in-place");
    for queries in [1, 4, 12] {
        let bench = bench();
        let args = format!(
            "-j1 test.sh ring.c --trace trace --report report --in-place --max-queries {queries}"
        );
        bench.probdd(&args).exits_with(3);
        bench.probdd("resume ring.c.probdd").exits_with(0);
        expected.is_reached(&bench, "ring.c");
        assert_eq!(bench.read("ring.c.orig"), RING_C);
        assert!(!bench.path("ring.c.probdd").exists());
        assert_eq!(bench.queries(), expected.runs);
    }
}

#[test]
fn an_input_that_somebody_else_has_written_is_not_overwritten() {
    let bench = bench();
    bench.probdd("-j1 test.sh ring.c --in-place --max-queries 9").exits_with(3);
    let edited = format!("{}\n", bench.text("ring.c").replace("void ", ""));
    bench.file("ring.c", edited.as_bytes());
    bench.probdd("resume").exits_with(1).says("the input").says("has changed");
    assert_eq!(bench.text("ring.c"), edited);
}

#[test]
fn what_stopped_early_goes_on() {
    let expected = expected("");
    let bench = bench();
    let ran = bench.probdd("-j1 test.sh ring.c --trace trace --report report --max-queries 5");
    ran.exits_with(3).prints(&format!("continue with: probdd resume {STATE}"));
    bench.probdd("resume --max-queries 11").exits_with(3);
    assert_eq!(bench.json("report")["queries"]["committed"], 11);
    bench.probdd("resume --max-queries 3").exits_with(3);
    assert_eq!(bench.json("report")["queries"]["committed"], 11);
    bench.probdd(&format!("resume {STATE} --max-time 1000 -j 1")).exits_with(0);
    expected.is_reached(&bench, "ring.reduced.c");
    assert_eq!(bench.queries(), expected.runs, "no test is run twice");
}

#[test]
fn what_is_spent_of_the_queries_counts_when_a_run_was_killed() {
    let bench = bench();
    let slow = "echo ran >>\"${0%/*}/ran\"; sleep .05; grep -q 'dividend / zero' ring.c";
    bench.script("test.sh", slow);
    let child = bench.spawn("-j1 test.sh ring.c --max-queries 12 --report report");
    wait_until(|| on_record(&bench, STATE) > 4);
    kill(&bench, child);
    bench.command(["resume"]).output().unwrap();
    assert_eq!(bench.json("report")["queries"]["committed"], 12);
}

#[test]
fn an_interrupted_run_goes_on() {
    let bench = bench();
    bench.script("test.sh", "sleep .05; grep -q 'dividend / zero' ring.c");
    let child = bench.spawn("-j1 test.sh ring.c");
    wait_until(|| on_record(&bench, STATE) > 4);
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    Ran::new(&child.wait_with_output().unwrap()).exits_with(130);
    bench.probdd("resume -q").exits_with(0);
    assert_eq!(bench.text("ring.reduced.c"), "dividend / zero\n");
}

#[test]
fn an_empty_journal_starts_over() {
    let expected = expected("");
    let bench = bench();
    bench.probdd("-j1 test.sh ring.c --trace trace --report report --max-queries 5").exits_with(3);
    fs::write(bench.path(STATE).join("journal"), "").unwrap();
    bench.probdd("resume --max-queries 1000").exits_with(0);
    expected.is_reached(&bench, "ring.reduced.c");
    assert_eq!(bench.queries(), expected.runs + 5 + 2, "the baseline is run three times");
}

#[test]
fn the_state_is_there_before_the_first_query() {
    let bench = Bench::with_text(3);
    bench.script("slow.sh", "echo ran >>\"${0%/*}/ran\"; sleep .3; grep -q keep text.txt");
    let child = bench.spawn("slow.sh text.txt");
    wait_until(|| bench.queries() > 0);
    assert!(bench.path("text.reduced.txt.probdd/run.json").exists());
    kill(&bench, child);
    bench.command(["resume"]).output().unwrap();
    assert_eq!(bench.text("text.reduced.txt"), "keep");
}

#[test]
fn of_a_finished_run_nothing_is_left_to_do() {
    let bench = bench();
    bench.probdd("-j1 test.sh ring.c").exits_with(0);
    bench.probdd("-j1 test.sh ring.c -o x --state-dir elsewhere").exits_with(0);
    let before = (bench.names(), bench.queries());
    for args in ["resume", &format!("resume {STATE}")] {
        bench.probdd(args).exits_with(0).says("nothing to resume");
    }
    assert_eq!((bench.names(), bench.queries()), before);
    // The state of a run that was killed while it cleaned up:
    fs::create_dir(bench.path(STATE)).unwrap();
    fs::write(bench.path(STATE).join("done"), "{}").unwrap();
    bench.probdd("resume").exits_with(0).says("is complete");
    assert!(!bench.path(STATE).exists());
}

#[test]
fn a_state_directory_that_was_never_there_is_an_error() {
    let bench = bench();
    for name in ["nothing.c.probdd", "no/where", "typo", "ring.c"] {
        let ran = bench.probdd(&format!("resume {name}")).exits_with(1);
        let path = bench.path(name);
        ran.says(&format!("there is no state directory `{}`", path.display())).says("hint: ");
    }
    bench.probdd("-j1 test.sh ring.c --max-queries 3").exits_with(3);
    let ran = bench.probdd("resume typo").exits_with(1);
    ran.says(&format!("state directories here: {STATE}"));
    let ran = bench.probdd("resume ring.reduced.c").exits_with(1);
    ran.says(&format!("its name is `{STATE}`"));
    fs::remove_dir_all(bench.path(STATE)).unwrap();
    fs::create_dir(bench.path("empty.probdd")).unwrap();
    bench.probdd("resume").exits_with(1).says("does not contain the state of a run");
    fs::create_dir(bench.path("other.probdd")).unwrap();
    bench.probdd("resume").exits_with(1).says("several").says("empty.probdd, other.probdd");
}

#[test]
fn a_place_for_the_state_can_be_chosen_and_must_be_free() {
    let bench = bench();
    fs::create_dir(bench.path("state")).unwrap();
    bench.probdd("-j1 test.sh ring.c --state-dir state --max-queries 3").exits_with(3);
    assert_eq!(on_record(&bench, "state"), 3);
    bench.probdd("resume state").exits_with(0);
    assert!(!bench.path("state").exists());
    fs::create_dir(bench.path("full")).unwrap();
    bench.file("full/mine", b"precious");
    let ran = bench.probdd("-j1 test.sh ring.c --state-dir full");
    ran.exits_with(1).says("cannot be the state directory: it contains `mine`").says("--state-dir");
    assert_eq!(bench.read("full/mine"), b"precious");
    let ran = bench.probdd("-j1 test.sh ring.c --state-dir no/where");
    ran.exits_with(1).says("cannot write the state directory").says("--no-state");
    bench.probdd("-j1 test.sh ring.c --no-state --max-queries 3").exits_with(3);
    assert!(!bench.path(STATE).exists());
    bench
        .probdd("-j1 test.sh ring.c --no-state --state-dir x")
        .exits_with(1)
        .says("cannot be used with");
}

#[test]
fn two_runs_do_not_share_a_state_directory() {
    let bench = Bench::with_text(3);
    bench.script("slow.sh", "echo ran >>\"${0%/*}/ran\"; sleep 30");
    let child = bench.spawn("slow.sh text.txt --state-dir state");
    wait_until(|| bench.queries() > 0);
    let ran = bench.command("test.sh text.txt -o other --state-dir state".split(' ')).output();
    Ran::new(&ran.unwrap()).exits_with(1).says("another run is writing the journal");
    kill_process(Pid::from_child(&child), Signal::TERM).unwrap();
    Ran::new(&child.wait_with_output().unwrap()).exits_with(130);
}

#[test]
fn a_torn_end_is_dropped_and_said_when_asked() {
    let expected = expected("");
    for cut in [1, 5, 60] {
        let bench = bench();
        bench
            .probdd("-j1 test.sh ring.c --trace trace --report report --max-queries 9")
            .exits_with(3);
        let journal = bench.path(STATE).join("journal");
        let text = fs::read(&journal).unwrap();
        fs::write(&journal, &text[..text.len() - cut]).unwrap();
        let ran = bench.probdd("resume -v --max-queries 1000").exits_with(0);
        ran.says("incomplete").says("continuing after 8 queries");
        expected.is_reached(&bench, "ring.reduced.c");
        assert_eq!(bench.queries(), expected.runs + 1);
    }
}

#[test]
fn a_damaged_record_is_named() {
    let bench = bench();
    bench.probdd("-j1 test.sh ring.c --max-queries 9").exits_with(3);
    let journal = bench.path(STATE).join("journal");
    let text = fs::read_to_string(&journal).unwrap();
    fs::write(&journal, text.replace("\"number\":4,", "\"number\":7,")).unwrap();
    bench
        .probdd("resume")
        .exits_with(1)
        .says("record 4 does not fit its checksum")
        .says("start over");
    assert_eq!(bench.queries(), 9 + 2, "the baseline is run three times");
    let ran = bench.probdd("-j1 test.sh ring.c").exits_with(0);
    ran.says("the record of an interrupted run is replaced").says("record 4");
}

/// Stops a run early, changes something, and resumes it.
#[track_caller]
fn is_refused(change: impl Fn(&Bench), reason: &str) {
    let bench = bench();
    bench.probdd("-j1 test.sh ring.c --max-queries 5").exits_with(3);
    let (before, state) =
        (bench.read("ring.reduced.c"), fs::read(bench.path(STATE).join("journal")));
    change(&bench);
    bench.probdd("resume").exits_with(1).says(reason).says("hint: ").says("start over");
    assert_eq!(bench.queries(), 5 + 2, "the baseline is run three times");
    assert_eq!(bench.read("ring.reduced.c"), before);
    assert_eq!(fs::read(bench.path(STATE).join("journal")).unwrap(), state.unwrap());
}

fn replace(path: &Path, what: &str, by: &str) {
    let text = fs::read_to_string(path).unwrap();
    assert!(text.contains(what));
    fs::write(path, text.replace(what, by)).unwrap();
}

#[test]
fn another_input_test_or_version_is_refused() {
    let other = |name: &'static str, what: &'static str, by: &'static str| {
        move |bench: &Bench| replace(&bench.path(name), what, by)
    };
    is_refused(other("ring.c", "push", "pull"), "the input `");
    is_refused(other("test.sh", "zero", "null"), "the interestingness test `");
    let version = |bench: &Bench| {
        let version = format!("\"probdd\": \"{}\"", env!("CARGO_PKG_VERSION"));
        replace(&bench.path(STATE).join("run.json"), &version, "\"probdd\": \"0.0.7\"");
    };
    is_refused(version, "was started by probdd 0.0.7");
    let settings = |bench: &Bench| {
        replace(
            &bench.path(STATE).join("run.json"),
            "\"fixpoint\": \"full\"",
            "\"fixpoint\": null",
        );
    };
    is_refused(settings, "now has other settings");
}

#[test]
fn what_decides_the_search_cannot_be_chosen_anew() {
    let bench = bench();
    bench.probdd("-j1 test.sh ring.c --max-queries 5").exits_with(3);
    for option in ["--seed 4", "--reducer list", "--timeout 3", "-o x", "--in-place"] {
        let name = option.split(' ').next().unwrap();
        let ran = bench.probdd(&format!("resume {option}")).exits_with(1);
        ran.says(&format!("{name} cannot be changed")).says("--max-queries");
    }
    bench.probdd("resume --nonsense").exits_with(1).says("unexpected argument");
    bench.probdd("resume --trace t --report r").exits_with(0);
    assert_eq!(bench.json("r")["queries"]["committed"], bench.trace("t").len() - 1);
    assert_eq!(bench.json("r")["queries"]["executed"], bench.queries());
}

#[test]
fn it_goes_on_from_another_directory_and_with_names_that_are_not_utf_8() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let bench = bench();
    let name = OsStr::from_bytes(b"r\xff ng.c");
    bench.file(name, RING_C);
    bench.script("test.sh", "grep -q 'dividend / zero' \"$1\"");
    let args = ["test.sh".as_ref(), name, "--max-queries".as_ref(), "6".as_ref()];
    bench.run(args).exits_with(3);
    let state = bench.path(OsStr::from_bytes(b"r\xff ng.reduced.c.probdd"));
    let mut command = bench.command(["resume".as_ref(), state.as_os_str()]);
    Ran::new(&command.current_dir("/").output().unwrap()).exits_with(0);
    assert_eq!(bench.read(OsStr::from_bytes(b"r\xff ng.reduced.c")), b"dividend / zero");
}
