//! Counts of a run, from its events.

use super::{ChecksTally, Replaced, Size};
use probdd_core::Verdict;
use probdd_exec::{Answer, Committed, Cost, End, Event, Outcome, Runs};
use serde::Serialize;
use std::time::Duration;

/// What was asked and what came of it, so far.
#[derive(Clone, Debug)]
pub struct Tally {
    /// The size of the unmodified input.
    pub input: Size,
    /// The size of the best candidate, in tokens and bytes.
    pub best: Size,
    /// Counts of queries.
    pub queries: Queries,
    /// The sum of the sizes of all candidates, in tokens.
    pub tokens_tested: u64,
    /// CPU time of the tests.
    pub cpu_inside: Duration,
    /// Wall time of the tests.
    pub wall_inside: Duration,
    /// When the best candidate was found, since the run began.
    pub last_reduction: Duration,
    /// The best candidate's size over time.
    pub curve: Vec<Point>,
    /// What every pass did.
    pub passes: Vec<PassTally>,
    /// The runs of the unmodified input.
    pub baseline: Runs,
    /// How often the best candidate was interesting when it was run again.
    pub rechecks: Vec<Recheck>,
    /// Processes of a persistent test that were replaced.
    pub replaced: Option<Replaced>,
    /// Queries of which processes are left that could not be killed.
    pub survivors: u64,
    /// The checks of the test.
    pub checks: ChecksTally,
    /// Candidates that were accepted before all checks had run.
    pub acceptances: Acceptances,
    /// What the user was told about the input or the result.
    pub warnings: Vec<String>,
}

/// Counts of queries.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Queries {
    /// Those that the search asked for, the baseline included, each about other bytes.
    pub committed: u64,
    /// How often the test was run: more than once where a verdict was confirmed, and in vain where
    /// it was guessed what would be asked.
    pub executed: u64,
    /// Those that were interesting.
    pub interesting: u64,
    /// Those that the test could not decide.
    pub unresolved: u64,
    /// Those of the unresolved that ran into the deadline.
    pub timed_out: u64,
    /// Questions about bytes that had been asked about: answered without a run.
    pub repeats: u64,
    /// Questions about bytes that do not parse, where only such that do are tested.
    pub rejected: u64,
    /// Of these runs, those on a wrong guess, that nobody asked for, and those for queries that the
    /// search went back to before.
    pub speculative_wasted: u64,
}

/// How often all checks were run on the last of several candidates that were accepted without.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Acceptances {
    /// They held.
    pub verified: u64,
    /// They did not, and the search went back.
    pub refuted: u64,
    /// Queries that were asked before that was known.
    pub queries_in_vain: u64,
}

/// A point of the curve: `[seconds, queries, bytes, tokens]`.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Point(pub f64, pub u64, pub usize, pub usize);

/// Runs of the best candidate after it was accepted: `[query, hits, runs]`.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Recheck(pub u64, pub u32, pub u32);

/// What one pass asked and won.
#[derive(Clone, Debug, Serialize)]
pub struct PassTally {
    /// The algorithm.
    pub pass: &'static str,
    /// Queries that were run.
    pub queries: u64,
    /// Questions that the history answered.
    pub repeats: u64,
    /// Queries that were interesting.
    pub interesting: u64,
    /// Tokens of the best candidate before it.
    pub tokens_before: usize,
    /// And after it.
    pub tokens_after: usize,
}

impl Tally {
    /// Nothing asked yet.
    pub fn new(input: Size) -> Tally {
        Tally {
            input,
            best: input,
            queries: Queries::default(),
            tokens_tested: 0,
            cpu_inside: Duration::ZERO,
            wall_inside: Duration::ZERO,
            last_reduction: Duration::ZERO,
            curve: Vec::new(),
            passes: Vec::new(),
            baseline: Runs::default(),
            rechecks: Vec::new(),
            replaced: None,
            survivors: 0,
            checks: ChecksTally::default(),
            acceptances: Acceptances::default(),
            warnings: Vec::new(),
        }
    }

