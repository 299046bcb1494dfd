//! Bytes without a known meaning as a balanced tree of runs, which a search can halve.

use crate::document::builder::DocumentBuilder;
use probdd_core::{Kind, Role, Slot};
use std::ops::Range;

/// How many runs a file is divided into at most. A larger file has coarser runs; they become finer
/// as the file becomes smaller.
const MOST: usize = 1 << 18;

/// How often a run is halved to get those inside it. With fewer halvings a tree is deeper, and a
/// search asks more: of 100,000 bytes eight are found in 250 queries with one halving, in 198 with
/// three, in 196 with four.
const HALVINGS: usize = 3;

/// The kind of a run.
const KIND: Kind = Kind(0x8000);

/// The length of the shortest runs that so many bytes are divided into.
pub fn shortest_run(bytes: usize) -> usize {
    bytes.div_ceil(MOST).max(1)
}

/// Divides bytes into runs.
pub(super) struct Runs<'a> {
    text: &'a [u8],
    /// The length of the shortest runs.
    least: usize,
}

impl Runs<'_> {
    /// Divides some bytes of a text, of which `total` have no known meaning. Runs are multiples of
    /// `unit`.
    pub(super) fn new(text: &[u8], total: usize, unit: usize) -> Runs<'_> {
        Runs { text, least: shortest_run(total).next_multiple_of(unit) }
    }

    /// Adds a range of the text as a tree of runs.
    pub(super) fn add(&self, range: Range<usize>, out: &mut DocumentBuilder<'_>) {
        out.open(KIND, Role::Optional, Slot::NONE);
        if range.len() <= self.least {
            out.token(range, true);
        } else {
            let mut cuts = vec![range.start, range.end];
            (0..HALVINGS).for_each(|_| cuts = self.halved(&cuts));
            cuts.windows(2).for_each(|cut| self.add(cut[0]..cut[1], out));
        }
        out.close();
    }

    /// Divides every part between two places, unless it is too short.
    fn halved(&self, cuts: &[usize]) -> Vec<usize> {
        let mut halved = vec![cuts[0]];
        for cut in cuts.windows(2) {
            if cut[1] - cut[0] > self.least {
                halved.push(self.middle(&(cut[0]..cut[1])));
            }
            halved.push(cut[1]);
        }
        halved
    }

    /// Where to divide a range: near the middle, at the end of a line or a multiple of a high power
    /// of two.
    fn middle(&self, range: &Range<usize>) -> usize {
        let (quarter, half) = (range.len() / 4, range.len() / 2);
        let middle = range.start + half;
        if self.least == 1 {
            let near = middle - quarter..middle + quarter;
            if let Some(at) = memchr::memrchr(b'\n', &self.text[near.start..middle]) {
                return near.start + at + 1;
            }
        }
        let step = self.least.max(1 << (quarter.max(1)).ilog2());
        let rounded = (half / step).max(1) * step;
        range.start + rounded
    }
}
