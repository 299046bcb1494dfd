mod ahead;
mod checks;
mod controls;

use super::*;
use crate::oracle::{CheckRun, CheckStates, End, Outcome};
use crate::record::{Elements, Pass};
use probdd_core::list::{ProbDd, ProbDdSettings};
use probdd_core::{Class, Edits, Feedback, NodeId, Over, Query, Search, Verdict};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread::sleep;
use std::time::Instant;

/// A candidate is interesting if it has the needed letters. Records every query.
#[derive(Clone)]
struct Needs {
    letters: &'static [u8],
    asked: Arc<Mutex<Vec<Vec<u8>>>>,
    /// Runs before an answer; returns whether the query was cancelled.
    before: fn(&[u8], &Interrupt) -> bool,
}

impl Needs {
    fn letters(letters: &'static [u8]) -> Needs {
        Needs { letters, asked: Arc::default(), before: |_, _| false }
    }

    fn asked(&self) -> Vec<Vec<u8>> {
        self.asked.lock().expect("nobody panics").clone()
    }
}

impl Oracle for Needs {
    fn query(&mut self, candidate: &[u8], cancel: &Interrupt) -> Result<Outcome, Error> {
        self.asked.lock().expect("nobody panics").push(candidate.to_vec());
        if (self.before)(candidate, cancel) {
            return Ok(outcome(End::Interrupted));
        }
        let interesting = self.letters.iter().all(|letter| candidate.contains(letter));
        Ok(outcome(End::Exited(i32::from(!interesting))))
    }
}

fn outcome(end: End) -> Outcome {
    let verdict = match end {
        End::Exited(0) => Verdict::Interesting,
        End::Interrupted => Verdict::Unresolved,
        _ => Verdict::Uninteresting,
    };
    Outcome::new(verdict, end)
}

/// Letters; node i + 1 is letter i. A word without the second field's letter is not worth testing.
#[derive(Clone)]
struct Letters(Vec<Option<u8>>, Option<u8>);

impl Render for Letters {
    fn render(&mut self, change: &Edits, candidate: &mut Candidate) {
        let gone = |i: usize| change.removed.contains(&NodeId(i as u32 + 1));
        let letters = self.0.iter().enumerate().filter(|(i, _)| !gone(*i));
        candidate.bytes = letters.filter_map(|(_, letter)| *letter).collect();
        candidate.tokens = candidate.bytes.len();
    }

    fn is_worth_testing(&mut self, candidate: &Candidate) -> bool {
        self.1.is_none_or(|letter| candidate.bytes.contains(&letter))
    }

    fn accept(&mut self, change: &Edits) {
        change.removed.iter().for_each(|node| self.0[node.index() - 1] = None);
    }
}

const ENDLESS: Budget = Budget { max_queries: None, max_time: None };

/// A run over some letters.
struct Setup<O> {
    letters: &'static [u8],
    oracle: O,
    jobs: usize,
    filter: Option<u8>,
    budget: Budget,
}

/// The result of a run.
struct Run<O> {
    best: Vec<u8>,
    stop: Option<Stop>,
    rejected: usize,
    /// The candidates that were committed, in order.
    committed: Vec<Vec<u8>>,
    scheduler: Scheduler<O>,
}

impl<O: Oracle + Clone> Setup<O> {
    fn new(letters: &'static [u8], oracle: O) -> Setup<O> {
        Setup { letters, oracle, jobs: 1, filter: None, budget: ENDLESS }
    }

    fn scheduler(&self) -> Scheduler<O> {
        let oracles = vec![self.oracle.clone(); self.jobs];
        Scheduler::new(oracles, self.budget.clone(), Interrupt::never())
    }

    fn run(&self) -> Run<O> {
        self.run_on(self.scheduler())
    }

