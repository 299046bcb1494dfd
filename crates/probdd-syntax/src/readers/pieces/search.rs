//! Which pieces of a text a grammar reads alone: first those of the whole text, then those inside
//! the groups of what it does not read.
//!
//! A piece inside a group is read with the beginning of the piece around it: the members of a class
//! after `class A {`. Together, the texts that are parsed are a bounded number of times as long as
//! the whole text.

use super::cuts::Cuts;
use crate::parser::flat::{FlatNode, FlatTree, Standing};
use crate::parser::parse::PieceParser;
use std::collections::VecDeque;
use std::iter;
use std::ops::Range;
use std::rc::Rc;

/// How many times the bytes of the text are parsed at most.
const MOST: usize = 3;

/// How many more bytes are parsed: all pieces of a small text.
const SMALL: usize = 1 << 11;

/// A piece is taken with its errors if less than one of so many bytes lies in them.
const FEW: usize = 3;

/// The most bytes that are put before a piece.
pub(super) const LONGEST_FRAME: usize = 1 << 10;

/// A piece that the grammar reads.
pub(super) struct Tree {
    pub(super) bytes: Range<usize>,
    /// Its nodes in preorder, as places in the whole text.
    pub(super) nodes: Vec<FlatNode>,
    /// How many of its bytes lie in errors and in no subtree.
    pub(super) unexplained: usize,
}

/// What is put around pieces.
#[derive(Default)]
struct Frame {
    before: Vec<u8>,
    after: Vec<u8>,
}

/// Tokens between two delimiters, or all of them.
struct Level {
    tokens: Range<usize>,
    /// What may stand around the pieces, the likeliest first.
    frames: Vec<Rc<Frame>>,
}

/// The pieces that the grammar reads, in order.
pub(super) fn trees(cuts: &Cuts<'_>, parser: &PieceParser<'_>) -> Vec<Tree> {
    let usual = |(before, after): &(&str, &str)| Frame {
        before: before.as_bytes().to_vec(),
        after: after.as_bytes().to_vec(),
    };
    let usual: Vec<Rc<Frame>> = iter::once(Frame::default())
        .chain(cuts.facts.frames.iter().map(usual))
        .map(Rc::new)
        .collect();
    let all = Level { tokens: 0..cuts.tokens.len(), frames: usual.clone() };
    let most = SMALL + MOST * cuts.text.len();
    let mut search = Search { cuts, parser, most, levels: [all].into(), usual, trees: Vec::new() };
    while let Some(level) = search.levels.pop_front() {
        search.look_at(level);
    }
    search.trees.sort_by_key(|tree| tree.bytes.start);
    search.trees
}

struct Search<'a, 't> {
    cuts: &'a Cuts<'t>,
    parser: &'a PieceParser<'a>,
    /// How many bytes may be parsed.
    most: usize,
    levels: VecDeque<Level>,
    /// The frames that are tried for every piece.
    usual: Vec<Rc<Frame>>,
    trees: Vec<Tree>,
}

impl Search<'_, '_> {
    fn look_at(&mut self, mut level: Level) {
        for piece in self.cuts.pieces(level.tokens.clone()) {
            let bytes = self.cuts.bytes(&piece);
            if let Some(tree) = self.in_a_frame(&bytes, &mut level.frames) {
                self.trees.push(tree);
            } else if let Some(tree) = self.with_few_errors(&bytes, &level.frames[0]) {
                self.trees.push(tree);
            } else {
                self.look_inside(&piece, &level.frames);
            }
        }
    }

    /// The tree of a piece in the first of some frames in which it has no errors. This frame becomes
    /// the first one. A frame that has an error before the piece is dropped.
    fn in_a_frame(&mut self, bytes: &Range<usize>, frames: &mut Vec<Rc<Frame>>) -> Option<Tree> {
        let mut at = 0;
        while let Some(frame) = frames.get(at).cloned() {
            let before = self.parser.parsed();
            if let Some(tree) = self.parse(bytes, &frame, true) {
                frames.swap(0, at);
                return Some(tree);
            }
            let parsed = self.parser.parsed() - before;
            if parsed > 0 && parsed < frame.before.len() && frames.len() > 1 {
                frames.remove(at);
            } else {
                at += 1;
            }
        }
        None
    }

