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

mod document;
mod grammar;
mod ladder;
mod language;
mod names;
mod parser;
mod readers;
mod shape;
mod text;

#[cfg(test)]
mod tests;

pub use document::render::Format;
pub use document::{Document, Fallback};
#[doc(hidden)]
pub use grammar::stripped_rules;
pub use ladder::{Manner, Needs, RUNGS, Rung, Stage, signature};
pub use language::Language;
pub use language::foreign::LoadError;
pub use readers::parse::{parse, parse_until};
pub use readers::units::{Unit, units};
pub use text::tokens::count_tokens;
