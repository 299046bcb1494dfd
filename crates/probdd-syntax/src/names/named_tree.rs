//! A tree, with the names of its kinds and the words of its tokens.

use crate::grammar::kinds::KindTable;
use crate::text::token_table::TokenTable;
use probdd_core::{Node, NodeId, Role, Tree};

/// A tree with its text and the names of its kinds.
#[derive(Clone, Copy)]
pub(crate) struct NamedTree<'a> {
    pub(crate) tree: &'a Tree,
    pub(crate) table: &'a TokenTable,
    pub(crate) text: &'a [u8],
    pub(crate) kinds: &'a KindTable,
}

impl<'a> NamedTree<'a> {
    /// The name of a node's kind; empty for lists, items and options.
    pub(super) fn kind(&self, node: NodeId) -> &'a str {
        let Node { role, kind, .. } = *self.tree.node(node);
        if role == Role::Regular { self.kinds.name(kind.0) } else { "" }
    }

    pub(super) fn word(&self, token: u32) -> &'a [u8] {
        &self.text[self.table.bytes(token as usize)]
    }
}
