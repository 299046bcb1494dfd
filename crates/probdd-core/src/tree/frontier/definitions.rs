//! Which nodes of a tree define names, and which only hold nodes that do.

use super::removable;
use crate::tree::Links;
use crate::{NodeId, Role, Tree};
use std::collections::HashSet;

/// The nodes of a tree that define names.
///
/// An item of a list *defines* a name if the name stands in it, and in no item inside it. An item that
/// defines none may be a *container* of items that do: a namespace that is opened many times, or
/// `extern "C"`.
#[derive(Clone, Debug, Default)]
pub(super) struct Definitions {
    /// The items that define names.
    items: HashSet<NodeId>,
    /// The lists around definitions.
    lists: HashSet<NodeId>,
}

impl Definitions {
    pub(super) fn new(tree: &Tree, links: &Links) -> Definitions {
        let mut definitions = Definitions::default();
        let ids = tree.nodes().map(|(id, _)| id);
        let mut items = ids.filter(|id| tree.node(*id).role == Role::Item).peekable();
        // The items around a name, the innermost one last.
        let mut around: Vec<NodeId> = Vec::new();
        for name in links.definitions() {
            let leave = |around: &mut Vec<NodeId>, first: u32| {
                while around.last().is_some_and(|item| tree.node(*item).end_token <= first) {
                    around.pop();
                }
            };
            while let Some(item) = items.next_if(|id| tree.node(*id).first_token <= *name) {
                leave(&mut around, tree.node(item).first_token);
                around.push(item);
            }
            leave(&mut around, *name);
            definitions.items.extend(around.last());
            let lists = around.iter().rev().map(|item| tree.node(*item).parent);
            let new = lists.take_while(|list| !definitions.lists.contains(list));
            let new: Vec<NodeId> = new.collect();
            definitions.lists.extend(new);
        }
        definitions
    }

    /// The outermost removable items inside a node in lists around definitions; none if the node itself
    /// defines a name.
    pub(super) fn held_by(&self, node: NodeId, tree: &Tree) -> Vec<NodeId> {
        if self.items.contains(&node) { Vec::new() } else { self.inside(node, tree) }
    }

    /// The outermost removable items inside a node in lists around definitions.
    pub(super) fn inside(&self, node: NodeId, tree: &Tree) -> Vec<NodeId> {
        let is_item = |id: NodeId| {
            let it = tree.node(id);
            it.role == Role::Item && tree.is_removable(id) && self.lists.contains(&it.parent)
        };
        removable::outermost_that(NodeId(node.0 + 1)..tree.node(node).end, tree, is_item)
    }

    /// Whether a node is a part of a definition, or a small part of an item that holds definitions,
    /// such as the name of a namespace.
    pub(super) fn is_detail(&self, node: NodeId, tree: &Tree) -> bool {
        let around = std::iter::successors(tree.parent(node), |id| tree.parent(*id));
        let mut items = around.filter(|id| tree.node(*id).role == Role::Item).peekable();
        let it = tree.node(node);
        let is_among_definitions = it.role == Role::Item && self.lists.contains(&it.parent);
        let is_small = || !is_among_definitions && self.inside(node, tree).is_empty();
        !self.items.is_empty()
            && items.peek().is_some()
            && (items.any(|item| self.items.contains(&item)) || is_small())
    }
}

#[cfg(test)]
mod tests;
