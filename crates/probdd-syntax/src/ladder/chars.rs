//! Makes tokens shorter: to one character, to the first or the last half, or by a character at one
//! end; of a string in a text without a grammar, what its quotes enclose. Equal tokens become shorter
//! together; where that fails, each alone. Long words are left out:
//! [`characters_inside`](crate::characters_inside) is better at them.

use super::source::{Source, writing_at};
use crate::readers::inside::LONG_WORD;
use crate::text::content::content;
use crate::text::tokens::is_word;
use probdd_core::Edits;
use std::ops::Range;

pub(super) fn offers(source: &Source) -> Vec<Edits> {
    let texts = source.texts();
    let together = texts.iter().rev().map(|(text, tokens)| (*text, tokens.as_slice()));
    let repeated = texts.iter().rev().filter(|(_, tokens)| tokens.len() > 1);
    let alone = repeated.flat_map(|(text, tokens)| tokens.rchunks(1).map(|token| (*text, token)));
    let offers_of = |(text, tokens): (&[u8], &[usize])| {
        let texts = shorter_tokens(source, text).into_iter();
        texts.map(|new| writing_at(tokens, new.as_bytes())).collect::<Vec<_>>()
    };
    together.chain(alone).flat_map(offers_of).collect()
}

/// What may take the place of a token that is not a long word.
fn shorter_tokens(source: &Source, token: &[u8]) -> Vec<String> {
    let Ok(text) = std::str::from_utf8(token) else { return Vec::new() };
    let content = content_of(source, text);
    let inside = &text[content.clone()];
    let is_long_word = inside.len() >= LONG_WORD && inside.bytes().all(is_word);
    if is_long_word || !inside.chars().any(|c| c.is_alphanumeric() || c.is_whitespace()) {
        return Vec::new();
    }
    let marked = |new: &str| [&text[..content.start], new, &text[content.end..]].concat();
    let shorter = shorter(inside).into_iter().map(|new| marked(&new));
    // Quotes go in pairs, where no grammar tells a name from a string.
    let bare = (source.is_of_units() && inside.len() < text.len()).then(|| inside.into());
    bare.into_iter().chain(shorter).collect()
}

/// What of a token is made shorter. A grammar tells without a query that half a string is none.
fn content_of(source: &Source, text: &str) -> Range<usize> {
    if source.is_of_units() { content(text.as_bytes()) } else { 0..text.len() }
}

fn shorter(text: &str) -> Vec<String> {
    let chars: Vec<char> = text.chars().collect();
    let count = chars.len();
    let choices =
        [0..1, 0..count / 2, count / 2..count, 0..count.saturating_sub(1), 1.min(count)..count];
    let mut shorter: Vec<String> = Vec::new();
    for range in choices {
        let new: String = chars[range].iter().collect();
        if !new.is_empty() && new.len() < text.len() && !shorter.contains(&new) {
            shorter.push(new);
        }
    }
    shorter
}
