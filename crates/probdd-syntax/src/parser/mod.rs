//! Bytes to a flat parse tree: the only folder that names tree-sitter.

mod chunks;
pub(crate) mod flat;
pub(crate) mod masks;
pub(crate) mod parse;
mod states;
pub(crate) mod tables;
