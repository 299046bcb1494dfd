//! The beginnings and ends of lists, items and options among the children of a node.

/// The beginning or the end of a list, an item or an option: a virtual node, which the parse tree
/// does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Mark {
    /// A list that may be empty begins. The number is the kind of its separator or
    /// [`NO_SEPARATOR`].
    Star(u16),
    /// A list that keeps an item begins, with a number as for `Star`.
    Plus(u16),
    /// An item of a list begins.
    Item {
        /// Whether the item begins with the separator before it.
        is_separated: bool,
    },
    /// The separator of the item ends.
    EndSeparator,
    /// Something optional begins.
    Optional,
    /// The innermost virtual node ends.
    Close,
}

impl Mark {
    /// The beginning of an item without a separator.
    pub(crate) const ITEM: Mark = Mark::Item { is_separated: false };
}

/// The number that stands for no separator.
pub(crate) const NO_SEPARATOR: u16 = u16::MAX;
