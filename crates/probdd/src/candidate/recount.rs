//! The tokens of candidates in the unit of the run, where a pass reads them otherwise: as a language that was found
//! later, without a grammar, or as a file of several.

use crate::settings::Counting;

/// How the tokens of candidates are counted.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Recount<'a> {
    /// The pass counts in the unit of the run.
    No,
    /// The pass counts otherwise.
    As(Counting<'a>),
}

impl Recount<'_> {
    /// The number of tokens in a text that has so many as the pass counts.
    pub(crate) fn tokens(self, text: &[u8], own: impl FnOnce() -> usize) -> usize {
        match self {
            Recount::No => own(),
            Recount::As(counting) => counting.tokens(text),
        }
    }
}
