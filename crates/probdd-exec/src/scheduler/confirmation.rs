//! How often a candidate is run until it is confirmed or rejected: tests need not be reliable.
//!
//! A stated hit rate is tested by Wald's sequential probability ratio test (Sequential Tests of
//! Statistical Hypotheses, 1945): "the candidate is interesting with probability P" against "with
//! P/2". Products of ratios are compared, not logarithms, so every platform decides alike.

use crate::oracle::{Answer, CheckRun, Cost, End, Outcome, Runs};
use probdd_core::Verdict;
use std::time::Duration;

/// The chance of accepting a candidate that is interesting at half of the stated rate.
const FALSE_ACCEPT: f64 = 0.01;

/// The chance of rejecting a candidate that is interesting at the stated rate. That costs a reduction;
/// a false acceptance loses what is looked for.
const FALSE_REJECT: f64 = 0.05;

/// The chance of rejecting the input at the stated rate, which ends the run.
const FALSE_REJECT_INPUT: f64 = 0.0005;

/// A rate between the two hypotheses can take long to decide: after this many runs divided by the
/// rate, the observed share decides.
const PATIENCE: f64 = 100.0;

/// The same for a best candidate, where a share that decides by chance is less likely.
const PATIENCE_WITH_BEST: f64 = 250.0;

/// The input is run this often; all runs have to agree.
const BASELINE: u32 = 3;

/// If they do not agree, this many runs estimate a rate.
const ESTIMATE: u32 = 20;

/// So many runs learn the rate of the input, once a test has contradicted itself.
const RATE_OF_INPUT: u32 = 30;

/// So many runs of the result have to be interesting, twice, if the test has not contradicted itself: a
/// text that is interesting in half of its runs passes once in 1024 times.
const RESULT: u32 = 5;

/// The chance of rejecting a best candidate that is as interesting as the input.
const FALSE_REFUTE: f64 = 0.001;

/// The chance that a best candidate passes that is half as interesting as the input. It has to pass
/// twice.
const FALSE_HOLD: f64 = 0.001;

/// The rates at which a best candidate holds and fails, as shares of the input's. The input's rate is
/// an estimate, so a candidate need not quite reach it.
const OF_INPUT: Rates = Rates { holds: 0.9, fails: 0.5 };

/// The interesting runs to expect when the rate of a best candidate is looked at now and then: less
/// than half of them occur once in two hundred times.
const EXPECTED: f64 = 18.0;

/// When a verdict stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rule {
    /// The first run decides, and the best candidate is never run again: the user trusts the test.
    Trusted,
    /// A candidate is interesting after this many interesting runs in a row. The input is run at least
    /// three times.
    Times(u32),
    /// A candidate is interesting if its runs are interesting with this probability, by a sequential
    /// test.
    Rate(f64),
}

/// The runs of one candidate, up to the decision.
#[derive(Clone, Copy, Debug)]
pub(super) struct Trial {
    method: Method,
    runs: Runs,
    /// How many times likelier the runs are at the stated rate than at half of it.
    ratio: f64,
    has_timed_out: bool,
}

/// The two rates between which a sequential test decides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Rates {
    /// A candidate with this rate is to be accepted.
    holds: f64,
    /// A candidate with this rate is to be rejected.
    fails: f64,
}

impl Rates {
    /// The rates that follow from one that the user has stated.
    pub(super) fn stated(rate: f64) -> Rates {
        Rates { holds: rate, fails: rate / 2.0 }
    }

    /// The rates of a best candidate, which should be as interesting as the input.
    pub(super) fn of_input(rate: f64) -> Rates {
        Rates { holds: OF_INPUT.holds * rate, fails: OF_INPUT.fails * rate }
    }

    /// How many times likelier a run is at the higher of the two rates.
    fn ratio(self, is_hit: bool) -> f64 {
        if is_hit { self.holds / self.fails } else { (1.0 - self.holds) / (1.0 - self.fails) }
    }

    /// The share of interesting runs that decides when a test takes long.
    fn middle(self) -> f64 {
        f64::midpoint(self.holds, self.fails)
    }
}

/// Wald's sequential probability ratio test.
#[derive(Clone, Copy, Debug)]
struct Sequential {
    rates: Rates,
    /// The chance of accepting a candidate with the lower rate.
    false_accept: f64,
    /// The chance of rejecting a candidate with the higher rate.
    false_reject: f64,
    /// How many runs, multiplied by the higher rate, are too many.
    patience: f64,
}

