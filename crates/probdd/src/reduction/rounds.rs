//! Rounds: a run does everything that it does until a whole round changes nothing.
//!
//! A round begins with the best bytes and with nothing else: no search, rung or format knows what
//! earlier rounds have found, and the language is that of these bytes (a `#!` line may have gone, or
//! the last byte that no text has). It asks what another run would ask that had the best bytes as its
//! input. So when a round changes nothing, reducing the result again changes nothing either. That
//! costs few tests, because the history answers what was asked before about the same bytes, and
//! counts that decide what is asked (the records of rungs) treat such an answer like a test.
//!
//! Whatever lasts longer than a round must not influence what is asked: it belongs to
//! [`take`](Reduction::take).

use super::definitions::Definitions;
use super::filters::Simplicity;
use super::format::PASS;
use super::outside::Outside;
use super::pass::Reduction;
use crate::command_line::{Reducer, TextFormat};
use crate::error::Halted;
use crate::settings::Structure;
use probdd_exec::{Halt, Oracle, Runs};
use probdd_syntax::Unit;

/// So many times a run goes on from an earlier best candidate. After that, the one that holds is the
/// result as it is.
const TRIES: u32 = 2;

impl<O: Oracle> Reduction<'_, O> {
    /// Runs the strategy to its end, and the test on the result again. Where the result is less
    /// interesting than the input, the run goes on from an earlier one that is not, a few times.
    /// Returns whether the result is certified to be 1-minimal, and the result.
    pub(crate) fn run_and_confirm(mut self) -> (Result<bool, Halted>, Vec<u8>) {
        let mut how = self.run().and_then(|certified| self.confirm(certified));
        let mut tries_left = TRIES;
        while let Err(Halt::Refuted(runs)) = how {
            how = self.step_back(runs).and_then(|()| match tries_left {
                0 => Ok(false),
                _ => self.rounds().and_then(|certified| self.confirm(certified)),
            });
            tries_left = tries_left.saturating_sub(1);
        }
        (how, self.best)
    }

    fn confirm(&mut self, certified: bool) -> Result<bool, Halted> {
        let recorder = self.recorder;
        self.scheduler.conclude(|event| recorder.on(&event)).map(|()| certified)
    }

    /// Makes an earlier best candidate that holds the best one.
    fn step_back(&mut self, refuted: Runs) -> Result<(), Halted> {
        let recorder = self.recorder;
        let best = self.scheduler.step_back(refuted, |event| recorder.on(&event))?;
        self.best.clone_from(&best.bytes);
        self.outside = Outside::default();
        self.file = None;
        self.origins = None;
        self.finishes = true;
        Ok(())
    }

    /// Runs the strategy to its end. Returns whether the result is certified to be 1-minimal.
    fn run(&mut self) -> Result<bool, Halted> {
        self.fix_input()?;
        if let Some(earlier) = self.method.start {
            self.begin_with(earlier)?;
        }
        let is_certified = self.rounds()?;
        self.warn_of_fixer();
        Ok(is_certified)
    }

    /// Repeats rounds until nothing changes, or runs one.
    fn rounds(&mut self) -> Result<bool, Halted> {
        let mut ends: Vec<Vec<u8>> = Vec::new();
        loop {
            self.take(self.method.approach_to(&self.best));
            self.skips = self.scheduler.skips();
            self.reduce_large()?;
            let before = self.best.clone();
            let is_certified = self.round()? && !self.has_skipped();
            if !self.method.is_certifying() {
                return Ok(is_certified);
            }
            let mut is_last = self.best == before;
            if let Some(at) = ends.iter().position(|end| *end == self.best) {
                self.return_to_simplest(&ends[at..])?;
                is_last = true;
            }
            if is_last {
                // What was stopped early may be interesting: it is asked about once more, by a round.
                if !self.scheduler.retry_early_timeouts() {
                    return Ok(is_certified);
                }
                ends.clear();
            }
            ends.push(self.best.clone());
            self.scheduler.begin_round(&self.best);
        }
    }

    /// Whether the user has skipped something in this round, which then proves nothing.
    pub(super) fn has_skipped(&self) -> bool {
        self.scheduler.skips() > self.skips
    }

    /// One round over the best candidate, or over a window of it.
    pub(super) fn round(&mut self) -> Result<bool, Halted> {
        self.definitions = Definitions::default();
        if let Structure::Files = self.structure() {
            return self.round_in_files();
        }
        if self.has_region() {
            return self.round_in_regions();
        }
        if self.has_windows() {
            return self.round_in_windows();
        }
        if !self.method.is_as_published() {
            self.remove_mark()?;
        }
        if self.text_format == TextFormat::Compact {
            self.compact()?;
        }
        if self.strategy.reducer == Reducer::List {
            return self.reduce_lists();
        }
        self.reduce_tree()
    }

    /// Ends a run whose rounds lead from one text to the next in a circle: with the simplest of
    /// them, which another run that starts with it ends with, too.
    fn return_to_simplest(&mut self, circle: &[Vec<u8>]) -> Result<(), Halted> {
        let structure = Structure::Units(Unit::Bracket);
        let measure = |text: &[u8]| (Simplicity::of(text, structure), text.len());
        match circle.iter().min_by_key(|text| (measure(text), *text)) {
            // Only a layout leads back to what was the best before.
            Some(simplest) if *simplest != self.best => {
                self.ask_within(self.bound_of_layout(), PASS, simplest.clone())
            }
            _ => Ok(()),
        }
    }
}
