//! Makes the instructions of a three-address text independent of each other, so that they can be
//! removed: what uses a value uses none in particular, and a jump has one target or none.

use super::source::{Source, write, writing};
use crate::language::facts::ThreeAddress;
use probdd_core::{Edits, NodeId};
use std::collections::BTreeMap;

fn facts<'a>(source: &Source) -> Option<&'a ThreeAddress> {
    source.language.and_then(|language| language.facts.three_address)
}

/// All notes of a kind that instructions and definitions can do without go.
pub(super) fn annotations(source: &Source) -> Vec<Edits> {
    let kinds = facts(source).map_or("", |facts| facts.annotations).split_ascii_whitespace();
    let removable =
        |kind| source.nodes_of(NodeId::ROOT, kind).filter_map(|id| source.removable(id));
    let all = kinds.map(|kind| Edits::removal(source.outermost(removable(kind))));
    all.filter(|edits| !edits.is_empty()).collect()
}

/// All uses of a value in a function become a value that needs no definition.
pub(super) fn undefined(source: &Source) -> Vec<Edits> {
    let Some(facts) = facts(source) else { return Vec::new() };
    let mut offers = Vec::new();
    for body in source.nodes_of(NodeId::ROOT, facts.body) {
        let mut uses: BTreeMap<&[u8], Vec<usize>> = BTreeMap::new();
        for token in source.nodes_of(body, facts.operand).filter_map(|id| source.only_token(id)) {
            let text = source.token(token);
            if text.starts_with(&[facts.sign]) && source.token(token - 1) != facts.block {
                uses.entry(text).or_default().push(token);
            }
        }
        let mut uses: Vec<Vec<usize>> = uses.into_values().collect();
        uses.sort_unstable();
        let edits = |tokens: Vec<usize>| {
            writing(tokens.into_iter().map(|token| write(token..token + 1, facts.undefined)))
        };
        offers.extend(uses.into_iter().map(edits));
    }
    offers
}

/// A jump becomes the end of the function, or else a jump to one of its targets.
pub(super) fn jumps(source: &Source) -> Vec<Edits> {
    let Some(facts) = facts(source) else { return Vec::new() };
    let mut offers = Vec::new();
    for jump in source.nodes_of(NodeId::ROOT, facts.jumps) {
        let tokens = source.tokens(jump);
        let mut targets: Vec<&[u8]> = Vec::new();
        for token in tokens.clone().skip(1).filter(|at| source.token(at - 1) == facts.block) {
            if !targets.contains(&source.token(token)) {
                targets.push(source.token(token));
            }
        }
        let one = targets.iter().filter(|_| targets.len() > 1);
        let one = one.map(|target| [facts.jump, b" ", facts.block, b" ", target].concat());
        let texts = std::iter::once(facts.end.to_vec()).chain(one);
        offers.extend(texts.map(|text| writing([write(tokens.clone(), text)])));
    }
    offers
}
