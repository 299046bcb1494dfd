//! Drives searches: finds the answer to each query and tells the search.
//!
//! A pass ([`pass`]) repeats three steps: commit the answers that are known, start tests ahead of
//! the search (speculate), wait for the end of a test. What outlives a pass is here. The scheduler
//! knows neither grammar nor tree: the caller of a pass supplies a [`Render`].

mod bests;
mod budget;
mod calibration;
mod check_order;
mod check_plan;
mod confirmation;
mod controls;
mod deadline;
mod pass;
mod position;
mod provisional;
mod question;
mod settlement;
mod speculation;
mod standing;
mod unasked;
mod workers;

use crate::oracle::{Answer, Cost, Oracle, Runs};
use crate::record::{Candidate, Event, History, Journal, Key, Kind};
use crate::{Error, Interrupt};
use bests::Bests;
use budget::Allowance;
use check_plan::Reading;
use confirmation::Trial;
use deadline::Deadline;
use standing::MOST_ENDED;
use std::collections::HashSet;
use std::sync::Arc;
use std::time::{Duration, Instant};
use workers::{Cut, Job, Workers};

pub use budget::Budget;
pub use check_order::Expense;
pub use check_plan::CheckPlan;
pub use confirmation::Rule;
pub use controls::{Controls, Stop};
pub use deadline::derived_timeout;
pub use question::Render;
pub use standing::{EndedTest, Fate, RunningTest, Standing, Watch};
pub use unasked::{Group, Hits};

/// A new best candidate is run once more after this many queries: that adds at most 2 % of runs.
const RECHECK: u64 = 50;

/// An input that is interesting less often than this, though its first runs agreed, has no rate that
/// candidates could be held to: something is wrong at this time.
const LEAST_RATE: f64 = 0.5;

/// The share of an estimated rate that later candidates have to reach: the estimate may be too high.
const OF_ESTIMATE: f64 = 0.75;

/// Why a pass did not come to its end. `E` is the listener's error.
#[derive(Debug)]
pub enum Halt<E> {
    /// The user or the budget stopped the run.
    Stopped(Stop),
    /// A query could not be run.
    Failed(Error),
    /// The best candidate turned out to be less interesting than the input:
    /// [`Scheduler::step_back`] finds an earlier one.
    Refuted(Runs),
    /// No candidate but the input is as interesting as the input: the test is unreliable.
    Unreliable(Runs),
    /// The listener failed.
    Listener(E),
}

/// Runs one pass after another against one test, and keeps what outlives a pass.
#[derive(Debug)]
pub struct Scheduler<O> {
    workers: Workers<O>,
    history: History,
    /// What was asked about since the current round began; not recorded in the first round, where
    /// that is the history.
    asked_in_round: Option<HashSet<Key>>,
    journal: Journal,
    /// Whether all verdicts so far came from the journal of an earlier run.
    is_replaying: bool,
    allowance: Allowance,
    queries: u64,
    /// How often a pass could have been skipped, and how often one was.
    questions: u64,
    skips: u64,
    rule: Rule,
    /// The number of queries when the best candidate was last run once more.
    checked: u64,
    /// The input, and best candidates after it.
    bests: Bests,
    /// How often the input is interesting, once the test has contradicted itself.
    input_rate: Option<f64>,
    plan: CheckPlan,
    deadline: Deadline,
    /// Queries that were undone and not asked again since.
    undone: HashSet<Key>,
    watch: Watch,
}

/// A trial to decide, and the journal record that its answer becomes.
struct Wanted {
    kind: Kind,
    job: Job,
}

impl<O: Oracle> Scheduler<O> {
    /// Returns a scheduler with one job for each oracle; the clock of the budget starts now.
    ///
    /// # Panics
    /// When there is no oracle.
    pub fn new(oracles: Vec<O>, budget: Budget, interrupt: Interrupt) -> Scheduler<O> {
        assert!(!oracles.is_empty(), "a scheduler needs an oracle");
        Scheduler {
            workers: Workers::new(oracles),
            history: History::default(),
            asked_in_round: None,
            journal: Journal::default(),
            is_replaying: false,
            allowance: Allowance::new(budget, interrupt),
            queries: 0,
            questions: 0,
            skips: 0,
            rule: Rule::Times(1),
            checked: 0,
            bests: Bests::default(),
            input_rate: None,
            plan: CheckPlan::default(),
            deadline: Deadline::default(),
            undone: HashSet::new(),
            watch: Watch::default(),
        }
    }

