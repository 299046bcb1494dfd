//! Removes a definition together with its uses: for every name the smallest removable parts around
//! all its occurrences, then larger parts. Also removes all parts with the same text together.

use super::source::{Source, erase, writing};
use probdd_core::{Edits, NodeId};
use std::collections::BTreeMap;

/// How many parts around every occurrence of a name are tried.
const LEVELS: usize = 3;

/// At how many places a sign stands at most that is removed everywhere.
const SIGNS: usize = 4;

pub(super) fn offers(source: &Source) -> Vec<Edits> {
    let mut offers = Vec::new();
    for level in 0..LEVELS {
        for (_, leaves) in source.words().into_iter().rev().filter(|(_, leaves)| leaves.len() > 1) {
            let definition = part(source, leaves[0], 0);
            let uses = leaves[1..].iter().map(|leaf| part(source, *leaf, level));
            offers.extend(removal(source, std::iter::once(definition).chain(uses)));
        }
    }
    for nodes in equal(source).into_values().rev().filter(|nodes| nodes.len() > 1) {
        offers.extend(removal(source, nodes.into_iter().map(Some)));
    }
    offers.extend(signs(source));
    offers
}

/// Removes a sign that stands at a few places everywhere: a pointer's star, where it is declared
/// and where it is followed.
fn signs(source: &Source) -> Vec<Edits> {
    let mut places: BTreeMap<&[u8], Vec<usize>> = BTreeMap::new();
    for token in 0..source.tree.token_count() {
        let text = source.token(token);
        let is_sign = text.iter().all(u8::is_ascii_punctuation);
        let is_bracket = matches!(text, [b'(' | b')' | b'[' | b']' | b'{' | b'}']);
        if is_sign && !is_bracket {
            places.entry(text).or_default().push(token);
        }
    }
    let few = places.into_values().filter(|tokens| (2..=SIGNS).contains(&tokens.len()));
    few.map(|tokens| writing(tokens.into_iter().map(|token| erase(token..token + 1)))).collect()
}

/// The removable part around a leaf, or with `level` a larger one. Of two parts that differ by one
/// token only, such as a semicolon, the larger one counts.
fn part(source: &Source, leaf: NodeId, level: usize) -> Option<NodeId> {
    let mut parts: Vec<NodeId> = Vec::new();
    for id in source.around(leaf).filter(|id| *id != NodeId::ROOT && source.is_removable(*id)) {
        let is_list = source.tree.node(id).is_list();
        let inner = parts.last().map_or(0, |last| source.weight(*last));
        if !parts.is_empty() && !is_list && source.weight(id) <= inner + 1 {
            parts.pop();
        } else if parts.len() > level {
            break;
        }
        parts.push(id);
    }
    parts.last().copied()
}

/// The removal of several nodes, if all of them are there.
fn removal(source: &Source, nodes: impl Iterator<Item = Option<NodeId>>) -> Option<Edits> {
    let nodes = source.outermost(nodes.collect::<Option<Vec<NodeId>>>()?);
    (nodes.len() > 1).then(|| Edits::removal(nodes))
}

/// The removable nodes, by their text.
fn equal<'a>(source: &Source<'a>) -> BTreeMap<(u32, &'a [u8]), Vec<NodeId>> {
    let mut equal: BTreeMap<_, Vec<NodeId>> = BTreeMap::new();
    let nodes = source.tree.nodes().map(|(id, _)| id);
    for id in nodes.filter(|id| source.is_removable(*id) && source.weight(*id) > 0) {
        equal.entry((source.weight(id), source.text_of(id))).or_default().push(id);
    }
    equal
}
