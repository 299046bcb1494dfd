//! What the passes of a reduction know of sizes: how large candidates may be, and how their tokens are
//! counted.

use super::growth::Bound;
use super::pass::Reduction;
use super::recount::Recount;
use crate::settings::{Counting, Structure};
use probdd_exec::Oracle;
use probdd_syntax::Language;

impl<'a, O: Oracle> Reduction<'a, O> {
    /// How the tokens of what is reduced now are counted. A guest or a window counts as the text that it is: what is
    /// around it stays the same.
    pub(super) fn recount(&self) -> Recount<'a> {
        let has_grammar = self.structure().language().is_some();
        if self.file.is_some() || self.counts_words && has_grammar {
            return Recount::As(Counting::Words);
        }
        let name = |structure: Structure| structure.language().map(Language::name);
        let first = self.method.strategy;
        let is_read_otherwise = name(first.structure) != name(self.structure());
        if self.outside.is_nothing() && is_read_otherwise && !self.counts_words {
            return Recount::As(Counting::Read(first));
        }
        Recount::No
    }

    /// The number of tokens of the best candidate, in the unit of the run.
    pub(super) fn counted_tokens(&mut self) -> usize {
        match self.recount() {
            Recount::No => self.tokens(),
            Recount::As(counting) => counting.tokens(&self.best),
        }
    }

    /// The bound of a pass over the best candidate, of which the tokens are counted when they matter.
    pub(super) fn bound(&self) -> Bound {
        self.bound_with(None)
    }

    /// The bound of a query about a text. The tokens of the best are counted if they matter.
    pub(super) fn bound_of(&mut self, text: &[u8]) -> Bound {
        let is_longer = text.len() > self.best.len() || self.fixer.is_some();
        let tokens = is_longer.then(|| self.counted_tokens() + self.outside.tokens());
        self.bound_with(tokens)
    }

    fn bound_with(&self, tokens: Option<usize>) -> Bound {
        Bound::of_best(self.most_bytes, self.outside.len_around(&self.best), tokens)
    }

    /// The bound of a layout: that of the input.
    pub(super) fn bound_of_layout(&self) -> Bound {
        Bound::of_layout(self.most_bytes)
    }
}
