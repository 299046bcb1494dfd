//! The text between two kept tokens that were not neighbours.

use super::Document;
use super::joints::Joints;
use super::newlines::{RequiredNewline, starts_directive};
use super::places::Places;
use crate::text::fuse;
use crate::text::lines::{indentation, push_indentation};
use crate::text::token_table::TokenTable;
use fixedbitset::FixedBitSet;
use memchr::memchr;
use probdd_core::{Kind, Node, NodeId, Tree};
use std::ops::Range;

/// A document of which some tokens are kept.
pub(super) struct Seams<'a> {
    pub(super) text: &'a [u8],
    pub(super) tokens: &'a TokenTable,
    pub(super) tree: &'a Tree,
    places: &'a Places,
    pub(super) joints: &'a Joints,
    /// The tokens that are kept.
    pub(super) kept: &'a FixedBitSet,
}

/// The place between two kept tokens from which others were removed.
pub(super) struct Hole<'a> {
    /// The gap after the left token, or after the node that it is left of.
    pub(super) left: Range<usize>,
    /// The gap before the right token, or before the node that it is left of.
    pub(super) right: Range<usize>,
    /// The first token after the left gap.
    pub(super) after: usize,
    /// The first token after the right gap.
    pub(super) before: usize,
    /// The innermost node of the grammar around both tokens.
    pub(super) around: Option<&'a Node>,
}

impl<'a> Seams<'a> {
    pub(super) fn new(document: &'a Document, joints: &'a Joints, kept: &'a FixedBitSet) -> Self {
        let (text, tokens, tree) = (&*document.text, &document.tokens, &*document.tree);
        Seams { text, tokens, tree, places: document.places(), joints, kept }
    }

