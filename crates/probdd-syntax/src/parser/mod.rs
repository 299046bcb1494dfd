//! The only folder that names tree-sitter: bytes to a flat parse tree.

pub(crate) mod flat;
pub(crate) mod parse;
mod states;
