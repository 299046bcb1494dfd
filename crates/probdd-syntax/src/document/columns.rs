//! Texts in which columns say what stands inside what, as in Haskell.
//!
//! A block may begin in the middle of a line, after certain words. A line that is indented as a
//! block is goes on with it, and one that is indented more with what began last in it. So a line
//! moves with its *anchor*: of the tokens that begin the nearest line before it that is indented no
//! more, or a block there, the last that does not stand to the right of it.

use crate::document::TokenTable;
use crate::document::seams::{Hole, Seams, push_indentation};
use crate::text::lines::{self, LineTable, NONE, columns};
use std::ops::Range;

/// The anchors of a text's lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Layout {
    /// For every line its anchor, or [`NONE`].
    anchors: Vec<u32>,
    /// For every line, how far the least indented line is indented that is anchored in it and is
    /// indented more; its own indentation without any.
    inner: Vec<u32>,
}

impl Layout {
    /// The anchors of the lines of a text. Blocks begin after tokens that are `openers`. Nothing is
    /// anchored in lines that are `aside`.
    pub(crate) fn new(
        lines: &LineTable,
        (table, text): (&TokenTable, &[u8]),
        openers: &[&str],
        is_aside: impl Fn(usize) -> bool,
    ) -> Layout {
        let text_of = |token: usize| &text[table.bytes(token)];
        let opens = |token: usize| openers.iter().any(|word| word.as_bytes() == text_of(token));
        let mut layout = Layout::default();
        let mut open: Vec<usize> = Vec::new();
        for index in 0..lines.len() {
            let line = lines.line(index);
            layout.inner.push(line.columns);
            let is_outer = |outer: &usize| lines.line(*outer).columns <= line.columns;
            let depth = open.partition_point(is_outer);
            let outer = depth.checked_sub(1).map(|at| open[at]);
            let anchor = outer.and_then(|outer| {
                let is_left =
                    |token: &usize| column(&text[..table.bytes(*token).start]) <= line.columns;
                let tokens = lines.tokens(outer);
                let first = tokens.start;
                let begins = |token: &usize| *token == first || opens(*token - 1);
                tokens.take_while(is_left).filter(begins).last()
            });
            layout.anchors.push(anchor.map_or(NONE, |anchor| anchor as u32));
            if is_aside(line.first_token as usize) {
                continue;
            }
            open.truncate(depth);
            if let Some(outer) = outer {
                layout.indented(outer, lines.line(outer).columns, line.columns);
                open.pop_if(|outer| lines.line(*outer).columns == line.columns);
            }
            open.push(index);
        }
        layout
    }

    /// A line is anchored in another one.
    fn indented(&mut self, outer: usize, own: u32, columns: u32) {
        let inner = &mut self.inner[outer];
        if columns > own {
            *inner = if *inner == own { columns } else { columns.min(*inner) };
        }
    }
}

impl Seams<'_> {
    /// Copies tokens that stand side by side, and moves their lines as their anchors moved.
    pub(crate) fn run_in_columns(&mut self, run: Range<usize>, layout: &Layout, out: &mut Vec<u8>) {
        let lines = &self.joints.lines;
        let mut at = self.tokens.bytes(run.start).start;
        for index in lines.first_from(run.start + 1)..lines.first_from(run.end) {
            let line = lines.line(index);
            let token = line.first_token as usize;
            let shift = self.line_shift(layout, index);
            let gap = self.tokens.gap_before(token);
            let blanks = lines::indentation(&self.text[gap.clone()]);
            out.extend_from_slice(&self.text[at..gap.end - blanks.len()]);
            push_indentation(line.columns, shift, blanks, out);
            at = gap.end;
            self.moves(token, shift);
        }
        out.extend_from_slice(&self.text[at..self.tokens.bytes(run.end - 1).end]);
    }

    /// Indents the line that a token begins now: as the one that began at its place.
    pub(crate) fn begin_line_at(
        &mut self,
        (token, place): (usize, usize),
        layout: &Layout,
        out: &mut Vec<u8>,
    ) {
        let lines = &self.joints.lines;
        let index = lines.of(place);
        let line = lines.line(index);
        let shift = self.line_shift(layout, index);
        let gap = self.tokens.gap_before(line.first_token as usize);
        push_indentation(line.columns, shift, lines::indentation(&self.text[gap]), out);
        self.moved(token, out);
    }

    /// A token comes next.
    pub(crate) fn moved(&mut self, token: usize, out: &[u8]) {
        let old = column(&self.text[..self.tokens.bytes(token).start]);
        self.moves(token, i64::from(column(out)) - i64::from(old));
    }

    /// Whether a token that began a line may come next instead, after blanks: it would stand in the
    /// column where its line would begin.
    pub(crate) fn is_in_column(
        &self,
        hole: &Hole<'_>,
        blanks: &[u8],
        layout: &Layout,
        out: &[u8],
    ) -> bool {
        let index = self.joints.lines.of(hole.before);
        let line = self.joints.lines.line(index);
        let column = column(out) + columns(blanks);
        i64::from(column) == i64::from(line.columns) + self.line_shift(layout, index)
    }

    fn moves(&mut self, token: usize, shift: i64) {
        if self.moves.last().map_or(0, |(_, last)| *last) != shift {
            self.moves.push((token, shift));
        }
    }

    /// How far a line moves: with its anchor or what is left before that on its line; else as that
    /// line would, and to the left for it if nothing is left of it.
    fn line_shift(&self, layout: &Layout, line: usize) -> i64 {
        let lines = &self.joints.lines;
        let mut shift = 0;
        let mut index = line;
        while layout.anchors[index] != NONE {
            let anchor = layout.anchors[index] as usize;
            let outer = lines.of(anchor);
            let first = lines.line(outer).first_token as usize;
            if let Some(kept) = (first..=anchor).rev().find(|token| self.bits.contains(*token)) {
                let after = self.moves.partition_point(|(token, _)| *token <= kept);
                return shift + after.checked_sub(1).map_or(0, |at| self.moves[at].1);
            }
            let (own, inner) = (lines.line(outer).columns, layout.inner[outer]);
            if lines.line(index).columns > own && !self.is_line_left(outer) {
                shift += i64::from(own) - i64::from(inner);
            }
            index = outer;
        }
        shift
    }
}

/// The column of what comes after a text.
fn column(text: &[u8]) -> u32 {
    let line = &text[memchr::memrchr(b'\n', text).map_or(0, |at| at + 1)..];
    let after = |column: u32, byte: &u8| match byte {
        b'\t' => (column / 8 + 1) * 8,
        // One byte of each character counts.
        0x80..0xc0 => column,
        _ => column + 1,
    };
    line.iter().fold(0, after)
}
