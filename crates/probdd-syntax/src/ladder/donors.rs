//! Replaces a node by the smallest text that fits in its place: of every kind of node the smallest
//! that the grammar derives or that stands in the document. Equal nodes are replaced together, then
//! alone.

use super::derive::{Derivations, Small};
use super::names::Defined;
use super::source::{Source, writing};
use probdd_core::{Edits, NodeId, Slot};
use std::collections::BTreeMap;

/// How many texts are tried in a node's place.
const TEXTS: usize = 3;

/// Texts with fewer tokens.
pub(super) fn offers(source: &Source) -> Vec<Edits> {
    replacements(source, |own, text| text < own)
}

/// Texts with as many tokens, and fewer bytes or earlier in the order of bytes.
pub(super) fn plainer(source: &Source) -> Vec<Edits> {
    replacements(source, |own, text| text == own)
}

fn replacements(source: &Source, is_wanted: impl Fn(usize, usize) -> bool) -> Vec<Edits> {
    let Some(derivations) = Derivations::new(source) else { return Vec::new() };
    let mut by_slot: BTreeMap<u16, Vec<Small>> = BTreeMap::new();
    let mut offers: Vec<Edits> = Vec::new();
    let names = Defined::of(source);
    for nodes in groups(source) {
        let slot = source.tree.node(nodes[0]).slot;
        let texts = by_slot.entry(slot.0).or_insert_with(|| derivations.texts_at(source, nodes[0]));
        let own = source.text_of(nodes[0]);
        let size = (source.weight(nodes[0]) as usize, own.len(), own);
        let is_simpler = |tokens: usize, bytes: &[u8]| (tokens, bytes.len(), bytes) < size;
        let is_mixed = |id: &NodeId, tokens: usize, text: &[u8]| {
            tokens == size.0 && names.makes_one_of_two(source, source.tokens(*id), text)
        };
        let own_kind = derivations.smallest(source.tree.node(nodes[0]).kind.0);
        let texts = texts.iter().filter(|it| is_simpler(it.tokens, &it.bytes));
        for text in texts.filter(|it| is_wanted(size.0, it.tokens)).take(TEXTS) {
            let bytes = if own_kind == Some(text) {
                names.keeping_names(source, source.tokens(nodes[0]), &text.bytes)
            } else {
                text.bytes.clone()
            };
            let is_clear = !nodes.iter().any(|id| is_mixed(id, text.tokens, &bytes));
            if is_clear && is_simpler(text.tokens, &bytes) {
                offers.push(writing(source.write_all(&nodes, &bytes)));
            }
        }
    }
    offers
}

/// The nodes to replace together: those with the same text at the same position; then every one
/// alone.
fn groups(source: &Source) -> Vec<Vec<NodeId>> {
    let mut equal: BTreeMap<(Slot, &[u8]), Vec<NodeId>> = BTreeMap::new();
    let places = source.places();
    let key = |id: NodeId| (source.tree.node(id).slot, source.text_of(id));
    for id in &places {
        equal.entry(key(*id)).or_default().push(*id);
    }
    let mut groups = Vec::new();
    for id in places {
        let nodes = source.outermost(equal[&key(id)].iter().copied());
        if nodes.len() > 1 && nodes[0] == id {
            groups.push(nodes);
        }
        groups.push(vec![id]);
    }
    groups
}