#[derive(Clone, Copy, Debug)]
enum Method {
    /// This many interesting runs, without another one.
    Row(u32),
    /// The same, of a candidate that was interesting before.
    Again(u32),
    /// This many runs that agree; or else an estimate.
    Alike(u32),
    /// A sequential test for a rate.
    Sequential(Sequential),
    /// This many runs, of which one is interesting.
    Estimate(u32),
    /// As many runs as contain [`EXPECTED`] hits at a rate, of which half are enough.
    Long(f64),
}

impl Method {
    /// A sequential test for a rate that the user has stated.
    fn of_stated(rate: f64, false_reject: f64) -> Method {
        let rates = Rates::stated(rate);
        let (false_accept, patience) = (FALSE_ACCEPT, PATIENCE);
        Method::Sequential(Sequential { rates, false_accept, false_reject, patience })
    }
}

impl Trial {
    /// The trial of a candidate.
    pub(super) fn of_candidate(rule: Rule) -> Trial {
        Trial::new(match rule {
            Rule::Trusted => Method::Row(1),
            Rule::Times(times) => Method::Row(times),
            Rule::Rate(rate) => Method::of_stated(rate, FALSE_REJECT),
        })
    }

    /// The trial of the unmodified input.
    pub(super) fn of_input(rule: Rule) -> Trial {
        Trial::new(match rule {
            Rule::Trusted => Method::Row(1),
            Rule::Times(times) => Method::Alike(times.max(BASELINE)),
            Rule::Rate(rate) => Method::of_stated(rate, FALSE_REJECT_INPUT),
        })
    }

    /// The trial that looks at the best candidate now and then; `None` if the user trusts the test.
    pub(super) fn now_and_then(rule: Rule) -> Option<Trial> {
        match rule {
            Rule::Trusted => None,
            Rule::Times(times) => Some(Trial::again(times)),
            Rule::Rate(rate) => Some(Trial::new(Method::Long(rate))),
        }
    }

    /// The trial that runs a candidate again that was interesting before: so often in a row.
    pub(super) fn again(times: u32) -> Trial {
        Trial::new(Method::Again(times))
    }

    /// Half of the trial of a result, where the test has not contradicted itself.
    pub(super) fn of_result(times: u32) -> Trial {
        Trial::again(times.max(RESULT))
    }

    /// A part of the trial of a best candidate, where the test has contradicted itself.
    pub(super) fn of_best(rates: Rates) -> Trial {
        Trial::new(Method::Sequential(Sequential {
            rates,
            false_accept: FALSE_HOLD,
            false_reject: FALSE_REFUTE,
            patience: PATIENCE_WITH_BEST,
        }))
    }

    /// The trial that learns the rate of the input.
    pub(super) fn of_rate() -> Trial {
        Trial::new(Method::Estimate(RATE_OF_INPUT))
    }

    fn new(method: Method) -> Trial {
        Trial { method, runs: Runs::default(), ratio: 1.0, has_timed_out: false }
    }

    pub(super) fn note(&mut self, outcome: &Outcome) {
        let is_hit = outcome.verdict.is_interesting();
        self.runs.total += 1;
        self.runs.hits += u32::from(is_hit);
        self.has_timed_out |= outcome.end == End::TimedOut;
        if let Method::Sequential(test) = self.method {
            self.ratio *= test.rates.ratio(is_hit);
        }
    }

    /// Whether the next run has to be a run: a remembered answer would say nothing new, or only ever
    /// be an interesting one.
    pub(super) fn is_fresh(&self) -> bool {
        let is_first = self.runs.total == 0;
        !is_first || !matches!(self.method, Method::Row(1) | Method::Alike(_))
    }

    /// Returns whether the candidate is interesting, once that is decided.
    pub(super) fn decision(&self) -> Option<bool> {
        let Runs { hits, total } = self.runs;
        match self.method {
            Method::Row(_) | Method::Again(_) if hits < total => Some(false),
            Method::Row(times) | Method::Again(times) => (hits >= times).then_some(true),
            // Another timeout would take long and tell little.
            Method::Alike(_) if self.has_timed_out && hits == 0 => Some(false),
            Method::Alike(_) if self.runs.are_mixed() => (total >= ESTIMATE).then_some(false),
            Method::Alike(times) | Method::Estimate(times) => (total >= times).then_some(hits > 0),
            Method::Sequential(test) => self.sequential(test),
            Method::Long(rate) => {
                let is_enough = f64::from(total) * rate >= EXPECTED;
                is_enough.then_some(f64::from(hits) >= EXPECTED / 2.0)
            }
        }
    }

