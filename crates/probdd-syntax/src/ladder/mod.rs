//! The rungs of the ladder: ways to make a small text simpler when nothing more of it can be
//! removed as it stands. A rung is a function from a document to the edits that it offers, in
//! order. A wrong offer costs a query and nothing else.

mod blocks;
mod bodies;
mod brackets;
mod calls;
mod chars;
mod columns;
mod conditions;
mod couple;
mod delete;
mod derive;
mod donors;
pub mod ease;
mod expand;
mod hoist;
mod inline;
mod lift;
mod literals;
mod merge;
mod names;
mod operands;
mod pairs;
mod parameters;
mod plain;
mod regions;
mod rungs;
mod runs;
pub mod signature;
mod source;
mod statements;
mod substitute;
#[cfg(test)]
mod tests;
mod tokens;
mod unwrap;
mod value_names;
mod values;

use crate::document::Document;
use probdd_core::Edits;
pub use rungs::{Manner, Needs, RUNGS, Rung, SEARCH_RUNGS, Stage};
use source::Source;

/// Removals of the pairs of brackets in a document, with and without what is in them, whatever its grammar says.
pub fn pairs_of_brackets(document: &Document) -> Vec<Edits> {
    brackets::offers(&Source::new(document, None))
}

/// Removals of the statements of a text that are no nodes of its tree, and of pairs of lines that only go together.
pub fn statements_and_pairs(document: &Document) -> Vec<Edits> {
    let source = Source::new(document, None);
    let mut offers = statements::offers(&source);
    offers.extend(pairs::offers(&source));
    offers
}
