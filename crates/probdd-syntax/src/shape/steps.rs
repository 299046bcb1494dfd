//! Shapes: how the children of one node group into lists, items and options.

use crate::grammar::mark::Mark;

/// One step through the children of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Step {
    /// A virtual node begins or ends.
    Mark(Mark),
    /// The next child, and its slot.
    Child(u16),
}

/// How the children of one node group.
pub(crate) type Shape = Vec<Step>;

/// The slot of a child that is not replaced.
pub(crate) const NO_SLOT: u16 = u16::MAX;

/// A virtual node that is open.
struct Open {
    start: usize,
    has_child: bool,
    /// Where the virtual nodes right inside begin and end; `None` for those that were removed.
    inner: Vec<Option<(usize, usize)>>,
}

/// A shape without redundant virtual nodes: those without a child, and the list and the item of a
/// plus with a single item, which is not removable.
pub(crate) fn simplified(shape: &[Step]) -> Shape {
    let mut out = Shape::with_capacity(shape.len());
    let mut open: Vec<Open> = Vec::new();
    for step in shape {
        let at = out.len();
        out.push(*step);
        match step {
            Step::Child(_) => {
                if let Some(innermost) = open.last_mut() {
                    innermost.has_child = true;
                }
            }
            Step::Mark(Mark::Close) => {
                let Some(closed) = open.pop() else { continue };
                if !closed.has_child {
                    out.truncate(closed.start);
                    continue;
                }
                let is_removed = remove_single_item(&mut out, &closed);
                if let Some(around) = open.last_mut() {
                    around.has_child = true;
                    around.inner.push((!is_removed).then_some((closed.start, at)));
                }
            }
            Step::Mark(Mark::EndSeparator) => {}
            Step::Mark(_) => open.push(Open { start: at, has_child: false, inner: Vec::new() }),
        }
    }
    out
}

/// Removes the marks of a plus, which has just been closed, and of its item if it has one only.
fn remove_single_item(shape: &mut Shape, list: &Open) -> bool {
    let (Step::Mark(Mark::Plus(_)), [Some((first, last))]) = (shape[list.start], &list.inner[..])
    else {
        return false;
    };
    let is_item = shape[*first] == Step::Mark(Mark::ITEM);
    if is_item {
        shape.pop();
        for at in [*last, *first, list.start] {
            shape.remove(at);
        }
    }
    is_item
}
