//! Drives searches: asks, looks into the history, runs the test, tells.
//!
//! It knows neither grammar nor tree: whoever starts a pass gives it a way to render a change.

use crate::event::{Candidate, Committed, Event, Pass};
use crate::journal::Kind;
use crate::trial::{Gathered, Trial};
use crate::{Answer, End, Error, History, Interrupt, Journal, Key, Oracle, Rule, Runs};
use probdd_core::{Edits, Query, Search, Verdict};
use std::time::{Duration, Instant};

/// Turns changes of a parsed text into bytes; keeps the best configuration of a pass.
pub trait Render {
    /// Writes the best configuration with one more change, not accepted yet, into `candidate`.
    fn render(&mut self, change: &Edits, candidate: &mut Candidate);

    /// Whether a candidate is worth a run of the test; if not, it is uninteresting without one.
    fn is_worth_testing(&mut self, _candidate: &Candidate) -> bool {
        true
    }

    /// Makes a change part of the best configuration.
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
    oracle: O,
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
    trusted: Option<Vec<u8>>,
}

impl<O: Oracle> Scheduler<O> {
    /// A scheduler that has asked nothing yet; the clock of the budget starts now.
    pub fn new(oracle: O, budget: Budget, interrupt: Interrupt) -> Scheduler<O> {
        let (history, began) = (History::default(), Instant::now());
        let journal = Journal::default();
        let is_replaying = false;
        Scheduler {
            oracle,
            history,
            journal,
            is_replaying,
            budget,
            interrupt,
            began,
            queries: 0,
            rule: Rule::Times(1),
            checked: 0,
            trusted: None,
        }
    }

    /// The same with a rule for when a verdict stands.
    #[must_use]
    pub fn with_rule(self, rule: Rule) -> Scheduler<O> {
        Scheduler { rule, ..self }
    }

    /// The last candidate that was found interesting more than once, if not the input.
    pub fn into_trusted(self) -> Option<Vec<u8>> {
        self.trusted
    }

    /// The same with a journal: what is on record is not run again, what is run is put on record.
    #[must_use]
    pub fn with_journal(self, journal: Journal) -> Scheduler<O> {
        Scheduler { is_replaying: journal.is_replaying(), journal, ..self }
    }

    /// Whether all verdicts so far came from the journal of an earlier run, and there are more.
    pub fn is_replaying(&self) -> bool {
        self.journal.is_replaying()
    }

    /// The oracle, to change its limits.
    pub fn oracle(&mut self) -> &mut O {
        &mut self.oracle
    }

