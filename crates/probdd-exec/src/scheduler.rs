//! Drives searches: asks, looks into the history, runs the test, tells.
//!
//! It knows neither grammar nor tree: whoever starts a pass gives it a way to render a change.

use crate::event::{Candidate, Committed, Event, Pass};
use crate::{End, Error, History, Interrupt, Journal, Key, Oracle, Outcome};
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

/// What keeps a pass from ending by itself. `E` is the listener's error.
#[derive(Debug)]
pub enum Halt<E> {
    /// A stop that was asked for.
    Stopped(Stop),
    /// A query could not be run.
    Failed(Error),
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
}

impl<O: Oracle> Scheduler<O> {
    /// A scheduler that has asked nothing yet; the clock of the budget starts now.
    pub fn new(oracle: O, budget: Budget, interrupt: Interrupt) -> Scheduler<O> {
        let (history, began) = (History::default(), Instant::now());
        let journal = Journal::default();
        let is_replaying = false;
        Scheduler { oracle, history, journal, is_replaying, budget, interrupt, began, queries: 0 }
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
    pub fn baseline<E>(&mut self, input: &[u8]) -> Result<Outcome, Halt<E>> {
        if self.interrupt.is_raised() {
            return Err(Halt::Stopped(Stop::Interrupted));
        }
        self.run(Key::of(input), input)
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
            }
            search.tell(verdict);
        }
        listener(Event::PassEnded).map_err(Halt::Listener)
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
        let outcome = self.run(key, &candidate.bytes)?;
        let committed = Committed {
            query: self.queries,
            class: query.class,
            change: &query.change,
            best,
            candidate,
            outcome: &outcome,
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

    /// Answers one query, commits the verdict, and remembers it.
    fn run<E>(&mut self, key: Key, candidate: &[u8]) -> Result<Outcome, Halt<E>> {
        let outcome = match self.journal.replay(key).map_err(Halt::Failed)? {
            Some(outcome) => outcome,
            None => self.test(key, candidate)?,
        };
        self.queries += 1;
        self.history.insert(key, candidate, outcome.verdict);
        Ok(outcome)
    }

    /// Runs the test and puts the verdict on record, before anybody hears of it.
    fn test<E>(&mut self, key: Key, candidate: &[u8]) -> Result<Outcome, Halt<E>> {
        let outcome = self.oracle.query(candidate).map_err(Halt::Failed)?;
        if outcome.end == End::Interrupted {
            return Err(Halt::Stopped(Stop::Interrupted));
        }
        self.journal.append(key, &outcome).map_err(Halt::Failed)?;
        Ok(outcome)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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

    #[test]
    fn a_spent_budget_stops_before_the_next_query() {
        let budget = Budget { max_queries: Some(3), max_time: None };
        let (best, scheduler, stop) = run(b"abcdefghij", b'd', budget);
        assert_eq!((scheduler.queries(), stop), (3, Some(Stop::Queries)));
        assert!(best.contains(&b'd'));
    }
}
