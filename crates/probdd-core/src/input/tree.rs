//! The quantified tree: which parts of an input can be removed, and which can replace others.
//!
//! A [`Tree`] is an arena in preorder. Its leaves are *tokens*, numbered from left to right. A node
//! owns a contiguous range of tokens, so removing a subtree clears a range. A token has a node of its
//! own only if it can be edited on its own. The tree contains no text: the syntax crate knows the place
//! of each token in the text.
//!
//! Quantifiers are explicit nodes. A list of the grammar becomes a [`Role::Star`] or [`Role::Plus`]
//! whose elements are [`Role::Item`]s (one repetition each, with its separator). An `x?` that is
//! present becomes a [`Role::Optional`].

use crate::Word;
use fixedbitset::FixedBitSet;
use std::ops::Range;
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

/// A symbol of the grammar, in the numbering of the language that built the tree. A separated list has
/// the symbol of its separator, so that lists of the same form are of the same kind. Other lists,
/// items and optionals have [`Kind::NONE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Kind(pub u16);

impl Kind {
    /// No symbol.
    pub const NONE: Kind = Kind(u16::MAX);
}

/// A position in the grammar, which determines the kinds that fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slot(pub u16);

impl Slot {
    /// A position where no other node fits.
    pub const NONE: Slot = Slot(u16::MAX);
}

/// What the grammar says about a node's presence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// A node that is kept as long as its parent is.
    Regular,
    /// A list that may be empty. Its children are items, extras and the optional leading or trailing
    /// separators, which are kept only as long as an item is.
    Star,
    /// A list that keeps at least one item.
    Plus,
    /// An element of a list, removable; in a plus, as long as another one is kept.
    Item,
    /// An `x?` that is present; removable.
    Optional,
    /// A comment, which is text outside the grammar: removable, without weight.
    Extra,
}

/// One node of a [`Tree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node {
    /// The grammar's symbol.
    pub kind: Kind,
    /// The node's position in the grammar.
    pub slot: Slot,
    /// What the grammar says about the node's presence.
    pub role: Role,
    /// The number of an item's first tokens that separate it from the item before. They are removed
    /// when no item before it is kept.
    pub lead: u8,
    /// The parent; the root is its own.
    pub parent: NodeId,
    /// The preorder index after the subtree: `id + 1 .. end` are the proper descendants.
    pub end: NodeId,
    /// The first token.
    pub first_token: u32,
    /// One past the last token.
    pub end_token: u32,
}

impl Node {
    /// The tokens of the subtree.
    pub fn tokens(&self) -> Range<usize> {
        self.first_token as usize..self.end_token as usize
    }

    /// The first tokens of an item that separate it from the item before.
    pub(crate) fn separator(&self) -> Range<usize> {
        let start = self.first_token as usize;
        start..start + usize::from(self.lead)
    }

    /// Whether the node is a list.
    pub fn is_list(&self) -> bool {
        matches!(self.role, Role::Star | Role::Plus)
    }

    /// Whether the node can be removed.
    pub fn is_removable(&self) -> bool {
        let has_text = self.first_token < self.end_token;
        has_text && matches!(self.role, Role::Star | Role::Item | Role::Optional)
    }
}

/// An immutable quantified tree. Built by [`TreeBuilder`](crate::TreeBuilder).
#[derive(Clone, Debug)]
pub struct Tree {
    pub(super) nodes: Vec<Node>,
    /// `weight_before[t]` is the weight of the tokens before `t`.
    pub(super) weight_before: Vec<u32>,
    /// The tokens that have weight: all but comments.
    pub(super) counted: FixedBitSet,
    /// The nodes that are removable or contain a removable node.
    pub(super) removable: FixedBitSet,
    /// For each slot, the kinds that fit.
    pub(super) fits: Arc<[FixedBitSet]>,
    /// The definitions that go with the last of their uses, in order.
    pub(super) must_be_used: Vec<MustBeUsed>,
}

/// A definition that goes with the last of its uses: the language refuses what nothing uses, as Go does
/// an import.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MustBeUsed {
    /// The removable node that consists of the definition.
    pub node: NodeId,
    /// The tokens after the node that use what it defines.
    pub uses: Vec<u32>,
    /// The names that it defines: a text that is written in the place of tokens uses it if it has one of
    /// them.
    pub names: Vec<Word>,
}

impl Tree {
    /// The same tree, in which some definitions, in order, go with the last of their uses.
    #[must_use]
    pub fn with_must_be_used(self, must_be_used: Vec<MustBeUsed>) -> Tree {
        Tree { must_be_used, ..self }
    }

    /// The definitions that go with the last of their uses, in order.
    pub fn must_be_used(&self) -> &[MustBeUsed] {
        &self.must_be_used
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether the tree has no node except its root.
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

    /// The siblings after a node, from left to right.
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

    /// The proper ancestors, from the parent to the root.
    pub fn ancestors(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(self.parent(id), |id| self.parent(*id))
    }

    /// Whether `inner` is in the subtree of `outer`. A node is in its own subtree.
    pub fn contains(&self, outer: NodeId, inner: NodeId) -> bool {
        outer <= inner && inner < self.node(outer).end
    }

    /// The number of tokens, comments included.
    pub fn token_count(&self) -> usize {
        self.weight_before.len() - 1
    }

    /// The tokens that have weight: all but comments.
    pub fn counted(&self) -> &FixedBitSet {
        &self.counted
    }

    /// The weight of a range of tokens: their number without comments.
    pub fn weight_of(&self, tokens: Range<usize>) -> u32 {
        self.weight_before[tokens.end] - self.weight_before[tokens.start]
    }

    /// The weight of a subtree.
    pub fn weight(&self, id: NodeId) -> u32 {
        self.weight_of(self.node(id).tokens())
    }

    /// Whether the grammar accepts a node of a kind at a slot.
    pub fn fits(&self, slot: Slot, kind: Kind) -> bool {
        self.fits.get(slot.0 as usize).is_some_and(|kinds| kinds.contains(kind.0 as usize))
    }

    /// Whether the grammar allows removing a subtree on its own. The last item left of a plus counts as
    /// removable here: [`Kept`](crate::Kept) knows which one that is.
    pub fn is_removable(&self, id: NodeId) -> bool {
        self.node(id).is_removable()
    }

    /// Whether a node is removable or contains a removable node.
    pub fn has_removable(&self, id: NodeId) -> bool {
        self.removable.contains(id.index())
    }

    /// Whether a node is an item of a list that keeps one.
    pub fn is_item_of_plus(&self, id: NodeId) -> bool {
        let node = self.node(id);
        node.role == Role::Item && self.node(node.parent).role == Role::Plus
    }
}