    fn sequential(&self, test: Sequential) -> Option<bool> {
        let Sequential { rates, false_accept, false_reject, patience } = test;
        if self.ratio >= (1.0 - false_reject) / false_accept {
            return Some(true);
        }
        if self.ratio <= false_reject / (1.0 - false_accept) {
            return Some(false);
        }
        let is_long = f64::from(self.runs.total) * rates.holds >= patience;
        is_long.then_some(self.runs.rate() >= rates.middle())
    }

    pub(super) fn runs(&self) -> Runs {
        self.runs
    }
}

/// Gathers the outcomes of the runs of one candidate.
#[derive(Debug, Default)]
pub(super) struct Gathered {
    hit: Option<Outcome>,
    miss: Option<Outcome>,
    cost: Cost,
    slowest: Duration,
    restarts: u32,
    has_survivors: bool,
    left_mounts: bool,
}

impl Gathered {
    pub(super) fn add(&mut self, outcome: Outcome) {
        self.cost.add_run(&outcome);
        self.slowest = self.slowest.max(outcome.wall);
        self.restarts += outcome.restarts;
        self.has_survivors |= outcome.has_survivors;
        self.left_mounts |= outcome.left_mounts;
        let place = if outcome.verdict.is_interesting() { &mut self.hit } else { &mut self.miss };
        *place = Some(outcome);
    }

    /// Returns the answer after a trial that took at least one run.
    pub(super) fn answer(self, is_interesting: bool, runs: Runs) -> Answer {
        let (first, second) =
            if is_interesting { (self.hit, self.miss) } else { (self.miss, self.hit) };
        let outcome = first.or(second).expect("a trial is decided by a run");
        let verdict = match outcome.verdict {
            Verdict::Interesting if !is_interesting => Verdict::Uninteresting,
            verdict => verdict,
        };
        let Cost { wall, cpu, checks, .. } = self.cost;
        let Gathered { restarts, has_survivors, left_mounts, .. } = self;
        let last = |check: &CheckRun| outcome.checks.iter().find(|last| last.name == check.name);
        let decided = checks.into_iter().filter_map(|check| {
            let CheckRun { has_held, fault, .. } = last(&check)?.clone();
            Some(CheckRun { has_held, fault, ..check })
        });
        let checks = decided.collect();
        let outcome = Outcome { verdict, wall, cpu, checks, restarts, ..outcome };
        let outcome = Outcome { has_survivors, left_mounts, ..outcome };
        Answer { outcome, runs, slowest: self.slowest, deadline: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(is_hit: bool) -> Outcome {
        let verdict = if is_hit { Verdict::Interesting } else { Verdict::Uninteresting };
        let end = End::Exited(i32::from(!is_hit));
        Outcome { wall: Duration::from_millis(1), ..Outcome::new(verdict, end) }
    }

    /// Runs a trial; returns the decision, and the number of runs.
    fn decide(mut trial: Trial, mut happens: impl FnMut() -> bool) -> (bool, u32) {
        loop {
            if let Some(decision) = trial.decision() {
                return (decision, trial.runs.total);
            }
            trial.note(&outcome(happens()));
        }
    }

    /// A sequence of pseudo-random numbers from 0 to 1.
    fn noise() -> impl FnMut() -> f64 {
        let mut state = 1_u64;
        move || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 40) as f64 / f64::from(1 << 24)
        }
    }

    /// Returns the share of 4000 candidates of a rate that is accepted, and the runs for each.
    fn accepted(rule: Rule, shows: f64) -> (f64, f64) {
        let mut noise = noise();
        let trials = 4000;
        let decided = (0..trials).map(|_| decide(Trial::of_candidate(rule), || noise() < shows));
        let (yes, runs) = decided
            .fold((0, 0), |(yes, runs), (is_it, more)| (yes + u32::from(is_it), runs + more));
        (f64::from(yes) / f64::from(trials), f64::from(runs) / f64::from(trials))
    }