    /// Lets other threads see where the run stands.
    #[must_use]
    pub fn watched_by(self, watch: Watch) -> Scheduler<O> {
        Scheduler { watch, ..self }
    }

    /// Lets the user change the run while it goes on.
    #[must_use]
    pub fn controlled_by(mut self, controls: Controls) -> Scheduler<O> {
        self.workers.limit_by(controls.clone());
        self.allowance.set_controls(controls);
        self
    }

    /// Sets how often a candidate is run until its verdict stands.
    #[must_use]
    pub fn with_rule(self, rule: Rule) -> Scheduler<O> {
        Scheduler { rule, ..self }
    }

    /// Sets the journal: verdicts on record are not run again, new ones are put on record.
    #[must_use]
    pub fn with_journal(mut self, mut journal: Journal) -> Scheduler<O> {
        for (key, answer) in journal.take_guesses() {
            self.workers.remember(key, answer);
        }
        Scheduler { is_replaying: journal.is_replaying(), journal, ..self }
    }

    /// Begins a new round, in which queries count as they would if nothing had been asked before but
    /// the test had been run on `best`. Their answers are still taken from the history.
    pub fn begin_round(&mut self, best: &[u8]) {
        self.asked_in_round = Some(HashSet::from([Key::of(best)]));
    }

    /// Notes that some bytes are asked about. Returns whether an earlier round asked about them, and
    /// this one did not.
    fn note_asked(&mut self, key: Key) -> bool {
        self.asked_in_round.as_mut().is_some_and(|asked| asked.insert(key))
    }

    /// Returns the checks that the test is made of.
    pub fn plan(&self) -> &CheckPlan {
        &self.plan
    }

    /// Sets the checks that the test is made of.
    pub fn set_plan(&mut self, plan: CheckPlan) {
        self.plan = plan;
    }

    /// From here on, a query may take as long as the last interesting candidates suggest, at most `full`;
    /// `baseline` is the answer about the unmodified input.
    pub fn lower_deadlines(&mut self, full: Duration, baseline: &Answer) {
        self.deadline.begin(full, baseline.slowest);
    }

    /// Gives queries more time from here on, and forgets what has timed out early. Returns whether this round
    /// has asked about any of it, so that the round has to be repeated.
    pub fn retry_early_timeouts(&mut self) -> bool {
        let early = self.deadline.retry();
        let is_of_round =
            |key| self.asked_in_round.as_ref().is_none_or(|asked| asked.contains(key));
        let has_to_repeat = early.iter().any(is_of_round);
        for key in early {
            self.history.remove(key);
        }
        has_to_repeat
    }

    /// Changes every oracle before its next query.
    pub fn change_oracles(&self, change: impl Fn(&mut O) + Send + Sync + 'static) {
        self.workers.change(change);
    }

    /// Whether all verdicts so far came from the journal of an earlier run, and it has more.
    pub fn is_replaying(&self) -> bool {
        self.journal.is_replaying()
    }

    /// Returns the wall time since the run began.
    pub fn elapsed(&self) -> Duration {
        self.allowance.elapsed()
    }

    /// Returns why the run should stop now, other than for its number of queries: asked during long
    /// work between two queries.
    pub fn stop(&self) -> Option<Stop> {
        self.allowance.stop(self.is_replaying())
    }

    /// Returns a function for other threads: whether the run should [`stop`](Scheduler::stop).
    pub fn stopping(&self) -> impl Fn() -> bool + Sync + use<O> {
        let (allowance, is_replaying) = (self.allowance.clone(), self.is_replaying());
        move || allowance.stop(is_replaying).is_some()
    }

