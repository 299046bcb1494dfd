//! What the scheduler does about candidates that were accepted for the time being: before they count,
//! all checks run on the last of them.

use super::stretch::{Stretch, Waiting};
use super::{Asked, Halt, Render, Scheduler, Stop, ahead};
use crate::event::{Candidate, Event};
use crate::futures::Futures;
use crate::journal::Kind;
use crate::trial::Trial;
use crate::{Answer, Key, Oracle};
use probdd_core::{Edits, Search};
use std::sync::Arc;

impl<O: Oracle> Scheduler<O> {
    /// Runs all checks on the last candidate that was accepted for the time being, when it is time
    /// for that.
    pub(super) fn settle<S, R, E>(
        &mut self,
        stretch: Option<Stretch<S, R>>,
        futures: &mut Futures<S, R>,
        listener: &mut impl FnMut(Event) -> Result<(), E>,
    ) -> Result<Option<Stretch<S, R>>, Halt<E>>
    where
        S: Search<Change = Edits>,
        R: Render + Clone,
    {
        let is_over = futures.question().is_none() || !self.roster.is_deferring();
        let Some(open) = stretch else { return Ok(None) };
        if !is_over && !open.is_due(self.roster.reach()) {
            return Ok(Some(open));
        }
        let asked = self.verification(&open.best);
        let answer = self.decide(&asked, &mut ahead(futures))?;
        let (verdict, states) = (answer.outcome.verdict, self.roster.states(&answer.outcome));
        self.roster.learn(verdict, states);
        self.roster.on_verified(verdict.is_interesting(), states);
        if verdict.is_interesting() {
            commit(&open, &answer, listener)?;
            // Nobody has seen all checks hold for those before it.
            open.superseded().for_each(|key| self.history.remove(key));
            self.reduce(&open.best, futures, listener)?;
            return Ok(None);
        }
        let count = open.asked.len() as u64;
        listener(Event::Refuted(&answer, count)).map_err(Halt::Listener)?;
        self.undo(open.asked);
        futures.restore(open.before);
        Ok(None)
    }

    /// Makes queries what guesses are: known, if they are asked again.
    fn undo(&mut self, asked: Vec<Waiting>) {
        self.queries -= asked.len() as u64;
        for Waiting { key, answer, .. } in asked {
            self.history.remove(key);
            self.workers.remember(key, answer);
            self.undone.insert(key);
        }
    }

    /// The same when a run stops before its end: the search itself does not hear of it, so that it can
    /// go on as if it had not stopped.
    pub(super) fn settle_at_stop<S, R, E>(
        &mut self,
        stop: Stop,
        stretch: Option<Stretch<S, R>>,
        listener: &mut impl FnMut(Event) -> Result<(), E>,
    ) -> Result<(), Halt<E>> {
        let Some(open) = stretch else { return Ok(()) };
        if stop == Stop::Interrupted {
            self.undo(open.asked);
            return Ok(());
        }
        let asked = self.verification(&open.best);
        let answer = self.run(&asked, &mut |_, _, _| Ok(()))?;
        if answer.outcome.verdict.is_interesting() {
            commit(&open, &answer, listener)?;
            return listener(Event::Reduced(&open.best)).map_err(Halt::Listener);
        }
        let count = open.asked.len() as u64;
        listener(Event::Refuted(&answer, count)).map_err(Halt::Listener)?;
        self.undo(open.asked);
        Ok(())
    }

    fn verification(&self, best: &Arc<Candidate>) -> Asked {
        let (key, trial) = (Key::of(&best.bytes), Trial::of_candidate(self.rule));
        Asked { kind: Kind::Verify, key, candidate: Arc::clone(best), trial }
    }
}

/// Tells of the queries that have waited.
fn commit<S, R, E>(
    stretch: &Stretch<S, R>,
    answer: &Answer,
    listener: &mut impl FnMut(Event) -> Result<(), E>,
) -> Result<(), Halt<E>> {
    for waiting in &stretch.asked {
        listener(Event::Committed(&waiting.committed())).map_err(Halt::Listener)?;
    }
    listener(Event::Verified(answer)).map_err(Halt::Listener)
}
