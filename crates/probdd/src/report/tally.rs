//! Counts of a run, updated at each event.

use super::check_counts::ChecksTally;
use super::replaced_processes::{Replaced, Survivors};
use super::trace::{Header, Size};
use crate::messages::warnings::MOUNTS;
use probdd_core::Verdict;
use probdd_exec::{Answer, Committed, Cost, End, Event, Outcome, Runs};
use serde::Serialize;
use std::time::Duration;

/// The counts of a run so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    /// The size of the unmodified input.
    pub(crate) input: Size,
    /// The size of the best candidate.
    pub(crate) best: Size,
    /// Counts of queries.
    pub(crate) queries: Queries,
    /// What was asked, counted in each round anew.
    pub(crate) asked: Asked,
    /// The number of tokens of all tested candidates together.
    pub(crate) tokens_tested: u64,
    /// CPU time of the tests.
    pub(crate) cpu_inside: Duration,
    /// Wall time of the tests.
    pub(crate) wall_inside: Duration,
    /// The query that made the last reduction; 0 if there was none.
    pub(crate) last_reduction: u64,
    /// The tokens of the smallest candidate that was shown to be 1-minimal.
    pub(crate) certified: Option<usize>,
    /// Whether queries are answered by the record of an earlier run, and how many were.
    pub(crate) is_replaying: bool,
    pub(crate) replayed: u64,
    /// The size of the best candidate over time.
    pub(crate) curve: Vec<Point>,
    pub(crate) passes: Vec<PassTally>,
    /// The runs of the unmodified input.
    pub(crate) baseline: Runs,
    /// Repeated runs of the best candidate.
    pub(crate) rechecks: Vec<Recheck>,
    /// The last of them that are about the best candidate.
    pub(crate) result_runs: Option<Runs>,
    /// Replaced processes of a persistent test.
    pub(crate) replaced: Option<Replaced>,
    /// Queries with processes that could not be killed.
    pub(crate) survivors: Survivors,
    /// Whether a query has left mounts.
    pub(crate) has_mounts: bool,
    /// The checks of the test.
    pub(crate) checks: ChecksTally,
    /// Candidates that were accepted before all checks ran.
    pub(crate) acceptances: Acceptances,
    /// The warnings so far.
    pub(crate) warnings: Vec<String>,
}

/// Counts of queries.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(crate) struct Queries {
    /// Queries that the search asked for, each about different bytes, including the baseline.
    pub(crate) committed: u64,
    /// Those until a text was shown to be 1-minimal for the first time.
    pub(crate) to_certificate: Option<u64>,
    /// Runs of the test, including repeated and speculative ones.
    pub(crate) executed: u64,
    /// Interesting queries.
    pub(crate) interesting: u64,
    /// Unresolved queries.
    pub(crate) unresolved: u64,
    /// Unresolved queries that ran into the time limit.
    pub(crate) timed_out: u64,
    /// Queries about bytes that were tested before, answered without a run.
    pub(crate) repeats: u64,
    /// Candidates that were not tested because they do not parse.
    pub(crate) rejected: u64,
    /// Runs for wrong guesses, and for queries that the search has undone.
    pub(crate) speculative_wasted: u64,
}

/// Counts of queries in which a query counts once in every round, whether or not the history answers
/// it. What a round decides depends on these counts only, so it does not depend on earlier rounds.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Asked {
    /// The queries.
    pub(crate) queries: u64,
    /// The tokens of their candidates.
    pub(crate) tokens: u64,
}

impl Asked {
    fn count(&mut self, tokens: usize) {
        self.queries += 1;
        self.tokens += tokens as u64;
    }
}

/// Counts of the runs of all checks on the last of several candidates that were accepted before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Acceptances {
    /// All checks held.
    pub(crate) verified: u64,
    /// A check failed, and the search went back.
    pub(crate) refuted: u64,
    /// Queries that the search has undone.
    pub(crate) queries_in_vain: u64,
}

