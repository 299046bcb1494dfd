//! Makes the instructions of a three-address text independent of each other, so that they can be
//! removed: what uses a value uses none in particular, and what calls a function needs no body of it.

use super::source::{Source, write, writing};
use crate::language::facts::ThreeAddress;
use probdd_core::{Edits, NodeId, Role};
use std::collections::BTreeMap;

/// All notes of a kind that instructions and definitions can do without go.
pub(super) fn annotations(source: &Source) -> Vec<Edits> {
    let kinds =
        source.three_address().map_or("", |facts| facts.annotations).split_ascii_whitespace();
    let removable =
        |kind| source.nodes_of(NodeId::ROOT, kind).filter_map(|id| source.removable(id));
    let all = kinds.map(|kind| Edits::removal(source.outermost(removable(kind))));
    all.filter(|edits| !edits.is_empty()).collect()
}

/// All uses of a value in a function become no value in particular.
pub(super) fn undefined(source: &Source) -> Vec<Edits> {
    source.three_address().map_or(Vec::new(), |facts| uses_become(source, facts, facts.undefined))
}

/// All uses of a value in a function become zero, unless a text shows that its test admits what is no value in
/// particular.
pub(super) fn zeros(source: &Source) -> Vec<Edits> {
    let has = |text| (0..source.tree.token_count()).any(|token| source.token(token) == text);
    let facts = source.three_address().filter(|facts| !has(facts.undefined));
    facts.map_or(Vec::new(), |facts| uses_become(source, facts, facts.zero))
}

fn uses_become(source: &Source, facts: &ThreeAddress, by: &[u8]) -> Vec<Edits> {
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
            writing(tokens.into_iter().map(|token| write(token..token + 1, by)))
        };
        offers.extend(uses.into_iter().map(edits));
    }
    offers
}

/// An instruction goes whose value nothing in its function uses.
pub(super) fn unused(source: &Source) -> Vec<Edits> {
    let Some(facts) = source.three_address() else { return Vec::new() };
    let mut offers = Vec::new();
    for body in source.nodes_of(NodeId::ROOT, facts.body) {
        let mut places: BTreeMap<&[u8], Vec<NodeId>> = BTreeMap::new();
        for name in source.nodes_of(body, facts.names) {
            places.entry(source.text_of(name)).or_default().push(name);
        }
        let only = places.into_values().filter(|places| places.len() == 1);
        let mut instructions: Vec<NodeId> =
            only.filter_map(|places| instruction(source, places[0])).collect();
        instructions.sort_unstable();
        offers.extend(instructions.into_iter().map(|id| Edits::removal(vec![id])));
    }
    offers
}

/// The instruction that makes a value with a name.
fn instruction(source: &Source, name: NodeId) -> Option<NodeId> {
    let token = source.only_token(name)?;
    let item = source.around(name).find(|id| source.tree.node(*id).role == Role::Item)?;
    let is_value = source.tokens(item).start == token && source.token(token + 1) == b"=";
    is_value.then_some(item)
}
