//! What can replace a node (the transformations of Perses, ICSE'18): lighter descendants.
//!
//! A regular node is replaced by a descendant whose kind fits its position, down to depth 5. A list
//! is replaced by a descendant list, and an item of a list by the elements of one, down to depth 3,
//! where every element must fit. Depth counts nodes of the grammar, not the lists and items between
//! them.

use super::configuration::TreeConfiguration;
use crate::{Kind, NodeId, Role, Slot};
use std::cmp::Reverse;
use std::collections::VecDeque;
use std::ops::Range;

/// How deep below a regular node a replacement may lie.
const DEPTH: usize = 5;

/// How deep below a list, or an item of one, a replacement may lie.
const DEPTH_IN_LIST: usize = 3;

/// The most removable nodes that a likely replacement loses.
const FEW: usize = 2;

/// The nodes that can replace a node, the heaviest first.
pub(crate) fn replacements(best: &TreeConfiguration, node: NodeId) -> Vec<NodeId> {
    let weight = best.weight(node);
    let found = fitting(best, node).into_iter().map(|by| (best.weight(by), by));
    let mut lighter: Vec<(u32, NodeId)> = found.filter(|(of_by, _)| *of_by < weight).collect();
    lighter.sort_by_key(|by| Reverse(*by));
    lighter.into_iter().map(|(_, by)| by).collect()
}

/// The replacements that are likely to succeed after every removable node was tried, the heaviest
/// first.
///
/// A replacement loses what is inside the node and outside its replacement. Removable nodes in there
/// have been found to be needed. On twelve of our subjects, 60 of 375 replacements that lose no such
/// node succeeded, 16 of 394 with one or two of them, and none of 209 with more.
pub(crate) fn near_replacements(best: &TreeConfiguration, node: NodeId) -> Vec<NodeId> {
    let mut choices = replacements(best, node);
    choices.retain(|by| loses_few(best, node, *by));
    choices
}

/// Whether at most [`FEW`] removable nodes lie inside a node and outside its replacement. Those inside
/// of others do not count.
fn loses_few(best: &TreeConfiguration, node: NodeId, by: NodeId) -> bool {
    let tree = best.tree();
    let stays = tree.node(by).tokens();
    let encloses = |tokens: Range<usize>| tokens.start <= stays.start && stays.end <= tokens.end;
    let mut lost = 0;
    let mut waiting = vec![node];
    while let Some(id) = waiting.pop() {
        for child in tree.children(id).filter(|child| *child != by && best.has(*child)) {
            if tree.is_removable(child) && !encloses(tree.node(child).tokens()) {
                lost += 1;
            } else {
                waiting.push(child);
            }
        }
        if lost > FEW {
            return false;
        }
    }
    true
}

/// The descendants that fit in a node's place.
fn fitting(best: &TreeConfiguration, node: NodeId) -> Vec<NodeId> {
    let tree = best.tree();
    match tree.node(node).role {
        Role::Star | Role::Plus => fitting_lists(best, node, node, element_slot(best, node)),
        Role::Item => {
            let slot = content(best, node).map(|id| tree.node(id).slot);
            fitting_lists(best, node, tree.node(node).parent, slot)
        }
        Role::Regular if tree.node(node).slot != Slot::NONE => {
            let fits = |by: &NodeId| tree.fits(tree.node(node).slot, tree.node(*by).kind);
            descendants(best, node, DEPTH).into_iter().filter(fits).collect()
        }
        Role::Regular | Role::Optional | Role::Extra => Vec::new(),
    }
}

/// The lists below a node whose elements can replace elements of a list: they fit its elements'
/// position, and have the same separator.
fn fitting_lists(
    best: &TreeConfiguration,
    node: NodeId,
    list: NodeId,
    slot: Option<Slot>,
) -> Vec<NodeId> {
    let tree = best.tree();
    let Some(slot) = slot else { return Vec::new() };
    let fits = |by: &NodeId| {
        let mut contents = items(best, *by).map(|item| content(best, item)).peekable();
        tree.node(*by).is_list()
            && tree.node(*by).kind == tree.node(list).kind
            && contents.peek().is_some()
            && contents.all(|id| id.is_some_and(|id| tree.fits(slot, tree.node(id).kind)))
    };
    descendants(best, node, DEPTH_IN_LIST).into_iter().filter(fits).collect()
}

/// The position of all elements of a list, if they have the same.
fn element_slot(best: &TreeConfiguration, list: NodeId) -> Option<Slot> {
    let slot_of = |item| content(best, item).map(|id| best.tree().node(id).slot);
    let mut slots = items(best, list).map(slot_of);
    let first = slots.next()??;
    slots.all(|slot| slot == Some(first)).then_some(first)
}

/// The only node inside an item, apart from its separator and comments.
fn content(best: &TreeConfiguration, item: NodeId) -> Option<NodeId> {
    let tree = best.tree();
    let mut regular = children(best, item).filter(|id| tree.node(*id).role != Role::Extra);
    let content = regular.next()?;
    let separator_weight = best.kept().weight_in(tree, tree.node(item).separator());
    let is_whole = best.weight(content) + separator_weight == best.weight(item);
    let has_slot = tree.node(content).slot != Slot::NONE;
    (regular.next().is_none() && is_whole && has_slot).then_some(content)
}

/// The proper descendants down to a depth, breadth-first.
fn descendants(best: &TreeConfiguration, node: NodeId, depth: usize) -> Vec<NodeId> {
    let tree = best.tree();
    let mut found = Vec::new();
    let mut waiting = VecDeque::from([(node, 0)]);
    while let Some((id, level)) = waiting.pop_front() {
        for child in children(best, id) {
            let is_of_grammar = tree.node(child).kind != Kind::NONE && !tree.node(child).is_list();
            let level = level + usize::from(is_of_grammar);
            if level <= depth {
                found.push(child);
                waiting.push_back((child, level));
            }
        }
    }
    found
}

fn items(best: &TreeConfiguration, list: NodeId) -> impl Iterator<Item = NodeId> {
    children(best, list).filter(|id| best.tree().node(*id).role == Role::Item)
}

/// The kept children of a node. A child without text is kept as long as the node is.
fn children(best: &TreeConfiguration, id: NodeId) -> impl Iterator<Item = NodeId> {
    let is_empty = |child: NodeId| best.tree().node(child).tokens().is_empty();
    best.tree().children(id).filter(move |child| is_empty(*child) || best.has(*child))
}