/// A point of the curve: `[seconds, queries, bytes, tokens]`.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Point(f64, u64, usize, usize);

impl Point {
    /// Seconds, queries, bytes and tokens.
    pub(crate) fn values(self) -> (f64, u64, usize, usize) {
        (self.0, self.1, self.2, self.3)
    }
}

/// Runs of the best candidate, an earlier one or the input after it was accepted:
/// `[query, hits, runs]`.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Recheck(u64, u32, u32);

/// Counts of one pass.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct PassTally {
    /// The name of the pass.
    pub(crate) pass: &'static str,
    /// The file whose text it reduced, if that is one of several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) file: Option<String>,
    /// Committed queries.
    pub(crate) queries: u64,
    /// Queries that the history answered.
    pub(crate) repeats: u64,
    /// Interesting queries.
    pub(crate) interesting: u64,
    /// Tokens of the best candidate before the pass.
    pub(crate) tokens_before: usize,
    /// Tokens of the best candidate after the pass.
    pub(crate) tokens_after: usize,
    /// Whether the user has ended it.
    #[serde(rename = "skipped", skip_serializing_if = "std::ops::Not::not")]
    pub(crate) is_skipped: bool,
}

impl Tally {
    /// Begins to count.
    pub(crate) fn new(input: Size, has_process: bool) -> Tally {
        let replaced = has_process.then(Replaced::default);
        Tally { input, best: input, replaced, ..Tally::default() }
    }

    /// Takes the sizes and the checks of the run, before the first event.
    pub(crate) fn begin(&mut self, header: &Header) {
        self.input = header.input;
        self.best = header.input;
        self.checks = ChecksTally::new(&header.checks);
    }

    /// Counts an event. Returns the warnings for the user.
    pub(crate) fn on(&mut self, event: &Event) -> Vec<String> {
        self.count_event(event);
        let Some(outcome) = event.outcome() else { return Vec::new() };
        let replaced = self.replaced.as_mut().and_then(|replaced| replaced.note(outcome));
        let survived = self.survivors.note(outcome);
        let has_first_mounts = outcome.left_mounts && !self.has_mounts;
        self.has_mounts |= outcome.left_mounts;
        let mounts = has_first_mounts.then(|| MOUNTS.into());
        let warnings = [replaced, survived, mounts, self.checks.note(outcome)];
        warnings.into_iter().flatten().collect()
    }

    /// Notes that the best candidate, with so many tokens, was shown to be 1-minimal.
    pub(crate) fn certify(&mut self, tokens: usize) {
        if self.certified.is_none_or(|certified| tokens < certified) {
            self.certified = Some(tokens);
            self.queries.to_certificate = Some(self.queries.committed);
        }
    }

    /// The warnings at the end of the run.
    pub(crate) fn last_warnings(&self) -> impl Iterator<Item = String> + use<> {
        let replaced = self.replaced.and_then(|replaced| replaced.in_total());
        [replaced, self.survivors.in_total()].into_iter().flatten()
    }

