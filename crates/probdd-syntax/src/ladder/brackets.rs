//! Brackets in pairs: they go with what is in them, or without, or only what is in them goes.

use super::source::Source;
use probdd_core::{Edits, Written};

pub(super) fn offers(source: &Source) -> Vec<Edits> {
    let mut offers = Vec::new();
    for (open, close) in pairs(source).into_iter().rev() {
        let gone = |tokens: std::ops::Range<usize>| Written {
            tokens: Source::range(&tokens),
            text: Vec::new(),
        };
        let edits = |written: Vec<Written>| Edits { written, ..Edits::default() };
        offers.push(edits(vec![gone(open..close + 1)]));
        offers.push(edits(vec![gone(open..open + 1), gone(close..close + 1)]));
        if close > open + 1 {
            offers.push(edits(vec![gone(open + 1..close)]));
        }
    }
    offers
}

/// Where brackets open and close, in the order in which they open.
fn pairs(source: &Source) -> Vec<(usize, usize)> {
    let (mut open, mut pairs) = (Vec::new(), Vec::new());
    for token in 0..source.tree.token_count() {
        match source.token(token) {
            [b'(' | b'[' | b'{' | b'<'] => open.push(token),
            [close @ (b')' | b']' | b'}' | b'>')] => {
                let wanted = match close {
                    b')' => b'(',
                    b']' => b'[',
                    b'}' => b'{',
                    _ => b'<',
                };
                let place = open.iter().rposition(|at| source.token(*at) == [wanted]);
                if let Some(place) = place {
                    pairs.push((open[place], token));
                    open.truncate(place);
                }
            }
            _ => {}
        }
    }
    pairs.sort_unstable();
    pairs
}
