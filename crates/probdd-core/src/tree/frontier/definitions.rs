//! Which nodes of a tree define names, and which only hold nodes that do.

use super::removable;
use crate::tree::Links;
use crate::{NodeId, Role, Tree};
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

/// The nodes of a tree that define names.
///
/// An item of a list *defines* a name if the links say so, or else if the name stands in it, and in no item
/// inside it. An item that defines none may be a *container* of items that do: a namespace that is opened many times, or
/// `extern "C"`.
#[derive(Clone, Debug, Default)]
pub(super) struct Definitions {
    /// The items that define names.
    items: HashSet<NodeId>,
    /// The lists around definitions.
    lists: HashSet<NodeId>,
    /// The outermost removable items in these lists inside the root, and inside each such item.
    inside: HashMap<NodeId, Vec<NodeId>>,
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
            // The innermost item defines the name, unless another one is said to.
            let stated = links.item_of(*name);
            let stated = stated.and_then(|item| around.iter().position(|it| *it == item));
            let around = &around[..stated.map_or(around.len(), |at| at + 1)];
            definitions.items.extend(around.last());
            let lists = around.iter().rev().map(|item| tree.node(*item).parent);
            let new = lists.take_while(|list| !definitions.lists.contains(list));
            let new: Vec<NodeId> = new.collect();
            definitions.lists.extend(new);
        }
        definitions.inside = definitions.nesting(tree);
        definitions
    }

    /// The removable items in lists around definitions, by what they are directly inside of.
    fn nesting(&self, tree: &Tree) -> HashMap<NodeId, Vec<NodeId>> {
        let mut inside: HashMap<NodeId, Vec<NodeId>> = HashMap::from([(NodeId::ROOT, Vec::new())]);
        let mut around = vec![NodeId::ROOT];
        for (id, _) in tree.nodes().filter(|(id, _)| self.is_among_definitions(*id, tree)) {
            while !tree.contains(around[around.len() - 1], id) {
                around.pop();
            }
            inside.entry(around[around.len() - 1]).or_default().push(id);
            inside.insert(id, Vec::new());
            around.push(id);
        }
        inside
    }

    /// Whether a node is a removable item of a list around definitions.
    fn is_among_definitions(&self, node: NodeId, tree: &Tree) -> bool {
        let it = tree.node(node);
        it.role == Role::Item && tree.is_removable(node) && self.lists.contains(&it.parent)
    }

    /// Whether no item defines a name.
    pub(super) fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Whether a node is an item that defines a name.
    pub(super) fn define(&self, node: NodeId) -> bool {
        self.items.contains(&node)
    }

    /// The outermost removable items inside a node in lists around definitions.
    pub(super) fn inside(&self, node: NodeId, tree: &Tree) -> Cow<'_, [NodeId]> {
        if let Some(inside) = self.inside.get(&node) {
            return Cow::Borrowed(inside);
        }
        let is_among = |id: NodeId| self.is_among_definitions(id, tree);
        let inside = NodeId(node.0 + 1)..tree.node(node).end;
        Cow::Owned(removable::outermost_that(inside, tree, is_among))
    }

    /// Whether a node is a part of a definition, or a small part of an item that holds definitions,
    /// such as the name of a namespace.
    pub(super) fn is_detail(&self, node: NodeId, tree: &Tree) -> bool {
        let around = std::iter::successors(tree.parent(node), |id| tree.parent(*id));
        let mut items = around.filter(|id| tree.node(*id).role == Role::Item).peekable();
        let is_small =
            || !self.is_among_definitions(node, tree) && self.inside(node, tree).is_empty();
        !self.is_empty()
            && items.peek().is_some()
            && (items.any(|item| self.items.contains(&item)) || is_small())
    }
}

#[cfg(test)]
mod tests;
