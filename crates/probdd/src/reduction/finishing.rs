//! The last part of a round: a small text deserves every question that may make it smaller.

use super::ladder::Turns;
use super::pass::Reduction;
use super::rendering::Rendering;
use crate::command_line::Reducer;
use crate::error::Halted;
use crate::settings::Structure;
use probdd_core::tree::Offers;
use probdd_exec::{Elements, Oracle, Pass};
use probdd_syntax::everything;
use std::ops::Range;
use std::sync::Arc;

/// The name of the pass in traces and reports.
const PASS: &str = "finish";

impl<O: Oracle> Reduction<'_, O> {
    /// Tries all templates, reduces the text without its grammar, then asks about pairs of brackets and
    /// windows of tokens, in two parts. A part that changes the text is the last one: the next round asks
    /// the others about the text that it begins with.
    ///
    /// Few windows can go. So a part ends when failures in a row have used up what the round may ask after
    /// its first certificate: two thirds of what it asked before. Templates and the reduction without a
    /// grammar count, but are not cut short. The last third is left to the next round, which asks some
    /// questions anew if the layout has changed. Answers from the history count, so another run on the
    /// result has the same limit.
    ///
    /// `until_certified` has the numbers of queries in the round when it began with the text, and when it
    /// first certified it.
    pub(super) fn finish(&mut self, until_certified: Range<u64>) -> Result<(), Halted> {
        let Range { start, end } = until_certified;
        let most = end + (end - start) * 2 / 3;
        let before = self.best.clone();
        self.hoist_from_afar()?;
        if self.best == before {
            self.reduce_without_grammar()?;
        }
        for part in 0..2 {
            if self.best == before {
                let left = most.saturating_sub(self.recorder.asked().queries);
                self.remove_windows(part, left as usize)?;
            }
        }
        Ok(())
    }

    /// Asks about the pairs of brackets and windows of tokens in one of the two parts, until `patience`
    /// queries in a row were in vain. What the grammar rejects is asked as well: the test may not care.
    fn remove_windows(&mut self, part: usize, patience: usize) -> Result<(), Halted> {
        let parsed = self.parsed();
        let tree = Arc::clone(parsed.document.tree());
        let offers = everything::offers(&parsed.document)[part].clone();
        let search = Offers::search(tree, offers, self.grouping(), patience);
        let rendering = Rendering::new(&self.strategy, &parsed.document, self.format);
        let pass = Pass::new(PASS, Elements::Tree { tree: parsed.number });
        self.run_pass(&pass, rendering.unfiltered(), search)?;
        Ok(())
    }

    /// Where the grammar finds errors in the text, reduces it as a text without a grammar. The late rungs that
    /// save tokens are left out, because the windows that follow offer the same.
    fn reduce_without_grammar(&mut self) -> Result<(), Halted> {
        let document = &self.parsed().document;
        let is_misread = document.fallback().is_some() || document.error_bytes() > 0;
        let has_program = self.strategy.reducer == Reducer::Chisel;
        let Some(language) = self.structure().language().filter(|_| is_misread && !has_program)
        else {
            return Ok(());
        };
        self.read_as(Structure::Brackets(language));
        let mut ladder = self.ladder();
        let done = self.delete(Some(&mut ladder));
        let done = done.and_then(|()| self.climb_to_certificate(&mut ladder));
        let done = done.and_then(|()| self.make_plainer(&mut ladder, Turns::All));
        self.read_as(self.strategy.structure);
        done
    }
}
