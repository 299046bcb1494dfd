//! Bytes to quantified trees and back: the grammars of probdd.
//!
//! [`parse`] makes a [`Document`] of a text in a [`Language`]: the tree that says what may be
//! removed and what may replace what, with quantifiers recovered from the grammar's own rules.
//! [`units`] does it without a grammar. [`Document::render`] writes what an edit keeps.
//!
//! ```
//! use probdd_core::{Edits, Kept, Role};
//! use probdd_syntax::{Language, parse};
//!
//! let json = Language::by_name("json").expect("JSON is built in");
//! let document = parse(json, b"[1, 2, 3]");
//! let tree = document.tree();
//! let mut items = tree.nodes().filter(|(_, node)| node.role == Role::Item);
//! let (one, _) = items.next().expect("the array has items");
//! let mut kept = Kept::all(tree);
//! kept.apply(tree, &Edits::removal(vec![one]));
//! let mut bytes = Vec::new();
//! document.render(&kept, &mut bytes);
//! assert_eq!(bytes, b"[2, 3]");
//! ```

mod affixes;
mod blocks;
mod bonds;
mod brackets;
mod compact;
mod conditions;
mod document;
mod emit;
mod experience;
mod flat;
mod foreign;
mod fuse;
mod grammar;
mod guess;
mod kinds;
mod ladder;
mod language;
mod languages;
mod layout;
mod lines;
mod links;
mod lists;
mod matching;
mod newlines;
mod parse;
mod parts;
mod program;
mod quirks;
mod render;
mod rewrite;
mod seams;
#[cfg(feature = "sexpr")]
mod sexpr;
mod shape;
mod tidy;
mod tokens;
mod units;

#[cfg(test)]
mod tests;

pub use document::{Document, Fallback};
pub use foreign::LoadError;
#[doc(hidden)]
pub use grammar::stripped_rules;
pub use ladder::{Rung, Stage, signature};
pub use language::Language;
pub use parse::{parse, parse_until};
pub use render::Format;
pub use tokens::count_tokens;
pub use units::{Unit, units};
