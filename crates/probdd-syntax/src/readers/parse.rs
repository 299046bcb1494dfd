//! Parses a text in a language, and falls back to a tree without a grammar if that fails.

use crate::document::{Document, Fallback};
use crate::language::Language;
use crate::language::loaded::Loaded;
use crate::readers::depth::tag_depth;
use crate::readers::units::{self, Unit};
use crate::readers::{parse_tree, parses};

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
        let unit = if stop() { Unit::Line } else { Unit::Bracket };
        return units::units(unit, text).with_fallback(Fallback::NotParsed);
    };
    let flat = parses::best(flat, loaded, language.facts.directives, text, stop);
    if flat.unexplained_bytes() * 5 > text.len() {
        let error_bytes = flat.error_bytes;
        let fallback = Fallback::Errors { error_bytes };
        return units::units(Unit::Bracket, text).with_fallback(fallback);
    }
    parse_tree::document(language, &loaded.model, &flat, text)
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
