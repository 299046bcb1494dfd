//! Tokens, lines and blanks of a text, without a grammar.

pub(crate) mod fuse;
pub(crate) mod lines;
pub(crate) mod tokens;