    fn run_on(&self, mut scheduler: Scheduler<O>) -> Run<O> {
        let count = self.letters.len();
        let nodes: Vec<NodeId> = (1..=count as u32).map(NodeId).collect();
        let search = Over::start(nodes, |n| ProbDd::new(n, ProbDdSettings::default()));
        let pass = Pass::new("probdd", Elements::Tree { tree: 0 });
        let render = Letters(self.letters.iter().copied().map(Some).collect(), self.filter);
        let (mut best, mut rejected, mut committed) = (self.letters.to_vec(), 0, Vec::new());
        let ended = scheduler.pass(&pass, search, render, |event| {
            match event {
                Event::Reduced(candidate) => best.clone_from(&candidate.bytes),
                Event::Rejected => rejected += 1,
                Event::Committed(query) => committed.push(query.candidate.bytes.clone()),
                _ => {}
            }
            Ok::<(), ()>(())
        });
        let stop = match ended {
            Ok(_) => None,
            Err(Halt::Stopped(stop)) => Some(stop),
            Err(halt) => panic!("{halt:?}"),
        };
        Run { best, stop, rejected, committed, scheduler }
    }
}

/// Letters that count how often they are rendered.
#[derive(Clone)]
struct Counted(Letters, Arc<AtomicUsize>);

impl Render for Counted {
    fn render(&mut self, change: &Edits, candidate: &mut Candidate) {
        self.1.fetch_add(1, Relaxed);
        self.0.render(change, candidate);
    }

    fn accept(&mut self, change: &Edits) {
        self.0.accept(change);
    }
}

/// Delays its first answer until another candidate was rendered.
struct Patient(Arc<AtomicUsize>);

impl Oracle for Patient {
    fn query(&mut self, _: &[u8], _: &Interrupt) -> Result<Outcome, Error> {
        let began = Instant::now();
        while self.0.load(Relaxed) < 2 {
            assert!(
                began.elapsed() < Duration::from_secs(10),
                "the next question is not looked for"
            );
            sleep(Duration::from_millis(1));
        }
        Ok(outcome(End::Exited(1)))
    }
}

#[test]
fn the_next_question_is_found_while_a_test_runs_also_with_one_job() {
    let written = Arc::new(AtomicUsize::new(0));
    let letters = Letters(b"abcd".iter().copied().map(Some).collect(), None);
    let render = Counted(letters, Arc::clone(&written));
    let nodes: Vec<NodeId> = (1..=4).map(NodeId).collect();
    let search = Over::start(nodes, |n| ProbDd::new(n, ProbDdSettings::default()));
    let mut scheduler = Scheduler::new(vec![Patient(written)], ENDLESS, Interrupt::never());
    let pass = Pass::new("probdd", Elements::Tree { tree: 0 });
    let ended = scheduler.pass(&pass, search, render, |_| Ok::<(), ()>(()));
    assert!(ended.is_ok());
}

const ALPHABET: &[u8] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

#[test]
fn a_pass_ends_with_the_least_interesting_bytes() {
    let run = Setup::new(b"abcdefghij", Needs::letters(b"d")).run();
    assert_eq!((run.best.as_slice(), run.stop), (&b"d"[..], None));
}

#[test]
fn equal_bytes_are_tested_once_however_they_came_about() {
    for jobs in [1, 4] {
        let oracle = Needs::letters(b"x");
        let run = Setup { jobs, ..Setup::new(b"xxxxxxxxxx", oracle.clone()) }.run();
        drop(run.scheduler);
        let mut asked = oracle.asked();
        asked.sort();
        asked.dedup();
        assert_eq!(run.best, b"x");
        assert_eq!(asked.len(), oracle.asked().len());
    }
}

#[test]
fn a_candidate_that_is_not_worth_testing_is_not_run_and_not_counted() {
    for jobs in [1, 4] {
        let oracle = Needs::letters(b"d");
        let setup = Setup::new(b"abcdefghij", oracle.clone());
        let run = Setup { filter: Some(b'g'), jobs, ..setup }.run();
        assert_eq!(run.best, b"dg");
        assert!(run.rejected > 0);
        assert!(oracle.asked().iter().all(|asked| asked.contains(&b'g')));
        assert_eq!(run.scheduler.queries, run.committed.len() as u64);
    }
}

