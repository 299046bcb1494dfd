//! Removes what the grammar allows to remove: from the end of the text, a node before its
//! descendants.

use super::source::Source;
use probdd_core::{Edits, NodeId, Role};
use std::cmp::Reverse;

pub(super) fn offers(source: &Source) -> Vec<Edits> {
    let tree = source.tree;
    let is_removable = |id: &NodeId| source.is_removable(*id) || tree.node(*id).role == Role::Extra;
    let mut nodes: Vec<NodeId> = tree.nodes().map(|(id, _)| id).filter(is_removable).collect();
    nodes.sort_by_key(|id| (Reverse(tree.node(*id).end_token), *id));
    nodes.into_iter().map(|id| Edits::removal(vec![id])).collect()
}
