//! Which nodes of a tree define names, and which only hold nodes that do.

use crate::Links;
use crate::{NodeId, Role, Tree};
use fixedbitset::FixedBitSet;

/// The nodes of a tree that define names.
///
/// An item of a list *defines* a name if the links say so, or else if the name stands in it, and in no item
/// inside it. An item that defines none may be a *container* of items that do: a namespace that is opened many times, or
/// `extern "C"`.
#[derive(Clone, Debug)]
pub(super) struct Definitions {
    /// Whether no item defines a name.
    is_empty: bool,
    /// Whether each node is an item that defines a name.
    defining: FixedBitSet,
    /// The removable items of lists around definitions.
    among: Nesting,
}

impl Definitions {
    pub(super) fn new(tree: &Tree, links: &Links) -> Definitions {
        let (defining, lists) = defining_items(tree, links);
        let nodes = tree.nodes().filter(|(id, node)| {
            node.role == Role::Item && lists.contains(node.parent.index()) && tree.is_removable(*id)
        });
        let among = Nesting::new(nodes.map(|(id, _)| id), tree);
        Definitions { is_empty: defining.is_clear(), defining, among }
    }

    /// Whether no item defines a name.
    pub(super) fn is_empty(&self) -> bool {
        self.is_empty
    }

    /// Whether a node is an item that defines a name.
    pub(super) fn define(&self, node: NodeId) -> bool {
        self.defining.contains(node.index())
    }

    /// The outermost removable items inside a node in lists around definitions.
    pub(super) fn inside(&self, node: NodeId, tree: &Tree) -> impl Iterator<Item = NodeId> {
        self.among.inside(node, tree)
    }

    /// The removable items in lists around definitions that a token is in, the innermost one first, and at
    /// last the root.
    pub(super) fn around(&self, token: usize) -> impl Iterator<Item = NodeId> {
        self.among.around(token)
    }

    /// Whether a node is a part of a definition, or a small part of an item that holds definitions,
    /// such as the name of a namespace.
    pub(super) fn is_detail(&self, node: NodeId, tree: &Tree) -> bool {
        let around = std::iter::successors(tree.parent(node), |id| tree.parent(*id));
        let mut items = around.filter(|id| tree.node(*id).role == Role::Item).peekable();
        let is_small = || !self.among.contains(node) && self.inside(node, tree).next().is_none();
        !self.is_empty()
            && items.peek().is_some()
            && (items.any(|item| self.define(item)) || is_small())
    }
}

/// Some nodes, and which of them is inside which. It is asked thousands of times for each query, so everything
/// is found in tables.
#[derive(Clone, Debug)]
struct Nesting {
    /// The root, and then the nodes in document order.
    nodes: Vec<NodeId>,
    /// For each of them, the place of the next one that is not inside it.
    next: Vec<u32>,
    /// For each of them, the place of the innermost one around it. The root is around itself.
    outer: Vec<u32>,
    /// For each token, the place of the innermost one around it.
    innermost: Vec<u32>,
}

impl Nesting {
    /// The nesting of nodes other than the root, which come in document order.
    fn new(nodes: impl Iterator<Item = NodeId>, tree: &Tree) -> Nesting {
        let nodes: Vec<NodeId> = std::iter::once(NodeId::ROOT).chain(nodes).collect();
        let end_token = |place: u32| tree.node(nodes[place as usize]).end_token;
        let mut outer = vec![0];
        let mut innermost = Vec::with_capacity(tree.token_count());
        let mut fill =
            |end: u32, place: u32| innermost.resize(innermost.len().max(end as usize), place);
        let mut around = vec![0];
        for (place, node) in (0..).zip(&nodes).skip(1) {
            let is_outside = |outer: &mut u32| !tree.contains(nodes[*outer as usize], *node);
            while let Some(left) = around.pop_if(is_outside) {
                fill(end_token(left), left);
            }
            let inside = around[around.len() - 1];
            fill(tree.node(*node).first_token, inside);
            outer.push(inside);
            around.push(place);
        }
        for left in around.into_iter().rev() {
            fill(end_token(left), left);
        }
        let next = |node: &NodeId| nodes.partition_point(|id| *id < tree.node(*node).end) as u32;
        let next = nodes.iter().map(next).collect();
        Nesting { nodes, next, outer, innermost }
    }

    /// Whether it is one of the nodes.
    fn contains(&self, node: NodeId) -> bool {
        node != NodeId::ROOT && self.nodes.binary_search(&node).is_ok()
    }

    /// The outermost ones inside a node.
    fn inside(&self, node: NodeId, tree: &Tree) -> impl Iterator<Item = NodeId> {
        let end = tree.node(node).end;
        let is_inside = move |id: &NodeId| *id < end;
        let first = self.nodes.partition_point(|other| *other <= node) as u32;
        let next = |place: &u32| self.next.get(*place as usize).copied();
        let places = std::iter::successors(Some(first), next);
        places.map_while(move |place| self.nodes.get(place as usize).copied().filter(is_inside))
    }

    /// Those around a token, the innermost one first, and at last the root.
    fn around(&self, token: usize) -> impl Iterator<Item = NodeId> {
        let innermost = self.innermost.get(token).copied().unwrap_or_default();
        let outer = |place: &u32| (*place > 0).then(|| self.outer[*place as usize]);
        std::iter::successors(Some(innermost), outer).map(|place| self.nodes[place as usize])
    }
}

/// The items that define names, and the lists around them.
fn defining_items(tree: &Tree, links: &Links) -> (FixedBitSet, FixedBitSet) {
    let (mut defining, mut lists) =
        (FixedBitSet::with_capacity(tree.len()), FixedBitSet::with_capacity(tree.len()));
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
        let stated = stated.and_then(|item| around.iter().position(|outer| *outer == item));
        let around = &around[..stated.map_or(around.len(), |at| at + 1)];
        if let Some(item) = around.last() {
            defining.insert(item.index());
        }
        for list in around.iter().rev().map(|item| tree.node(*item).parent) {
            if lists.put(list.index()) {
                break;
            }
        }
    }
    (defining, lists)
}

#[cfg(test)]
mod tests;
