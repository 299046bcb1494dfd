//! What is kept of a document, as bytes.
//!
//! Runs of kept tokens are copied with the text between them as it was. Where tokens went between
//! two kept ones, the text on one side of the hole stays: no empty lines are left behind, no two
//! tokens become one, and a newline that separates is not lost.

use crate::document::compact;
use crate::document::seams::Seams;
use crate::document::{Document, Joining};
use fixedbitset::FixedBitSet;
use probdd_core::Kept;
use std::ops::Range;

/// The mark that some editors begin UTF-8 files with; it stays first.
pub(crate) const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// A newline that separates what stands on both sides, as long as both belong to the node around
/// it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RequiredNewline {
    /// The token that it follows.
    pub(crate) after: u32,
    /// The tokens of the node around it.
    pub(crate) within: Range<u32>,
}

/// What becomes of the text between tokens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// It stays where nothing goes, and is chosen sensibly where something does.
    #[default]
    Keep,
    /// There is as little of it as the language allows.
    Compact,
}

impl Document {
    /// Writes what is kept into `out`, which is cleared first. The bytes are those of the text
    /// when everything is kept.
    pub fn render(&self, kept: &Kept, out: &mut Vec<u8>) {
        self.render_as(Format::Keep, kept, out);
    }

    /// Writes what is kept in a format into `out`, which is cleared first. Units that carry the
    /// text around them (lines, characters, bytes) have only one format.
    pub fn render_as(&self, format: Format, kept: &Kept, out: &mut Vec<u8>) {
        out.clear();
        let bits = kept.tokens();
        let joints = match &self.joining {
            Joining::Concatenated => return self.concatenate(bits, out),
            Joining::Seams(joints) => joints,
        };
        if format == Format::Keep && bits.count_ones(..) == self.tokens.len() {
            return out.extend_from_slice(&self.text);
        }
        let (text, tokens, tree) = (&*self.text, &self.tokens, &*self.tree);
        let mut seams =
            Seams { text, tokens, tree, joints, bits, shifts: Vec::new(), moves: Vec::new() };
        match format {
            Format::Keep => seams.render(out),
            Format::Compact => compact::render(&seams, out),
        }
    }

    fn concatenate(&self, bits: &FixedBitSet, out: &mut Vec<u8>) {
        for run in Runs::new(bits) {
            let bytes = self.tokens.bytes(run.start).start..self.tokens.bytes(run.end - 1).end;
            out.extend_from_slice(&self.text[bytes]);
        }
    }
}

/// Maximal runs of set bits.
pub(crate) struct Runs<'a> {
    words: &'a [usize],
    length: usize,
    at: usize,
}

impl<'a> Runs<'a> {
    /// The runs of a set.
    pub(crate) fn new(bits: &'a FixedBitSet) -> Self {
        Runs { words: bits.as_slice(), length: bits.len(), at: 0 }
    }

    /// The first position from `at` on whose bit is `wanted`, or the end.
    fn first_bit(&self, wanted: bool) -> usize {
        const BITS: usize = usize::BITS as usize;
        let mut index = self.at / BITS;
        let mut mask = usize::MAX << (self.at % BITS);
        while let Some(word) = self.words.get(index) {
            let word = if wanted { *word } else { !*word } & mask;
            if word != 0 {
                return (index * BITS + word.trailing_zeros() as usize).min(self.length);
            }
            mask = usize::MAX;
            index += 1;
        }
        self.length
    }
}

impl Iterator for Runs<'_> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        let start = self.first_bit(true);
        if start >= self.length {
            return None;
        }
        self.at = start;
        self.at = self.first_bit(false);
        Some(start..self.at)
    }
}
