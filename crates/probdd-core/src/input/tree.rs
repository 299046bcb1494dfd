//! The quantified tree: what may be removed from an input, and what may stand in whose place.
//!
//! A [`Tree`] is an arena in preorder. Its leaves are *tokens*, numbered from left to right; a node
//! owns a contiguous range of them, so removing a subtree is clearing a range. Tokens have no
//! nodes of their own unless something may be done to them. The tree knows nothing of bytes: the
//! syntax crate keeps where each token lies in the text.
//!
//! Quantifiers are explicit nodes. A list of the grammar becomes a [`Role::Star`] or [`Role::Plus`]
//! whose elements are [`Role::Item`]s (one repetition each, its separator included); `x?` that is
//! present becomes a [`Role::Optional`].

use fixedbitset::FixedBitSet;
use std::sync::Arc;

/// A node: its index in preorder. The root is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub u32);

impl NodeId {
    /// The root of every tree.
    pub const ROOT: NodeId = NodeId(0);

    /// The id as an index into per-node tables.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A grammar's symbol, in the numbering of the language that built the tree. A separated list has
/// the symbol of its separator, so that lists of the same form are of the same kind; what no symbol
/// stands for (other lists, items, optionals) has [`Kind::NONE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Kind(pub u16);

impl Kind {
    /// No symbol.
    pub const NONE: Kind = Kind(u16::MAX);
}

/// A position in the grammar: which kinds may stand there. [`Slot::NONE`] where nothing else fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slot(pub u16);

impl Slot {
    /// A position where only what stands there fits.
    pub const NONE: Slot = Slot(u16::MAX);
}

/// What the grammar says about a node's presence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// Stays as long as its parent does.
    Regular,
    /// A list that may be empty. Its children are items, and perhaps extras and the optional
    /// leading or trailing separators, which live only as long as an item does.
    Star,
    /// A list that keeps at least one item.
    Plus,
    /// An element of a list, removable; of a plus, as long as another one is left.
    Item,
    /// `x?`, present; removable.
    Optional,
    /// Text outside the grammar, a comment: removable, without weight.
    Extra,
}

/// One node of a [`Tree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node {
    /// The grammar's symbol.
    pub kind: Kind,
    /// The position it stands at.
    pub slot: Slot,
    /// What the grammar says about its presence.
    pub role: Role,
    /// For an item: how many of its first tokens are the separator between it and the item before.
    /// They go when no item before it is left.
    pub lead: u8,
    /// The parent; the root is its own.
    pub parent: NodeId,
    /// The preorder index after its subtree: `id + 1 .. end` are its proper descendants.
    pub end: NodeId,
    /// Its first token.
    pub first_token: u32,
    /// One past its last token.
    pub end_token: u32,
}

impl Node {
    /// The tokens of the subtree.
    pub fn tokens(&self) -> std::ops::Range<usize> {
        self.first_token as usize..self.end_token as usize
    }

    /// Whether it is a list.
    pub fn is_list(&self) -> bool {
        matches!(self.role, Role::Star | Role::Plus)
    }

    pub(super) fn is_removable(&self) -> bool {
        let has_text = self.first_token < self.end_token;
        has_text && matches!(self.role, Role::Star | Role::Item | Role::Optional)
    }
}

/// An immutable quantified tree. Built by [`TreeBuilder`].
#[derive(Clone, Debug)]
pub struct Tree {
    pub(super) nodes: Vec<Node>,
    /// `weight_before[t]`: how many of the tokens before `t` count as tokens (comments do not).
    pub(super) weight_before: Vec<u32>,
    /// The tokens that count.
    pub(super) counted: FixedBitSet,
    /// The nodes that are removable, or have something removable inside.
    pub(super) removable: FixedBitSet,
    /// For each slot, the kinds that fit.
    pub(super) fits: Arc<[FixedBitSet]>,
}

impl Tree {
    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether the tree has no node beside its root.
    pub fn is_empty(&self) -> bool {
        self.nodes.len() <= 1
    }

    /// A node by its id.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    /// All nodes, in preorder.
    pub fn nodes(&self) -> impl DoubleEndedIterator<Item = (NodeId, &Node)> {
        self.nodes.iter().enumerate().map(|(i, node)| (NodeId(i as u32), node))
    }

    /// The children of a node, from left to right.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        self.siblings_from(NodeId(id.0 + 1), self.node(id).end)
    }

    /// A node's siblings after it, from left to right.
    pub fn next_siblings(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        let node = self.node(id);
        let end = if id == NodeId::ROOT { node.end } else { self.node(node.parent).end };
        self.siblings_from(node.end, end)
    }

    fn siblings_from(&self, first: NodeId, end: NodeId) -> impl Iterator<Item = NodeId> {
        let is_inside = move |id: &NodeId| *id < end;
        std::iter::successors(Some(first).filter(is_inside), move |id| {
            Some(self.node(*id).end).filter(is_inside)
        })
    }

    /// The parent, or `None` for the root.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        (id != NodeId::ROOT).then(|| self.node(id).parent)
    }

    /// Whether `inner` lies in the subtree of `outer` (a node lies in its own).
    pub fn contains(&self, outer: NodeId, inner: NodeId) -> bool {
        outer <= inner && inner < self.node(outer).end
    }

    /// How many tokens there are, comments included.
    pub fn token_count(&self) -> usize {
        self.weight_before.len() - 1
    }

    /// The tokens that count: all but comments.
    pub fn counted(&self) -> &FixedBitSet {
        &self.counted
    }

    /// The weight of a range of tokens: how many of them count (comments do not).
    pub fn weight_of(&self, tokens: std::ops::Range<usize>) -> u32 {
        self.weight_before[tokens.end] - self.weight_before[tokens.start]
    }

    /// The weight of a subtree, in tokens.
    pub fn weight(&self, id: NodeId) -> u32 {
        self.weight_of(self.node(id).tokens())
    }

    /// Whether the grammar allows a node of `kind` at `slot`.
    pub fn fits(&self, slot: Slot, kind: Kind) -> bool {
        self.fits.get(slot.0 as usize).is_some_and(|kinds| kinds.contains(kind.0 as usize))
    }

    /// Whether a subtree may be removed on its own, as far as the grammar alone can tell (the last
    /// item of a plus may not; that depends on what is left and is the search's to know).
    pub fn is_removable(&self, id: NodeId) -> bool {
        self.node(id).is_removable()
    }

    /// Whether a subtree is removable, or has something removable inside.
    pub fn has_removable(&self, id: NodeId) -> bool {
        self.removable.contains(id.index())
    }

    /// Whether a node is an item of a list that keeps one.
    pub fn is_item_of_plus(&self, id: NodeId) -> bool {
        let node = self.node(id);
        node.role == Role::Item && self.node(node.parent).role == Role::Plus
    }
}
