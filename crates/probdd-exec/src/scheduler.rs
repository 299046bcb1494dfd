//! Drives searches: asks, looks into the history, runs the test, tells.
//!
//! It knows neither grammar nor tree: whoever starts a pass gives it a way to render a change.

mod settling;
mod stretch;

use crate::event::{Candidate, Committed, Event, Pass};
use crate::futures::{Futures, Question, State};
use crate::journal::Kind;
use crate::roster::{Reading, Roster};
use crate::states::Told;
use crate::trial::Trial;
use crate::workers::{Cut, Job, Workers};
use crate::{Answer, Error, History, Interrupt, Journal, Key, Oracle, Rule, Runs, Waste};
use probdd_core::{Edits, Search};
use std::collections::HashSet;
use std::sync::Arc;
use std::time::{Duration, Instant};
use stretch::Stretch;

/// Turns changes of a parsed text into bytes; keeps the best configuration of a pass.
pub trait Render {
    /// Writes the best configuration with one more change, not accepted yet, into `candidate`.
    fn render(&mut self, change: &Edits, candidate: &mut Candidate);

    /// Whether a candidate is worth a run of the test; if not, it is uninteresting without one.
    fn is_worth_testing(&mut self, _candidate: &Candidate) -> bool {
        true
    }

    /// Makes changes part of the best configuration.
    fn accept(&mut self, change: &Edits);
}

/// When to stop before the end.
#[derive(Clone, Debug)]
pub struct Budget {
    /// No more than so many queries, the baseline included.
    pub max_queries: Option<u64>,
    /// No longer than this since the run began.
    pub max_time: Option<Duration>,
}

/// Why a run stopped before its end, with its best candidate intact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// [`Budget::max_queries`] is spent.
    Queries,
    /// [`Budget::max_time`] is over.
    Time,
    /// The user interrupted it.
    Interrupted,
}

/// The best candidate is run once more when there is a new one after so many queries: that adds 2 %
/// of runs at most.
const RECHECK: u64 = 50;

/// A best candidate that is interesting less often was never found so but by chance.
const LEAST_RATE: f64 = 0.1;

/// The share of an estimated rate that is asked for from then on: an estimate may be too high.
const OF_ESTIMATE: f64 = 0.75;

/// The chance of a guess: one with 1 was asked for.
const SUREST_GUESS: f64 = 0.999;

/// What keeps a pass from ending by itself. `E` is the listener's error.
#[derive(Debug)]
pub enum Halt<E> {
    /// A stop that was asked for.
    Stopped(Stop),
    /// A query could not be run.
    Failed(Error),
    /// The best candidate turned out not to be interesting: the test is unreliable.
    Unreliable(Runs),
    /// The listener could not do its work.
    Listener(E),
}

/// Runs passes one after another against one test; keeps what outlives a pass.
#[derive(Debug)]
pub struct Scheduler<O> {
    workers: Workers<O>,
    history: History,
    journal: Journal,
    /// Whether all verdicts so far came from the journal of an earlier run.
    is_replaying: bool,
    budget: Budget,
    interrupt: Interrupt,
    began: Instant,
    queries: u64,
    rule: Rule,
    /// How many queries there had been when the best candidate was last run once more.
    checked: u64,
    /// The last candidate that was found interesting more than once, if not the input.
    trusted: Option<Arc<Candidate>>,
    /// The checks that the test is made of.
    roster: Roster,
    /// What was asked about in vain, and not again since.
    undone: HashSet<Key>,
}

/// One thing to find out: the record that it makes, and what is to be run.
struct Asked {
    kind: Kind,
    key: Key,
    candidate: Arc<Candidate>,
    trial: Trial,
}

/// What is done while an answer is waited for, whenever something may be started.
type Meanwhile<'a, O> = &'a mut dyn FnMut(&mut Workers<O>, Known, Trial) -> Result<(), Error>;

/// Where it stands what is known of candidates.
#[derive(Clone, Copy)]
struct Known<'a> {
    history: &'a History,
    roster: &'a Roster,
}

