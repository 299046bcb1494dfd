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
    let Some(derivations) = Derivations::new(source) else { return Vec::new() };
    let mut by_slot: BTreeMap<u16, Vec<Small>> = BTreeMap::new();
    let mut offers: Vec<Edits> = Vec::new();
    let names = Defined::of(source);
    for nodes in groups(source) {
        let node = source.tree.node(nodes[0]);
        let own = source.weight(nodes[0]) as usize;
        let texts = by_slot.entry(node.slot.0);
        let texts = texts.or_insert_with(|| derivations.texts_at(source, nodes[0]));
        let own_kind = derivations.smallest(node.kind.0);
        for text in texts.iter().filter(|text| text.tokens < own).take(TEXTS) {
            let bytes = if own_kind == Some(text) {
                names.keeping_names(source, source.tokens(nodes[0]), &text.bytes)
            } else {
                text.bytes.clone()
            };
            offers.push(writing(source.write_all(&nodes, &bytes)));
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
