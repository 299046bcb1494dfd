//! From a text to a document: by a grammar, as S-expressions, or without either.

pub(crate) mod any_text;
pub(crate) mod emit;
mod outline;
#[cfg(feature = "sexpr")]
pub(crate) mod sexpr;
pub(crate) mod units;
