//! Edits of a tree: removals, replacements and written texts.

use super::tree::{NodeId, Tree};
use crate::search::Changes;
use std::ops::Range;

/// A set of changes to a tree. Removals and replacements remove tokens and add none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Edits {
    /// Removed subtrees.
    pub removed: Vec<NodeId>,
    /// `(node, by)`: of `node`, only its descendant `by` is kept (an item keeps its separator).
    pub replaced: Vec<(NodeId, NodeId)>,
    /// Texts written in place of tokens. No two of them are about the same token.
    pub written: Vec<Written>,
}

/// A text in place of some tokens.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Written {
    /// The replaced tokens: one or more.
    pub tokens: Range<u32>,
    /// The text; empty when the tokens are only removed.
    pub text: Vec<u8>,
}

impl Edits {
    /// Removes some subtrees.
    pub fn removal(removed: Vec<NodeId>) -> Edits {
        Edits { removed, ..Edits::default() }
    }

    /// Replaces one node by one of its descendants.
    pub fn replacement(node: NodeId, by: NodeId) -> Edits {
        Edits { replaced: vec![(node, by)], ..Edits::default() }
    }

    /// Writes a text in place of some tokens.
    pub fn writing(tokens: Range<u32>, text: Vec<u8>) -> Edits {
        Edits { written: vec![Written { tokens, text }], ..Edits::default() }
    }

    /// The tokens that removals and replacements remove from a tree.
    pub(crate) fn lost_tokens(&self, tree: &Tree) -> Vec<Range<usize>> {
        let tokens = |id: NodeId| tree.node(id).tokens();
        let around = |(node, by): (NodeId, NodeId)| {
            let (all, kept) = (tokens(node), tokens(by));
            [all.start..kept.start, kept.end..all.end]
        };
        let removed = self.removed.iter().map(|node| tokens(*node));
        removed.chain(self.replaced.iter().copied().flat_map(around)).collect()
    }

    /// Whether no text is written.
    pub fn only_remove(&self) -> bool {
        self.written.iter().all(|written| written.text.is_empty())
    }

    /// Whether nothing changes.
    pub fn is_empty(&self) -> bool {
        self.removed.is_empty() && self.replaced.is_empty() && self.written.is_empty()
    }

    /// The numbers of removals, replacements and written texts.
    pub fn counts(&self) -> [usize; 3] {
        [self.removed.len(), self.replaced.len(), self.written.len()]
    }

    /// The changes added since the numbers were as given.
    #[must_use]
    pub fn since(&self, [removed, replaced, written]: [usize; 3]) -> Edits {
        Edits {
            removed: self.removed[removed..].to_vec(),
            replaced: self.replaced[replaced..].to_vec(),
            written: self.written[written..].to_vec(),
        }
    }
}

impl Changes for Edits {
    fn extend(&mut self, later: &Edits) {
        self.removed.extend_from_slice(&later.removed);
        self.replaced.extend_from_slice(&later.replaced);
        self.written.extend_from_slice(&later.written);
    }
}
