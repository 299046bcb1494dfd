//! How far lines move where columns matter: every line moves with its anchor.

use super::anchors::Anchors;
use super::seams::{Hole, Seams};
use crate::text::lines::{column, columns};
use std::ops::Range;

/// How far the tokens of a candidate have moved.
pub(super) struct ColumnShifts<'a> {
    anchors: &'a Anchors,
    /// `(token, columns)`: from the token on, tokens have moved by so many columns.
    moves: Vec<(usize, i64)>,
}

impl<'a> ColumnShifts<'a> {
    pub(super) fn new(anchors: &'a Anchors) -> ColumnShifts<'a> {
        ColumnShifts { anchors, moves: Vec::new() }
    }

    /// Copies neighbouring tokens, and moves their lines as their anchors have moved.
    pub(super) fn copy(&mut self, seams: &Seams<'_>, run: Range<usize>, out: &mut Vec<u8>) {
        let lines = &seams.joints.lines;
        let mut at = seams.tokens.bytes(run.start).start;
        for index in lines.first_from(run.start + 1)..lines.first_from(run.end) {
            let shift = self.line_shift(seams, index);
            at = seams.copy_to_line(at, index, shift, out);
            self.moves(lines.line(index).first_token as usize, shift);
        }
        out.extend_from_slice(&seams.text[at..seams.tokens.bytes(run.end - 1).end]);
    }

    /// Indents the line that a token begins now as the line that began at its place.
    pub(super) fn begin_line(
        &mut self,
        seams: &Seams<'_>,
        (token, place): (usize, usize),
        out: &mut Vec<u8>,
    ) {
        let index = seams.joints.lines.of(place);
        seams.indent(index, self.line_shift(seams, index), out);
        self.follow(seams, token, out);
    }

    /// Notes that a token comes next.
    pub(super) fn follow(&mut self, seams: &Seams<'_>, token: usize, out: &[u8]) {
        let old = column(&seams.text[..seams.tokens.bytes(token).start]);
        self.moves(token, i64::from(column(out)) - i64::from(old));
    }

    /// Whether a token that began a line may come next on the current line: the column after the
    /// blanks must be the one where its line would begin.
    pub(super) fn is_in_column(
        &self,
        seams: &Seams<'_>,
        hole: &Hole<'_>,
        blanks: &[u8],
        out: &[u8],
    ) -> bool {
        let lines = &seams.joints.lines;
        let index = lines.of(hole.before);
        let column = column(out) + columns(blanks);
        i64::from(column) == i64::from(lines.line(index).columns) + self.line_shift(seams, index)
    }

    fn moves(&mut self, token: usize, shift: i64) {
        if self.moves.last().map_or(0, |(_, last)| *last) != shift {
            self.moves.push((token, shift));
        }
    }

    /// How far a line moves: as its anchor or the nearest kept token before that on the anchor's
    /// line did. Without one, as the anchor's line would, and to the left if nothing of that line
    /// is kept.
    fn line_shift(&self, seams: &Seams<'_>, line: usize) -> i64 {
        let lines = &seams.joints.lines;
        let mut shift = 0;
        let mut index = line;
        while let Some(anchor) = self.anchors.of_line(index) {
            let outer = lines.of(anchor);
            let first = lines.line(outer).first_token as usize;
            if let Some(kept) = (first..=anchor).rev().find(|token| seams.kept.contains(*token)) {
                let after = self.moves.partition_point(|(token, _)| *token <= kept);
                return shift + after.checked_sub(1).map_or(0, |at| self.moves[at].1);
            }
            let own = lines.line(outer).columns;
            if lines.line(index).columns > own && !seams.is_line_left(outer) {
                shift += i64::from(own) - i64::from(self.anchors.inner(outer));
            }
            index = outer;
        }
        shift
    }
}