    #[test]
    fn an_interesting_verdict_takes_so_many_in_a_row() {
        let trial = Trial::of_candidate(Rule::Times(3));
        assert_eq!(decide(trial, || true), (true, 3));
        assert_eq!(decide(trial, || false), (false, 1));
        let mut third = [true, true, false].into_iter();
        assert_eq!(decide(trial, || third.next().unwrap_or(true)), (false, 3));
    }

    #[test]
    fn the_input_is_run_until_its_runs_agree_or_a_rate_is_known() {
        let trial = Trial::of_input(Rule::Times(1));
        assert_eq!(decide(trial, || true), (true, 3));
        assert_eq!(decide(trial, || false), (false, 3));
        let mut which = 0;
        let sometimes = || {
            which += 1;
            which % 3 == 0
        };
        assert_eq!(decide(trial, sometimes), (false, ESTIMATE));
    }

    #[test]
    fn a_remembered_answer_counts_only_where_one_run_decides() {
        let is_fresh = |trial: Trial| {
            let mut later = trial;
            later.note(&outcome(true));
            (trial.is_fresh(), later.is_fresh())
        };
        assert_eq!(is_fresh(Trial::of_candidate(Rule::Times(1))), (false, true));
        assert_eq!(is_fresh(Trial::of_input(Rule::Times(1))), (false, true));
        assert_eq!(is_fresh(Trial::of_candidate(Rule::Times(2))), (true, true));
        assert_eq!(is_fresh(Trial::of_candidate(Rule::Rate(0.5))), (true, true));
        assert_eq!(is_fresh(Trial::again(1)), (true, true));
    }

    #[test]
    fn a_result_is_run_five_times_in_a_row_and_the_first_miss_ends_that() {
        assert_eq!(decide(Trial::again(2), || true), (true, 2));
        assert_eq!(decide(Trial::again(2), || false), (false, 1));
        assert_eq!(decide(Trial::of_result(1), || true), (true, 5));
        assert_eq!(decide(Trial::of_result(12), || true), (true, 12));
        let long = Trial::now_and_then(Rule::Rate(0.3)).expect("the test is not trusted");
        assert_eq!(decide(long, || false), (false, 60));
        assert!(Trial::now_and_then(Rule::Trusted).is_none());
    }

    #[test]
    fn a_best_candidate_as_interesting_as_the_input_holds_and_half_as_interesting_fails() {
        let mut noise = noise();
        for rate in [0.3, 0.7, 1.0] {
            let trial = Trial::of_best(Rates::of_input(rate));
            let mut runs = 0;
            for shows in [rate, 0.95 * rate] {
                let mut refuted = 0;
                for _ in 0..500 {
                    let (holds, more) = decide(trial, || noise() < shows);
                    refuted += u32::from(!holds);
                    runs += more;
                }
                assert!(refuted <= 2, "{rate}: {shows}: {refuted}");
            }
            assert!(f64::from(runs) < 60_000.0 / rate, "{rate}: {runs}");
            for shows in [0.0, 0.1 * rate, 0.5 * rate] {
                let mut twice = || (0..2).all(|_| decide(trial, || noise() < shows).0);
                assert!(!(0..2000).any(|_| twice()), "{rate}: {shows}");
            }
        }
        assert_eq!(decide(Trial::of_best(Rates::of_input(1.0)), || true), (true, 12));
    }

    #[test]
    fn a_stated_rate_is_accepted_and_half_of_it_is_not() {
        for rate in [0.05, 0.3, 0.7] {
            let (yes, _) = accepted(Rule::Rate(rate), rate);
            assert!(yes > 1.0 - 1.2 * FALSE_REJECT, "{rate}: {yes}");
            let (yes, _) = accepted(Rule::Rate(rate), rate / 2.0);
            assert!(yes < 1.5 * FALSE_ACCEPT, "{rate}: {yes}");
        }
    }

    #[test]
    fn a_candidate_that_is_never_interesting_is_rejected_soon() {
        let (yes, runs) = accepted(Rule::Rate(0.3), 0.0);
        assert!(yes == 0.0 && runs < 17.0, "{runs}");
        let (_, runs) = accepted(Rule::Rate(0.3), 0.3);
        assert!(runs < 75.0, "{runs}");
        let (_, between) = accepted(Rule::Rate(0.3), 0.22);
        assert!(between < 120.0, "{between}");
    }
}
