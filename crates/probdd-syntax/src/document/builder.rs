//! Builds documents.

use super::Document;
use super::joints::Joining;
use crate::text::token_table::TokenTable;
use fixedbitset::FixedBitSet;
use probdd_core::{Kind, Role, Slot, Tree, TreeBuilder};
use std::ops::Range;
use std::sync::Arc;

/// Builds a [`Document`] in preorder. A node is added to the tree with its first token, so nodes
/// without text are left out.
#[derive(Debug)]
pub(crate) struct DocumentBuilder<'a> {
    text: &'a [u8],
    tree: TreeBuilder,
    tokens: TokenTable,
    pending: Vec<(Kind, Role, Slot)>,
}

impl<'a> DocumentBuilder<'a> {
    /// Begins a document: its root is open.
    pub(crate) fn new(text: &'a [u8], root: Kind, role: Role) -> Self {
        let mut tree = TreeBuilder::default();
        tree.open(root, role, Slot::NONE);
        DocumentBuilder { text, tree, tokens: TokenTable::default(), pending: Vec::new() }
    }

    /// Opens a node; it is left out if no token comes before it is closed.
    pub(crate) fn open(&mut self, kind: Kind, role: Role, slot: Slot) {
        self.pending.push((kind, role, slot));
    }

    /// Turns the innermost open node into an extra if it has no token yet.
    pub(crate) fn make_extra(&mut self) {
        if let Some((_, role, _)) = self.pending.last_mut() {
            *role = Role::Extra;
        }
    }

    /// Closes the innermost open node.
    pub(crate) fn close(&mut self) {
        if self.pending.pop().is_none() {
            self.tree.close();
        }
    }

    /// Declares the tokens of the innermost open item so far to be its separator.
    pub(crate) fn end_of_separator(&mut self) {
        if self.pending.is_empty() {
            self.tree.end_of_separator();
        }
    }

    /// Adds the next token. Comments do not count.
    pub(crate) fn token(&mut self, bytes: Range<usize>, counts: bool) {
        for (kind, role, slot) in self.pending.drain(..) {
            self.tree.open(kind, role, slot);
        }
        let text = &self.text[bytes.clone()];
        let names_interpreter = bytes.start == 0 && text.len() > 2 && text.starts_with(b"#!");
        let is_line_comment = names_interpreter || !counts && is_line_comment(text);
        self.tokens.push(bytes, is_line_comment);
        self.tree.token(counts);
    }

    /// Some bytes of the text.
    pub(crate) fn bytes(&self, bytes: &Range<usize>) -> &'a [u8] {
        &self.text[bytes.clone()]
    }

    /// The end of the last token.
    pub(crate) fn covered(&self) -> usize {
        self.tokens.covered()
    }

    /// The number of tokens so far.
    pub(crate) fn covered_tokens(&self) -> usize {
        self.tokens.len()
    }

    /// Ends the document. Every node but the root must have been closed.
    pub(crate) fn finish(
        mut self,
        fits: Arc<[FixedBitSet]>,
        joining: impl FnOnce(&Tree, &TokenTable) -> Joining,
    ) -> Document {
        self.tree.close();
        let tree = self.tree.finish(fits);
        let joining = joining(&tree, &self.tokens);
        Document {
            text: self.text.into(),
            file: None,
            tree: Arc::new(tree),
            places: Arc::default(),
            tokens: self.tokens,
            joining,
            parsed: 0,
            unmatched: 0,
            error_bytes: 0,
            is_guess: false,
            fallback: None,
        }
    }
}

/// Whether a comment ends with its line, as far as its text tells.
fn is_line_comment(text: &[u8]) -> bool {
    const LINES: [&[u8]; 5] = [b"//", b"#", b"--", b";", b"%"];
    LINES.iter().any(|start| text.starts_with(start))
        || (text.starts_with(b"<!--") && !text.ends_with(b"-->"))
}
