//! Puts masked text back into a parse tree: what the parser has not seen becomes nodes of the tree,
//! each between the nodes that it lies between.

use super::flat::{FlatNode, FlatTree, NO_KIND, NO_STATE, Standing};
use crate::text::directives::Directive;
use crate::text::tokens;
use std::ops::Range;

/// A part of a text that the parser does not see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mask {
    pub(crate) bytes: Range<usize>,
    pub(crate) what: Masked,
}

/// What is masked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Masked {
    /// A directive.
    Directive(Directive),
    /// Hidden text. Its first bytes, so many of them, are only removed with all of it: the directive
    /// before a branch, or a whole construct.
    Hidden { head: usize },
}

impl Mask {
    pub(crate) fn directive(bytes: Range<usize>, directive: Directive) -> Mask {
        Mask { bytes, what: Masked::Directive(directive) }
    }

    /// A construct, which is only removed as a whole.
    pub(crate) fn construct(bytes: Range<usize>) -> Mask {
        let what = Masked::Hidden { head: bytes.len() };
        Mask { bytes, what }
    }
}

/// Where a text is masked, so that many ranges can be compared with many masks.
pub(crate) struct MaskedBytes {
    /// Where masks begin, in order.
    starts: Vec<usize>,
    /// The furthest end of each mask and those before it.
    ends: Vec<usize>,
}

impl MaskedBytes {
    pub(crate) fn new(masks: &[Mask]) -> MaskedBytes {
        let mut ranges: Vec<&Range<usize>> = masks.iter().map(|mask| &mask.bytes).collect();
        ranges.sort_unstable_by_key(|range| range.start);
        let furthest = |end: &mut usize, range: &&Range<usize>| {
            *end = range.end.max(*end);
            Some(*end)
        };
        let ends = ranges.iter().scan(0, furthest).collect();
        MaskedBytes { starts: ranges.iter().map(|range| range.start).collect(), ends }
    }

    /// Whether a mask has bytes of a range.
    pub(crate) fn touch(&self, bytes: &Range<usize>) -> bool {
        let before = self.starts.partition_point(|start| *start < bytes.end);
        before > 0 && bytes.start < self.ends[before - 1]
    }
}

impl FlatTree {
    /// The tree of a masked text with what was masked, given in order. A leaf of one of some kinds is
    /// divided by the masks inside. A mask that another leaf covers is left out: its text is in the
    /// leaf.
    pub(crate) fn with_masks(&self, masks: &[Mask], divisible: &[u16], text: &[u8]) -> FlatTree {
        let nodes = Vec::with_capacity(self.nodes.len());
        let mut insertion = Insertion { text, masks, divisible, nodes, open: Vec::new() };
        for (index, node) in self.nodes.iter().enumerate() {
            insertion.close(index as u32);
            insertion.add_before(node.start as usize);
            insertion.open(index as u32, node);
        }
        insertion.close(self.nodes.len() as u32);
        FlatTree {
            nodes: insertion.nodes,
            error_bytes: self.error_bytes,
            has_masks: true,
            states: None,
        }
    }
}

struct Insertion<'a> {
    text: &'a [u8],
    /// The masks that are not in the tree yet.
    masks: &'a [Mask],
    /// The kinds of leaves that are divided.
    divisible: &'a [u16],
    nodes: Vec<FlatNode>,
    /// The new index of every open node, and the old index after it.
    open: Vec<(usize, u32)>,
}

impl Insertion<'_> {
    /// Closes the nodes that end before an old index.
    fn close(&mut self, index: u32) {
        while let Some((at, _)) = self.open.last().copied().filter(|(_, next)| *next <= index) {
            let node = self.nodes[at];
            let is_root = self.open.len() == 1;
            let has_children = self.nodes.len() > at + 1;
            if is_root || has_children {
                self.add_before(if is_root { self.text.len() } else { node.end as usize });
            }
            self.nodes[at].next = self.nodes.len() as u32;
            self.open.pop();
        }
    }

    /// Adds the masks that end before a byte.
    fn add_before(&mut self, byte: usize) {
        while let Some((mask, rest)) = self.masks.split_first()
            && mask.bytes.end <= byte
            && !self.open.is_empty()
        {
            self.masks = rest;
            self.add(mask);
        }
    }

    fn open(&mut self, index: u32, node: &FlatNode) {
        let is_leaf = node.next == index + 1;
        let covered = self.masks.iter().take_while(|mask| mask.bytes.start < node.end as usize);
        let covered = if is_leaf { covered.count() } else { 0 };
        let (covered, rest) = self.masks.split_at(covered);
        self.masks = rest;
        if !covered.is_empty() && self.divisible.contains(&node.kind) {
            return self.divide(node, covered);
        }
        self.open.push((self.nodes.len(), node.next));
        self.nodes.push(*node);
    }

    /// Adds the masks inside a leaf, and what of its text is left between them.
    fn divide(&mut self, leaf: &FlatNode, masks: &[Mask]) {
        let mut start = leaf.start as usize;
        for mask in masks.iter().filter(|mask| mask.bytes.end <= leaf.end as usize) {
            self.add_part(leaf, start..mask.bytes.start.max(start));
            self.add(mask);
            start = mask.bytes.end;
        }
        self.add_part(leaf, start..leaf.end as usize);
    }

    /// Adds a part of a leaf without the blanks around it.
    fn add_part(&mut self, leaf: &FlatNode, bytes: Range<usize>) {
        let text = &self.text[bytes.clone()];
        let leading = text.len() - text.trim_ascii_start().len();
        let (start, length) = (bytes.start + leading, text.trim_ascii().len());
        if length > 0 {
            let (start, end) = (start as u32, (start + length) as u32);
            let next = self.nodes.len() as u32 + 1;
            self.nodes.push(FlatNode { start, end, next, ..*leaf });
        }
    }

    fn add(&mut self, mask: &Mask) {
        let (standing, head) = match mask.what {
            Masked::Directive(directive) => (Standing::Masked(Some(directive)), mask.bytes.len()),
            Masked::Hidden { head } => (Standing::Masked(None), head),
        };
        let (head, rest) = (mask.bytes.start..mask.bytes.start + head, mask.bytes.clone());
        let at = self.add_node(mask.bytes.clone(), standing);
        if standing == Standing::Masked(None) && !head.is_empty() {
            let inner = self.add_node(head.clone(), Standing::Ordinary);
            self.add_tokens(head.clone());
            self.nodes[inner].next = self.nodes.len() as u32;
            self.add_tokens(head.end..rest.end);
        } else {
            self.add_tokens(rest);
        }
        self.nodes[at].next = self.nodes.len() as u32;
    }

    /// Adds a node for each token. The first two tokens of a directive are one: `#if`.
    fn add_tokens(&mut self, bytes: Range<usize>) {
        let mut start = None;
        for token in tokens::tokens(&self.text[bytes.clone()]) {
            let token = bytes.start + token.start..bytes.start + token.end;
            if matches!(&self.text[token.clone()], b"#" | b"`") {
                start = Some(token.start);
                continue;
            }
            let from = start.take().unwrap_or(token.start);
            let at = self.add_node(from..token.end, Standing::Ordinary);
            self.nodes[at].next = at as u32 + 1;
        }
    }

    fn add_node(&mut self, bytes: Range<usize>, standing: Standing) -> usize {
        self.nodes.push(FlatNode {
            kind: NO_KIND,
            original: NO_KIND,
            is_named: false,
            standing,
            state: NO_STATE,
            start: bytes.start as u32,
            end: bytes.end as u32,
            next: 0,
        });
        self.nodes.len() - 1
    }
}
