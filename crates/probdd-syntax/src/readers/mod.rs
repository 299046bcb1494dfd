//! Readers: text to a document, by a grammar, as S-expressions, or without either.

mod any_text;
pub(crate) mod blanks;
mod depth;
pub(crate) mod guests;
pub(crate) mod inside;
mod outline;
pub(crate) mod parse;
mod parse_tree;
pub(crate) mod parses;
pub(crate) mod parts;
mod pieces;
#[cfg(feature = "sexpr")]
mod sexpr;
pub(crate) mod units;
