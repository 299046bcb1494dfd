//! Paths: the names of the items around a name, such as a namespace and a class.

use super::items::Items;
use super::words::{Purpose, Word};
use probdd_core::NodeId;
use std::collections::HashMap;

/// So many nodes around a use are looked at to find what qualifies it.
const LEVELS: usize = 4;

/// The names of the items of a tree.
pub(super) struct Paths<'a> {
    items: &'a Items<'a>,
    /// The number of the word that is the name of an item.
    names: HashMap<NodeId, usize>,
    /// The number of the word that a leaf is.
    words: HashMap<NodeId, usize>,
}

/// Where a use stands.
pub(super) struct Place {
    /// The names of the items around it.
    around: Vec<usize>,
    /// The word that qualifies it, as in `std::swap`.
    qualifier: Option<usize>,
}

impl<'a> Paths<'a> {
    pub(super) fn new(items: &'a Items<'a>, words: &[Word]) -> Paths<'a> {
        // A name that is given again and again is taken for no definition, so such a word is the name
        // of an item in which nothing else is defined.
        let mut names: HashMap<NodeId, (bool, NodeId, usize)> = HashMap::new();
        let mut numbers = HashMap::new();
        for (number, word) in words.iter().enumerate() {
            for occurrence in word {
                numbers.insert(occurrence.node, number);
                if occurrence.purpose != Purpose::Use {
                    let name = (occurrence.purpose == Purpose::Neither, occurrence.node, number);
                    let first = names.entry(items.item(occurrence.node)).or_insert(name);
                    *first = (*first).min(name);
                }
            }
        }
        let names = names.into_iter().map(|(item, (.., word))| (item, word)).collect();
        Paths { items, names, words: numbers }
    }

    /// The number of the word that is the name of an item.
    pub(super) fn name(&self, item: NodeId) -> Option<usize> {
        self.names.get(&item).copied()
    }

    /// The names of the items around a node beside its own, from inside out.
    pub(super) fn around(&self, node: NodeId) -> impl Iterator<Item = usize> {
        self.items.around(node).filter_map(|around| self.name(around.item))
    }

    pub(super) fn place_of_use(&self, node: NodeId) -> Place {
        Place { around: self.around(node).collect(), qualifier: self.qualifier(node) }
    }

    /// The word that qualifies a use: the last one before it in the innermost node that begins before
    /// it, where one token stands between the two.
    fn qualifier(&self, node: NodeId) -> Option<usize> {
        let tree = self.items.tree;
        let first = tree.node(node).first_token;
        let around = std::iter::successors(tree.parent(node), |id| tree.parent(*id));
        let outer = around.take(LEVELS).find(|id| tree.node(*id).first_token < first)?;
        let mut before = (outer.0 + 1..node.0).rev().map(NodeId);
        let last = before.find(|leaf| self.words.contains_key(leaf))?;
        (tree.node(last).end_token + 1 == first).then(|| self.words[&last])
    }

    /// How far a definition is from a use: how deep below the scope that qualifies the use it is, or,
    /// without such a scope, how many of the scopes around it are not around the use.
    pub(super) fn distance(&self, definition: NodeId, place: &Place) -> (bool, usize) {
        let scopes: Vec<usize> = self.around(definition).collect();
        let qualifier = place.qualifier;
        match scopes.iter().position(|scope| Some(*scope) == qualifier) {
            Some(depth) => (false, depth),
            None => (true, scopes.iter().filter(|scope| !place.around.contains(scope)).count()),
        }
    }
}
