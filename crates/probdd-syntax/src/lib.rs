//! Parses bytes to quantified trees, and renders them back to bytes.
//!
//! [`parse`] makes a [`Document`] of a text in a [`Language`]. Its tree says which parts are
//! removable and which may replace which, with quantifiers recovered from the rules of the grammar.
//! [`units`] makes one without a grammar. [`Document::render`] writes the tokens that an edit keeps.
//!
//! Each folder is a floor, and imports only from those above it in this list:
//!
//! - `text`: tokens, lines, blanks and brackets of a text;
//! - `document`: a text with its tree, and its kept tokens back to bytes;
//! - `containers`: binary files, with lengths and checksums that are put right;
//! - `grammar`: the rules of a grammar, compiled to automata that recover quantifiers;
//! - `parser`: tree-sitter, to a flat parse tree;
//! - `language`: the table of languages, and the facts that their grammars do not tell;
//! - `shape`: the children of one node into lists, items and options;
//! - `readers`: a text to a document;
//! - `names`: which name refers to which;
//! - `ladder`: edits that may make a small text simpler.
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

mod containers;
mod document;
mod grammar;
mod ladder;
mod language;
mod names;
mod parser;
pub mod project;
mod readers;
mod shape;
mod text;

#[cfg(test)]
mod tests;

pub use containers::{binary, byte_runs, container, shortest_run};
pub use document::render::Format;
pub use document::{Document, Fallback};
#[doc(hidden)]
pub use grammar::stripped_rules;
pub use ladder::{
    Manner, Needs, RUNGS, Rung, SEARCH_RUNGS, Stage, ease, pairs_of_brackets, signature,
    statements_and_pairs,
};
pub use language::Language;
pub use language::foreign::LoadError;
pub use readers::blanks::{Blanks, blanks};
pub use readers::guests::{Guest, guests};
pub use readers::inside::{Groups, characters_inside, is_mostly_strings, words_inside};
pub use readers::parse::{parse, parse_until};
pub use readers::parses::likelier::{language_of, likelier};
pub use readers::parts::{Parts, divided, windows};
pub use readers::units::{Unit, brackets, units};
pub use text::margin::Margin;
pub use text::tokens::{BYTE_ORDER_MARK, count_tokens};
