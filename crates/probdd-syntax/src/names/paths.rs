//! Paths: the names of the items around a name, such as a namespace and a class.

use super::items::Items;
use super::words::{Purpose, Word};
use probdd_core::NodeId;
use std::collections::HashMap;

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
        let mut names: HashMap<NodeId, (NodeId, usize)> = HashMap::new();
        let mut numbers = HashMap::new();
        for (number, word) in words.iter().enumerate() {
            for it in word {
                numbers.insert(it.node, number);
                if it.purpose != Purpose::Use {
                    let item = items.item(it.node);
                    let first = names.entry(item).or_insert((it.node, number));
                    *first = (*first).min((it.node, number));
                }
            }
        }
        let names = names.into_iter().map(|(item, (_, word))| (item, word)).collect();
        Paths { items, names, words: numbers }
    }

    /// The names of the items around a node beside its own, from inside out.
    pub(super) fn around(&self, node: NodeId) -> impl Iterator<Item = usize> {
        self.items.around(node).filter_map(|around| self.names.get(&around.item).copied())
    }

    pub(super) fn place_of_use(&self, node: NodeId) -> Place {
        Place { around: self.around(node).collect(), qualifier: self.qualifier(node) }
    }

    /// The word before a use in a node that has nothing else before it.
    fn qualifier(&self, node: NodeId) -> Option<usize> {
        let tree = self.items.tree;
        let parent = tree.parent(node)?;
        let mut leaves = (parent.0 + 1..node.0).map(NodeId);
        let last = leaves.rfind(|leaf| self.words.contains_key(leaf))?;
        let is_next = tree.node(last).end_token + 1 == tree.node(node).first_token;
        is_next.then(|| self.words[&last])
    }

    /// How far a definition is from a use: whether the qualifier is not the name of its scope, and how
    /// many of the scopes around it are not around the use.
    pub(super) fn distance(&self, definition: NodeId, place: &Place) -> (bool, usize) {
        let mut around = self.around(definition);
        let Some(qualifier) = place.qualifier else {
            return (false, around.filter(|scope| !place.around.contains(scope)).count());
        };
        match around.position(|scope| scope == qualifier) {
            Some(inner) => (false, inner),
            None => (true, 0),
        }
    }
}
