//! Text without a grammar: tokens, lines, blanks, brackets, tags, and what is inside of tokens.

pub(crate) mod brackets;
pub(crate) mod conditionals;
pub(crate) mod content;
pub(crate) mod directives;
pub(crate) mod fuse;
pub(crate) mod groups;
pub(crate) mod layout;
pub(crate) mod lexis;
pub(crate) mod lines;
pub(crate) mod margin;
pub(crate) mod pairs;
pub(crate) mod pieces;
pub(crate) mod runs;
pub(crate) mod spacing;
pub(crate) mod tags;
pub(crate) mod templates;
pub(crate) mod token_table;
pub(crate) mod tokens;
