//! The lists that are open while a text is read.

use crate::language::dialect::{Expect, Form};

/// What ends a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// The end of the text.
    Text,
    /// A bracket.
    Bracket(u8),
    /// A word.
    Word,
}

/// Whether an element of a list is open that is to be closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Element {
    /// None is.
    None,
    /// One is, and so many data are to come.
    Wants(u8),
    /// One is, and only a comment on its line may come.
    Complete,
}

/// A list at work.
pub(super) struct Frame {
    pub(super) end: End,
    pub(super) form: &'static Form,
    /// Whether its elements may be replaced.
    pub(super) has_slots: bool,
    /// How many backquotes are around them.
    pub(super) quotes: u8,
    /// How many elements stayed so far.
    pub(super) stayed: usize,
    /// Whether the list of what may go has begun.
    pub(super) has_list: bool,
    pub(super) element: Element,
    /// What the next datum is, if comments before it have begun its element.
    pub(super) begun: Option<Expect>,
    /// Whether the tail of the list is open inside the element.
    pub(super) has_tail: bool,
}

impl Frame {
    /// A list whose elements are all to come.
    pub(super) fn new(end: End, form: &'static Form, quotes: u8) -> Frame {
        Frame {
            end,
            form,
            has_slots: true,
            quotes,
            stayed: 0,
            has_list: false,
            element: Element::None,
            begun: None,
            has_tail: false,
        }
    }
}