    /// Runs the unmodified input, whatever the budget.
    ///
    /// # Errors
    /// [`Halt`], never from the listener.
    pub fn baseline<E>(&mut self, input: &[u8]) -> Result<Answer, Halt<E>> {
        self.check_interrupt()?;
        let input = Arc::new(Candidate { bytes: input.to_vec(), tokens: 0 });
        let key = Key::of(&input.bytes);
        let wanted = self.wanted(Kind::Query, key, &input, Trial::of_input(self.rule));
        let answer = self.decide(&wanted)?;
        self.note(&wanted, &answer);
        self.bests = Bests::of_input(input);
        Ok(answer)
    }

    /// Publishes where the run stands at this moment.
    pub fn publish(&self) {
        let mut standing = self.watch.standing();
        standing.wasted = self.workers.wasted();
        standing.undone = self.undone();
        standing.redundant = self.plan.redundant();
        standing.is_replaying = self.is_replaying();
        drop(standing);
        self.publish_running();
    }

    /// Publishes which tests run.
    fn publish_running(&self) {
        let running = &mut self.watch.standing().running;
        running.clear();
        running.extend(self.workers.running());
    }

    /// Publishes which tests have ended.
    fn publish_ended(&mut self) {
        let ended = &mut self.watch.standing().ended;
        let left = MOST_ENDED - ended.len();
        ended.extend(self.workers.take_ended().take(left));
    }

    /// Returns the cost of queries that were undone and not asked again since.
    fn undone(&self) -> Cost {
        let mut undone = Cost::default();
        let answers = self.undone.iter().filter_map(|key| self.workers.guessed(*key));
        answers.for_each(|answer| undone.add_answer(answer));
        undone
    }

    /// Returns how many tests run at a time.
    pub fn jobs(&self) -> usize {
        self.workers.jobs()
    }

    /// From here on, one test runs at a time. No pass may be in progress.
    pub fn keep_one_job(&mut self) {
        self.workers.keep_one();
    }

    /// Runs a text while nothing else runs, without a record; returns whether it is interesting.
    ///
    /// # Errors
    /// [`Halt`], never from the listener.
    pub fn run_alone<E>(&mut self, text: &[u8]) -> Result<bool, Halt<E>> {
        let group = Group { copies: 1, text, others: 0, other: b"" };
        self.run_together(group).map(|hits| hits.copies == 1)
    }

    /// Runs several texts at the same time, without a record. There may not be more of them than jobs.
    ///
    /// # Errors
    /// [`Halt`], never from the listener.
    pub fn run_together<E>(&mut self, group: Group) -> Result<Hits, Halt<E>> {
        let order = self.plan.full_order().map(Arc::from);
        Ok(self.workers.run_together(group, order.as_ref())?)
    }

    /// How many passes the user has skipped.
    pub fn skips(&self) -> u64 {
        self.skips
    }

    /// Whether the user ends the pass here, in this run or in the one that is replayed.
    fn skips_pass(&mut self) -> Result<bool, Cut> {
        self.questions += 1;
        if self.journal.replay_skip(self.questions) {
            self.skips += 1;
            return Ok(true);
        }
        // What is on record does not change any more.
        if !self.allowance.controls().take_skip() || self.journal.is_replaying() {
            return Ok(false);
        }
        self.journal.append_skip(self.questions)?;
        self.skips += 1;
        Ok(true)
    }

    fn check_interrupt(&self) -> Result<(), Cut> {
        // As in a replay, neither the clock nor the number of queries counts.
        self.allowance.stop(true).map_or(Ok(()), |stop| Err(Cut::Stopped(stop)))
    }

    fn check_budget(&self) -> Result<(), Cut> {
        let stop = self.allowance.stop_after(self.queries, self.is_replaying());
        stop.map_or(Ok(()), |stop| Err(Cut::Stopped(stop)))
    }

    /// Corrects why a run stops whose tests were interrupted.
    fn reason(&self, cut: Cut) -> Cut {
        match cut {
            Cut::Stopped(Stop::Interrupted) => Cut::Stopped(self.allowance.controls().reason()),
            cut => cut,
        }
    }

    /// Tells the listener once that the journal is used up.
    fn end_replay<E>(&mut self, listener: Listener<'_, E>) -> Result<(), Halt<E>> {
        if self.is_replaying && !self.journal.is_replaying() {
            self.is_replaying = false;
            listener(Event::ReplayEnded).map_err(Halt::Listener)?;
        }
        Ok(())
    }

