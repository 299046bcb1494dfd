//! Where the bytes of a text stand in a candidate.

use std::ops::Range;

/// Where the bytes of a text stand in a candidate.
#[derive(Clone, Debug, Default)]
pub(crate) struct Moved {
    /// `(old, new)`: neighbouring bytes of the text and of the candidate, in ascending order.
    pieces: Vec<(Range<usize>, Range<usize>)>,
}

impl Moved {
    /// Notes where the next bytes of the text stand.
    pub(super) fn push(&mut self, old: Range<usize>, new: Range<usize>) {
        self.pieces.push((old, new));
    }

    /// Where the part that begins at a place begins; padding before it is left behind.
    pub(super) fn start(&self, place: usize) -> usize {
        let after = self.pieces.partition_point(|(old, _)| old.start <= place);
        after.checked_sub(1).map_or(0, |at| self.inside(at, place))
    }

    /// Where the part that ends at a place ends; padding after it does not belong to it.
    pub(super) fn end(&self, place: usize) -> usize {
        let after = self.pieces.partition_point(|(old, _)| old.start < place);
        after.checked_sub(1).map_or(0, |at| self.inside(at, place))
    }

    fn inside(&self, piece: usize, place: usize) -> usize {
        let (old, new) = &self.pieces[piece];
        if place >= old.end { new.end } else { (new.start + place - old.start).min(new.end) }
    }

    /// How long a range is.
    pub(super) fn length(&self, range: &Range<usize>, with_padding: bool) -> usize {
        let Range { start, end } = self.range(range);
        if with_padding { self.start(range.end).max(end) - start } else { end - start }
    }

    /// Where the bytes of a range stand.
    pub(super) fn range(&self, range: &Range<usize>) -> Range<usize> {
        let start = self.start(range.start);
        start..self.end(range.end).max(start)
    }
}