    /// Counts an event.
    pub fn on(&mut self, event: &Event) {
        match event {
            Event::Baseline(answer, _) => {
                self.baseline = answer.runs;
                self.count(&answer.outcome, answer.runs, self.input.tokens);
                let Size { bytes, tokens } = self.input;
                self.curve.push(Point(answer.outcome.wall.as_secs_f64(), 1, bytes, tokens));
            }
            Event::PassBegan(began) => self.passes.push(PassTally {
                pass: began.name,
                queries: 0,
                repeats: 0,
                interesting: 0,
                tokens_before: self.best.tokens,
                tokens_after: self.best.tokens,
            }),
            Event::Committed(committed) => self.on_committed(committed),
            Event::Repeated(_) => {
                self.queries.repeats += 1;
                self.passes.last_mut().into_iter().for_each(|pass| pass.repeats += 1);
            }
            Event::Rejected => self.queries.rejected += 1,
            Event::Reduced(candidate) => {
                self.best = Size { bytes: candidate.bytes.len(), tokens: candidate.tokens };
                let after = |pass: &mut PassTally| pass.tokens_after = candidate.tokens;
                self.passes.last_mut().into_iter().for_each(after);
            }
            Event::Rechecked(answer) | Event::Unreliable(answer) => self.on_recheck(answer),
            Event::Verified(answer) => {
                self.acceptances.verified += 1;
                self.on_run(answer);
            }
            Event::Refuted(answer, queries) => {
                self.acceptances.refuted += 1;
                self.acceptances.queries_in_vain += queries;
                self.on_run(answer);
            }
            Event::PassEnded | Event::ReplayEnded => {}
        }
    }

    /// Counts what was run for nothing; some of it for queries that do not count any more.
    pub fn waste(&mut self, wasted: &Cost, undone: &Cost) {
        self.queries.executed += wasted.runs;
        self.queries.speculative_wasted = wasted.runs;
        self.cpu_inside += wasted.cpu;
        self.wall_inside += wasted.wall;
        self.checks.note_waste(&wasted.checks);
        self.checks.note_extra(&undone.checks);
    }

    fn on_committed(&mut self, committed: &Committed) {
        let candidate = committed.candidate;
        self.count(committed.outcome, committed.runs, candidate.tokens);
        let is_interesting = committed.outcome.verdict.is_interesting();
        if let Some(pass) = self.passes.last_mut() {
            pass.queries += 1;
            pass.interesting += u64::from(is_interesting);
        }
        if is_interesting {
            let seconds = committed.elapsed.as_secs_f64();
            let (bytes, tokens) = (candidate.bytes.len(), candidate.tokens);
            self.last_reduction = committed.elapsed;
            self.curve.push(Point(seconds, committed.query, bytes, tokens));
        }
    }

    /// Counts a run that is no query.
    fn on_run(&mut self, answer: &Answer) {
        self.queries.executed += u64::from(answer.runs.total);
        self.cpu_inside += answer.outcome.cpu;
        self.wall_inside += answer.outcome.wall;
    }

    fn on_recheck(&mut self, answer: &Answer) {
        let Runs { hits, total } = answer.runs;
        self.on_run(answer);
        self.rechecks.push(Recheck(self.queries.committed, hits, total));
    }

    fn count(&mut self, outcome: &Outcome, runs: Runs, tokens: usize) {
        self.queries.committed += 1;
        self.queries.executed += u64::from(runs.total);
        self.queries.interesting += u64::from(outcome.verdict.is_interesting());
        self.queries.unresolved += u64::from(outcome.verdict == Verdict::Unresolved);
        self.queries.timed_out += u64::from(outcome.end == End::TimedOut);
        self.tokens_tested += tokens as u64;
        self.cpu_inside += outcome.cpu;
        self.wall_inside += outcome.wall;
    }
}