    fn count_event(&mut self, event: &Event) {
        match event {
            Event::Baseline(answer, states) => {
                self.baseline = answer.runs;
                self.checks.note_states(*states);
                self.count(&answer.outcome, answer.runs, self.input.tokens);
                let Size { bytes, tokens } = self.input;
                self.curve.push(Point(answer.outcome.wall.as_secs_f64(), 1, bytes, tokens));
            }
            Event::PassBegan(began) => self.passes.push(PassTally {
                pass: began.name,
                file: began.file.as_deref().map(str::to_owned),
                tokens_before: self.best.tokens,
                tokens_after: self.best.tokens,
                ..PassTally::default()
            }),
            Event::Committed(committed) => self.on_committed(committed),
            Event::Repeated(repeat) => {
                self.queries.repeats += 1;
                if repeat.is_new_in_round {
                    self.asked.count(repeat.candidate.tokens);
                }
                self.passes.last_mut().into_iter().for_each(|pass| pass.repeats += 1);
            }
            Event::Rejected => self.queries.rejected += 1,
            Event::Reduced(candidate) => {
                self.best = Size { bytes: candidate.bytes.len(), tokens: candidate.tokens };
                let after = |pass: &mut PassTally| pass.tokens_after = candidate.tokens;
                self.passes.last_mut().into_iter().for_each(after);
            }
            Event::Rechecked(answer) => self.on_recheck(answer),
            Event::Verified(answer) => {
                self.acceptances.verified += 1;
                self.checks.note_extra(&answer.outcome.checks);
                self.on_run(answer);
            }
            Event::Refuted(answer, queries) => {
                self.acceptances.refuted += 1;
                self.acceptances.queries_in_vain += queries;
                self.checks.note_extra(&answer.outcome.checks);
                self.on_run(answer);
            }
            Event::ReplayEnded => self.is_replaying = false,
            Event::Skipped => {
                self.passes.last_mut().into_iter().for_each(|pass| pass.is_skipped = true);
            }
            Event::SteppedBack(_, runs) => self.result_runs = Some(*runs),
            Event::Asked(_) | Event::PassEnded | Event::Unreliable(_) => {}
        }
    }

    /// Whether a candidate that had been interesting was not so when it was run again.
    pub(crate) fn is_unreliable(&self) -> bool {
        self.rechecks.iter().any(|recheck| recheck.1 < recheck.2)
    }

    /// The queries a second of this run, without those that an earlier run has answered.
    pub(crate) fn rate(&self, wall: Duration) -> f64 {
        let own = self.queries.committed.saturating_sub(self.replayed);
        own as f64 / wall.as_secs_f64().max(1e-3)
    }

    /// Counts wasted runs, and runs for queries that the search has undone.
    pub(crate) fn waste(&mut self, wasted: &Cost, undone: &Cost) {
        self.queries.executed += wasted.runs;
        self.queries.speculative_wasted = wasted.runs;
        self.cpu_inside += wasted.cpu;
        self.wall_inside += wasted.wall;
        self.checks.note_waste(&wasted.checks);
        self.checks.note_extra(&undone.checks);
    }

    fn on_committed(&mut self, committed: &Committed) {
        let candidate = committed.candidate;
        self.checks.note_states(committed.states);
        self.count(committed.outcome, committed.runs, candidate.tokens);
        self.asked.count(candidate.tokens);
        let is_interesting = committed.outcome.verdict.is_interesting();
        if let Some(pass) = self.passes.last_mut() {
            pass.queries += 1;
            pass.interesting += u64::from(is_interesting);
        }
        if is_interesting {
            let seconds = committed.elapsed.as_secs_f64();
            let (bytes, tokens) = (candidate.bytes.len(), candidate.tokens);
            self.last_reduction = committed.query;
            self.curve.push(Point(seconds, committed.query, bytes, tokens));
        }
    }

    /// Counts a run that is not a query.
    fn on_run(&mut self, answer: &Answer) {
        self.queries.executed += u64::from(answer.runs.total);
        self.cpu_inside += answer.outcome.cpu;
        self.wall_inside += answer.outcome.wall;
    }

    fn on_recheck(&mut self, answer: &Answer) {
        let Runs { hits, total } = answer.runs;
        self.on_run(answer);
        self.rechecks.push(Recheck(self.queries.committed, hits, total));
        self.result_runs = Some(answer.runs);
    }

    fn count(&mut self, outcome: &Outcome, runs: Runs, tokens: usize) {
        self.queries.committed += 1;
        self.replayed += u64::from(self.is_replaying);
        self.queries.executed += u64::from(runs.total);
        self.queries.interesting += u64::from(outcome.verdict.is_interesting());
        self.queries.unresolved += u64::from(outcome.verdict == Verdict::Unresolved);
        self.queries.timed_out += u64::from(outcome.end == End::TimedOut);
        self.tokens_tested += tokens as u64;
        self.cpu_inside += outcome.cpu;
        self.wall_inside += outcome.wall;
    }
}