impl<O: Oracle> Scheduler<O> {
    /// A scheduler that has asked nothing yet, with as many jobs as there are oracles; the clock of
    /// the budget starts now.
    ///
    /// # Panics
    /// When there is no oracle.
    pub fn new(oracles: Vec<O>, budget: Budget, interrupt: Interrupt) -> Scheduler<O> {
        assert!(!oracles.is_empty(), "somebody has to answer");
        Scheduler {
            workers: Workers::new(oracles),
            history: History::default(),
            journal: Journal::default(),
            is_replaying: false,
            budget,
            interrupt,
            began: Instant::now(),
            queries: 0,
            rule: Rule::Times(1),
            checked: 0,
            trusted: None,
            roster: Roster::default(),
            undone: HashSet::new(),
        }
    }

    /// The checks that the test is made of.
    pub fn roster(&self) -> &Roster {
        &self.roster
    }

    /// From here on the test is known to be made of these checks.
    pub fn set_roster(&mut self, roster: Roster) {
        self.roster = roster;
    }

    /// The same with a rule for when a verdict stands.
    #[must_use]
    pub fn with_rule(self, rule: Rule) -> Scheduler<O> {
        Scheduler { rule, ..self }
    }

    /// The last candidate that was found interesting more than once, if not the input.
    pub fn trusted(&self) -> Option<&[u8]> {
        self.trusted.as_ref().map(|candidate| candidate.bytes.as_slice())
    }

    /// The same with a journal: what is on record is not run again, what is run is put on record.
    #[must_use]
    pub fn with_journal(mut self, mut journal: Journal) -> Scheduler<O> {
        for (key, answer) in journal.take_guesses() {
            self.workers.remember(key, answer);
        }
        Scheduler { is_replaying: journal.is_replaying(), journal, ..self }
    }

    /// Whether all verdicts so far came from the journal of an earlier run, and there are more.
    pub fn is_replaying(&self) -> bool {
        self.journal.is_replaying()
    }

    /// Changes all oracles before their next query.
    pub fn change_oracles(&self, change: impl Fn(&mut O) + Send + Sync + 'static) {
        self.workers.change(change);
    }

    /// How many queries were run and asked for.
    pub fn queries(&self) -> u64 {
        self.queries
    }

    /// The runs that were not for a query that was committed: guesses that nobody asked for, and
    /// [`undone`](Scheduler::undone) queries.
    pub fn wasted(&self) -> Waste {
        self.workers.wasted()
    }

    /// The runs for queries that do not count, because the search went back to before them, and that
    /// nobody has asked again.
    pub fn undone(&self) -> Waste {
        let mut undone = Waste::default();
        let answers = self.undone.iter().filter_map(|key| self.workers.guessed(*key));
        answers.for_each(|answer| undone.add(answer));
        undone
    }

    /// Wall time since the run began.
    pub fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    /// Says, also to other threads, whether the user or the clock has ended the run: long work
    /// between two queries asks now and then. The next query then is [`Halt::Stopped`].
    pub fn stopping(&self) -> impl Fn() -> bool + Sync + use<O> {
        let (interrupt, began) = (self.interrupt.clone(), self.began);
        // A replay has to find what the first run found, however long that takes.
        let max_time = self.budget.max_time.filter(|_| !self.journal.is_replaying());
        move || {
            let is_late = max_time.is_some_and(|most| began.elapsed() >= most);
            interrupt.is_raised() || is_late
        }
    }

    /// What the user raises to end the run.
    pub fn interrupt(&self) -> Interrupt {
        self.interrupt.clone()
    }

    /// Why the run should stop now, other than for its queries: for those who do something that takes
    /// long between two queries.
    pub fn stop(&self) -> Option<Stop> {
        let is_late = || self.budget.max_time.is_some_and(|most| self.elapsed() >= most);
        if self.interrupt.is_raised() {
            return Some(Stop::Interrupted);
        }
        (!self.journal.is_replaying() && is_late()).then_some(Stop::Time)
    }

    /// Asks about the unmodified input, whatever the budget.
    ///
    /// # Errors
    /// [`Halt`], never from the listener.
    pub fn baseline<E>(&mut self, input: &[u8]) -> Result<Answer, Halt<E>> {
        if self.interrupt.is_raised() {
            return Err(Halt::Stopped(Stop::Interrupted));
        }
        let asked = Asked::about(Kind::Query, input, Trial::of_input(self.rule));
        Ok(self.query(&asked, &mut |_, _, _| Ok(()))?.0)
    }

