//! What is kept of a document, as bytes.
//!
//! Runs of kept tokens are copied with the text between them as it was. Where tokens went between
//! two kept ones, the text on one side of the hole stays: no empty lines are left behind, no two
//! tokens become one, and a newline that separates is not lost.

use super::joints::Joining;
use super::seams::Seams;
use super::{Document, compact, keep};
use crate::text::runs::Runs;
use fixedbitset::FixedBitSet;
use probdd_core::Kept;

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
        let seams = Seams::new(self, joints, bits);
        match format {
            Format::Keep => keep::write(&seams, out),
            Format::Compact => compact::write(&seams, out),
        }
    }

    fn concatenate(&self, bits: &FixedBitSet, out: &mut Vec<u8>) {
        for run in Runs::new(bits) {
            let bytes = self.tokens.bytes(run.start).start..self.tokens.bytes(run.end - 1).end;
            out.extend_from_slice(&self.text[bytes]);
        }
    }
}
