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

/// The state of the current element of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Element {
    /// No element is open.
    None,
    /// An element is open, and so many data are missing.
    Wants(u8),
    /// An element is open, and only a comment on its line may follow.
    Complete,
}

/// A list that is open.
pub(super) struct Frame {
    pub(super) end: End,
    pub(super) form: &'static Form,
    /// Whether its elements may be replaced.
    pub(super) has_slots: bool,
    /// How many backquotes are around them.
    pub(super) quotes: u8,
    /// How many elements before the removable ones were read.
    pub(super) kept: usize,
    /// Whether the removable elements have begun.
    pub(super) has_list: bool,
    pub(super) element: Element,
    /// What the next datum is, if a comment before it has begun its element.
    pub(super) begun: Option<Expect>,
    /// Whether the tail of the list is open inside the element.
    pub(super) has_tail: bool,
}

impl Frame {
    /// A list of which no element is read yet.
    pub(super) fn new(end: End, form: &'static Form, quotes: u8) -> Frame {
        Frame {
            end,
            form,
            has_slots: true,
            quotes,
            kept: 0,
            has_list: false,
            element: Element::None,
            begun: None,
            has_tail: false,
        }
    }
}
