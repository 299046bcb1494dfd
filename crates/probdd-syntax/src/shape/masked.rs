//! Puts children that the parser has not seen into the shape of a node: as items of the list that
//! they stand in, or else of a list of their own.

use crate::grammar::mark::{Mark, NO_SEPARATOR};
use crate::parser::flat::{FlatTree, Standing};
use crate::shape::steps::{NO_SLOT, Shape, Step};
use crate::shape::unruled;

/// The children of a node that are no extras, in order: for each whether it is masked.
pub(super) fn masked_children(flat: &FlatTree, index: u32) -> Vec<bool> {
    let nodes = flat.children(index).map(|child| flat.node(child));
    let masked: Vec<bool> =
        nodes.filter(|node| !node.is_extra()).map(|node| node.is_masked()).collect();
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
        let mut count = 0;
        while masked.next_if(|is_masked| **is_masked).is_some() {
            count += 1;
        }
        let place = list_in(&open, &rest[..gap]);
        for (at, step) in rest[..gap].iter().enumerate() {
            if place == Some(at) {
                (0..count).for_each(|_| out.extend(ITEM));
            }
            out.push(*step);
            follow(&mut open, *step);
        }
        match place {
            Some(at) if at == gap => (0..count).for_each(|_| out.extend(ITEM)),
            Some(_) => {}
            None if count > 0 => {
                out.push(Step::Mark(Mark::Star(NO_SEPARATOR)));
                (0..count).for_each(|_| out.extend(ITEM));
                out.push(Step::Mark(Mark::Close));
            }
            None => {}
        }
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
