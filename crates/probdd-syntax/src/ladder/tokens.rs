//! Removes single tokens.

use super::source::{Source, erase, writing};
use probdd_core::Edits;
use std::iter::once;

/// Removes one token after another, from the end.
pub(super) fn offers(source: &Source) -> Vec<Edits> {
    let counted = source.tree.counted();
    let tokens = (0..source.tree.token_count()).rev().filter(|token| counted.contains(*token));
    tokens.map(|token| writing(once(erase(token..token + 1)))).collect()
}
