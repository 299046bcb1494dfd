//! Neighbouring tokens: all of them go, or some.

use super::source::Source;
use probdd_core::{Edits, Written};
use std::ops::Range;

/// How many neighbours go at most.
const LONGEST: usize = 16;

/// Windows of which some tokens go.
const MIXED: std::ops::RangeInclusive<usize> = 3..=6;

/// One token after another goes, from the end.
pub(super) fn single(source: &Source) -> Vec<Edits> {
    let tokens = (0..source.tree.token_count()).rev().filter(|token| counts(source, *token));
    tokens.map(|token| gone(std::iter::once(token..token + 1))).collect()
}

/// Windows of two tokens and more, the small ones first, each from the end. Brackets in a window
/// are in pairs. Large windows lie further apart.
pub(super) fn runs(source: &Source) -> Vec<Edits> {
    let count = source.tree.token_count();
    let mut offers = Vec::new();
    for length in 2..=LONGEST.min(count.saturating_sub(1)) {
        for start in (0..=count - length).rev().step_by((length / 4).max(1)) {
            let window = start..start + length;
            if is_balanced(source, window.clone()) {
                offers.push(gone(std::iter::once(window)));
            }
        }
    }
    offers
}

/// All patterns of windows whose ends go and of which something between stays.
pub(super) fn patterns(source: &Source) -> Vec<Edits> {
    let count = source.tree.token_count();
    let mut offers = Vec::new();
    for length in MIXED {
        for start in (0..=count.saturating_sub(length)).rev() {
            if start + length > count {
                continue;
            }
            for pattern in 0..(1_usize << (length - 2)) - 1 {
                let goes = |at: &usize| {
                    let inner = at - start;
                    inner == 0 || inner == length - 1 || pattern >> (inner - 1) & 1 == 1
                };
                let tokens = || (start..start + length).filter(goes);
                if is_balanced(source, tokens()) {
                    offers.push(gone(tokens().map(|at| at..at + 1)));
                }
            }
        }
    }
    offers
}

fn counts(source: &Source, token: usize) -> bool {
    source.tree.counted().contains(token)
}

fn gone(ranges: impl IntoIterator<Item = Range<usize>>) -> Edits {
    let write = |tokens: Range<usize>| Written { tokens: Source::range(&tokens), text: Vec::new() };
    Edits { written: ranges.into_iter().map(write).collect(), ..Edits::default() }
}

/// Whether the brackets of some tokens are in pairs.
fn is_balanced(source: &Source, tokens: impl Iterator<Item = usize>) -> bool {
    let mut open = Vec::new();
    for token in tokens {
        match source.token(token) {
            b"(" => open.push(b')'),
            b"[" => open.push(b']'),
            b"{" => open.push(b'}'),
            [close @ (b')' | b']' | b'}')] if open.pop() != Some(*close) => return false,
            _ => {}
        }
    }
    open.is_empty()
}
