//! What stands between two tokens, and the tokens that matter for that.

/// The text between two tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gap {
    /// The text that was there.
    Kept,
    /// A new line, perhaps after an empty one.
    Line { is_after_empty: bool },
    /// A blank, or nothing.
    Blank(bool),
}

/// Whether a byte is a blank between tokens.
pub(super) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n')
}

/// Whether a token is an opening bracket.
pub(super) fn opens(token: &[u8]) -> bool {
    matches!(token, b"{" | b"(" | b"[")
}

/// Whether a token is a closing bracket.
pub(super) fn closes(token: &[u8]) -> bool {
    matches!(token, b"}" | b")" | b"]")
}

/// Whether a token ends a block, if it is the last one of it.
pub(super) fn is_end(token: &[u8]) -> bool {
    closes(token) || token.starts_with(b"end") || token.starts_with(b"join")
}
