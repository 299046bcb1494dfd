//! One pass: answers the queries of a search until it ends.
//!
//! [`PassRun::run`] is the loop over queries, [`PassRun::decide`] the loop over tests that finds one
//! answer. Both work on the same state, in three steps:
//!
//! - *commit*: an answer is told to the search and, unless checks still have to confirm it, reported
//!   to the listener. Answers are committed in the order of the queries.
//! - *speculate*: idle workers start the candidates that the search is likely to ask about.
//! - *wait*: until a test ends.

use super::check_plan::CheckPlan;
use super::confirmation::Trial;
use super::position::{Ended, Typed};
use super::provisional::{Provisional, Waiting};
use super::question::{Question, Render, State};
use super::speculation::Speculation;
use super::workers::{Cut, Job, Workers};
use super::{Halt, Listener, RECHECK, Scheduler, Stop, Wanted};
use crate::Error;
use crate::oracle::{Answer, Oracle, Outcome, PackedFeedback};
use crate::record::{Candidate, Committed, Event, History, Key, Kind, Pass, Repeat};
use probdd_core::{Edits, Search};
use std::sync::Arc;

/// The chance of a guess; only a wanted job has 1.
const SUREST_GUESS: f64 = 0.999;

/// Jobs run ahead of the search by at most this many queries for each job: if one test hangs, the others
/// stop after that many. Each query ahead costs a copy of the search.
pub(super) const AHEAD_PER_JOB: usize = 64;

/// A pass that runs.
struct PassRun<'a, O, E> {
    scheduler: &'a mut Scheduler<O>,
    speculation: Speculation<'a>,
    /// The queries since a candidate was accepted on which some checks have not run.
    provisional: Option<Provisional<'a>>,
    listener: Listener<'a, E>,
}

impl<O: Oracle> Scheduler<O> {
    /// Runs a search to its end, and returns it. The listener receives every query and every
    /// reduction; its error ends the run.
    ///
    /// One job runs the test of the current query; the others run the candidates that are likely to
    /// be asked about next. The search is told answers in the order of its queries, so the number of
    /// jobs does not change its result.
    ///
    /// # Errors
    /// [`Halt`]; the candidate of the last [`Event::Reduced`] is the best.
    pub fn pass<S, R, E>(
        &mut self,
        pass: &Pass,
        search: S,
        render: R,
        mut listener: impl FnMut(Event) -> Result<(), E>,
    ) -> Result<S, Halt<E>>
    where
        S: Search<Change = Edits> + Clone,
        R: Render + Clone,
    {
        let most_ahead = AHEAD_PER_JOB * self.workers.jobs();
        let ended = Ended::default();
        let position = Box::new(Typed { search, render, ended: ended.clone() });
        let speculation = Speculation::new(position, most_ahead);
        let listener = &mut listener;
        PassRun { scheduler: self, speculation, provisional: None, listener }.run(pass)?;
        Ok(ended.take())
    }
}

impl<'a, O: Oracle, E> PassRun<'a, O, E> {
    fn run(mut self, pass: &Pass) -> Result<(), Halt<E>> {
        self.report(Event::PassBegan(pass))?;
        while let Some(question) = self.speculation.question().cloned() {
            // What is open about earlier queries is settled first.
            if self.provisional.is_none() && self.scheduler.skips_pass()? {
                self.report(Event::Skipped)?;
                break;
            }
            match self.answer(&question) {
                Ok(feedback) => {
                    self.commit(feedback)?;
                    self.show_outlook();
                }
                Err(Halt::Stopped(stop)) => {
                    self.settle_at_stop(stop)?;
                    return Err(Halt::Stopped(stop));
                }
                Err(halt) => return Err(halt),
            }
        }
        self.show_last_outlook();
        self.report(Event::PassEnded)?;
        self.speculation.end();
        Ok(())
    }

    fn report(&mut self, event: Event) -> Result<(), Halt<E>> {
        (self.listener)(event).map_err(Halt::Listener)
    }

    /// Answers somebody who wants to know what the search believes.
    fn show_outlook(&mut self) {
        if std::mem::take(&mut self.scheduler.watch.standing().wants_outlook) {
            self.publish_outlook();
        }
    }

    /// Shows what the search believes at its end to somebody who has asked before.
    fn show_last_outlook(&mut self) {
        let is_watched = self.scheduler.watch.standing().outlook.is_some();
        if is_watched {
            self.publish_outlook();
        }
    }

    fn publish_outlook(&mut self) {
        if let Some(outlook) = self.speculation.outlook() {
            self.scheduler.watch.standing().outlook = Some(Arc::new(outlook));
        }
    }

