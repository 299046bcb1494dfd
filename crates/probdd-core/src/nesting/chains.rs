//! The chains of a tree: nodes inside each other, each of which may take the place of all before it.
//!
//! The nodes of a chain stand at the same position of the grammar. In a tree without a grammar, they
//! are items: any item may take the place of an item around it.
//!
//! Nodes at one position form a forest. It is divided into chains so that each node goes on with the
//! child that nests deepest. So chains of one position do not share nodes.

use crate::{Kind, NodeId, Role, Slot, Tree};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Chains with fewer levels are left to other searches.
const LEAST: usize = 17;

/// A chain has at least one of this many parts of the text in it. Smaller ones are removed as a whole
/// or found again when the rest is gone.
const SHARE: u32 = 4;

/// Nodes inside each other, each of which may take the place of all before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chain {
    /// The innermost node first.
    nodes: Vec<NodeId>,
}

impl Chain {
    /// The nodes, the outermost first.
    pub fn nodes(&self) -> impl Iterator<Item = NodeId> {
        self.nodes.iter().rev().copied()
    }

    fn outermost(&self) -> NodeId {
        self.nodes[self.nodes.len() - 1]
    }

    fn levels(&self) -> usize {
        self.nodes.len() - 1
    }

    /// Whether a chain is worth a search of its own: it makes up much of the text, and it is deep for
    /// its size. The depth of ordinary text grows far slower than the square root of its size.
    fn is_deep(&self, tree: &Tree) -> bool {
        let (levels, weight) = (self.levels(), tree.weight(self.outermost()));
        levels.saturating_mul(levels) >= weight as usize
            && weight.saturating_mul(SHARE) >= tree.weight(NodeId::ROOT)
    }
}

/// The deep chains of a tree, the one with the most levels first.
pub fn chains(tree: &Tree) -> Vec<Chain> {
    let mut open: BTreeMap<Slot, Vec<Open>> = BTreeMap::new();
    let mut found = Found { tree, chains: Vec::new() };
    for (id, _) in tree.nodes() {
        let Some(position) = position(tree, id) else { continue };
        let around = open.entry(position).or_default();
        found.close_before(around, id);
        around.push(Open { id, below: Vec::new() });
    }
    for mut around in open.into_values() {
        found.close_before(&mut around, tree.node(NodeId::ROOT).end);
    }
    found.chains.sort_by_key(|chain| (Reverse(chain.levels()), chain.outermost()));
    found.chains
}

/// The position of a node that others may replace and that may replace others; [`Slot::NONE`] is that
/// of items without a grammar.
fn position(tree: &Tree, id: NodeId) -> Option<Slot> {
    let node = tree.node(id);
    if node.tokens().is_empty() {
        return None;
    }
    let has_no_grammar = || {
        let is_plain = |id: NodeId| tree.node(id).slot == Slot::NONE && has_no_kind(tree, id);
        node.role == Role::Item && tree.children(id).all(is_plain)
    };
    if node.slot != Slot::NONE {
        return tree.fits(node.slot, node.kind).then_some(node.slot);
    }
    has_no_grammar().then_some(Slot::NONE)
}

fn has_no_kind(tree: &Tree, id: NodeId) -> bool {
    tree.node(id).kind == Kind::NONE
}

/// A node whose descendants are being visited.
struct Open {
    id: NodeId,
    /// The longest chain inside it, the innermost node first.
    below: Vec<NodeId>,
}

struct Found<'a> {
    tree: &'a Tree,
    chains: Vec<Chain>,
}

impl Found<'_> {
    /// Closes the nodes that end before another one begins.
    fn close_before(&mut self, open: &mut Vec<Open>, next: NodeId) {
        while let Some(closed) = open.pop_if(|last| self.tree.node(last.id).end <= next) {
            match open.last_mut() {
                Some(parent) => self.add(&mut parent.below, closed),
                None => self.end(closed),
            }
        }
    }

    /// Adds a closed node to the longest chain inside its parent, or ends its chain.
    fn add(&mut self, below: &mut Vec<NodeId>, closed: Open) {
        if closed.below.len() < below.len() {
            return self.end(closed);
        }
        let shorter = std::mem::replace(below, closed.chain().nodes);
        self.keep(Chain { nodes: shorter });
    }

    /// Ends the chain that begins with a closed node. Most nodes contain no other: they need no memory.
    fn end(&mut self, closed: Open) {
        if closed.below.len() >= LEAST {
            self.keep(closed.chain());
        }
    }

    fn keep(&mut self, chain: Chain) {
        if chain.nodes.len() > LEAST && chain.is_deep(self.tree) {
            self.chains.push(chain);
        }
    }
}

impl Open {
    /// The chain that begins with the node.
    fn chain(self) -> Chain {
        let mut nodes = self.below;
        nodes.push(self.id);
        Chain { nodes }
    }
}
