//! Shapes: how the children of one node group into lists, items and options.

use crate::grammar::mark::Mark;

/// One step through the children of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Step {
    /// A virtual node begins or ends.
    Mark(Mark),
    /// The next child, and the slot that it stands at.
    Child(u16),
}

/// How the children of one node group.
pub(crate) type Shape = Vec<Step>;

/// The slot of a child where nothing else fits.
pub(crate) const NO_SLOT: u16 = u16::MAX;

/// A shape without what says nothing: virtual nodes that hold no child, and the list and the item
/// of a plus that has one item only, because that one may not go.
pub(crate) fn simplified(shape: &[Step]) -> Shape {
    without_single_items(&without_empty(shape))
}

/// A virtual node that is open: where it began, and where its virtual children begin and end.
struct Open {
    start: usize,
    children: Vec<(usize, usize)>,
}

fn without_single_items(shape: &[Step]) -> Shape {
    const ITEM: Step = Step::Mark(Mark::Item { is_separated: false });
    let mut is_dropped = vec![false; shape.len()];
    let mut open: Vec<Open> = Vec::new();
    for (index, step) in shape.iter().enumerate() {
        match step {
            Step::Mark(Mark::Close) => {
                let Some(Open { start, children }) = open.pop() else { continue };
                if let (Step::Mark(Mark::Plus(_)), [(first, last)]) = (shape[start], &children[..])
                    && shape[*first] == ITEM
                {
                    for step in [start, *first, *last, index] {
                        is_dropped[step] = true;
                    }
                }
                if let Some(parent) = open.last_mut() {
                    parent.children.push((start, index));
                }
            }
            Step::Mark(Mark::EndSeparator) | Step::Child(_) => {}
            Step::Mark(_) => open.push(Open { start: index, children: Vec::new() }),
        }
    }
    shape.iter().zip(is_dropped).filter(|(_, dropped)| !dropped).map(|(step, _)| *step).collect()
}

/// Drops the virtual nodes that hold no child.
fn without_empty(shape: &[Step]) -> Shape {
    let mut out: Shape = Vec::with_capacity(shape.len());
    let mut open: Vec<(usize, bool)> = Vec::new();
    for step in shape {
        match step {
            Step::Mark(Mark::Close) => {
                let (start, has_child) = open.pop().unwrap_or((0, true));
                if has_child {
                    out.push(*step);
                } else {
                    out.truncate(start);
                }
            }
            Step::Mark(Mark::EndSeparator) => out.push(*step),
            Step::Mark(_) => {
                open.push((out.len(), false));
                out.push(*step);
            }
            Step::Child(_) => {
                mark_all(&mut open);
                out.push(*step);
            }
        }
    }
    out
}

fn mark_all(open: &mut [(usize, bool)]) {
    for (_, has_child) in open.iter_mut().rev() {
        if *has_child {
            return;
        }
        *has_child = true;
    }
}
