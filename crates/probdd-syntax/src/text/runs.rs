//! Runs of neighbouring tokens in a set.

use fixedbitset::FixedBitSet;
use std::ops::Range;

/// Maximal runs of set bits.
pub(crate) struct Runs<'a> {
    words: &'a [usize],
    length: usize,
    at: usize,
}

impl<'a> Runs<'a> {
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
