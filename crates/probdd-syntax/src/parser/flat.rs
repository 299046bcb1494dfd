//! A parse tree as a flat list in preorder, made from tree-sitter's tree.

use fixedbitset::FixedBitSet;
use std::collections::HashMap;
use std::sync::Arc;

/// How a node stands in the grammar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    /// A node where the grammar has it.
    Ordinary,
    /// A node that the grammar allows anywhere: a comment.
    Extra,
    /// Text that does not fit the grammar.
    Error,
    /// A node without text, which the parser inserted.
    Missing,
}

/// A node of a parse tree.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FlatNode {
    /// The kind that the tree shows.
    pub(crate) kind: u16,
    /// The kind before an alias renamed the node.
    pub(crate) original: u16,
    pub(crate) is_named: bool,
    pub(crate) standing: Standing,
    /// The parser's state before the node, or [`NO_STATE`].
    pub(crate) state: u16,
    pub(crate) start: u32,
    pub(crate) end: u32,
    /// The index after the node's subtree.
    pub(crate) next: u32,
}

impl FlatNode {
    /// Whether the node stands outside the grammar: a comment, text in error.
    pub(crate) fn is_extra(&self) -> bool {
        matches!(self.standing, Standing::Extra | Standing::Error)
    }

    pub(crate) fn text<'t>(&self, text: &'t [u8]) -> &'t [u8] {
        &text[self.start as usize..self.end as usize]
    }
}

/// The kind of text in error that no node of the parse tree covers.
pub(crate) const NO_KIND: u16 = u16::MAX;

/// The state before a node where the parser was in several states or in none.
pub(crate) const NO_STATE: u16 = u16::MAX;

/// A parse tree in preorder.
#[derive(Debug, Default)]
pub(crate) struct FlatTree {
    pub(crate) nodes: Vec<FlatNode>,
    /// How many bytes the outermost error nodes cover.
    pub(crate) error_bytes: usize,
    /// The facts from the parse tables, for a grammar without rules.
    pub(crate) states: Option<States>,
}

/// The facts from the parse tables about the states that occur in a tree.
#[derive(Debug)]
pub(crate) struct States {
    /// The index of every state in `tokens` and `slots`.
    pub(crate) places: HashMap<u16, usize>,
    /// The symbols of the tokens that may come next.
    pub(crate) tokens: Vec<FixedBitSet>,
    /// The slot of a node after the state.
    pub(crate) slots: Vec<u16>,
    /// The kinds that fit each slot.
    pub(crate) fits: Arc<[FixedBitSet]>,
}

impl FlatTree {
    pub(crate) fn node(&self, index: u32) -> &FlatNode {
        &self.nodes[index as usize]
    }

    /// Whether a node has no children.
    pub(crate) fn is_leaf(&self, index: u32) -> bool {
        self.node(index).next == index + 1
    }

    pub(crate) fn children(&self, index: u32) -> impl Iterator<Item = u32> {
        let end = self.node(index).next;
        std::iter::successors(Some(index + 1), move |child| {
            (*child < end).then(|| self.node(*child).next)
        })
        .take_while(move |child| *child < end)
    }
}
