//! Puts children that the parser has not seen into the shape of a node: as items of the list that
//! they stand in, or else of a list of their own.

use crate::grammar::mark::{Mark, NO_SEPARATOR};
use crate::parser::flat::{FlatNode, FlatTree, Standing};
use crate::shape::steps::{NO_SLOT, Shape, Step};
use crate::shape::unruled;

/// The children of a node that are no extras, in order: for each whether it is masked. Empty if none
/// is.
pub(super) fn masked_children(flat: &FlatTree, index: u32) -> Vec<bool> {
    if !flat.has_masks {
        return Vec::new();
    }
    let nodes = flat.children(index).map(|child| flat.node(child));
    let masked: Vec<bool> =
        nodes.filter(|node| !node.is_extra()).map(FlatNode::is_masked).collect();
    if masked.contains(&true) { masked } else { Vec::new() }
}

/// The shape of all children, from that of the children that are not masked.
pub(super) fn with_masked(shape: &[Step], masked: &[bool]) -> Shape {
    let mut masked = masked.iter().peekable();
    let mut open: Vec<Mark> = Vec::new();
    let mut out = Shape::new();
    let mut rest = shape;
    loop {
        let gap = rest.iter().position(|step| matches!(step, Step::Child(_))).unwrap_or(rest.len());
        let mut items = Shape::new();
        while masked.next_if(|is_masked| **is_masked).is_some() {
            items.extend(ITEM);
        }
        let place = list_in(&open, &rest[..gap]);
        if place.is_none() && !items.is_empty() {
            items.insert(0, Step::Mark(Mark::Star(NO_SEPARATOR)));
            items.push(Step::Mark(Mark::Close));
        }
        let (before, after) = rest[..gap].split_at(place.unwrap_or(gap));
        out.extend([before, &items, after].concat());
        rest[..gap].iter().for_each(|step| follow(&mut open, *step));
        let Some(child) = rest.get(gap) else { return out };
        out.push(*child);
        masked.next();
        rest = &rest[gap + 1..];
    }
}

/// An item of its own.
const ITEM: [Step; 3] = [Step::Mark(Mark::ITEM), Step::Child(NO_SLOT), Step::Mark(Mark::Close)];

/// Before which of some marks an item may stand: where the innermost node that is open is a list.
fn list_in(open: &[Mark], marks: &[Step]) -> Option<usize> {
    let mut open = open.to_vec();
    let is_list = |open: &[Mark]| matches!(open.last(), Some(Mark::Star(_) | Mark::Plus(_)));
    for (at, step) in marks.iter().enumerate() {
        if is_list(&open) {
            return Some(at);
        }
        follow(&mut open, *step);
    }
    is_list(&open).then_some(marks.len())
}

fn follow(open: &mut Vec<Mark>, step: Step) {
    match step {
        Step::Mark(Mark::Close) => {
            open.pop();
        }
        Step::Mark(Mark::EndSeparator) | Step::Child(_) => {}
        Step::Mark(mark) => open.push(mark),
    }
}

/// The shape of masked text: of a directive nothing is removable, of a branch everything but the
/// directive before it.
pub(super) fn shape(flat: &FlatTree, text: &[u8], index: u32) -> Shape {
    if flat.node(index).standing != Standing::Masked(None) {
        return unruled::fixed(flat, index);
    }
    let mut shape = unruled::bracketed(flat, text, index);
    let has_directive = flat.children(index).next().is_some_and(|first| !flat.is_leaf(first));
    if has_directive {
        // The first item is the directive: its marks are dropped.
        let list = Step::Mark(Mark::Star(NO_SEPARATOR));
        shape.splice(0..4.min(shape.len()), [Step::Child(NO_SLOT), list]);
    }
    crate::shape::steps::simplified(&shape)
}
