//! Bytes to a flat parse tree: the only folder that names tree-sitter.

pub(crate) mod flat;
mod parse;
mod states;
pub(crate) mod tables;
