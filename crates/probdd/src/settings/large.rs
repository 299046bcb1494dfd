//! Which texts are too large to be parsed as they are, and the parts that they are divided into.

use super::strategy::Strategy;
use super::structure::Structure;
use crate::command_line::Reducer;
use probdd_syntax::{Document, Unit, divided};

/// A list of more bytes than this is large. List algorithms begin with a few elements per query,
/// however many there are.
const LARGE_LIST: usize = 1 << 16;

/// About how many parts a large text has at first.
pub(crate) const PARTS: usize = 2048;

/// Parts are not shorter than this.
pub(crate) const SHORTEST_PART: usize = 256;

/// So many windows are as long as the smallest large text.
const WINDOWS: usize = 4;

/// A large text is parsed if it is at most so many times as long as the smallest one, and many of its
/// parts are needed.
const PARSED: usize = 4;

impl Strategy {
    /// Whether a text is reduced in windows: its tree would take too much memory.
    pub(crate) fn has_windows(&self, text: &[u8]) -> bool {
        self.reducer == Reducer::Frontier && self.is_large(text) && !self.can_be_parsed(text)
    }

    /// Whether a grammar reads a text, and its tree takes little enough memory. A search over the tree
    /// knows what the parts of the text have to do with each other.
    pub(crate) fn can_be_parsed(&self, text: &[u8]) -> bool {
        matches!(self.structure, Structure::Grammar(_)) && text.len() <= PARSED * self.large
    }

    /// About how long the windows are.
    pub(crate) fn window_length(&self) -> usize {
        self.large / WINDOWS
    }

    /// Whether parts of a text are removed before it is parsed. An algorithm that the user has named
    /// gets the text as it is, and so do the formats of binary files.
    pub(crate) fn is_large(&self, text: &[u8]) -> bool {
        match self.reducer {
            Reducer::Frontier => text.len() > self.large && self.structure.has_parts(text),
            Reducer::List => text.len() > LARGE_LIST && !self.is_minimizer_named,
            _ => false,
        }
    }

    /// The document that a text begins as: its parts if it is large.
    pub(crate) fn document(&self, text: &[u8], stop: &(dyn Fn() -> bool + Sync)) -> Document {
        if self.is_large(text) {
            divided(text, part_length(text, PARTS), stop)
        } else {
            self.structure.parse(text, stop)
        }
    }
}

impl Structure {
    /// Whether what is left of a text without some parts has the same structure.
    fn has_parts(self, text: &[u8]) -> bool {
        match self {
            Structure::Grammar(_) | Structure::Brackets(_) => true,
            Structure::Units(unit) => unit == Unit::Bracket,
            Structure::Binary => probdd_syntax::container(text).is_none(),
            Structure::Files => false,
        }
    }
}

/// The length of the parts if a text is divided into about so many.
pub(crate) fn part_length(text: &[u8], parts: usize) -> usize {
    (text.len() / parts).max(SHORTEST_PART)
}
