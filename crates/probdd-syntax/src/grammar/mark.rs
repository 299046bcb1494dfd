//! The beginnings and ends of lists, items and options among the children of a node.

/// The beginning or the end of a virtual node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Mark {
    /// A list that may be empty begins; the kind of its separator, or [`NO_SEPARATOR`].
    Star(u16),
    /// A list that may not be empty begins; likewise.
    Plus(u16),
    /// An item of a list begins; `is_separated`: with the separator before it.
    Item {
        /// Whether a separator comes first.
        is_separated: bool,
    },
    /// The separator of the item ends.
    EndSeparator,
    /// Something optional begins.
    Optional,
    /// The innermost virtual node ends.
    Close,
}

/// The separator of a list that has none.
pub(crate) const NO_SEPARATOR: u16 = u16::MAX;
