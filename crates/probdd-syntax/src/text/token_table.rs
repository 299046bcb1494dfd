//! Where the tokens of a text lie.

use std::ops::Range;

/// Where the tokens of a text lie, and which of them are line comments.
#[derive(Clone, Debug, Default)]
pub(crate) struct TokenTable {
    starts: Vec<u32>,
    ends: Vec<u32>,
    line_comments: Vec<u32>,
}

impl TokenTable {
    pub(crate) fn len(&self) -> usize {
        self.starts.len()
    }

    /// The bytes of a token.
    pub(crate) fn bytes(&self, token: usize) -> Range<usize> {
        self.starts[token] as usize..self.ends[token] as usize
    }

    /// The bytes between a token and the next one.
    pub(crate) fn gap_after(&self, token: usize) -> Range<usize> {
        self.ends[token] as usize..self.starts[token + 1] as usize
    }

    /// The bytes between a token and the one before it, or the start of the text.
    pub(crate) fn gap_before(&self, token: usize) -> Range<usize> {
        let start = if token == 0 { 0 } else { self.ends[token - 1] as usize };
        start..self.starts[token] as usize
    }

    /// Where the text after the last token begins.
    pub(crate) fn covered(&self) -> usize {
        self.ends.last().map_or(0, |end| *end as usize)
    }

    /// Whether what follows a token must stand on another line.
    pub(crate) fn is_line_comment(&self, token: usize) -> bool {
        self.line_comments.binary_search(&(token as u32)).is_ok()
    }

    /// The first token that begins at a byte or after it.
    pub(crate) fn first_from(&self, byte: usize) -> usize {
        self.starts.partition_point(|start| (*start as usize) < byte)
    }

    /// Adds the next token.
    pub(crate) fn push(&mut self, bytes: Range<usize>, is_line_comment: bool) {
        if is_line_comment {
            self.line_comments.push(self.starts.len() as u32);
        }
        self.starts.push(bytes.start as u32);
        self.ends.push(bytes.end as u32);
    }
}