    /// The tree of a piece with errors, if the grammar explains most of it.
    fn with_few_errors(&mut self, bytes: &Range<usize>, frame: &Frame) -> Option<Tree> {
        // The parse of the whole text was no better than that of its greater part.
        if bytes.len() * 2 > self.cuts.text.len() {
            return None;
        }
        let tree = self.parse(bytes, frame, false)?;
        (tree.unexplained * FEW < bytes.len()).then_some(tree)
    }

    /// Looks at the groups of a piece later.
    fn look_inside(&mut self, piece: &Range<usize>, frames: &[Rc<Frame>]) {
        for (open, close) in self.cuts.groups_in(piece.clone()) {
            let own = self.frame(&(piece.start..open.end), close, &frames[0]);
            // What is inside a condition stands where the condition stands.
            let is_condition = self.cuts.token(open.start) == b"#";
            let outer = if is_condition { frames.to_vec() } else { self.usual.clone() };
            let own = own.filter(|_| !is_condition).map(Rc::new);
            let frames = own.into_iter().chain(outer).collect();
            self.levels.push_back(Level { tokens: open.end..close.start, frames });
        }
    }

    fn frame(&self, head: &Range<usize>, close: &Range<usize>, outer: &Frame) -> Option<Frame> {
        let [head, close] = [head, close].map(|tokens| &self.cuts.text[self.cuts.bytes(tokens)]);
        let before = [&outer.before[..], head, b"\n"].concat();
        let after = [b"\n", close, &outer.after[..]].concat();
        (before.len() + after.len() <= LONGEST_FRAME).then_some(Frame { before, after })
    }

    /// The tree of a piece in a frame, on request only if it has no errors.
    fn parse(&mut self, bytes: &Range<usize>, frame: &Frame, is_sound: bool) -> Option<Tree> {
        let piece = &self.cuts.text[bytes.clone()];
        let is_whole = piece.len() == self.cuts.text.trim_ascii().len();
        if is_sound && is_whole && frame.before.is_empty() && frame.after.is_empty() {
            // The parse of the whole text had errors: that is why there are pieces.
            return None;
        }
        let text = [&frame.before[..], piece, &frame.after].concat();
        if self.parser.parsed() + text.len() > self.most {
            return None;
        }
        // Some grammars leave out the end of a text, which is an error only here.
        let is_wanted = |flat: &FlatTree| !is_sound || flat.error_bytes == 0;
        let flat = self.parser.parse(&text, is_sound).filter(is_wanted)?;
        let place = frame.before.len()..frame.before.len() + piece.len();
        let nodes = cut_out(&flat, &place, bytes.start)?;
        let flat = FlatTree { nodes, ..FlatTree::default() };
        let unexplained = if is_sound { 0 } else { flat.unexplained_bytes() };
        Some(Tree { bytes: bytes.clone(), nodes: flat.nodes, unexplained })
    }
}

/// The nodes of a tree that lie in some bytes, which get another place.
fn cut_out(flat: &FlatTree, place: &Range<usize>, start: usize) -> Option<Vec<FlatNode>> {
    let moved = |byte: u32| byte + start as u32 - place.start as u32;
    let mut nodes = Vec::new();
    let (mut at, mut covered) = (1, 0);
    while let Some(node) = flat.nodes.get(at) {
        let bytes = node.bytes();
        let is_inside = bytes.start >= place.start && bytes.end <= place.end;
        let is_error = matches!(node.standing, Standing::Error | Standing::Missing);
        let is_leaf = node.next as usize == at + 1;
        if is_inside {
            let shift = nodes.len() as u32;
            let subtree = &flat.nodes[at..node.next as usize];
            nodes.extend(subtree.iter().map(|node| FlatNode {
                start: moved(node.start),
                end: moved(node.end),
                next: node.next + shift - at as u32,
                ..*node
            }));
            covered = bytes.end;
            at = node.next as usize;
        } else if is_error || is_leaf && bytes.start < place.end && bytes.end > place.start {
            // The error is not one of the piece, or the piece and its frame are one token.
            return None;
        } else {
            at += 1;
        }
    }
    (covered == place.end).then_some(nodes)
}
