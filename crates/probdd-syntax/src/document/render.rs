//! Renders the kept tokens of a document to bytes, in one of two formats.

use super::joints::Joining;
use super::repairs::{self, Repairs};
use super::seams::Seams;
use super::{Document, compact, keep};
use crate::text::runs::Runs;
use fixedbitset::FixedBitSet;
use probdd_core::Kept;
use std::ops::Range;

/// What happens to the text between tokens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// Text between neighbours is kept; where tokens are removed, a fitting one is chosen.
    #[default]
    Keep,
    /// As little text between tokens as the language allows.
    Compact,
}

impl Document {
    /// Writes the kept tokens into `out`, which is cleared first. When everything is kept, the
    /// bytes are those of the text.
    pub fn render(&self, kept: &Kept, out: &mut Vec<u8>) {
        self.render_as(Format::Keep, kept, out);
    }

    /// Writes the kept tokens in a format into `out`, which is cleared first. Lines, characters and
    /// bytes carry the text around them and have only one format.
    pub fn render_as(&self, format: Format, kept: &Kept, out: &mut Vec<u8>) {
        out.clear();
        let bits = kept.tokens();
        let joints = match &self.joining {
            Joining::Concatenated => return self.concatenate(bits, out),
            Joining::Repaired(repairs) => return self.repair(repairs, bits, out),
            Joining::Seams(joints) => joints,
        };
        if format == Format::Keep && bits.count_ones(..) == self.tokens.len() {
            return out.extend_from_slice(&self.text);
        }
        let seams = Seams::new(self, joints, bits);
        match format {
            Format::Keep => keep::write(&seams, out),
            Format::Compact => compact::write(&seams, out),
        }
    }

    fn concatenate(&self, bits: &FixedBitSet, out: &mut Vec<u8>) {
        // A text may be large: it is copied once.
        out.reserve_exact(self.runs(bits).map(|bytes| bytes.len()).sum());
        self.runs(bits).for_each(|bytes| out.extend_from_slice(&self.text[bytes]));
    }

    fn repair(&self, repairs: &Repairs, bits: &FixedBitSet, out: &mut Vec<u8>) {
        if bits.count_ones(..) == self.tokens.len() {
            return out.extend_from_slice(self.text());
        }
        repairs::write::write(repairs, &self.text, self.runs(bits), out);
    }

    /// The kept bytes, where nothing stands between tokens.
    fn runs(&self, bits: &FixedBitSet) -> impl Iterator<Item = Range<usize>> {
        let start = |run: &Range<usize>| self.tokens.bytes(run.start).start;
        Runs::new(bits).map(move |run| start(&run)..self.tokens.bytes(run.end - 1).end)
    }
}