    /// Counts a query, and remembers its answer.
    fn note(&mut self, wanted: &Wanted, answer: &Answer) -> Reading {
        self.queries += 1;
        self.undone.remove(&wanted.job.key);
        self.note_asked(wanted.job.key);
        let Job { key, candidate, .. } = &wanted.job;
        let reading = self.plan.read(&answer.outcome);
        let reading = reading.unwrap_or_else(|| self.plan.whole(&answer.outcome));
        self.history.insert(*key, &candidate.bytes, self.plan.feedback(reading));
        self.plan.learn(reading.verdict, reading.states);
        self.deadline.note(*key, answer, !reading.is_provisional);
        self.publish();
        reading
    }

    /// Decides a trial while no search waits: nothing runs ahead.
    fn decide(&mut self, wanted: &Wanted) -> Result<Answer, Cut> {
        if let Some(answer) = self.replay(wanted)? {
            return Ok(answer);
        }
        let answer = self.run(wanted)?;
        self.journal.append(wanted.kind, wanted.job.key, &answer)?;
        Ok(answer)
    }

    /// Decides a trial by running the test, and leaves no record of it.
    fn run(&mut self, wanted: &Wanted) -> Result<Answer, Cut> {
        loop {
            self.start(wanted)?;
            if let Some(answer) = self.workers.take(wanted.job.key)? {
                return Ok(answer);
            }
            self.wait(wanted)?;
        }
    }

    /// Returns the answer that the journal has for a trial.
    fn replay(&mut self, wanted: &Wanted) -> Result<Option<Answer>, Error> {
        let answer = self.journal.replay(wanted.kind, wanted.job.key)?;
        if answer.is_some() {
            self.workers.take(wanted.job.key)?;
            self.watch.standing().is_replaying = self.is_replaying();
        }
        Ok(answer)
    }

    /// Returns the trial of a candidate. A query leaves out the checks that are deferred.
    fn wanted(&self, kind: Kind, key: Key, candidate: &Arc<Candidate>, trial: Trial) -> Wanted {
        let is_query = kind == Kind::Query;
        let order = if is_query { self.plan.order() } else { self.plan.full_order() };
        let (candidate, order) = (Arc::clone(candidate), order.map(Arc::from));
        let deadline = is_query.then(|| self.deadline.lowered()).flatten();
        Wanted { kind, job: Job { key, candidate, trial, order, deadline, chance: 1.0 } }
    }

    /// Makes sure that a trial has ended, runs, or starts as soon as a worker is idle.
    fn start(&mut self, Wanted { kind, job }: &Wanted) -> Result<(), Error> {
        self.allowance.wait_while_paused();
        let is_unusable = |answer: &Answer| {
            self.plan.read(&answer.outcome).is_none() || !self.deadline.confirms(answer)
        };
        if *kind == Kind::Query && self.workers.guessed(job.key).is_some_and(is_unusable) {
            // The guess ran other checks, or ran them in another order or under another limit.
            self.workers.discard(job.key);
        }
        self.workers.start_wanted(job)
    }

    /// Waits for the end of a test, and puts the answer on record if it is not the wanted one.
    fn wait(&mut self, wanted: &Wanted) -> Result<(), Cut> {
        self.publish_running();
        self.watch.standing().computes_since = None;
        let ended = self.workers.wait();
        self.watch.standing().computes_since = Some(Instant::now());
        self.publish_ended();
        let ended = ended.map_err(|cut| self.reason(cut))?;
        let ended = ended.filter(|key| *key != wanted.job.key);
        if let Some((key, answer)) = ended.and_then(|key| Some((key, self.workers.guessed(key)?))) {
            self.journal.append(Kind::Guess, key, answer)?;
        }
        self.publish();
        Ok(())
    }
}

/// Receives the events of a run.
type Listener<'a, E> = &'a mut dyn FnMut(Event) -> Result<(), E>;

impl<E> From<Cut> for Halt<E> {
    fn from(cut: Cut) -> Halt<E> {
        match cut {
            Cut::Stopped(stop) => Halt::Stopped(stop),
            Cut::Failed(error) => Halt::Failed(error),
        }
    }
}

#[cfg(test)]
mod tests;
