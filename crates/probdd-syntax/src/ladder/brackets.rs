//! Removes brackets in pairs: with what is in them, or without, or only what is in them.

use super::source::{Source, erase, writing};
use probdd_core::Edits;

pub(super) fn offers(source: &Source) -> Vec<Edits> {
    let mut offers = Vec::new();
    for (open, close) in pairs(source).into_iter().rev() {
        offers.push(writing([erase(open..close + 1)]));
        offers.push(writing([erase(open..open + 1), erase(close..close + 1)]));
        if close > open + 1 {
            offers.push(writing([erase(open + 1..close)]));
        }
    }
    offers
}

/// Where brackets open and close, in the order in which they open.
fn pairs(source: &Source) -> Vec<(usize, usize)> {
    let (mut open, mut pairs) = (Vec::new(), Vec::new());
    for token in 0..source.tree.token_count() {
        let wanted = match source.token(token) {
            b"(" | b"[" | b"{" | b"<" => {
                open.push(token);
                continue;
            }
            b")" => b"(",
            b"]" => b"[",
            b"}" => b"{",
            b">" => b"<",
            _ => continue,
        };
        if let Some(place) = open.iter().rposition(|at| source.token(*at) == wanted) {
            pairs.push((open[place], token));
            open.truncate(place);
        }
    }
    pairs.sort_unstable();
    pairs
}
