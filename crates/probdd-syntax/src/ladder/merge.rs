//! Makes neighbours one: of two elements that begin alike and end alike, the second gives what it
//! has of its own to the first, after a comma or without.

use super::source::{Source, write};
use probdd_core::{Edits, NodeId};
use std::ops::Range;

pub(super) fn offers(source: &Source) -> Vec<Edits> {
    let lists = source.tree.nodes().filter(|(_, node)| node.is_list()).map(|(id, _)| id);
    let mut offers = Vec::new();
    for list in lists {
        let items: Vec<NodeId> = source.items(list).collect();
        for pair in items.windows(2).rev() {
            offers.extend(merged(source, pair[0], pair[1]));
        }
    }
    offers
}

fn merged(source: &Source, first: NodeId, second: NodeId) -> Vec<Edits> {
    let (a, b) = (source.tokens(first), source.tokens(second));
    let tokens = |range: &Range<usize>| -> Vec<&[u8]> {
        range.clone().map(|token| source.token(token)).collect()
    };
    let (left, right) = (tokens(&a), tokens(&b));
    let shared = |pairs: &mut dyn Iterator<Item = (&&[u8], &&[u8])>| {
        pairs.take_while(|(one, other)| one == other).count()
    };
    let before = shared(&mut left.iter().zip(&right));
    let after = shared(&mut left.iter().rev().zip(right.iter().rev()));
    let shortest = left.len().min(right.len());
    if before == 0 || after == 0 || before + after >= shortest {
        return Vec::new();
    }
    let own = source.text(b.start + before..b.end - after);
    let last = a.end - after - 1;
    let joined = |between: &str| {
        let text = [source.token(last), between.as_bytes(), own].concat();
        let written = vec![write(last..last + 1, text)];
        Edits { written, ..Edits::removal(vec![second]) }
    };
    vec![joined(", "), joined(" ")]
}
