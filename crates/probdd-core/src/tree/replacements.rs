//! What may stand in a node's place (the transformations of Perses, ICSE'18): lighter descendants.
//!
//! A regular node is replaced by a descendant whose kind fits its position, found to depth 5; a list
//! by a descendant list, and an item of a list by the elements of one, found to depth 3, where every
//! element must fit. Depth counts nodes of the grammar, not the lists and items between them.

use super::configuration::TreeConfiguration;
use crate::{Kept, Kind, NodeId, Role, Slot, Tree};
use std::cmp::Reverse;
use std::collections::VecDeque;

/// How deep below a regular node a replacement may lie.
const DEPTH: usize = 5;

/// How deep below a list, or an item of one, a replacement may lie.
const DEPTH_IN_LIST: usize = 3;

/// What may replace a node, the heaviest first.
pub(super) fn replacements(at: &TreeConfiguration, node: NodeId) -> Vec<NodeId> {
    let found = Left { tree: at.tree(), kept: at.kept() }.replacements(node);
    let weight = at.weight(node);
    let mut found: Vec<(u32, NodeId)> = found.into_iter().map(|by| (at.weight(by), by)).collect();
    found.retain(|(of_by, _)| *of_by < weight);
    found.sort_by_key(|by| Reverse(*by));
    found.into_iter().map(|(_, by)| by).collect()
}

/// What is left of a tree.
#[derive(Clone, Copy)]
struct Left<'a> {
    tree: &'a Tree,
    kept: &'a Kept,
}

impl Left<'_> {
    fn replacements(self, node: NodeId) -> Vec<NodeId> {
        let tree = self.tree;
        match tree.node(node).role {
            Role::Star | Role::Plus => self.lists_that_fit(node, node, self.element_slot(node)),
            Role::Item => {
                let slot = self.content(node).map(|id| tree.node(id).slot);
                self.lists_that_fit(node, tree.node(node).parent, slot)
            }
            Role::Regular => self.nodes_that_fit(node),
            Role::Optional | Role::Extra => Vec::new(),
        }
    }

    fn nodes_that_fit(self, node: NodeId) -> Vec<NodeId> {
        let slot = self.tree.node(node).slot;
        let fits = |id: &NodeId| self.tree.fits(slot, self.tree.node(*id).kind);
        if slot == Slot::NONE {
            return Vec::new();
        }
        self.descendants(node, DEPTH).into_iter().filter(fits).collect()
    }

    /// The lists below a node whose elements may stand where a list's elements stand: they fit the
    /// position, and the same separator stands between them.
    fn lists_that_fit(self, node: NodeId, list: NodeId, slot: Option<Slot>) -> Vec<NodeId> {
        let tree = self.tree;
        let Some(slot) = slot else { return Vec::new() };
        let fits = |by: &NodeId| {
            let mut contents = self.items(*by).map(|item| self.content(item)).peekable();
            tree.node(*by).is_list()
                && tree.node(*by).kind == tree.node(list).kind
                && contents.peek().is_some()
                && contents.all(|id| id.is_some_and(|id| tree.fits(slot, tree.node(id).kind)))
        };
        self.descendants(node, DEPTH_IN_LIST).into_iter().filter(fits).collect()
    }

    /// The position that the elements of a list stand at, where they all stand at the same.
    fn element_slot(self, list: NodeId) -> Option<Slot> {
        let slot_of = |item| self.content(item).map(|id| self.tree.node(id).slot);
        let mut slots = self.items(list).map(slot_of);
        let first = slots.next()??;
        slots.all(|slot| slot == Some(first)).then_some(first)
    }

    fn items(self, list: NodeId) -> impl Iterator<Item = NodeId> {
        self.children(list).filter(move |id| self.tree.node(*id).role == Role::Item)
    }

    /// The one node that an item consists of, beside its separator and comments.
    fn content(self, item: NodeId) -> Option<NodeId> {
        let tree = self.tree;
        let mut regular = self.children(item).filter(|id| tree.node(*id).role != Role::Extra);
        let content = regular.next()?;
        let start = tree.node(item).tokens().start;
        let separator = start..start + usize::from(tree.node(item).lead);
        let weigh = |tokens| self.kept.weight_in(tree, tokens);
        let is_whole = weigh(tree.node(content).tokens()) + weigh(separator)
            == weigh(tree.node(item).tokens());
        let has_slot = tree.node(content).slot != Slot::NONE;
        (regular.next().is_none() && is_whole && has_slot).then_some(content)
    }

    /// The proper descendants down to a depth, breadth-first.
    fn descendants(self, node: NodeId, depth: usize) -> Vec<NodeId> {
        let tree = self.tree;
        let mut found = Vec::new();
        let mut waiting = VecDeque::from([(node, 0)]);
        while let Some((id, level)) = waiting.pop_front() {
            for child in self.children(id) {
                let is_of_grammar =
                    tree.node(child).kind != Kind::NONE && !tree.node(child).is_list();
                let level = level + usize::from(is_of_grammar);
                if level <= depth {
                    found.push(child);
                    waiting.push_back((child, level));
                }
            }
        }
        found
    }

    /// The children of a node that are left. One without text is left as long as the node is.
    fn children(self, id: NodeId) -> impl Iterator<Item = NodeId> {
        self.tree.children(id).filter(move |child| {
            let tokens = self.tree.node(*child).tokens();
            tokens.is_empty() || self.kept.any(tokens)
        })
    }
}
