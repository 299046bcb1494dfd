//! A guest: where it stands, and what its language reads.

use crate::language::Language;
use crate::text::margin::Margin;
use std::ops::Range;

/// Shorter strings are no guests: other ways to make a token shorter do as well.
pub(super) const SHORTEST: usize = 12;

/// A text of another language inside of a document.
#[derive(Clone, Debug)]
pub struct Guest {
    /// Its place in the text of the document.
    pub bytes: Range<usize>,
    /// The language, which has a grammar.
    pub language: &'static Language,
    /// The text as the language reads it.
    pub text: Vec<u8>,
    /// What its lines begin with in the document, which is no part of it.
    pub margin: Margin,
}

impl Guest {
    /// Bytes of a text, as they are.
    pub(super) fn plain(text: &[u8], bytes: Range<usize>, language: &'static Language) -> Guest {
        let text = text[bytes.clone()].to_vec();
        Guest { bytes, language, text, margin: Margin::default() }
    }

    /// The guest as it stands in the document, if each of its lines has the margin.
    pub fn in_margin(&self) -> Vec<u8> {
        self.margin.put(&self.text)
    }
}
