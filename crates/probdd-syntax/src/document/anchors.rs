//! Anchors: the tokens that lines move with where columns decide what stands inside what, as in
//! Haskell.
//!
//! A block may begin in the middle of a line, after certain words. A line that begins in the column
//! of a block continues it; one that begins further to the right continues the last thing in it. So
//! a line moves with its *anchor*: among the tokens that begin the nearest line above that is not
//! indented further, or that begin a block on it, the last one that is not to the right of the
//! line.

use crate::text::lines::{LineTable, NONE, column};
use crate::text::token_table::TokenTable;

/// The anchors of a text's lines.
#[derive(Clone, Debug, Default)]
pub(crate) struct Anchors {
    /// The anchor of every line, or [`NONE`].
    of_lines: Vec<u32>,
    /// For every line, the smallest indentation of the lines anchored in it that are indented
    /// further; its own indentation without any.
    inner: Vec<u32>,
}

impl Anchors {
    /// The anchors of the lines of a text. Blocks begin after `openers`. Nothing is anchored in
    /// lines that are asides.
    pub(crate) fn new(
        lines: &LineTable,
        (table, text): (&TokenTable, &[u8]),
        openers: &[&str],
        is_aside: impl Fn(usize) -> bool,
    ) -> Anchors {
        let text_of = |token: usize| &text[table.bytes(token)];
        let opens = |token: usize| openers.iter().any(|word| word.as_bytes() == text_of(token));
        let mut anchors = Anchors::default();
        let mut open: Vec<usize> = Vec::new();
        for index in 0..lines.len() {
            let line = lines.line(index);
            anchors.inner.push(line.columns);
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
            anchors.of_lines.push(anchor.map_or(NONE, |anchor| anchor as u32));
            if is_aside(line.first_token as usize) {
                continue;
            }
            open.truncate(depth);
            if let Some(outer) = outer {
                anchors.indented(outer, lines.line(outer).columns, line.columns);
                open.pop_if(|outer| lines.line(*outer).columns == line.columns);
            }
            open.push(index);
        }
        anchors
    }

    /// Notes that a line is anchored in another one.
    fn indented(&mut self, outer: usize, own: u32, columns: u32) {
        let inner = &mut self.inner[outer];
        if columns > own {
            *inner = if *inner == own { columns } else { columns.min(*inner) };
        }
    }

    /// The token that a line is anchored at.
    pub(crate) fn of_line(&self, line: usize) -> Option<usize> {
        Some(self.of_lines[line]).filter(|anchor| *anchor != NONE).map(|anchor| anchor as usize)
    }

    /// The smallest indentation of the lines anchored in a line that are indented further.
    pub(crate) fn inner(&self, line: usize) -> u32 {
        self.inner[line]
    }
}
