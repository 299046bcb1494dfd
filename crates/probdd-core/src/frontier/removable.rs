//! Which nodes of a tree can be removed.

use crate::tree::TreeConfiguration;
use crate::{NodeId, Role, Tree};
use std::ops::Range;

/// The outermost removable nodes inside a node.
pub(super) fn inside(node: NodeId, best: &TreeConfiguration) -> Vec<NodeId> {
    outermost(NodeId(node.0 + 1)..best.tree().node(node).end, best)
}

/// The outermost removable nodes of a preorder range. The last item of a list that keeps one is not
/// removable, but nodes inside it are.
pub(super) fn outermost(range: Range<NodeId>, best: &TreeConfiguration) -> Vec<NodeId> {
    let (tree, kept) = (best.tree(), best.kept());
    let mut found = Vec::new();
    let mut id = range.start;
    while id < range.end {
        let is_left = best.has(id);
        let is_found = is_left && tree.is_removable(id) && !kept.is_last_of_plus(tree, id);
        if is_found {
            found.push(id);
        }
        id = if is_found || !is_left { tree.node(id).end } else { NodeId(id.0 + 1) };
    }
    found
}

/// The tokens of a node that are in none of some nodes inside it.
pub(super) fn around(
    node: NodeId,
    inside: impl Iterator<Item = NodeId>,
    tree: &Tree,
) -> Vec<Range<usize>> {
    let tokens = tree.node(node).tokens();
    let mut around = Vec::new();
    let mut start = tokens.start;
    for node in inside {
        let inner = tree.node(node).tokens();
        around.push(start..inner.start);
        start = inner.end;
    }
    around.push(start..tokens.end);
    around.retain(|tokens| !tokens.is_empty());
    around
}

/// The nodes that can be removed one after the other, in this order, such that lists that keep an
/// item do so.
pub(super) fn together(nodes: &[NodeId], best: &TreeConfiguration) -> Vec<NodeId> {
    let tree = best.tree();
    let mut kept = best.kept().clone();
    let mut remove = |node: &NodeId| {
        let is_removable =
            kept.any(tree.node(*node).tokens()) && !kept.is_last_of_plus(tree, *node);
        if is_removable {
            kept.remove(tree, *node);
        }
        is_removable
    };
    nodes.iter().copied().filter(|node| remove(node)).collect()
}

/// The items that are the last ones of lists that keep one, now that some nodes were removed.
pub(super) fn last_items(removed: &[NodeId], best: &TreeConfiguration) -> Vec<NodeId> {
    let tree = best.tree();
    let mut lists: Vec<NodeId> = removed.iter().map(|node| tree.node(*node).parent).collect();
    lists.retain(|list| tree.node(*list).role == Role::Plus);
    lists.dedup();
    let last_item = |list: NodeId| {
        let is_left = |id: &NodeId| tree.node(*id).role == Role::Item && best.has(*id);
        let mut left = tree.children(list).filter(is_left);
        left.next().filter(|_| left.next().is_none())
    };
    lists.into_iter().filter_map(last_item).collect()
}

#[cfg(test)]
mod tests;
