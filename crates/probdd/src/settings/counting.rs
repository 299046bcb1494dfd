//! What the tokens of a run are. The input decides that once, so that all counts of a run, its status, trace
//! and summary can be compared, however its candidates are read.

use super::Strategy;
use probdd_syntax::{Document, count_tokens};

/// How the tokens of texts are counted.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Counting<'a> {
    /// Words, quoted strings and other characters, as in a text that is too large for a grammar.
    Words,
    /// As a strategy reads the text.
    Read(&'a Strategy),
}

impl Strategy {
    /// How the tokens of a run with this input are counted.
    pub(crate) fn counting(&self, input: &[u8]) -> Counting<'_> {
        if self.is_large(input) { Counting::Words } else { Counting::Read(self) }
    }
}

impl Counting<'_> {
    /// The number of tokens in a text.
    pub(crate) fn tokens(self, text: &[u8]) -> usize {
        match self {
            Counting::Words => count_tokens(text),
            Counting::Read(strategy) => self.tokens_of(&strategy.document(text, &|| false)),
        }
    }

    /// The number of tokens in a text that a strategy has read.
    pub(crate) fn tokens_of(self, document: &Document) -> usize {
        match self {
            Counting::Words => count_tokens(document.text()),
            Counting::Read(strategy) => strategy.token_count(document),
        }
    }
}
