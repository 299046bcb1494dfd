//! Removes neighbouring tokens: all of them, or some.

use super::source::{Source, erase, writing};
use crate::text::brackets::Bracket;
use probdd_core::Edits;
use std::iter::once;
use std::ops::RangeInclusive;

/// How many neighbours are removed at most.
const LONGEST: usize = 16;

/// How long the windows are of which some tokens are removed.
const MIXED: RangeInclusive<usize> = 3..=6;

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

/// Removes the ends of windows and some of the tokens between them, in all patterns.
pub(super) fn patterns(source: &Source) -> Vec<Edits> {
    let count = source.tree.token_count();
    let mut offers = Vec::new();
    for length in MIXED.take_while(|length| *length <= count) {
        for start in (0..=count - length).rev() {
            for pattern in 0..(1_usize << (length - 2)) - 1 {
                let is_removed = |at: &usize| {
                    let inner = at - start;
                    inner == 0 || inner == length - 1 || pattern >> (inner - 1) & 1 == 1
                };
                let tokens = || (start..start + length).filter(is_removed);
                if is_balanced(source, tokens()) {
                    offers.push(writing(tokens().map(|at| erase(at..at + 1))));
                }
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
