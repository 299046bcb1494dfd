//! The tokens of candidates in the unit of the run, where a pass reads them otherwise: as a language that was found
//! later, without a grammar, or as a file of several.

use super::pass::Reduction;
use crate::settings::{Counting, Structure};
use probdd_exec::Oracle;
use probdd_syntax::Language;

/// How the tokens of candidates are counted.
#[derive(Clone, Copy, Debug)]
pub(super) enum Recount<'a> {
    /// The pass counts in the unit of the run.
    No,
    /// The pass counts otherwise.
    As(Counting<'a>),
}

impl Recount<'_> {
    /// The number of tokens in a text that has so many as the pass counts.
    pub(super) fn tokens(self, text: &[u8], own: impl FnOnce() -> usize) -> usize {
        match self {
            Recount::No => own(),
            Recount::As(counting) => counting.tokens(text),
        }
    }
}

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
}
