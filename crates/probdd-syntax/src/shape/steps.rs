//! Shapes: how the children of one node group into lists, items and options.

/// The beginning or the end of a virtual node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Mark {
    /// A list that may be empty begins; the kind of its separator, or [`NO_SEPARATOR`].
    Star(u16),
    /// A list that may not be empty begins; likewise.
    Plus(u16),
    /// An item of a list begins; `is_separated`: with the separator before it.
    Item {
        /// Whether a separator comes first.
        is_separated: bool,
    },
    /// The separator of the item ends.
    EndSeparator,
    /// Something optional begins.
    Optional,
    /// The innermost virtual node ends.
    Close,
}

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

/// The separator of a list that has none.
pub(crate) const NO_SEPARATOR: u16 = u16::MAX;

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

/// What a child is to a list that knows no grammar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bracket {
    /// No bracket.
    None,
    /// An opening bracket, by the byte that closes it.
    Open(u8),
    /// A closing bracket.
    Close(u8),
}

impl Bracket {
    /// The bracket that a token is.
    pub(crate) fn of(text: &[u8]) -> Bracket {
        match text {
            b"(" => Bracket::Open(b')'),
            b"[" => Bracket::Open(b']'),
            b"{" => Bracket::Open(b'}'),
            [close @ (b')' | b']' | b'}')] => Bracket::Close(*close),
            _ => Bracket::None,
        }
    }
}

/// For each child, whether it opens or closes a pair of brackets.
pub(crate) fn paired(children: &[Bracket]) -> Vec<Bracket> {
    let mut paired = vec![Bracket::None; children.len()];
    let mut open: Vec<(usize, u8)> = Vec::new();
    // How many are open, by what closes them: none is searched for in vain.
    let mut waiting = [0_usize; 256];
    for (index, child) in children.iter().enumerate() {
        match child {
            Bracket::Open(close) => {
                open.push((index, *close));
                waiting[*close as usize] += 1;
            }
            Bracket::Close(close) if waiting[*close as usize] > 0 => {
                while let Some((start, wanted)) = open.pop() {
                    waiting[wanted as usize] -= 1;
                    if wanted == *close {
                        paired[start] = Bracket::Open(*close);
                        paired[index] = *child;
                        break;
                    }
                }
            }
            Bracket::None | Bracket::Close(_) => {}
        }
    }
    paired
}

/// The shape of a node that no grammar rule explains: a list whose items end at some of its
/// children. What comes after the last of these is no item, and what comes before the first is one
/// only if an item begins with the node.
pub(crate) fn pieces(ends: &[bool], is_whole: bool) -> Shape {
    let first = ends.iter().position(|ends| *ends).map_or(ends.len(), |at| at + 1);
    let last = ends.iter().rposition(|ends| *ends).map_or(ends.len(), |at| at + 1);
    let kept = if is_whole && ends.contains(&true) { 0 } else { first };
    let mut shape = vec![Step::Child(NO_SLOT); kept];
    shape.push(Step::Mark(Mark::Star(NO_SEPARATOR)));
    for piece in ends[kept..last].split_inclusive(|ends| *ends) {
        shape.push(Step::Mark(Mark::Item { is_separated: false }));
        shape.extend(piece.iter().map(|_| Step::Child(NO_SLOT)));
        shape.push(Step::Mark(Mark::Close));
    }
    shape.push(Step::Mark(Mark::Close));
    shape.extend(ends[last..].iter().map(|_| Step::Child(NO_SLOT)));
    simplified(&shape)
}

/// The shape of a node that no grammar rule explains: a list of its children, a run in brackets
/// being one item with a list inside.
pub(crate) fn generic(children: &[Bracket]) -> Shape {
    const ITEM: Step = Step::Mark(Mark::Item { is_separated: false });
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
