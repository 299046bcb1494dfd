//! What a parser reads of a text, chunk by chunk.
//!
//! In a text with errors, the scanners of some grammars look for the end of a string or a comment at
//! every token, each time up to the end of the text. The number of chunks that are read is bounded,
//! and so is the time.

use std::cell::Cell;
use std::rc::Rc;

/// The length of a chunk.
const LENGTH: usize = 1 << 12;

/// How often a chunk may be read on average. Parsers read a text without errors a few times.
const MOST_READS: usize = 100;

/// How many chunks of a small text may be read.
const FEW: usize = 10_000;

/// A text, and how many of its chunks may still be read.
pub(super) struct Chunks<'a> {
    text: &'a [u8],
    left: Rc<Cell<usize>>,
}

impl<'a> Chunks<'a> {
    pub(super) fn new(text: &'a [u8]) -> Chunks<'a> {
        let most = FEW + MOST_READS * (text.len() / LENGTH);
        Chunks { text, left: Rc::new(Cell::new(most)) }
    }

    /// How many chunks may still be read. When there are none, the text seems to be at its end.
    pub(super) fn left(&self) -> Rc<Cell<usize>> {
        Rc::clone(&self.left)
    }

    /// The chunk at a byte.
    pub(super) fn chunk(&mut self, at: usize) -> &'a [u8] {
        let left = self.left.get();
        self.left.set(left.saturating_sub(1));
        let end = self.text.len().min(at + LENGTH);
        self.text.get(at..end).filter(|_| left > 0).unwrap_or_default()
    }

    /// The chunk at a byte, as if the text ended with a newline: the scanners of some grammars
    /// search for one forever.
    pub(super) fn line_ended(&mut self, at: usize) -> &'a [u8] {
        let has_end = self.text.last().is_none_or(|last| *last == b'\n');
        if at == self.text.len() && !has_end { b"\n" } else { self.chunk(at) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_follow_each_other_to_the_end() {
        let text = vec![b'x'; 2 * LENGTH + 5];
        let mut chunks = Chunks::new(&text);
        let lengths = [0, LENGTH, 2 * LENGTH, text.len()].map(|at| chunks.chunk(at).len());
        assert_eq!(lengths, [LENGTH, LENGTH, 5, 0]);
        assert_eq!(chunks.line_ended(text.len()), b"\n");
    }

    #[test]
    fn a_text_that_was_read_too_often_is_at_its_end() {
        let mut chunks = Chunks::new(b"a");
        let read = (0..2 * FEW).filter(|_| !chunks.chunk(0).is_empty()).count();
        assert_eq!((read, chunks.left().get()), (FEW, 0));
    }
}
