//! How far lines move where columns matter: each with its anchor.

use super::anchors::Anchors;
use super::seams::{Hole, Seams};
use crate::text::lines::{self, column, columns, push_indentation};
use std::ops::Range;

/// How far the tokens of a candidate have moved.
pub(super) struct ColumnShifts<'a> {
    anchors: &'a Anchors,
    /// From which token on by how many columns tokens have moved.
    moves: Vec<(usize, i64)>,
}

impl<'a> ColumnShifts<'a> {
    pub(super) fn new(anchors: &'a Anchors) -> ColumnShifts<'a> {
        ColumnShifts { anchors, moves: Vec::new() }
    }

    /// Copies tokens that stand side by side, and moves their lines as their anchors moved.
    pub(super) fn copy(&mut self, seams: &Seams<'_>, run: Range<usize>, out: &mut Vec<u8>) {
        let lines = &seams.joints.lines;
        let mut at = seams.tokens.bytes(run.start).start;
        for index in lines.first_from(run.start + 1)..lines.first_from(run.end) {
            let line = lines.line(index);
            let token = line.first_token as usize;
            let shift = self.line_shift(seams, index);
            let gap = seams.tokens.gap_before(token);
            let blanks = lines::indentation(&seams.text[gap.clone()]);
            out.extend_from_slice(&seams.text[at..gap.end - blanks.len()]);
            push_indentation(line.columns, shift, blanks, out);
            at = gap.end;
            self.moves(token, shift);
        }
        out.extend_from_slice(&seams.text[at..seams.tokens.bytes(run.end - 1).end]);
    }

    /// Indents the line that a token begins now: as the one that began at its place.
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

    /// Whether a token that began a line may come next instead, after blanks: it would stand in the
    /// column where its line would begin.
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

    /// How far a line moves: with its anchor or what is left before that on its line; else as that
    /// line would, and to the left for it if nothing is left of it.
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