    /// The bytes of a token.
    pub(super) fn token(&self, token: usize) -> &'a [u8] {
        &self.text[self.tokens.bytes(token)]
    }

    /// The bytes before a token, up to the one before it.
    pub(super) fn gap_before(&self, token: usize) -> &'a [u8] {
        &self.text[self.tokens.gap_before(token)]
    }

    /// Whether a token begins a directive of a preprocessor, if it begins a line.
    pub(super) fn starts_directive(&self, token: usize) -> bool {
        self.joints.spacing.has_directives() && starts_directive(self.token(token))
    }

    /// The text after the last kept token.
    pub(super) fn closing(&self, last: usize) -> &'a [u8] {
        let end = self.tokens.bytes(self.tokens.len() - 1).end;
        if last + 1 == self.tokens.len() {
            &self.text[end..]
        } else if self.text.ends_with(b"\r\n") {
            b"\r\n"
        } else if self.text.ends_with(b"\n") {
            b"\n"
        } else {
            b""
        }
    }

    /// Copies the text from a byte on up to the first token of a line that moves. Returns where
    /// that token begins.
    pub(super) fn copy_to_line(
        &self,
        from: usize,
        line: usize,
        shift: i64,
        out: &mut Vec<u8>,
    ) -> usize {
        let gap = self.tokens.gap_before(self.joints.lines.line(line).first_token as usize);
        let blanks = indentation(&self.text[gap.clone()]).len();
        out.extend_from_slice(&self.text[from..gap.end - blanks]);
        self.indent(line, shift, out);
        gap.end
    }

    /// Writes the indentation of a line that moves.
    pub(super) fn indent(&self, line: usize, shift: i64, out: &mut Vec<u8>) {
        let line = self.joints.lines.line(line);
        let blanks = indentation(self.gap_before(line.first_token as usize));
        push_indentation(line.columns, shift, blanks, out);
    }

    /// Whether something is kept of a line.
    pub(super) fn is_line_left(&self, line: usize) -> bool {
        self.kept.contains_any_in_range(self.joints.lines.tokens(line))
    }

    /// Whether a newline between two kept tokens is required. `newlines` are the required ones from
    /// the last seam on.
    pub(super) fn needs_newline(
        &self,
        newlines: &mut &[RequiredNewline],
        a: usize,
        b: usize,
    ) -> bool {
        let (first, end) = (a as u32, b as u32);
        let skipped = newlines.partition_point(|newline| newline.after < first);
        *newlines = &newlines[skipped..];
        let hole = &newlines[..newlines.partition_point(|newline| newline.after < end)];
        let covers =
            |newline: &RequiredNewline| newline.within.start <= first && end < newline.within.end;
        let starts_there = hole.first().is_some_and(|newline| newline.after == first);
        self.tokens.is_line_comment(a) || starts_there || hole.iter().any(covers)
    }

    /// The blanks between two tokens on one line.
    pub(super) fn space(
        &self,
        a: usize,
        b: usize,
        (left, right): (&'a [u8], &'a [u8]),
    ) -> &'a [u8] {
        let is_line = |gap: &[u8]| memchr(b'\n', gap).is_none();
        // The blanks before the right token stood after another token before, too.
        let (gap, other) = match (is_line(left), is_line(right)) {
            (true, true) => (right, left),
            (true, false) => (left, left),
            (false, true) => (right, right),
            (false, false) => (&b" "[..], &b" "[..]),
        };
        if !gap.is_empty() {
            gap
        } else if !other.is_empty() && self.joints.spacing.has_meaning {
            other
        } else if !self.is_tight(self.token(a)) && self.fuse(self.token(a), self.token(b)) {
            b" "
        } else {
            gap
        }
    }

    fn is_tight(&self, token: &[u8]) -> bool {
        self.joints.spacing.tight.iter().any(|tight| tight.as_bytes() == token)
    }

    pub(super) fn fuse(&self, a: &[u8], b: &[u8]) -> bool {
        if self.joints.are_all_words {
            fuse::words_fuse(a, b)
        } else if self.tree.node(NodeId::ROOT).kind == Kind::NONE {
            fuse::plain_fuse(a, b)
        } else {
            fuse::fuse(a, b)
        }
    }

    /// The hole between two kept tokens. The innermost node around both has a child for each: the
    /// gap after the left child and the gap before the right one may stand between the tokens.
    ///
    /// The steps are those from the one token to the other in the tree, so those for all holes of a
    /// text are at most twice as many as the tree has nodes.
    pub(super) fn hole(&self, a: usize, b: usize) -> Hole<'a> {
        let node = |id: NodeId| self.tree.node(id);
        let holds = |id: NodeId, token: usize| node(id).tokens().contains(&token);
        let (mut right, mut around) = (b, self.places.of_token(b));
        while !holds(around, a) {
            right = node(around).tokens().start;
            around = node(around).parent;
        }
        let (mut left, mut child) = (a + 1, self.places.of_token(a));
        while child != around {
            left = node(child).tokens().end;
            child = node(child).parent;
        }
        Hole {
            left: self.tokens.gap_after(left - 1),
            right: self.tokens.gap_after(right - 1),
            after: left,
            before: right,
            around: self.places.grammars(around).map(node),
        }
    }

    /// The innermost node of the grammar that a token belongs to.
    pub(super) fn grammars_around(&self, token: usize) -> Option<NodeId> {
        self.places.grammars(self.places.of_token(token))
    }

    /// The innermost node of the grammar that contains another node.
    pub(super) fn grammars_above(&self, id: NodeId) -> Option<NodeId> {
        self.tree.parent(id).and_then(|parent| self.places.grammars(parent))
    }

    /// The innermost node that a token belongs to.
    pub(super) fn node_of(&self, token: usize) -> &'a Node {
        self.tree.node(self.places.of_token(token))
    }

    /// Whether a node is the innermost one that a token belongs to.
    pub(super) fn is_own(&self, token: usize, id: NodeId) -> bool {
        self.places.of_token(token) == id
    }

    /// Whether nothing may be added between the tokens of a node: a string, say.
    pub(super) fn is_verbatim(&self, node: Option<&Node>) -> bool {
        node.is_some_and(|node| self.joints.verbatim.contains(node.kind.0.into()))
    }
}