#[test]
fn the_same_is_committed_with_any_number_of_jobs_and_no_bytes_are_run_twice() {
    let needed = b"dqxBM";
    let alone = Setup::new(ALPHABET, Needs::letters(needed)).run();
    for jobs in [2, 3, 8, 30] {
        let mut oracle = Needs::letters(needed);
        // Answers do not come in the order of the queries.
        oracle.before = |candidate, cancel| {
            sleep(Duration::from_micros(u64::from(blake3::hash(candidate).as_bytes()[0]) * 10));
            cancel.is_raised()
        };
        let run = Setup { jobs, ..Setup::new(ALPHABET, oracle.clone()) }.run();
        assert_eq!(run.best, alone.best);
        assert_eq!(run.committed, alone.committed, "{jobs}");
        let wasted = run.scheduler.workers.wasted().runs;
        drop(run.scheduler);
        let mut asked = oracle.asked();
        assert_eq!(asked.len() as u64, run.committed.len() as u64 + wasted);
        asked.sort();
        asked.dedup();
        assert!(run.committed.iter().all(|bytes| asked.binary_search(bytes).is_ok()));
    }
}

#[test]
fn a_wrong_guess_is_cancelled() {
    static CUT: Mutex<usize> = Mutex::new(0);
    let mut oracle = Needs::letters(b"aZ");
    // Every other candidate takes long.
    oracle.before = |candidate, cancel| {
        let began = Instant::now();
        while candidate.len() % 2 == 1 && began.elapsed() < Duration::from_millis(100) {
            if cancel.is_raised() {
                *CUT.lock().expect("nobody panics") += 1;
                return true;
            }
            sleep(Duration::from_millis(1));
        }
        false
    };
    let run = Setup { jobs: 8, ..Setup::new(ALPHABET, oracle) }.run();
    assert_eq!(run.best, b"aZ");
    // Without those that are cancelled at the end of the run.
    assert!(*CUT.lock().expect("nobody panics") > 0);
    drop(run.scheduler);
}

#[test]
fn all_jobs_have_something_to_do() {
    static RUNNING: Mutex<(i32, i32)> = Mutex::new((0, 0));
    let mut oracle = Needs::letters(b"dqxBM");
    oracle.before = |_, _| {
        let count = |by: i32| {
            let mut running = RUNNING.lock().expect("nobody panics");
            running.0 += by;
            running.1 = running.1.max(running.0);
        };
        count(1);
        sleep(Duration::from_millis(2));
        count(-1);
        false
    };
    Setup { jobs: 8, ..Setup::new(ALPHABET, oracle) }.run();
    assert_eq!(RUNNING.lock().expect("nobody panics").1, 8);
}

#[test]
#[should_panic(expected = "the test's author")]
fn a_panic_of_an_oracle_is_ours() {
    let mut oracle = Needs::letters(b"a");
    oracle.before = |_, _| panic!("the test's author");
    Setup { jobs: 2, ..Setup::new(b"ab", oracle) }.run();
}

/// A candidate with `d` is interesting, but only in one of several runs.
#[derive(Clone)]
struct Sometimes(u64, u64);

impl Oracle for Sometimes {
    fn query(&mut self, candidate: &[u8], cancel: &Interrupt) -> Result<Outcome, Error> {
        self.1 += 1;
        let is_hit = self.1.is_multiple_of(self.0);
        Needs::letters(b"d").query(if is_hit { candidate } else { b"" }, cancel)
    }
}

