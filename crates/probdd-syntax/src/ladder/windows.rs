//! Removes neighbouring tokens.

use super::source::{Source, erase, writing};
use crate::text::brackets::Bracket;
use probdd_core::Edits;
use std::iter::once;

/// How many neighbours are removed at most.
const LONGEST: usize = 16;

/// Removes one token after another, from the end.
pub(super) fn single(source: &Source) -> Vec<Edits> {
    let counted = source.tree.counted();
    let tokens = (0..source.tree.token_count()).rev().filter(|token| counted.contains(*token));
    tokens.map(|token| writing(once(erase(token..token + 1)))).collect()
}

/// Removes windows of two tokens and more, the small ones first, each from the end. Brackets in a
/// window are in pairs. Large windows lie further apart.
pub(super) fn runs(source: &Source) -> Vec<Edits> {
    let count = source.tree.token_count();
    let mut offers = Vec::new();
    for length in 2..=LONGEST.min(count.saturating_sub(1)) {
        for start in (0..=count - length).rev().step_by((length / 4).max(1)) {
            let window = start..start + length;
            if is_balanced(source, window.clone()) {
                offers.push(writing(once(erase(window))));
            }
        }
    }
    offers
}

/// Whether the brackets of some tokens are in pairs.
fn is_balanced(source: &Source, tokens: impl Iterator<Item = usize>) -> bool {
    let mut open = Vec::new();
    for token in tokens {
        match Bracket::of(source.token(token)) {
            Bracket::Open(close) => open.push(close),
            Bracket::Close(close) if open.pop() != Some(close) => return false,
            Bracket::Close(_) | Bracket::None => {}
        }
    }
    open.is_empty()
}