    /// Returns the answer to the search's query: from the history, from the renderer, or from a test.
    fn answer(&mut self, question: &Question) -> Result<PackedFeedback, Halt<E>> {
        let known = self.scheduler.history.feedback(question.key);
        if known.is_some() {
            self.scheduler.check_interrupt()?;
        } else {
            self.scheduler.end_replay(self.listener)?;
            self.scheduler.check_budget()?;
        }
        // Asked first, so that a pass does the same whatever was tested before it. The answer is not
        // put into the history: another renderer may find the candidate worth testing.
        if !self.speculation.is_worth_testing() {
            self.report(Event::Rejected)?;
            return Ok(PackedFeedback::UNINTERESTING);
        }
        match known {
            Some(feedback) => self.repeat(question, feedback),
            None => self.query(question),
        }
    }

    /// Returns an answer of the history.
    fn repeat(
        &mut self,
        question: &Question,
        feedback: PackedFeedback,
    ) -> Result<PackedFeedback, Halt<E>> {
        let is_new_in_round = self.scheduler.note_asked(question.key);
        let (candidate, verdict) = (&*question.candidate, feedback.verdict);
        let query = self.speculation.query().expect("the search waits for the answer");
        let repeat = Repeat { change: &query.change, candidate, verdict, is_new_in_round };
        (self.listener)(Event::Repeated(repeat)).map_err(Halt::Listener)?;
        Ok(feedback)
    }

    /// Returns the answer to the search's query by running the test, or from the journal.
    fn query(&mut self, question: &Question) -> Result<PackedFeedback, Halt<E>> {
        let (key, candidate) = (question.key, &question.candidate);
        let trial = Trial::of_candidate(self.scheduler.rule);
        let wanted = self.scheduler.wanted(Kind::Query, key, candidate, trial);
        self.report(Event::Asked(candidate))?;
        let answer = self.decide(&wanted)?;
        let reading = self.scheduler.note(&wanted, &answer);
        if reading.is_provisional && self.provisional.is_none() {
            self.provisional = Some(Provisional::new(self.speculation.snapshot(), candidate));
        }
        let query = self.speculation.query().expect("the search waits for the answer");
        let committed = Committed {
            query: self.scheduler.queries,
            class: query.class,
            probability: query.probability,
            change: &query.change,
            best: self.speculation.best(),
            candidate,
            outcome: &answer.outcome,
            states: reading.states,
            runs: answer.runs,
            elapsed: self.scheduler.elapsed(),
        };
        match &mut self.provisional {
            Some(open) => open.keep(key, candidate, &committed, &answer),
            None => (self.listener)(Event::Committed(&committed)).map_err(Halt::Listener)?,
        }
        Ok(self.scheduler.plan.feedback(reading))
    }

    /// Tells the search the answer to its query, and reports a new best candidate.
    fn commit(&mut self, feedback: PackedFeedback) -> Result<(), Halt<E>> {
        match (self.speculation.tell(feedback), &mut self.provisional) {
            (Some(best), Some(open)) => open.accept(best),
            (Some(best), None) => {
                self.scheduler.plan.on_all_checks_held();
                self.reduce(&best)?;
            }
            (None, _) => {}
        }
        self.settle()
    }

    /// Reports a new best candidate, and now and then runs it once more.
    fn reduce(&mut self, best: &Arc<Candidate>) -> Result<(), Halt<E>> {
        self.scheduler.history.shrink(&best.bytes);
        self.scheduler.bests.push(best);
        self.report(Event::Reduced(best))?;
        if self.scheduler.queries < self.scheduler.checked + RECHECK {
            return Ok(());
        }
        let Some(trial) = Trial::now_and_then(self.scheduler.rule) else { return Ok(()) };
        let wanted = self.scheduler.recheck(best, trial);
        let answer = self.decide(&wanted)?;
        self.report(Event::Rechecked(&answer))?;
        if answer.outcome.verdict.is_interesting() {
            return Ok(());
        }
        self.scheduler.settle(best, self.listener)
    }

    /// Runs all checks on the last candidate that was accepted provisionally, when that is due.
    fn settle(&mut self) -> Result<(), Halt<E>> {
        let plan = &self.scheduler.plan;
        let is_over = self.speculation.question().is_none() || !plan.is_deferring();
        let is_due = |open: &mut Provisional<'a>| is_over || open.is_due(plan.reach());
        let Some(open) = self.provisional.take_if(is_due) else { return Ok(()) };
        let wanted = self.scheduler.verification(&open.best);
        let answer = self.decide(&wanted)?;
        let is_right = answer.outcome.verdict.is_interesting();
        self.scheduler.note_verification(&answer, is_right);
        if !is_right {
            self.refute(open.queries, &answer)?;
            self.speculation.restore(open.before);
            return Ok(());
        }
        self.confirm(&open, &answer)?;
        // All checks together were only seen to hold for the last one.
        open.superseded().for_each(|key| self.scheduler.history.remove(key));
        self.reduce(&open.best)
    }