#[test]
fn a_test_that_is_interesting_now_and_then_is_reduced_at_a_stated_rate() {
    let setup = Setup::new(b"abcdefgh", Sometimes(3, 0));
    let mut scheduler = setup.scheduler().with_rule(Rule::Rate(0.3));
    let answer = scheduler.baseline::<()>(b"abcdefgh").expect("it can be run");
    assert!(answer.outcome.verdict.is_interesting() && answer.runs.are_mixed());
    let Run { best, mut scheduler, .. } = setup.run_on(scheduler);
    assert_eq!(best, b"d");
    assert!(scheduler.conclude(|_| Ok::<(), ()>(())).is_ok());
}

/// Says of the candidates with `d` that they are interesting; and from the second time on of none of
/// at most so many letters.
#[derive(Clone)]
struct Recants(usize, HashSet<Vec<u8>>);

impl Oracle for Recants {
    fn query(&mut self, candidate: &[u8], cancel: &Interrupt) -> Result<Outcome, Error> {
        let is_known = !self.1.insert(candidate.to_vec());
        let is_right = candidate.len() > self.0 || !is_known;
        Needs::letters(b"d").query(if is_right { candidate } else { b"" }, cancel)
    }
}

#[test]
fn a_best_candidate_that_does_not_hold_leads_back_to_the_last_one_that_does() {
    let input = b"abcdefghijklmnopqrstuvwxyz";
    for most in 0..26 {
        let setup = Setup::new(input, Recants(most, HashSet::new()));
        let mut scheduler = setup.scheduler();
        scheduler.baseline::<()>(input).expect("it can be run");
        let Run { mut scheduler, .. } = setup.run_on(scheduler);
        let bests: Vec<usize> =
            (0..scheduler.bests.len()).map(|at| scheduler.bests.get(at).bytes.len()).collect();
        let mut events = Vec::new();
        let mut listener = |event: Event| {
            events.push(format!("{event:?}"));
            Ok::<(), ()>(())
        };
        let concluded = scheduler.conclude(&mut listener);
        let last = bests.iter().skip(1).rev().find(|size| **size > most);
        let Err(Halt::Refuted(runs)) = concluded else {
            assert!(most == 0 && concluded.is_ok(), "{most}");
            continue;
        };
        match (scheduler.step_back(runs, &mut listener), last) {
            (Ok(best), Some(size)) => {
                assert_eq!(best.bytes.len(), *size, "{most}: {bests:?}");
                assert_eq!(scheduler.rule, Rule::Rate(0.75));
                assert!(events.last().is_some_and(|event| event.starts_with("Reduced")));
                assert!(scheduler.conclude(|_| Ok::<(), ()>(())).is_ok());
            }
            (Err(Halt::Unreliable(_)), None) => {}
            (other, _) => panic!("{most}: {bests:?}: {other:?}"),
        }
        assert!(events.len() < 40, "the steps grow: {}", events.len());
    }
}

#[test]
fn a_reliable_test_runs_the_input_once_and_the_result_ten_times_at_the_end() {
    let setup = Setup::new(b"abcd", Needs::letters(b"d"));
    let mut scheduler = setup.scheduler();
    scheduler.baseline::<()>(b"abcd").expect("it can be run");
    assert!(scheduler.conclude(|_| Err(())).is_ok(), "nothing was removed, so nothing runs");
    let Run { mut scheduler, .. } = setup.run_on(scheduler);
    let mut runs = Vec::new();
    let concluded = scheduler.conclude(|event| {
        if let Event::Rechecked(answer) = event {
            runs.push((answer.runs.hits, answer.runs.total));
        }
        Ok::<(), ()>(())
    });
    assert!(concluded.is_ok());
    assert_eq!(runs, [(5, 5), (1, 1), (5, 5)]);
}

#[test]
fn a_spent_budget_stops_before_the_next_query() {
    let budget = Budget { max_queries: Some(3), max_time: None };
    let run = Setup { budget, ..Setup::new(b"abcdefghij", Needs::letters(b"d")) }.run();
    assert_eq!((run.scheduler.queries, run.stop), (3, Some(Stop::Queries)));
    assert!(run.best.contains(&b'd'));
}
