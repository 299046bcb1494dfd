//! Makes tokens shorter: to one character, to the first or the last half, or by a character at one
//! end; of a string in a text without a grammar, what its quotes enclose. Long words are left out: [`characters_inside`](crate::characters_inside) is better at them.

use super::source::{Source, write, writing};
use crate::readers::inside::LONG_WORD;
use crate::text::content::content;
use crate::text::tokens::is_word;
use probdd_core::Edits;
use std::ops::Range;

pub(super) fn offers(source: &Source) -> Vec<Edits> {
    let mut offers = Vec::new();
    for token in (0..source.tree.token_count()).rev() {
        let Ok(text) = std::str::from_utf8(source.token(token)) else { continue };
        let content = content_of(source, text);
        let inside = &text[content.clone()];
        let is_long_word = inside.len() >= LONG_WORD && inside.bytes().all(is_word);
        if !is_long_word && inside.chars().any(|c| c.is_alphanumeric() || c.is_whitespace()) {
            let marked = |new: &str| [&text[..content.start], new, &text[content.end..]].concat();
            let shorter = shorter(inside).into_iter().map(|new| marked(&new));
            // Quotes go in pairs, where no grammar tells a name from a string.
            let bare = (source.is_of_units() && inside.len() < text.len()).then(|| inside.into());
            let texts = bare.into_iter().chain(shorter);
            offers.extend(texts.map(|new| writing([write(token..token + 1, new)])));
        }
    }
    offers
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