    /// How many queries were run.
    pub fn queries(&self) -> u64 {
        self.queries
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

    /// Asks about the unmodified input, whatever the budget.
    ///
    /// # Errors
    /// [`Halt`], never from the listener.
    pub fn baseline<E>(&mut self, input: &[u8]) -> Result<Answer, Halt<E>> {
        if self.interrupt.is_raised() {
            return Err(Halt::Stopped(Stop::Interrupted));
        }
        self.run(Key::of(input), input, Trial::of_input(self.rule))
    }

    /// Runs a search to its end. The listener hears of every query and every reduction; it returns
    /// an error to end the run.
    ///
    /// # Errors
    /// [`Halt`]; the last candidate that the listener was told is reduced is the best.
    pub fn pass<S, E>(
        &mut self,
        pass: &Pass,
        search: &mut S,
        render: &mut impl Render,
        mut listener: impl FnMut(Event) -> Result<(), E>,
    ) -> Result<(), Halt<E>>
    where
        S: Search<Change = Edits>,
    {
        listener(Event::PassBegan(pass)).map_err(Halt::Listener)?;
        let mut candidate = Candidate::default();
        while let Some(query) = search.ask() {
            render.render(&query.change, &mut candidate);
            let key = Key::of(&candidate.bytes);
            let verdict = match self.untested(key, &candidate, render, &mut listener)? {
                Some(verdict) => verdict,
                None => self.answer(key, query, search.best(), &candidate, &mut listener)?,
            };
            if verdict.is_interesting() {
                render.accept(&query.change);
                self.history.shrink(&candidate.bytes);
                listener(Event::Reduced(&candidate)).map_err(Halt::Listener)?;
                if self.queries >= self.checked + RECHECK {
                    self.recheck(&candidate.bytes, &mut listener)?;
                }
            }
            search.tell(&verdict.into());
        }
        listener(Event::PassEnded).map_err(Halt::Listener)
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
        self.recheck(best, &mut listener)
    }

    /// Runs the best candidate once more: is it as interesting as it was found to be? If not, the
    /// test is unreliable, and from here on a rate is asked for.
    fn recheck<E>(
        &mut self,
        best: &[u8],
        listener: &mut impl FnMut(Event) -> Result<(), E>,
    ) -> Result<(), Halt<E>> {
        self.checked = self.queries;
        if self.rule == Rule::Trusted {
            return Ok(());
        }
        let trial = Trial::of_best(self.rule);
        let answer = self.decide(Kind::Recheck, Key::of(best), best, trial)?;
        if answer.outcome.verdict.is_interesting() {
            listener(Event::Rechecked(&answer)).map_err(Halt::Listener)?;
        } else {
            listener(Event::Unreliable(&answer)).map_err(Halt::Listener)?;
            self.rule = self.rule_after(answer.runs).ok_or(Halt::Unreliable(answer.runs))?;
        }
        self.trusted = Some(best.to_vec());
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
    fn untested<E>(
        &mut self,
        key: Key,
        candidate: &Candidate,
        render: &mut impl Render,
        listener: &mut impl FnMut(Event) -> Result<(), E>,
    ) -> Result<Option<Verdict>, Halt<E>> {
        if let Some(verdict) = self.history.verdict(key) {
            listener(Event::Repeated(verdict)).map_err(Halt::Listener)?;
            return Ok(Some(verdict));
        }
        self.end_replay(listener)?;
        self.check_budget()?;
        if render.is_worth_testing(candidate) {
            return Ok(None);
        }
        listener(Event::Rejected).map_err(Halt::Listener)?;
        Ok(Some(Verdict::Uninteresting))
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

    /// The verdict on a candidate, by running the test, or from the journal.
    fn answer<E>(
        &mut self,
        key: Key,
        query: &Query<Edits>,
        best: &Edits,
        candidate: &Candidate,
        listener: &mut impl FnMut(Event) -> Result<(), E>,
    ) -> Result<Verdict, Halt<E>> {
        let trial = Trial::of_candidate(self.rule);
        let Answer { outcome, runs, .. } = self.run(key, &candidate.bytes, trial)?;
        let committed = Committed {
            query: self.queries,
            class: query.class,
            change: &query.change,
            best,
            candidate,
            outcome: &outcome,
            runs,
            elapsed: self.elapsed(),
        };
        listener(Event::Committed(&committed)).map_err(Halt::Listener)?;
        Ok(outcome.verdict)
    }

    fn check_budget<E>(&self) -> Result<(), Halt<E>> {
        if self.interrupt.is_raised() {
            return Err(Halt::Stopped(Stop::Interrupted));
        }
        if self.journal.is_replaying() {
            return Ok(());
        }
        if self.budget.max_queries.is_some_and(|most| self.queries >= most) {
            return Err(Halt::Stopped(Stop::Queries));
        }
        if self.budget.max_time.is_some_and(|most| self.elapsed() >= most) {
            return Err(Halt::Stopped(Stop::Time));
        }
        Ok(())
    }

    /// Answers one query, and remembers the verdict.
    fn run<E>(&mut self, key: Key, candidate: &[u8], trial: Trial) -> Result<Answer, Halt<E>> {
        let answer = self.decide(Kind::Query, key, candidate, trial)?;
        self.queries += 1;
        self.history.insert(key, candidate, answer.outcome.verdict);
        Ok(answer)
    }

    /// What a trial comes to, from the journal, or by running the test; then it is put on record
    /// before anybody hears of it.
    fn decide<E>(
        &mut self,
        kind: Kind,
        key: Key,
        candidate: &[u8],
        trial: Trial,
    ) -> Result<Answer, Halt<E>> {
        if let Some(answer) = self.journal.replay(kind, key).map_err(Halt::Failed)? {
            return Ok(answer);
        }
        let answer = self.test(candidate, trial)?;
        self.journal.append(kind, key, &answer).map_err(Halt::Failed)?;
        Ok(answer)
    }

    /// Runs the test until the trial is decided.
    fn test<E>(&mut self, candidate: &[u8], mut trial: Trial) -> Result<Answer, Halt<E>> {
        let mut gathered = Gathered::default();
        loop {
            let outcome = self.oracle.query(candidate).map_err(Halt::Failed)?;
            if outcome.end == End::Interrupted {
                return Err(Halt::Stopped(Stop::Interrupted));
            }
            trial.note(&outcome);
            gathered.add(outcome);
            if let Some(is_interesting) = trial.decision() {
                return Ok(gathered.answer(is_interesting, trial.runs()));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Outcome;
    use crate::event::Elements;
    use probdd_core::NodeId;
    use probdd_core::list::{ProbDd, Tie};
    use probdd_core::tree::OverNodes;

    /// Interesting while a needed letter is left.
    struct Needs(u8, Vec<Vec<u8>>);

    impl Oracle for Needs {
        fn query(&mut self, candidate: &[u8]) -> Result<Outcome, Error> {
            self.1.push(candidate.to_vec());
            let interesting = candidate.contains(&self.0);
            Ok(Outcome {
                verdict: if interesting { Verdict::Interesting } else { Verdict::Uninteresting },
                end: End::Exited(i32::from(!interesting)),
                output: Vec::new(),
                output_truncated: false,
                wall: Duration::ZERO,
                cpu: Duration::ZERO,
                checks: Vec::new(),
                restarts: 0,
            })
        }
    }

    /// Letters; node i + 1 is letter i. A word that lacks the second is not worth testing.
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

    fn run(
        letters: &[u8],
        needed: u8,
        budget: Budget,
    ) -> (Vec<u8>, Scheduler<Needs>, Option<Stop>) {
        let (best, scheduler, stop, _) = run_filtered(letters, needed, None, budget);
        (best, scheduler, stop)
    }

    /// Also how many candidates were not worth testing.
    fn run_filtered(
        letters: &[u8],
        needed: u8,
        filter: Option<u8>,
        budget: Budget,
    ) -> (Vec<u8>, Scheduler<Needs>, Option<Stop>, usize) {
        let mut scheduler = Scheduler::new(Needs(needed, Vec::new()), budget, Interrupt::never());
        let nodes: Vec<NodeId> = (1..=letters.len() as u32).map(NodeId).collect();
        let search = ProbDd::new(letters.len(), 0.1, Tie::Index);
        let mut search = OverNodes::new(nodes.into(), search);
        let mut best = letters.to_vec();
        let pass = Pass { name: "probdd", elements: Elements::Tree { tree: 0 } };
        let mut render = Letters(letters.iter().copied().map(Some).collect(), filter);
        let mut rejected = 0;
        let ended = scheduler.pass(&pass, &mut search, &mut render, |event| {
            if let Event::Reduced(candidate) = event {
                best.clone_from(&candidate.bytes);
            }
            rejected += usize::from(matches!(event, Event::Rejected));
            Ok::<(), ()>(())
        });
        let stop = match ended {
            Ok(()) => None,
            Err(Halt::Stopped(stop)) => Some(stop),
            Err(halt) => panic!("{halt:?}"),
        };
        (best, scheduler, stop, rejected)
    }

    const ENDLESS: Budget = Budget { max_queries: None, max_time: None };

    #[test]
    fn a_pass_ends_with_the_least_interesting_bytes() {
        let (best, _, stop) = run(b"abcdefghij", b'd', ENDLESS);
        assert_eq!((best.as_slice(), stop), (&b"d"[..], None));
    }

    #[test]
    fn equal_bytes_are_tested_once_however_they_came_about() {
        let (best, scheduler, _) = run(b"xxxxxxxxxx", b'x', ENDLESS);
        let mut asked = scheduler.oracle.1.clone();
        asked.sort();
        asked.dedup();
        assert_eq!(best, b"x");
        assert_eq!(asked.len(), scheduler.oracle.1.len());
    }

    #[test]
    fn what_is_not_worth_testing_is_not_tested_and_is_no_query() {
        let (best, scheduler, _, rejected) = run_filtered(b"abcdefghij", b'd', Some(b'g'), ENDLESS);
        assert_eq!(best, b"dg");
        assert!(rejected > 0);
        assert!(scheduler.oracle.1.iter().all(|asked| asked.contains(&b'g')));
        assert_eq!(scheduler.queries(), scheduler.oracle.1.len() as u64);
    }

    /// Interesting with `d` left, but of every so many runs only one.
    struct Sometimes(u64, u64);

    impl Oracle for Sometimes {
        fn query(&mut self, candidate: &[u8]) -> Result<Outcome, Error> {
            self.1 += 1;
            let mut needs = Needs(b'd', Vec::new());
            let is_hit = self.1.is_multiple_of(self.0);
            needs.query(if is_hit { candidate } else { b"" })
        }
    }

    #[test]
    fn a_rate_lets_a_test_that_shows_now_and_then_be_reduced() {
        let mut scheduler =
            Scheduler::new(Sometimes(3, 0), ENDLESS, Interrupt::never()).with_rule(Rule::Rate(0.3));
        let answer = scheduler.baseline::<()>(b"abcdefgh").expect("it can be run");
        assert!(answer.outcome.verdict.is_interesting() && answer.runs.are_mixed());
        let nodes: Vec<NodeId> = (1..=8).map(NodeId).collect();
        let mut search = OverNodes::new(nodes.into(), ProbDd::new(8, 0.1, Tie::Index));
        let pass = Pass { name: "probdd", elements: Elements::Tree { tree: 0 } };
        let mut render = Letters(b"abcdefgh".iter().copied().map(Some).collect(), None);
        let mut best = Vec::new();
        let ended = scheduler.pass(&pass, &mut search, &mut render, |event| {
            if let Event::Reduced(candidate) = event {
                best.clone_from(&candidate.bytes);
            }
            Ok::<(), ()>(())
        });
        assert!(ended.is_ok() && best == b"d", "{best:?}");
        assert!(scheduler.conclude(&best, |_| Ok::<(), ()>(())).is_ok());
        assert_eq!(scheduler.into_trusted().as_deref(), Some(&b"d"[..]));
    }

    #[test]
    fn a_best_that_shows_less_than_it_should_is_noticed() {
        for (every, is_over) in [(2, false), (30, true)] {
            let oracle = Sometimes(every, 0);
            let mut scheduler = Scheduler::new(oracle, ENDLESS, Interrupt::never());
            let mut noticed = None;
            let ended = scheduler.conclude(b"d", |event| {
                if let Event::Unreliable(answer) = event {
                    noticed = Some(answer.runs);
                }
                Ok::<(), ()>(())
            });
            let runs = Runs { hits: 20 / every as u32, total: 20 };
            assert_eq!(noticed, Some(runs));
            assert_eq!(matches!(ended, Err(Halt::Unreliable(_))), is_over);
            assert_eq!(scheduler.rule == Rule::Rate(0.375), !is_over);
        }
    }

    #[test]
    fn a_spent_budget_stops_before_the_next_query() {
        let budget = Budget { max_queries: Some(3), max_time: None };
        let (best, scheduler, stop) = run(b"abcdefghij", b'd', budget);
        assert_eq!((scheduler.queries(), stop), (3, Some(Stop::Queries)));
        assert!(best.contains(&b'd'));
    }
}
