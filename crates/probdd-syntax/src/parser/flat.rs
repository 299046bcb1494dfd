//! A parse tree as a flat list in preorder: what is left of tree-sitter's tree.

use fixedbitset::FixedBitSet;
use std::collections::HashMap;
use std::sync::Arc;

/// What a node of a parse tree is, beside its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    /// An ordinary node.
    Ordinary,
    /// A node that the grammar allows anywhere, such as a comment.
    Extra,
    /// Text that the parser could not make sense of.
    Error,
    /// A node without text that the parser had to invent.
    Missing,
}

/// A node of a parse tree.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FlatNode {
    /// Its kind, as the tree shows it.
    pub(crate) kind: u16,
    /// Its kind before it was renamed.
    pub(crate) original: u16,
    pub(crate) is_named: bool,
    pub(crate) standing: Standing,
    /// The parser's state before it, or [`NO_STATE`].
    pub(crate) state: u16,
    /// Its bytes.
    pub(crate) start: u32,
    pub(crate) end: u32,
    /// The index after its subtree.
    pub(crate) next: u32,
}

impl FlatNode {
    /// Whether the grammar does not say where the node stands: a comment, text in error.
    pub(crate) fn is_extra(&self) -> bool {
        matches!(self.standing, Standing::Extra | Standing::Error)
    }

    /// The node's text.
    pub(crate) fn text<'t>(&self, text: &'t [u8]) -> &'t [u8] {
        &text[self.start as usize..self.end as usize]
    }
}

/// The kind of a piece of text that no node of the parse tree covers.
pub(crate) const NO_KIND: u16 = u16::MAX;

/// The state before a node where the parser was in several, or in none.
pub(crate) const NO_STATE: u16 = u16::MAX;

/// A parse tree in preorder.
#[derive(Debug, Default)]
pub(crate) struct FlatTree {
    pub(crate) nodes: Vec<FlatNode>,
    /// How many bytes the outermost error nodes cover.
    pub(crate) error_bytes: usize,
    /// What the parse tables say, where there are no rules.
    pub(crate) states: Option<States>,
}

/// What the parse tables say about the states that occur in a tree.
#[derive(Debug)]
pub(crate) struct States {
    /// For every state that occurs, its place below.
    pub(crate) places: HashMap<u16, usize>,
    /// The symbols of tokens that may come next.
    pub(crate) tokens: Vec<FixedBitSet>,
    /// The slot of a node that stands there.
    pub(crate) slots: Vec<u16>,
    /// For each slot, the kinds that fit.
    pub(crate) fits: Arc<[FixedBitSet]>,
}

impl FlatTree {
    /// A node.
    pub(crate) fn node(&self, index: u32) -> &FlatNode {
        &self.nodes[index as usize]
    }

    /// Whether a node has no children.
    pub(crate) fn is_leaf(&self, index: u32) -> bool {
        self.node(index).next == index + 1
    }

    /// The children of a node.
    pub(crate) fn children(&self, index: u32) -> impl Iterator<Item = u32> {
        let end = self.node(index).next;
        std::iter::successors(Some(index + 1), move |child| {
            (*child < end).then(|| self.node(*child).next)
        })
        .take_while(move |child| *child < end)
    }
}
