//! Whether the best candidate is as interesting as the input, and the way back if it is not.
//!
//! A test that answers wrongly now and then lets a text become the best one that has not the property.
//! So the result is run again at the end. Where all runs are interesting, a text that is so in half of
//! its runs passes once in a thousand times. Where one is not, the *input* is run to learn how often
//! the test finds what is there, and the result is tested against that rate, by Wald's test: a text
//! passes that is interesting as often as the input, and one that is so half as often fails. If it
//! fails, earlier best candidates are tested in the same manner: the last, the one before, two, four
//! ... before that, until one holds, then the middle between it and what failed.

use super::confirmation::{Rates, Rule, Trial};
use super::{Halt, LEAST_RATE, Listener, OF_ESTIMATE, Scheduler, Wanted};
use crate::oracle::{Answer, Oracle, Runs};
use crate::record::{Candidate, Event, History, Key, Kind};
use std::sync::Arc;

impl<O: Oracle> Scheduler<O> {
    /// Runs the input and the last best candidate again, at the end of a run, unless the user trusts
    /// the test, or nothing was removed.
    ///
    /// # Errors
    /// [`Halt`]; [`Halt::Refuted`] if the candidate is not as interesting as the input.
    pub fn conclude<E>(
        &mut self,
        mut listener: impl FnMut(Event) -> Result<(), E>,
    ) -> Result<(), Halt<E>> {
        self.end_replay(&mut listener)?;
        self.check_interrupt()?;
        let Some((input, best)) = self.bests.first_and_last() else { return Ok(()) };
        if self.rule == Rule::Trusted || input.bytes == best.bytes {
            return Ok(());
        }
        if let Rule::Times(times) = self.rule {
            // If everything is answered wrongly at this time, so is the input.
            let is_right = self.holds(&input, Trial::again(1), &mut listener)?;
            if is_right && self.holds(&best, Trial::of_result(times), &mut listener)? {
                return Ok(());
            }
        }
        self.settle(&best, &mut listener)
    }

    /// Tests the best candidate against the rate of the input. If it holds, candidates are accepted by
    /// their rate from here on.
    pub(super) fn settle<E>(
        &mut self,
        best: &Arc<Candidate>,
        listener: Listener<'_, E>,
    ) -> Result<(), Halt<E>> {
        let rates = self.rates(listener)?;
        let answer = self.again(best, Trial::of_best(rates))?;
        listener(Event::Rechecked(&answer)).map_err(Halt::Listener)?;
        if !answer.outcome.verdict.is_interesting() {
            return Err(Halt::Refuted(answer.runs));
        }
        if self.become_careful() {
            listener(Event::Unreliable(answer.runs)).map_err(Halt::Listener)?;
        }
        Ok(())
    }

    /// Goes back from a best candidate that does not hold to the last one, of those that are kept,
    /// that does. What was answered before counts no more.
    ///
    /// # Errors
    /// [`Halt`]; [`Halt::Unreliable`] if none holds but the input.
    pub fn step_back<E>(
        &mut self,
        refuted: Runs,
        mut listener: impl FnMut(Event) -> Result<(), E>,
    ) -> Result<Arc<Candidate>, Halt<E>> {
        let trial = Trial::of_best(self.rates(&mut listener)?);
        let (mut holds, mut fails, mut stride) = (0, self.bests.len() - 1, 1);
        let mut found: Option<Answer> = None;
        while fails - holds > 1 {
            let step = if found.is_some() { (fails - holds) / 2 } else { stride };
            let at = fails.saturating_sub(step).max(holds + 1);
            let answer = self.again(&self.bests.get(at), trial)?;
            // What is reported last is about the candidate that is used.
            let other = if answer.outcome.verdict.is_interesting() {
                holds = at;
                found.replace(answer)
            } else {
                (fails, stride) = (at, 2 * stride);
                Some(answer)
            };
            if let Some(answer) = other {
                listener(Event::Rechecked(&answer)).map_err(Halt::Listener)?;
            }
        }
        let Some(answer) = found else { return Err(Halt::Unreliable(refuted)) };
        self.bests.go_back_to(holds);
        self.history = History::default();
        self.workers.forget();
        self.become_careful();
        let best = self.bests.get(holds);
        self.begin_round(&best.bytes);
        for event in
            [Event::SteppedBack(refuted), Event::Rechecked(&answer), Event::Reduced(&best)]
        {
            listener(event).map_err(Halt::Listener)?;
        }
        Ok(best)
    }

    /// Accepts candidates by their rate from here on. Returns whether that is new.
    fn become_careful(&mut self) -> bool {
        let (Rule::Times(_), Some(rate)) = (self.rule, self.input_rate) else { return false };
        self.rule = Rule::Rate(OF_ESTIMATE * rate);
        self.workers.forget();
        true
    }

    /// Returns the rates between which a test of the best candidate decides: from the rate that the
    /// user has stated, or from that of the input, which is run to learn it.
    fn rates<E>(&mut self, listener: Listener<'_, E>) -> Result<Rates, Halt<E>> {
        match (self.input_rate, self.rule) {
            (Some(rate), _) => return Ok(Rates::of_input(rate)),
            (None, Rule::Rate(stated)) => return Ok(Rates::stated(stated)),
            (None, Rule::Times(_) | Rule::Trusted) => {}
        }
        let input = self.bests.get(0);
        let answer = self.again(&input, Trial::of_rate())?;
        listener(Event::Rechecked(&answer)).map_err(Halt::Listener)?;
        let rate = answer.runs.rate();
        if rate < LEAST_RATE {
            return Err(Halt::Unreliable(answer.runs));
        }
        self.input_rate = Some(rate);
        Ok(Rates::of_input(rate))
    }

    /// Runs a candidate again, and reports that. Returns whether it holds.
    fn holds<E>(
        &mut self,
        candidate: &Arc<Candidate>,
        trial: Trial,
        listener: Listener<'_, E>,
    ) -> Result<bool, Halt<E>> {
        let answer = self.again(candidate, trial)?;
        listener(Event::Rechecked(&answer)).map_err(Halt::Listener)?;
        Ok(answer.outcome.verdict.is_interesting())
    }

    /// Runs a candidate again, with all checks.
    fn again<E>(&mut self, candidate: &Arc<Candidate>, trial: Trial) -> Result<Answer, Halt<E>> {
        let wanted = self.recheck(candidate, trial);
        Ok(self.decide(&wanted)?)
    }

    /// Returns the trial as one of the best candidate, which is not a query.
    pub(super) fn recheck(&mut self, candidate: &Arc<Candidate>, trial: Trial) -> Wanted {
        self.checked = self.queries;
        self.wanted(Kind::Recheck, Key::of(&candidate.bytes), candidate, trial)
    }
}
