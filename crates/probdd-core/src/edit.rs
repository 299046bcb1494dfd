//! Edits of a tree, and the tokens that they leave.

use crate::{NodeId, Role, Tree};
use fixedbitset::FixedBitSet;

/// A set of changes to a tree. Every change takes tokens away and adds none: a node goes, or one
/// of its descendants takes its place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Edits {
    /// Subtrees that go.
    pub removed: Vec<NodeId>,
    /// `(node, by)`: of `node`, only its descendant `by` stays (an item keeps its separator).
    pub replaced: Vec<(NodeId, NodeId)>,
}

impl Edits {
    /// Removes some subtrees.
    pub fn removal(removed: Vec<NodeId>) -> Edits {
        Edits { removed, replaced: Vec::new() }
    }

    /// Replaces one node by one of its descendants.
    pub fn replacement(node: NodeId, by: NodeId) -> Edits {
        Edits { removed: Vec::new(), replaced: vec![(node, by)] }
    }

    /// Whether nothing changes.
    pub fn is_empty(&self) -> bool {
        self.removed.is_empty() && self.replaced.is_empty()
    }

    /// Adds other changes, made after these.
    pub fn extend(&mut self, later: &Edits) {
        self.removed.extend_from_slice(&later.removed);
        self.replaced.extend_from_slice(&later.replaced);
    }
}

/// The tokens that are left of a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    tokens: FixedBitSet,
}

impl Kept {
    /// All tokens of the tree.
    pub fn all(tree: &Tree) -> Kept {
        let mut tokens = FixedBitSet::with_capacity(tree.token_count());
        tokens.insert_range(..);
        Kept { tokens }
    }

    /// Whether a token is left.
    pub fn contains(&self, token: usize) -> bool {
        self.tokens.contains(token)
    }

    /// The tokens that are left, as a bit set.
    pub fn tokens(&self) -> &FixedBitSet {
        &self.tokens
    }

    /// The weight of what is left, in tokens.
    pub fn weight(&self, tree: &Tree) -> u32 {
        self.tokens.ones().map(|t| tree.weight_of(t..t + 1)).sum()
    }

    /// Whether any token of the range is left.
    pub fn any(&self, tokens: std::ops::Range<usize>) -> bool {
        self.tokens.contains_any_in_range(tokens)
    }

    /// Applies edits, the replacements first.
    pub fn apply(&mut self, tree: &Tree, edits: &Edits) {
        for &(node, by) in &edits.replaced {
            self.replace(tree, node, by);
        }
        for &node in &edits.removed {
            self.remove(tree, node);
        }
    }

    fn remove(&mut self, tree: &Tree, id: NodeId) {
        self.tokens.remove_range(tree.node(id).tokens());
        if tree.node(id).role == Role::Item {
            self.settle_separators(tree, id);
        }
    }

    fn replace(&mut self, tree: &Tree, id: NodeId, by: NodeId) {
        let (outer, inner) = (tree.node(id), tree.node(by));
        let start = outer.tokens().start + outer.lead as usize;
        self.tokens.remove_range(start..inner.tokens().start);
        self.tokens.remove_range(inner.tokens().end..outer.tokens().end);
        if inner.role == Role::Item {
            let separator = inner.tokens().start..inner.tokens().start + inner.lead as usize;
            self.tokens.remove_range(separator);
        }
    }

    /// After an item went: a list starts without a separator, and one without items has none.
    fn settle_separators(&mut self, tree: &Tree, item: NodeId) {
        let list = tree.node(item).parent;
        let all = tree.node(list).tokens();
        let is_item = |id: &NodeId| tree.node(*id).role == Role::Item;
        let first = tree.children(list).find(is_item).unwrap_or(item);
        if self.any(tree.node(first).tokens().start..tree.node(item).tokens().start) {
            return;
        }
        let next = self.next_kept_item(tree, item);
        match next.map(|id| tree.node(id)) {
            Some(next) => {
                let start = next.tokens().start;
                self.tokens.remove_range(start..start + next.lead as usize);
            }
            None => self.tokens.remove_range(all),
        }
    }

    fn next_kept_item(&self, tree: &Tree, item: NodeId) -> Option<NodeId> {
        let end = tree.node(tree.node(item).parent).end;
        std::iter::successors(Some(tree.node(item).end), |id| Some(tree.node(*id).end))
            .take_while(|id| *id < end)
            .find(|id| tree.node(*id).role == Role::Item && self.any(tree.node(*id).tokens()))
    }
}
