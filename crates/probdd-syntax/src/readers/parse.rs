//! Parses a text in a language, and falls back to a tree without a grammar if that fails.

use crate::document::{Document, Fallback};
use crate::language::Language;
use crate::language::loaded::Loaded;
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
    let is_shallow = language.facts.max_depth.is_none_or(|deepest| tag_depth(text) <= deepest);
    let flat = is_shallow.then(|| loaded.tables.parse(text, loaded.is_guessing, stop)).flatten();
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

/// How deep elements nest in a text with tags, as far as `<` and `</` tell.
fn tag_depth(text: &[u8]) -> usize {
    let (mut depth, mut deepest) = (0_usize, 0);
    for pair in text.windows(2) {
        match pair {
            b"</" | b"/>" => depth = depth.saturating_sub(1),
            [b'<', first] if first.is_ascii_alphabetic() || *first == b'_' => depth += 1,
            _ => {}
        }
        deepest = deepest.max(depth);
    }
    deepest
}
