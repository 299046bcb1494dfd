//! Makes tokens shorter: to one character, to the first or the last half, or by a character at one
//! end. Long words are left out: [`characters_inside`](crate::characters_inside) is better at them.

use super::source::{Source, write, writing};
use crate::readers::inside::LONG_WORD;
use crate::text::tokens::is_word;
use probdd_core::Edits;

pub(super) fn offers(source: &Source) -> Vec<Edits> {
    let mut offers = Vec::new();
    for token in (0..source.tree.token_count()).rev() {
        let Ok(text) = std::str::from_utf8(source.token(token)) else { continue };
        let is_long_word = text.len() >= LONG_WORD && text.bytes().all(is_word);
        if !is_long_word && text.chars().any(|c| c.is_alphanumeric() || c.is_whitespace()) {
            let shorter = shorter(text).into_iter();
            offers.extend(shorter.map(|new| writing([write(token..token + 1, new)])));
        }
    }
    offers
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
