//! Whether the best candidate is as interesting as the input, and the way back if it is not.
//!
//! A test that answers wrongly now and then lets a text become the best one that has not the property.
//! So the result is run again at the end. Where all runs are interesting, a text that is so in half of
//! its runs passes once in a thousand times. Where one is not, the *input* is run to learn how often
//! the test finds what is there, and the result is tested against that rate, by Wald's test: a text
//! passes that is interesting as often as the input, and one that is so half as often fails. If it
//! fails, earlier best candidates are tested in the same manner: the one before, two, four ... before
//! that, until one holds, then the middle between it and what failed.
//!
//! A text is tested twice, or three times once the test has contradicted itself, and the input in between: while
//! everything is answered wrongly, so is the input.

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
            let half = Trial::of_result(times);
            let trials = [(&best, half), (&input, Trial::again(1)), (&best, half)];
            if self.all_hold(&trials, &mut listener)?.is_ok() {
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
        let runs = self.hold(best, rates, listener)?.map_err(Halt::Refuted)?;
        if self.become_careful() {
            listener(Event::Unreliable(runs)).map_err(Halt::Listener)?;
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
        let rates = self.rates(&mut listener)?;
        let (mut holds, mut fails, mut stride) = (0, self.bests.len() - 1, 1);
        let mut found = None;
        while fails - holds > 1 {
            let step = if found.is_some() { (fails - holds) / 2 } else { stride };
            let at = fails.saturating_sub(step).max(holds + 1);
            if let Ok(runs) = self.hold(&self.bests.get(at), rates, &mut listener)? {
                (holds, found) = (at, Some(runs));
            } else {
                (fails, stride) = (at, 2 * stride);
            }
        }
        let Some(runs) = found else { return Err(Halt::Unreliable(refuted)) };
        self.bests.go_back_to(holds);
        self.history = History::default();
        self.workers.forget();
        self.become_careful();
        let best = self.bests.get(holds);
        self.begin_round(&best.bytes);
        listener(Event::SteppedBack(refuted, runs)).map_err(Halt::Listener)?;
        listener(Event::Reduced(&best)).map_err(Halt::Listener)?;
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

    /// Tests whether a candidate is as interesting as the input, three times, with a test of the input after the
    /// first and the second: a test that errs errs in bursts. Returns the runs that show it, or those that show
    /// the contrary.
    fn hold<E>(
        &mut self,
        candidate: &Arc<Candidate>,
        rates: Rates,
        listener: Listener<'_, E>,
    ) -> Result<Result<Runs, Runs>, Halt<E>> {
        let (input, trial) = (self.bests.get(0), Trial::of_best(rates));
        let (candidate, input) = ((candidate, trial), (&input, trial));
        self.all_hold(&[candidate, input, candidate, input, candidate], listener)
    }

    /// Runs candidates again, until one does not hold. Returns the last runs, as an error if they show
    /// that.
    fn all_hold<E>(
        &mut self,
        trials: &[(&Arc<Candidate>, Trial)],
        listener: Listener<'_, E>,
    ) -> Result<Result<Runs, Runs>, Halt<E>> {
        let mut last = Runs::default();
        for (candidate, trial) in trials {
            let answer = self.again(candidate, *trial)?;
            listener(Event::Rechecked(&answer)).map_err(Halt::Listener)?;
            if !answer.outcome.verdict.is_interesting() {
                return Ok(Err(answer.runs));
            }
            last = answer.runs;
        }
        Ok(Ok(last))
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