    /// Settles when the run stops before its end. Neither the journal nor the search learns of it, so that
    /// a resumed run asks what it would have asked without the stop.
    fn settle_at_stop(&mut self, stop: Stop) -> Result<(), Halt<E>> {
        let Some(open) = self.provisional.take() else { return Ok(()) };
        if matches!(stop, Stop::Interrupted | Stop::Asked | Stop::Unreachable) {
            self.scheduler.undo(open.queries);
            return Ok(());
        }
        self.scheduler.watch.standing().is_settling = true;
        let answer = self.scheduler.run(&self.scheduler.verification(&open.best))?;
        self.scheduler.watch.standing().is_settling = false;
        if answer.outcome.verdict.is_interesting() {
            self.confirm(&open, &answer)?;
            return self.report(Event::Reduced(&open.best));
        }
        self.refute(open.queries, &answer)
    }

    /// Commits the queries that have waited.
    fn confirm(&mut self, open: &Provisional<'a>, answer: &Answer) -> Result<(), Halt<E>> {
        for waiting in &open.queries {
            self.report(Event::Committed(&waiting.committed()))?;
        }
        self.report(Event::Verified(answer))
    }

    /// Takes back the queries that have waited.
    fn refute(&mut self, queries: Vec<Waiting>, answer: &Answer) -> Result<(), Halt<E>> {
        self.report(Event::Refuted(answer, queries.len() as u64))?;
        self.scheduler.undo(queries);
        Ok(())
    }

    /// Decides a trial: from the journal, or by running the test while other workers run ahead. The
    /// answer is written to the journal before it is used.
    fn decide(&mut self, wanted: &Wanted) -> Result<Answer, Cut> {
        if let Some(answer) = self.scheduler.replay(wanted)? {
            return Ok(answer);
        }
        loop {
            self.scheduler.start(wanted)?;
            self.speculate()?;
            if let Some(answer) = self.scheduler.workers.take(wanted.job.key)? {
                self.scheduler.journal.append(wanted.kind, wanted.job.key, &answer)?;
                return Ok(answer);
            }
            self.scheduler.wait(wanted)?;
        }
    }

    /// Starts the likeliest candidates on idle workers, cancels those that can no longer be asked
    /// about, and looks for the next one.
    fn speculate(&mut self) -> Result<(), Error> {
        let Scheduler { workers, history, plan, rule, deadline, .. } = &mut *self.scheduler;
        let (guess, deadline) = (plan.guess(), deadline.lowered());
        let possible = self.speculation.prune(&|key| state(workers, history, plan, key));
        workers.keep_only(&possible);
        // A large candidate is not rendered for a worker that may want another one.
        if self.speculation.is_large() && !workers.may_guess() {
            return Ok(());
        }
        loop {
            // The next candidate is rendered even if no worker is idle, so that none has to wait for it.
            let next =
                self.speculation.likeliest(&|key| state(workers, history, plan, key), &guess);
            let Some((Question { key, candidate, .. }, chance)) = next else { return Ok(()) };
            if !workers.may_guess() {
                return Ok(());
            }
            let (trial, order) = (Trial::of_candidate(*rule), plan.order().map(Arc::from));
            let chance = chance.min(SUREST_GUESS);
            workers.start(Job { key, candidate, trial, order, deadline, chance })?;
        }
    }
}

impl<O: Oracle> Scheduler<O> {
    /// Returns the trial that runs all checks on a candidate.
    fn verification(&self, best: &Arc<Candidate>) -> Wanted {
        let (key, trial) = (Key::of(&best.bytes), Trial::of_candidate(self.rule));
        self.wanted(Kind::Verify, key, best, trial)
    }

    fn note_verification(&mut self, answer: &Answer, is_right: bool) {
        let states = self.plan.states(&answer.outcome);
        self.plan.learn(answer.outcome.verdict, states);
        self.plan.on_verified(is_right, states);
    }

    /// Turns queries into guesses.
    fn undo(&mut self, queries: Vec<Waiting>) {
        self.queries -= queries.len() as u64;
        for Waiting { key, answer, .. } in queries {
            self.history.remove(key);
            self.workers.remember(key, answer);
            self.undone.insert(key);
        }
    }
}

/// Returns what is known of a candidate.
fn state<O: Oracle>(workers: &Workers<O>, history: &History, plan: &CheckPlan, key: Key) -> State {
    let guessed = workers.guessed(key);
    let of_outcome = |outcome: &Outcome| Some(plan.feedback(plan.read(outcome)?));
    let read = || of_outcome(&guessed?.outcome);
    match history.feedback(key).or_else(read) {
        Some(feedback) => State::Known(feedback),
        None if guessed.is_some() && !workers.is_running(key) => State::Open,
        None if workers.is_busy_with(key) => State::Running,
        None => State::Open,
    }
}
