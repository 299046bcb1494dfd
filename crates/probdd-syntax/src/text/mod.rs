//! Text without a grammar: tokens, lines, blanks, brackets.

pub(crate) mod brackets;
pub(crate) mod fuse;
pub(crate) mod groups;
pub(crate) mod lines;
pub(crate) mod runs;
pub(crate) mod spacing;
pub(crate) mod token_table;
pub(crate) mod tokens;
