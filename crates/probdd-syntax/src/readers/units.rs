//! Trees without a grammar: lines, brackets, tokens, characters, bytes.

use crate::document::Document;
use crate::document::builder::DocumentBuilder;
use crate::document::joints::Joining;
use crate::language::Language;
use crate::language::facts::Facts;
use crate::readers::any_text;
use crate::text::tokens;
use probdd_core::{Kind, Role, Slot};
use std::ops::Range;

/// The elements of a tree without a grammar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unit {
    /// Lines, each with its newline.
    Line,
    /// Words, quoted strings, other characters.
    Token,
    /// Characters of UTF-8; invalid bytes stand alone.
    Char,
    /// Bytes.
    Byte,
    /// Nested lists by brackets, commas, paragraphs, indentation, lines and tokens.
    Bracket,
}

/// Divides a text into units, without a grammar.
pub fn units(unit: Unit, text: &[u8]) -> Document {
    match unit {
        Unit::Line => concatenated(text, lines(text), line),
        Unit::Char => concatenated(text, characters(text), whole),
        Unit::Byte => concatenated(text, (0..text.len()).map(|at| at..at + 1), whole),
        Unit::Token => token_list(text),
        Unit::Bracket => any_text::document(text, &Facts::NONE),
    }
}

/// Divides a text in a language by brackets, as [`Unit::Bracket`] does: comments, strings and
/// conditions are whole, as the language writes them.
pub fn brackets(language: &Language, text: &[u8]) -> Document {
    any_text::document(text, &language.facts)
}

/// A list whose items contain the whole text.
fn concatenated(
    text: &[u8],
    items: impl Iterator<Item = Range<usize>>,
    fill: fn(&mut DocumentBuilder<'_>, &[u8], Range<usize>),
) -> Document {
    let mut out = DocumentBuilder::new(text, Kind::NONE, Role::Star);
    for item in items {
        out.open(Kind::NONE, Role::Item, Slot::NONE);
        fill(&mut out, text, item);
        out.close();
    }
    out.finish([].into(), |_, _| Joining::Concatenated)
}

fn whole(out: &mut DocumentBuilder<'_>, _: &[u8], item: Range<usize>) {
    out.token(item, true);
}

/// Adds the tokens of a line. Blanks belong to the token after them, or at the end to the last one.
fn line(out: &mut DocumentBuilder<'_>, text: &[u8], line: Range<usize>) {
    let mut start = line.start;
    let mut tokens = tokens::tokens(&text[line.clone()]).peekable();
    if tokens.peek().is_none() {
        return out.token(line, false);
    }
    while let Some(token) = tokens.next() {
        let end = if tokens.peek().is_some() { line.start + token.end } else { line.end };
        out.token(start..end, true);
        start = end;
    }
}

fn lines(text: &[u8]) -> impl Iterator<Item = Range<usize>> {
    let mut start = 0;
    text.split_inclusive(|byte| *byte == b'\n').map(move |line| {
        let range = start..start + line.len();
        start = range.end;
        range
    })
}

pub(super) fn characters(text: &[u8]) -> impl Iterator<Item = Range<usize>> {
    let mut start = 0;
    text.utf8_chunks()
        .flat_map(|chunk| {
            let valid = chunk.valid().chars().map(char::len_utf8);
            valid.chain(chunk.invalid().iter().map(|_| 1))
        })
        .map(move |length| {
            let range = start..start + length;
            start = range.end;
            range
        })
}

fn token_list(text: &[u8]) -> Document {
    let mut out = DocumentBuilder::new(text, Kind::NONE, Role::Star);
    for token in tokens::tokens(text) {
        out.open(Kind::NONE, Role::Item, Slot::NONE);
        out.token(token, true);
        out.close();
    }
    out.finish([].into(), |tree, table| Joining::of_plain_text(tree, table, text))
}
