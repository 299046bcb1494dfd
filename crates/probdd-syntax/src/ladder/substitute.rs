//! Removes a definition and puts the smallest text that fits in the place of each use: a constant for a
//! variable, a basic type for a type. Where only names fit, the smallest removable part around the use
//! goes instead.

use super::derive::{Derivations, Small};
use super::names::Defined;
use super::source::{Source, write};
use probdd_core::{Edits, NodeId, Slot, Written};
use std::cell::RefCell;
use std::collections::BTreeMap;

pub(super) fn offers(source: &Source) -> Vec<Edits> {
    let Some(substitutes) = Substitutes::of(source) else { return Vec::new() };
    let words = source.words();
    let without = |leaves: &[NodeId]| {
        let definition = source.removable(leaves[0])?;
        substitutes.without(&[definition], leaves)
    };
    words.iter().rev().filter_map(|(_, leaves)| without(leaves)).collect()
}

/// What may take the place of names.
pub(super) struct Substitutes<'a, 's> {
    source: &'s Source<'a>,
    derivations: Derivations<'a>,
    names: Defined<'a>,
    /// What fits in each slot, the smallest first.
    by_slot: RefCell<BTreeMap<u16, Vec<Small>>>,
}

impl<'a, 's> Substitutes<'a, 's> {
    /// The smallest texts for the grammar of a document, if it has one.
    pub(super) fn of(source: &'s Source<'a>) -> Option<Substitutes<'a, 's>> {
        let derivations = Derivations::new(source)?;
        let (names, by_slot) = (Defined::of(source), RefCell::default());
        Some(Substitutes { source, derivations, names, by_slot })
    }

    /// Removes some nodes, and puts other texts in the place of those of some leaves that are names and
    /// not in these nodes. None if no name has another text, because `couple` offers that.
    pub(super) fn without(&self, nodes: &[NodeId], leaves: &[NodeId]) -> Option<Edits> {
        let source = self.source;
        let is_in = |nodes: &[NodeId], leaf: NodeId| {
            nodes.iter().any(|node| source.tree.contains(*node, leaf))
        };
        let mut removed = nodes.to_vec();
        let mut written = Vec::new();
        let is_left =
            |leaf: &NodeId| self.names.is_name(source.text_of(*leaf)) && !is_in(nodes, *leaf);
        for leaf in leaves.iter().copied().filter(is_left) {
            match self.smallest(leaf) {
                Some(text) => written.push((leaf, text)),
                None => removed.push(source.removable(leaf)?),
            }
        }
        let removed = source.outermost(removed);
        written.retain(|(leaf, _)| !is_in(&removed, *leaf));
        let written: Vec<Written> =
            written.into_iter().map(|(leaf, text)| write(source.tokens(leaf), text)).collect();
        (!written.is_empty()).then(|| Edits { written, ..Edits::removal(removed) })
    }

    /// The smallest text of one token that fits in the place of a leaf and is no name.
    fn smallest(&self, leaf: NodeId) -> Option<Vec<u8>> {
        let source = self.source;
        let own = source.text_of(leaf);
        let places = source.around(leaf).take_while(|id| source.tokens(*id).len() == 1);
        let places = places.filter(|id| source.tree.node(*id).slot != Slot::NONE);
        let texts = places.filter_map(|place| {
            let slot = source.tree.node(place).slot.0;
            let mut by_slot = self.by_slot.borrow_mut();
            let texts =
                by_slot.entry(slot).or_insert_with(|| self.derivations.texts_at(source, place));
            let is_other = |text: &&Small| text.bytes != own && !self.names.is_name(&text.bytes);
            texts.iter().find(is_other).filter(|text| text.tokens == 1).cloned()
        });
        texts.min().map(|text| text.bytes)
    }
}
