//! Neighbouring elements of lists whose texts are equal.

use super::Document;
use super::joints::Joining;
use super::render::Format;
use crate::text::fuse;
use probdd_core::{Edits, Kept, NodeId, Twins};
use std::ops::Range;

/// Shorter runs cost little.
const LEAST: usize = 256;

impl Document {
    /// The long runs of elements with equal texts, each with the blanks before it. Whichever of a run is
    /// removed, the rendered text is the same. A binary file has none: other parts of it may refer to one of
    /// them.
    pub fn twins(&self, format: Format) -> Twins {
        self.runs_of_twins(LEAST, format)
    }

    /// The runs of at least so many elements.
    pub(crate) fn runs_of_twins(&self, least: usize, format: Format) -> Twins {
        if self.file.is_some() || matches!(self.joining, Joining::Repaired(_)) {
            return Twins::default();
        }
        let mut runs: Vec<Vec<NodeId>> = Vec::new();
        for (list, _) in self.tree.nodes().filter(|(_, node)| node.is_list()) {
            let elements: Vec<NodeId> = self.tree.children(list).collect();
            let alike = elements.chunk_by(|a, b| self.are_twins(*a, *b));
            runs.extend(alike.filter(|run| run.len() >= least).map(<[NodeId]>::to_vec));
        }
        runs.retain(|run| self.renders_alike(run, format));
        Twins::new(runs)
    }

    /// Whether the text is the same without the first two of a run and without the last two. What is between
    /// them has the same on both sides.
    fn renders_alike(&self, run: &[NodeId], format: Format) -> bool {
        let without = |node: &NodeId| {
            let mut kept = Kept::all(&self.tree);
            kept.apply(&self.tree, &Edits::removal(vec![*node]));
            let mut text = Vec::new();
            self.render_as(format, &kept, &mut text);
            text
        };
        let first = without(&run[0]);
        let mut others = run[1..].iter().take(2).chain(run.iter().rev().take(2));
        others.all(|node| without(node) == first)
    }

    /// Whether two neighbours are equal, up to the division into nodes and tokens. The blanks after them are
    /// compared, too: what is after the second one comes after the first one when the second one goes.
    fn are_twins(&self, first: NodeId, second: NodeId) -> bool {
        let [a, b] = [first, second].map(|id| self.tree.node(id));
        let [kinds, others] = [(first, a), (second, b)].map(|(id, node)| {
            let inside = id.index()..node.end.index();
            inside.map(|id| self.tree.node(NodeId(id as u32))).map(|node| (node.kind, node.role))
        });
        a.tokens().len() == b.tokens().len()
            && !a.tokens().is_empty()
            && self.with_blanks(a.tokens()) == self.with_blanks(b.tokens())
            && b.tokens().end < self.tokens.len()
            && self.blanks_before(b.tokens().end) == self.blanks_before(b.tokens().start)
            && !self.may_fuse(b.tokens())
            && self.sizes(a.tokens()).eq(self.sizes(b.tokens()))
            && kinds.eq(others)
    }

    /// The text of some tokens, with the blanks before them.
    fn with_blanks(&self, tokens: Range<usize>) -> &[u8] {
        let [start, end] = [tokens.start, tokens.end - 1];
        &self.text[self.tokens.gap_before(start).start..self.tokens.bytes(end).end]
    }

    /// Whether something might come between two such nodes that is not there now: in `...`, a blank between
    /// points that were no neighbours.
    fn may_fuse(&self, tokens: Range<usize>) -> bool {
        let [first, last] = [tokens.start, tokens.end - 1].map(|token| self.token(token));
        self.blanks_before(tokens.start).is_empty() && fuse::fuse(last, first)
    }

    fn blanks_before(&self, token: usize) -> &[u8] {
        &self.text[self.tokens.gap_before(token)]
    }

    fn sizes(&self, tokens: Range<usize>) -> impl Iterator<Item = usize> {
        tokens.map(|token| self.tokens.bytes(token).len())
    }
}
