//! A text that a grammar does not read as a whole, read in pieces: what parses alone is a subtree,
//! and brackets and lines are the tree of the rest.

mod cuts;
mod search;

use crate::language::Language;
use crate::language::loaded::Loaded;
use crate::parser::flat::{FlatNode, FlatTree, NO_KIND, NO_STATE, Standing};
use crate::readers::any_text::outline;
use crate::shape::steps::Shape;
use crate::text::groups::Mark;
use cuts::Cuts;
use search::{LONGEST_FRAME, Tree, trees};
use std::ops::Range;

/// A text in pieces.
pub(super) struct Pieces {
    /// The pieces and the other tokens below one root. These tokens are error bytes.
    pub(super) flat: FlatTree,
    /// How many bytes lie in errors and in no subtree.
    pub(super) unexplained: usize,
    /// The shape of the root.
    pub(super) shape: Shape,
}

/// Reads a text in pieces; `None` if the parser cannot start.
pub(super) fn pieces(
    language: &Language,
    loaded: &Loaded,
    text: &[u8],
    stop: &(dyn Fn() -> bool + Sync),
) -> Option<Pieces> {
    let length = text.len() + LONGEST_FRAME;
    loaded.tables.with_pieces(length, stop, |parser| {
        let cuts = Cuts::new(text, &language.facts);
        let trees = trees(&cuts, parser);
        let root = parser.parse(b"", false).map_or(NO_KIND, |empty| empty.node(0).kind);
        assemble(&cuts, trees, root)
    })
}

/// The tree of the pieces that parse and of all other tokens.
fn assemble(cuts: &Cuts<'_>, trees: Vec<Tree>, root: u16) -> Pieces {
    let text = cuts.text;
    let mut flat = FlatTree::default();
    flat.nodes.push(FlatNode { kind: root, is_named: true, ..leaf(0..text.len()) });
    let mut units: Vec<Range<usize>> = Vec::new();
    let mut marks = Vec::new();
    let mut trees = trees.into_iter().peekable();
    let (mut covered, mut unexplained) = (0, 0);
    for (at, token) in cuts.tokens.iter().enumerate() {
        if let Some(tree) = trees.next_if(|tree| tree.bytes.start == token.start) {
            covered = tree.bytes.end;
            unexplained += tree.unexplained;
            for unit in graft(&mut flat, &tree, text) {
                units.push(unit);
                marks.push(Mark::Plain);
            }
        } else if token.start < covered {
            // It is in the tree before it.
        } else if cuts.is_comment(at) {
            let comment = leaf(token.clone());
            flat.add(FlatNode { standing: Standing::Extra, ..comment });
        } else {
            flat.add(leaf(token.clone()));
            flat.error_bytes += token.len();
            units.push(token.clone());
            marks.push(cuts.marks[at]);
        }
    }
    flat.nodes[0].next = flat.nodes.len() as u32;
    let shape = outline(text, &units, &marks).shape();
    unexplained += flat.error_bytes;
    flat.error_bytes = unexplained;
    Pieces { flat, unexplained, shape }
}

/// Adds a piece to a tree, and returns where the nodes right below the root are that are no comments.
/// A node and the semicolon after it are one.
fn graft(flat: &mut FlatTree, tree: &Tree, text: &[u8]) -> Vec<Range<usize>> {
    let next = |at: &usize| tree.nodes.get(*at).map(|node| node.next as usize);
    let within = |at: &usize| *at < tree.nodes.len();
    let tops: Vec<usize> = std::iter::successors(Some(0), next).take_while(within).collect();
    let is_end = |at: &usize| tree.nodes[*at].text(text) == b";";
    let is_statement = matches!(&tops[..], [_, end] if is_end(end));
    if is_statement {
        let next = flat.nodes.len() as u32 + 1 + tree.nodes.len() as u32;
        flat.nodes.push(FlatNode { next, ..leaf(tree.bytes.clone()) });
    }
    let shift = flat.nodes.len() as u32;
    flat.nodes.extend(tree.nodes.iter().map(|node| FlatNode { next: node.next + shift, ..*node }));
    for node in tops.iter().map(|at| shift as usize + at) {
        let node = &mut flat.nodes[node];
        if node.standing == Standing::Error {
            *node = FlatNode { standing: Standing::Loose, is_named: false, ..*node };
        }
    }
    if is_statement {
        return vec![tree.bytes.clone()];
    }
    let counts = |node: &&FlatNode| node.standing != Standing::Extra;
    tops.iter().map(|at| &tree.nodes[*at]).filter(counts).map(FlatNode::bytes).collect()
}

fn leaf(bytes: Range<usize>) -> FlatNode {
    FlatNode {
        kind: NO_KIND,
        original: NO_KIND,
        is_named: false,
        standing: Standing::Ordinary,
        state: NO_STATE,
        start: bytes.start as u32,
        end: bytes.end as u32,
        next: 0,
    }
}

impl FlatTree {
    fn add(&mut self, leaf: FlatNode) {
        let next = self.nodes.len() as u32 + 1;
        self.nodes.push(FlatNode { next, ..leaf });
    }
}