    /// Runs a search to its end, and returns it. The listener hears of every query and every
    /// reduction; it returns an error to end the run.
    ///
    /// While one job waits for the answer to the question that is asked, the others look for answers
    /// to those that are likely to be asked next (`futures.rs`). Answers are told in the order of the
    /// questions, so the number of jobs has no influence on them.
    ///
    /// # Errors
    /// [`Halt`]; the last candidate that the listener was told is reduced is the best.
    pub fn pass<S, R, E>(
        &mut self,
        pass: &Pass,
        search: S,
        render: R,
        mut listener: impl FnMut(Event) -> Result<(), E>,
    ) -> Result<S, Halt<E>>
    where
        S: Search<Change = Edits>,
        R: Render + Clone,
    {
        listener(Event::PassBegan(pass)).map_err(Halt::Listener)?;
        let mut futures = Futures::new(search, render);
        let mut stretch = None;
        while let Some(Question { key, candidate, .. }) = futures.question().cloned() {
            let told = self.next(key, &candidate, &mut futures, &mut stretch, &mut listener);
            let told = match told {
                Err(Halt::Stopped(stop)) => {
                    self.settle_at_stop(stop, stretch, &mut listener)?;
                    return Err(Halt::Stopped(stop));
                }
                told => told?,
            };
            match (futures.tell(told), &mut stretch) {
                (Some(best), Some(open)) => open.accept(&best),
                (Some(best), None) => {
                    self.roster.on_whole();
                    self.reduce(&best, &mut futures, &mut listener)?;
                }
                (None, _) => {}
            }
            stretch = self.settle(stretch, &mut futures, &mut listener)?;
        }
        listener(Event::PassEnded).map_err(Halt::Listener)?;
        Ok(futures.into_search())
    }

    /// The answer to the question that is asked.
    fn next<S, R, E>(
        &mut self,
        key: Key,
        candidate: &Arc<Candidate>,
        futures: &mut Futures<S, R>,
        stretch: &mut Option<Stretch<S, R>>,
        listener: &mut impl FnMut(Event) -> Result<(), E>,
    ) -> Result<Told, Halt<E>>
    where
        S: Search<Change = Edits>,
        R: Render + Clone,
    {
        match self.untested(key, futures, listener)? {
            Some(told) => Ok(told),
            None => self.answer(key, candidate, futures, stretch, listener),
        }
    }

    /// There is a new best candidate.
    fn reduce<S, R, E>(
        &mut self,
        candidate: &Arc<Candidate>,
        futures: &mut Futures<S, R>,
        listener: &mut impl FnMut(Event) -> Result<(), E>,
    ) -> Result<(), Halt<E>>
    where
        S: Search<Change = Edits>,
        R: Render + Clone,
    {
        self.history.shrink(&candidate.bytes);
        listener(Event::Reduced(candidate)).map_err(Halt::Listener)?;
        if self.queries >= self.checked + RECHECK {
            self.recheck(candidate, listener, &mut ahead(futures))?;
        }
        Ok(())
    }

    /// Runs the best candidate once more, at the end of a run.
    ///
    /// # Errors
    /// [`Halt`]; it may be that the test is unreliable.
    pub fn conclude<E>(
        &mut self,
        best: &[u8],
        mut listener: impl FnMut(Event) -> Result<(), E>,
    ) -> Result<(), Halt<E>> {
        self.end_replay(&mut listener)?;
        if self.interrupt.is_raised() {
            return Err(Halt::Stopped(Stop::Interrupted));
        }
        let best = Candidate { bytes: best.to_vec(), tokens: 0 };
        self.recheck(&Arc::new(best), &mut listener, &mut |_, _, _| Ok(()))
    }

    /// Runs the best candidate once more: is it as interesting as it was found to be? If not, the
    /// test is unreliable, and from here on a rate is asked for.
    fn recheck<E>(
        &mut self,
        best: &Arc<Candidate>,
        listener: &mut impl FnMut(Event) -> Result<(), E>,
        meanwhile: Meanwhile<'_, O>,
    ) -> Result<(), Halt<E>> {
        self.checked = self.queries;
        if self.rule == Rule::Trusted {
            return Ok(());
        }
        let trial = Trial::of_best(self.rule);
        let key = Key::of(&best.bytes);
        let asked = Asked { kind: Kind::Recheck, key, candidate: Arc::clone(best), trial };
        let answer = self.decide(&asked, meanwhile)?;
        if answer.outcome.verdict.is_interesting() {
            listener(Event::Rechecked(&answer)).map_err(Halt::Listener)?;
        } else {
            listener(Event::Unreliable(&answer)).map_err(Halt::Listener)?;
            self.rule = self.rule_after(answer.runs).ok_or(Halt::Unreliable(answer.runs))?;
            self.workers.forget();
        }
        self.trusted = Some(Arc::clone(best));
        Ok(())
    }

