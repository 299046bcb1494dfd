//! Readers: text to a document, by a grammar, as S-expressions, or without either.

mod any_text;
mod outline;
pub(crate) mod parse;
mod parse_tree;
#[cfg(feature = "sexpr")]
mod sexpr;
pub(crate) mod units;
