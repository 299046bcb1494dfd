//! Builds a quantified tree, node by node and token by token.

use super::tree::{Kind, Node, NodeId, Role, Slot, Tree};
use fixedbitset::FixedBitSet;
use std::sync::Arc;

/// Builds a [`Tree`] in preorder: `open` a node, give it tokens and children, `close` it.
#[derive(Debug)]
pub struct TreeBuilder {
    nodes: Vec<Node>,
    open: Vec<NodeId>,
    weight_before: Vec<u32>,
}

impl Default for TreeBuilder {
    fn default() -> Self {
        TreeBuilder { nodes: Vec::new(), open: Vec::new(), weight_before: vec![0] }
    }
}

impl TreeBuilder {
    /// Opens a node as the next child of the innermost open one.
    ///
    /// # Panics
    /// When a second root is opened, or there are more than 2^32 - 1 nodes.
    pub fn open(&mut self, kind: Kind, role: Role, slot: Slot) -> NodeId {
        let id = NodeId(u32::try_from(self.nodes.len()).expect("fewer than 2^32 nodes"));
        assert!(id == NodeId::ROOT || !self.open.is_empty(), "a tree has one root");
        let parent = self.open.last().copied().unwrap_or(id);
        let at = self.next_token();
        let node =
            Node { kind, slot, role, lead: 0, parent, end: id, first_token: at, end_token: at };
        self.nodes.push(node);
        self.open.push(id);
        id
    }

    /// Adds the next token of the text to the innermost open node. Comments do not count: they have no
    /// weight.
    pub fn token(&mut self, counts: bool) {
        let before = self.weight_before.last().copied().unwrap_or(0);
        self.weight_before.push(before + u32::from(counts));
    }

    /// Makes the tokens that the innermost open item has so far its separator.
    ///
    /// # Panics
    /// When no node is open.
    pub fn end_of_separator(&mut self) {
        let at = self.next_token();
        let id = *self.open.last().expect("a node is open");
        let node = &mut self.nodes[id.index()];
        node.lead = u8::try_from(at - node.first_token).unwrap_or(0);
    }

    /// Closes the innermost open node.
    ///
    /// # Panics
    /// When no node is open.
    pub fn close(&mut self) {
        let end_token = self.next_token();
        let end = NodeId(self.nodes.len() as u32);
        let id = self.open.pop().expect("a node is open");
        let node = &mut self.nodes[id.index()];
        node.end = end;
        node.end_token = end_token;
    }

    /// The tree. `fits[slot]` is the set of kinds that fit a slot.
    ///
    /// # Panics
    /// When nothing was opened or something is still open.
    pub fn finish(self, fits: Arc<[FixedBitSet]>) -> Tree {
        assert!(self.open.is_empty() && !self.nodes.is_empty(), "every node was closed");
        let weights = &self.weight_before;
        let mut counted = FixedBitSet::with_capacity(weights.len() - 1);
        counted.extend((0..weights.len() - 1).filter(|at| weights[*at] < weights[at + 1]));
        let removable = have_removables(&self.nodes);
        Tree {
            nodes: self.nodes,
            counted,
            removable,
            weight_before: self.weight_before,
            fits,
            must_be_used: Vec::new(),
        }
    }

    /// The number of nodes so far.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether no node was opened yet.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    fn next_token(&self) -> u32 {
        u32::try_from(self.weight_before.len() - 1).expect("fewer than 2^32 tokens")
    }
}

/// The nodes that are removable or contain a removable node.
fn have_removables(nodes: &[Node]) -> FixedBitSet {
    let mut found = FixedBitSet::with_capacity(nodes.len());
    for (index, node) in nodes.iter().enumerate().rev() {
        if node.is_removable() || found.contains(index) {
            found.insert(index);
            found.insert(node.parent.index());
        }
    }
    found
}
