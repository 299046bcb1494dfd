//! Texts that are large although none of their parts can be removed: a round reduces one window of the
//! text after another.
//!
//! A window is parsed and reduced as if it were the whole text, and every candidate has the rest of
//! the text around it. So a tree is never larger than that of a window. What two windows have to do
//! with each other is not seen, until the text is small enough to be parsed as a whole.

use super::pass::Reduction;
use crate::error::Halted;
use probdd_exec::Oracle;
use probdd_syntax::windows;
use std::ops::Range;

impl<O: Oracle> Reduction<'_, O> {
    /// Whether a round reduces windows of the best candidate. The program of `--fixup` may change
    /// what is outside of them.
    pub(super) fn has_windows(&self) -> bool {
        self.fixer.is_none()
            && !self.method.is_as_published()
            && self.strategy.has_windows(&self.best)
    }

    /// A round for each window, from the last to the first. Returns whether all of them are certified
    /// if the round has changed nothing.
    pub(super) fn round_in_windows(&mut self) -> Result<bool, Halted> {
        let length = self.strategy.window_length();
        let windows = windows(&self.best, length, &self.scheduler.stopping());
        let mut is_certified = true;
        // Those before a window that is reduced stay where they are.
        for window in windows.into_iter().rev() {
            is_certified &= self.round_in(&window)?;
        }
        if is_certified {
            self.certify();
        }
        Ok(is_certified)
    }

    /// Notes that no token can be removed from the best candidate, unless that is a window, or the
    /// user has skipped something in this round.
    pub(super) fn certify(&mut self) {
        if self.outside.is_nothing() && !self.has_skipped() {
            let tokens = self.counted_tokens();
            self.recorder.certify(tokens);
        }
    }

    pub(super) fn round_in(&mut self, window: &Range<usize>) -> Result<bool, Halted> {
        let Some(inside) = self.outside.within(window, &mut self.best) else { return Ok(false) };
        let outer = std::mem::replace(&mut self.outside, inside);
        self.begin_format();
        let done = self.round();
        let whole = self.outside.put_around(&self.best);
        self.best = outer.window(&whole);
        self.outside = outer;
        done
    }
}