    /// The rule after the best candidate was less interesting than it should be; none when it is
    /// too little for a best candidate.
    fn rule_after(&self, runs: Runs) -> Option<Rule> {
        let (least, next) = match self.rule {
            Rule::Rate(rate) => (rate / 4.0, rate),
            Rule::Times(_) | Rule::Trusted => (LEAST_RATE, OF_ESTIMATE * runs.rate()),
        };
        (runs.rate() >= least).then_some(Rule::Rate(next))
    }

    /// The verdict on a candidate that needs no test: the history's, or that of the renderer, whose
    /// word does not enter the history, because another one may think otherwise.
    fn untested<S, R, E>(
        &mut self,
        key: Key,
        futures: &mut Futures<S, R>,
        listener: &mut impl FnMut(Event) -> Result<(), E>,
    ) -> Result<Option<Told>, Halt<E>>
    where
        S: Search<Change = Edits>,
        R: Render + Clone,
    {
        if let Some(told) = self.history.told(key) {
            listener(Event::Repeated(told.verdict)).map_err(Halt::Listener)?;
            return Ok(Some(told));
        }
        self.end_replay(listener)?;
        self.check_budget()?;
        if futures.is_worth_testing() {
            return Ok(None);
        }
        listener(Event::Rejected).map_err(Halt::Listener)?;
        Ok(Some(Told::UNINTERESTING))
    }

    /// Tells the listener once that the journal is used up.
    fn end_replay<E>(
        &mut self,
        listener: &mut impl FnMut(Event) -> Result<(), E>,
    ) -> Result<(), Halt<E>> {
        if self.is_replaying && !self.journal.is_replaying() {
            self.is_replaying = false;
            listener(Event::ReplayEnded).map_err(Halt::Listener)?;
        }
        Ok(())
    }

    /// The verdict on what a search asks, by running the test, or from the journal.
    fn answer<S, R, E>(
        &mut self,
        key: Key,
        candidate: &Arc<Candidate>,
        futures: &mut Futures<S, R>,
        stretch: &mut Option<Stretch<S, R>>,
        listener: &mut impl FnMut(Event) -> Result<(), E>,
    ) -> Result<Told, Halt<E>>
    where
        S: Search<Change = Edits>,
        R: Render + Clone,
    {
        let trial = Trial::of_candidate(self.rule);
        let asked = Asked { kind: Kind::Query, key, candidate: Arc::clone(candidate), trial };
        let (answer, reading) = self.query(&asked, &mut ahead(futures))?;
        if reading.is_provisional && stretch.is_none() {
            *stretch = Some(Stretch::new(futures.snapshot(), candidate));
        }
        let query = futures.query().expect("the search waits for the answer");
        let committed = Committed {
            query: self.queries,
            class: query.class,
            change: &query.change,
            best: futures.best(),
            candidate,
            outcome: &answer.outcome,
            states: reading.states,
            runs: answer.runs,
            elapsed: self.elapsed(),
        };
        match stretch {
            Some(open) => open.keep(key, candidate, &committed, &answer),
            None => listener(Event::Committed(&committed)).map_err(Halt::Listener)?,
        }
        Ok(self.roster.told(reading))
    }

    fn check_budget<E>(&self) -> Result<(), Halt<E>> {
        let is_spent = self.budget.max_queries.is_some_and(|most| self.queries >= most);
        let stop = match self.stop() {
            Some(Stop::Interrupted) => Some(Stop::Interrupted),
            _ if is_spent && !self.journal.is_replaying() => Some(Stop::Queries),
            stop => stop,
        };
        stop.map_or(Ok(()), |stop| Err(Halt::Stopped(stop)))
    }

    /// Answers one query, and remembers the verdict.
    fn query<E>(
        &mut self,
        asked: &Asked,
        meanwhile: Meanwhile<'_, O>,
    ) -> Result<(Answer, Reading), Halt<E>> {
        let answer = self.decide(asked, meanwhile)?;
        self.queries += 1;
        self.undone.remove(&asked.key);
        let reading = self.roster.read(&answer.outcome);
        let reading = reading.unwrap_or_else(|| self.roster.whole(&answer.outcome));
        let told = self.roster.told(reading);
        self.history.insert(asked.key, &asked.candidate.bytes, told);
        self.roster.learn(reading.verdict, reading.states);
        Ok((answer, reading))
    }

