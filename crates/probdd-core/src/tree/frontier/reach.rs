//! What the end of a document does not reach by names.

use super::pool::Pool;
use crate::tree::configuration::TreeConfiguration;
use crate::{NodeId, Tree};
use fixedbitset::FixedBitSet;

/// The largest removable nodes before a cut that nothing after it reaches, backwards, and their weight.
pub(super) fn unreached(pool: &Pool, best: &TreeConfiguration, cut: NodeId) -> (Vec<NodeId>, u32) {
    let tree = best.tree();
    let all = tree.node(NodeId::ROOT).tokens();
    let mut reached = FixedBitSet::with_capacity(all.end);
    let mut work: Vec<std::ops::Range<usize>> = Vec::new();
    let start = if cut.0 == u32::MAX { all.end } else { tree.node(cut).tokens().start };
    work.push(start..all.end);
    // Kept tokens outside of the pool before the cut.
    let mut at = 0;
    for it in pool.nodes().iter().filter(|it| it.node < cut) {
        let tokens = tree.node(it.node).tokens();
        if tokens.start > at { work.push(at..tokens.start) }
        at = tokens.end;
    }
    if start > at { work.push(at..start) }
    let mut leaves: Vec<NodeId> = Vec::new();
    leaves.reserve(0);
    let mut scanned = FixedBitSet::with_capacity(all.end);
    loop {
    while let Some(tokens) = work.pop() {
        scanned.insert_range(tokens.clone());
        let sure = pool.links.used_in(tokens.clone()).iter();
        for (by, name) in sure.chain(pool.links.possible_in(tokens.clone())) {
            if !best.kept().contains(*by as usize) || !best.kept().contains(*name as usize) { continue }
            let unit = unit_of(tree, *name);
            let range = tree.node(unit).tokens();
            if reached.contains_all_in_range(range.clone()) { continue }
            reached.insert_range(range.clone());
            work.push(range);
        }
    }
    let (mut nodes, mut removed) = (Vec::new(), 0);
    let mut left = all.start;
    let keep = |work: &mut Vec<std::ops::Range<usize>>, from: usize, to: usize| {
        let mut at = from;
        while at < to {
            if scanned.contains(at) { at += 1; continue }
            let start = at;
            while at < to && !scanned.contains(at) { at += 1 }
            work.push(start..at);
        }
    };
    for it in pool.nodes().iter().filter(|it| it.node < cut) {
        let mut id = it.node;
        let end = tree.node(it.node).end;
        while id < end {
            let node = tree.node(id);
            let is_left = best.has(id);
            let is_free = is_left && (id == it.node || node.role == crate::Role::Item && node.tokens().len() >= 8) && tree.is_removable(id) && reached.count_ones(node.tokens()) == 0 && !best.kept().is_last_of_plus(tree, id);
            if is_free { nodes.push(id); removed += best.weight(id); keep(&mut work, left, node.tokens().start); left = node.tokens().end }
            id = if is_free || !is_left { node.end } else { NodeId(id.0 + 1) };
        }
    }
    keep(&mut work, left, all.end);
    if work.is_empty() {
        nodes.reverse();
        return (nodes, removed);
    }
    }
}

/// The innermost removable node around a token that is more than the token.
fn unit_of(tree: &Tree, token: u32) -> NodeId {
    let mut id = NodeId::ROOT;
    let mut unit = NodeId::ROOT;
    loop {
        let Some(child) = tree.children(id).find(|it| tree.node(*it).tokens().contains(&(token as usize))) else { return unit };
        if tree.node(child).role == crate::Role::Item && tree.is_removable(child) { unit = child }
        id = child;
    }
}
