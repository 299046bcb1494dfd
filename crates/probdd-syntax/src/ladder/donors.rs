//! Replaces a node by the smallest text that fits in its place: of every kind of node the smallest
//! that the grammar derives or that stands in the document. Equal nodes are replaced together, then
//! alone.

use super::derive::{Derivations, Small};
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
    for nodes in groups(source) {
        let slot = source.tree.node(nodes[0]).slot;
        let texts = by_slot.entry(slot.0).or_insert_with(|| derivations.texts_at(source, nodes[0]));
        let own = source.text_of(nodes[0]);
        let size = (source.weight(nodes[0]) as usize, own.len(), own);
        let is_simpler = |text: &&Small| (text.tokens, text.length, text.bytes.as_slice()) < size;
        let is_wanted = |text: &&Small| is_wanted(size.0, text.tokens);
        for text in texts.iter().filter(is_simpler).filter(is_wanted).take(TEXTS) {
            offers.push(writing(source.write_all(&nodes, &text.bytes)));
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