    /// What a trial comes to, from the journal, or by running the test; then it is put on record
    /// before anybody hears of it.
    fn decide<E>(&mut self, asked: &Asked, meanwhile: Meanwhile<'_, O>) -> Result<Answer, Halt<E>> {
        let Asked { kind, key, .. } = *asked;
        if let Some(answer) = self.journal.replay(kind, key).map_err(Halt::Failed)? {
            self.workers.claim(key);
            return Ok(answer);
        }
        let answer = self.run(asked, meanwhile)?;
        self.journal.append(kind, key, &answer).map_err(Halt::Failed)?;
        Ok(answer)
    }

    /// What a trial comes to, by running the test.
    fn run<E>(&mut self, asked: &Asked, meanwhile: Meanwhile<'_, O>) -> Result<Answer, Halt<E>> {
        let Asked { kind, key, trial, .. } = *asked;
        let candidate = Arc::clone(&asked.candidate);
        let is_query = kind == Kind::Query;
        let order = if is_query { self.roster.order() } else { self.roster.full_order() };
        let job = Job { key, candidate, trial, order, chance: 1.0 };
        let trial = Trial::of_candidate(self.rule);
        let known = Known { history: &self.history, roster: &self.roster };
        let journal = &mut self.journal;
        let mut meanwhile = |workers: &mut Workers<O>, guessed: Option<Key>| {
            if let Some((key, answer)) = guessed.and_then(|key| Some((key, workers.guessed(key)?)))
            {
                journal.append(Kind::Guess, key, answer)?;
            }
            meanwhile(workers, known, trial)
        };
        let mut answer = self.workers.run(&job, &mut meanwhile)?;
        while is_query && known.roster.read(&answer.outcome).is_none() {
            // It was guessed when other checks ran, or in another order.
            self.workers.discard(&answer);
            answer = self.workers.run(&job, &mut meanwhile)?;
        }
        Ok(answer)
    }
}

impl Asked {
    /// About some bytes without a search.
    fn about(kind: Kind, bytes: &[u8], trial: Trial) -> Asked {
        let candidate = Arc::new(Candidate { bytes: bytes.to_vec(), tokens: 0 });
        Asked { kind, key: Key::of(bytes), candidate, trial }
    }
}

impl<E> From<Cut> for Halt<E> {
    fn from(cut: Cut) -> Halt<E> {
        match cut {
            Cut::Interrupted => Halt::Stopped(Stop::Interrupted),
            Cut::Failed(error) => Halt::Failed(error),
        }
    }
}

/// Gives everybody who is idle the likeliest candidate to run, ends what can no longer be asked
/// about, and looks for the candidate that is next.
fn ahead<S, R, O>(
    futures: &mut Futures<S, R>,
) -> impl FnMut(&mut Workers<O>, Known, Trial) -> Result<(), Error>
where
    S: Search<Change = Edits>,
    R: Render + Clone,
    O: Oracle,
{
    |workers, known, trial| {
        let left = futures.prune(&|key| state(workers, known, key));
        workers.keep_only(&left);
        while workers.may_guess() {
            let likeliest =
                futures.likeliest(&|key| state(workers, known, key), known.roster.guess());
            let Some((Question { key, candidate, .. }, chance)) = likeliest else { break };
            let (order, chance) = (known.roster.order(), chance.min(SUREST_GUESS));
            workers.start(Job { key, candidate, trial, order, chance })?;
        }
        // Whoever is idle next does not wait until it is found.
        let _ = futures.likeliest(&|key| state(workers, known, key), known.roster.guess());
        Ok(())
    }
}

/// What is known of a candidate.
fn state<O: Oracle>(workers: &Workers<O>, known: Known, key: Key) -> State {
    let Known { history, roster } = known;
    let guessed = workers.guessed(key);
    let read = || Some(roster.told(roster.read(&guessed?.outcome)?));
    match history.told(key).or_else(read) {
        Some(told) => State::Known(told),
        None if guessed.is_some() && !workers.is_running(key) => State::Open,
        None if workers.is_busy_with(key) => State::Running,
        None => State::Open,
    }
}

#[cfg(test)]
mod tests;
