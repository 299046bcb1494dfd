//! The shapes of nodes that no rule of the grammar explains.

use crate::grammar::mark::{Mark, NO_SEPARATOR};
use crate::parser::flat::{FlatNode, FlatTree};
use crate::shape::steps::{NO_SLOT, Shape, Step, simplified};
use crate::text::brackets::{Bracket, paired};

/// The shape of a node of which nothing is removable.
pub(super) fn fixed(flat: &FlatTree, index: u32) -> Shape {
    children(flat, index).map(|_| Step::Child(NO_SLOT)).collect()
}

/// The shape of a node in error: a list of what lies between two tokens that end statements.
pub(super) fn statements(flat: &FlatTree, text: &[u8], index: u32, end: &str) -> Shape {
    let ends = |child: &FlatNode| child.text(text) == end.as_bytes();
    let ends: Vec<bool> = children(flat, index).map(ends).collect();
    let before = text[..flat.node(index).start as usize].trim_ascii_end();
    pieces(&ends, before.is_empty() || before.ends_with(end.as_bytes()))
}

/// The shape of a node in error or that no rule explains: a list of its children, in which
/// brackets and what is between them are one item with a list inside.
pub(super) fn bracketed(flat: &FlatTree, text: &[u8], index: u32) -> Shape {
    let bracket = |child: &FlatNode| {
        if child.is_named || child.is_masked() {
            Bracket::None
        } else {
            Bracket::of(child.text(text))
        }
    };
    in_brackets(&children(flat, index).map(bracket).collect::<Vec<_>>())
}

fn children(flat: &FlatTree, index: u32) -> impl Iterator<Item = &FlatNode> {
    flat.children(index).map(|child| flat.node(child)).filter(|child| !child.is_extra())
}

/// A list whose items end at some of the children. The children after the last of these are no
/// item; those before the first are one only if an item begins with the node.
fn pieces(ends: &[bool], is_whole: bool) -> Shape {
    let first = ends.iter().position(|ends| *ends).map_or(ends.len(), |at| at + 1);
    let last = ends.iter().rposition(|ends| *ends).map_or(ends.len(), |at| at + 1);
    let kept = if is_whole && ends.contains(&true) { 0 } else { first };
    let mut shape = vec![Step::Child(NO_SLOT); kept];
    shape.push(Step::Mark(Mark::Star(NO_SEPARATOR)));
    for piece in ends[kept..last].split_inclusive(|ends| *ends) {
        shape.push(Step::Mark(Mark::ITEM));
        shape.extend(piece.iter().map(|_| Step::Child(NO_SLOT)));
        shape.push(Step::Mark(Mark::Close));
    }
    shape.push(Step::Mark(Mark::Close));
    shape.extend(ends[last..].iter().map(|_| Step::Child(NO_SLOT)));
    simplified(&shape)
}

fn in_brackets(children: &[Bracket]) -> Shape {
    const ITEM: Step = Step::Mark(Mark::ITEM);
    const CLOSE: Step = Step::Mark(Mark::Close);
    const CHILD: Step = Step::Child(NO_SLOT);
    let mut shape = vec![Step::Mark(Mark::Star(NO_SEPARATOR))];
    for bracket in paired(children) {
        match bracket {
            Bracket::None => shape.extend([ITEM, CHILD, CLOSE]),
            Bracket::Open(_) => shape.extend([ITEM, CHILD, Step::Mark(Mark::Star(NO_SEPARATOR))]),
            Bracket::Close(_) => shape.extend([CLOSE, CHILD, CLOSE]),
        }
    }
    shape.push(CLOSE);
    simplified(&shape)
}
