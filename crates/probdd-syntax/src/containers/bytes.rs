//! Reads bytes and numbers from left to right; everything is checked.

use crate::document::repairs::number::Form;
use std::ops::Range;

/// A place in a text, and the end of the part that is read.
#[derive(Clone, Debug)]
pub(super) struct Bytes<'a> {
    text: &'a [u8],
    /// The place of the next byte.
    pub(super) at: usize,
    /// The end of the part.
    pub(super) end: usize,
}

impl<'a> Bytes<'a> {
    /// A part of a text; `None` if it lies outside.
    pub(super) fn new(text: &'a [u8], part: Range<usize>) -> Option<Bytes<'a>> {
        let is_inside = part.start <= part.end && part.end <= text.len();
        is_inside.then_some(Bytes { text, at: part.start, end: part.end })
    }

    /// Whether nothing is left.
    pub(super) fn is_empty(&self) -> bool {
        self.at == self.end
    }

    /// Takes a byte.
    pub(super) fn byte(&mut self) -> Option<u8> {
        self.take(1).map(|at| self.text[at.start])
    }

    /// Takes some bytes.
    pub(super) fn take(&mut self, len: usize) -> Option<Range<usize>> {
        let end = self.at.checked_add(len).filter(|end| *end <= self.end)?;
        Some(std::mem::replace(&mut self.at, end)..end)
    }

    /// Takes a number of `len` bytes; returns where it stands and what it says.
    pub(super) fn number(&mut self, len: usize, form: Form) -> Option<(Range<usize>, usize)> {
        let at = self.take(len)?;
        let value = usize::try_from(form.read(&self.text[at.clone()])).ok()?;
        Some((at, value))
    }

    /// Takes a LEB128 number.
    pub(super) fn leb128(&mut self) -> Option<(Range<usize>, usize)> {
        let rest = &self.text[self.at..self.end];
        let len = rest.iter().take(10).position(|byte| byte & 0x80 == 0)? + 1;
        self.number(len, Form::Leb128)
    }
}
