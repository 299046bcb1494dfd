//! Parses a text in a language, and falls back to a tree without a grammar if that fails.

use crate::document::{Document, Fallback};
use crate::language::Language;
use crate::language::loaded::Loaded;
use crate::parser::flat::FlatTree;
use crate::readers::depth::tag_depth;
use crate::readers::pieces::{Pieces, pieces};
use crate::readers::units::{self, Unit};
use crate::readers::{parse_tree, parses};

/// A text is in error if more than one of so many bytes lies in errors and in no subtree.
const SOME: usize = 5;

/// A text is read in pieces if more than one of so many bytes lies in errors and in no subtree.
const FEW: usize = 20;

/// Parses a text. It never fails: if the text has too many errors, the tree is one of lines and
/// brackets, and [`Document::fallback`] says so.
pub fn parse(language: &Language, text: &[u8]) -> Document {
    parse_until(language, text, &|| false)
}

/// Parses a text as [`parse`] does, but returns a list of lines as soon as `stop` returns true.
/// `stop` is called every few microseconds.
pub fn parse_until(language: &Language, text: &[u8], stop: &(dyn Fn() -> bool + Sync)) -> Document {
    #[cfg(feature = "sexpr")]
    if let crate::language::GrammarSource::Expressions(dialect) = &language.grammar {
        return crate::readers::sexpr::document(dialect, text);
    }
    if language.is_any_text() {
        return units::units(Unit::Bracket, text);
    }
    match language.loaded() {
        Some(loaded) => parse_with(language, loaded, text, stop),
        None => units::units(Unit::Bracket, text).with_fallback(Fallback::NotParsed),
    }
}

fn parse_with(
    language: &Language,
    loaded: &Loaded,
    text: &[u8],
    stop: &(dyn Fn() -> bool + Sync),
) -> Document {
    let flat = (!is_too_deep(language, text))
        .then(|| loaded.tables.parse(text, loaded.is_guessing, stop))
        .flatten();
    let Some(flat) = flat else {
        // Whoever stops the parser does not wait for brackets either.
        let document =
            if stop() { units::units(Unit::Line, text) } else { units::brackets(language, text) };
        return document.with_fallback(Fallback::NotParsed);
    };
    let flat = parses::best(flat, loaded, &language.facts, text, stop);
    let unexplained = flat.unexplained_bytes();
    let pieces = in_pieces(language, loaded, text, (&flat, stop));
    let (document, unexplained) = match pieces {
        Some(pieces) => {
            let shape = Some(pieces.shape);
            let document = parse_tree::document(language, &loaded.model, &pieces.flat, shape, text);
            (document, pieces.unexplained)
        }
        None => (parse_tree::document(language, &loaded.model, &flat, None, text), unexplained),
    };
    let document = document.with_must_be_used(language);
    if unexplained * SOME <= text.len() {
        return document;
    }
    let error_bytes = document.error_bytes();
    document.with_fallback(Fallback::Errors { error_bytes })
}

/// A text whose parse has many errors, in pieces, if these explain more of it. Where text in error
/// belongs to the whole statement, any error is one too many.
fn in_pieces(
    language: &Language,
    loaded: &Loaded,
    text: &[u8],
    (flat, stop): (&FlatTree, &(dyn Fn() -> bool + Sync)),
) -> Option<Pieces> {
    let unexplained = flat.unexplained_bytes();
    let is_bad = unexplained * FEW > text.len() || language.facts.statement_end.is_some();
    let is_tried = flat.error_bytes > 0 && is_bad && !loaded.is_guessing;
    let pieces = is_tried.then(|| pieces(language, loaded, text, stop)).flatten();
    pieces.filter(|pieces| pieces.unexplained < unexplained)
}

/// Whether the elements of a text nest so deeply that the grammar's scanner takes very long.
fn is_too_deep(language: &Language, text: &[u8]) -> bool {
    language.facts.max_depth.is_some_and(|deepest| tag_depth(text) > deepest)
}

impl Language {
    /// Counts the syntax errors of a text, up to `most`. S-expressions have none, and so has a text
    /// that nests too deeply to be parsed.
    pub fn errors(&self, text: &[u8], most: usize) -> usize {
        let loaded = self.loaded().filter(|_| !is_too_deep(self, text));
        loaded.map_or(0, |loaded| loaded.tables.errors(text, most))
    }
}
