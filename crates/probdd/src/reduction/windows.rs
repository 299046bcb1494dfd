//! Texts that are large although none of their parts can be removed: a round reduces one window of the
//! text after another.
//!
//! A window is parsed and reduced as if it were the whole text, and every candidate has the rest of
//! the text around it. So a tree is never larger than that of a window. What two windows have to do
//! with each other is not seen, until the text is small enough to be parsed as a whole.

use super::outside::Outside;
use super::pass::Reduction;
use crate::error::Halted;
use probdd_exec::Oracle;
use probdd_syntax::windows;
use std::ops::Range;

impl<O: Oracle> Reduction<'_, O> {
    /// Whether a round reduces windows of the best candidate. The program of `--fixup` may change
    /// what is outside of them.
    pub(super) fn has_windows(&self) -> bool {
        let is_whole = self.outside.is_nothing() && self.fixer.is_none();
        is_whole && self.strategy.has_windows(&self.best)
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

    /// Notes that no token can be removed from the best candidate, unless that is a window.
    pub(super) fn certify(&mut self) {
        if self.outside.is_nothing() {
            let tokens = self.tokens();
            self.recorder.certify(tokens);
        }
    }

    fn round_in(&mut self, window: &Range<usize>) -> Result<bool, Halted> {
        self.outside = Outside::around(window, &mut self.best);
        self.begin_format();
        let done = self.round();
        self.best = std::mem::take(&mut self.outside).put_around(&self.best);
        done
    }
}
