//! Shapes as trees, which corrections can rearrange.

use crate::grammar::mark::Mark;
use crate::shape::bonds::Bonds;
use crate::shape::steps::{Shape, Step};

/// A child of a node, or a virtual node over some children.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// A child.
    Child { kind: u16, slot: u16, bonds: Bonds },
    /// A list, an item or an option.
    Group(Group),
}

/// A virtual node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Group {
    pub(crate) mark: Mark,
    pub(crate) parts: Vec<Part>,
    /// How many of the parts are the separator before an item.
    pub(crate) separator: usize,
}

impl Group {
    pub(crate) fn new(mark: Mark, parts: Vec<Part>) -> Group {
        Group { mark, parts, separator: 0 }
    }

    pub(crate) fn is_list(&self) -> bool {
        matches!(self.mark, Mark::Star(_) | Mark::Plus(_))
    }

    pub(crate) fn is_item(&self) -> bool {
        matches!(self.mark, Mark::Item { .. })
    }

    /// The parts without the separator.
    pub(crate) fn content(&self) -> &[Part] {
        &self.parts[self.separator..]
    }
}

impl Part {
    /// A virtual node without a separator.
    pub(crate) fn group(mark: Mark, parts: Vec<Part>) -> Part {
        Part::Group(Group::new(mark, parts))
    }

    /// The bonds of all children inside.
    pub(crate) fn bonds(&self) -> Bonds {
        match self {
            Part::Child { bonds, .. } => *bonds,
            Part::Group(group) => {
                group.parts.iter().fold(Bonds::NONE, |bonds, part| bonds.then(part.bonds()))
            }
        }
    }

    /// Whether the part is a child of one of some kinds, or a virtual node right around one.
    pub(crate) fn holds(&self, kinds: &[u16]) -> bool {
        match self {
            Part::Child { kind, .. } => kinds.contains(kind),
            Part::Group(group) => group
                .content()
                .iter()
                .any(|part| matches!(part, Part::Child { kind, .. } if kinds.contains(kind))),
        }
    }

    /// Whether the part is a child of one of some kinds, or an item or option of only such a child.
    pub(crate) fn is_just(&self, kinds: &[u16]) -> bool {
        match self {
            Part::Child { kind, .. } => kinds.contains(kind),
            Part::Group(group) if group.is_list() => false,
            Part::Group(group) => {
                matches!(group.content(), [part @ Part::Child { .. }] if part.is_just(kinds))
            }
        }
    }
}

/// Changes the parts of every list.
pub(crate) fn each_list(parts: Vec<Part>, change: &impl Fn(Vec<Part>) -> Vec<Part>) -> Vec<Part> {
    let changed = |part| match part {
        Part::Group(mut group) => {
            group.parts = each_list(group.parts, change);
            if group.is_list() {
                group.parts = change(group.parts);
            }
            Part::Group(group)
        }
        child @ Part::Child { .. } => child,
    };
    parts.into_iter().map(changed).collect()
}

/// The tree of a shape, for children with kinds and bonds. Without bonds, there are none.
pub(crate) fn parts(shape: &[Step], children: &[u16], bonds: &[Bonds]) -> Vec<Part> {
    let mut kinds = children.iter();
    let mut bonds = bonds.iter();
    let mut open: Vec<Group> = Vec::new();
    let mut top = Vec::new();
    for step in shape {
        let part = match step {
            Step::Child(slot) => {
                let kind = kinds.next().copied().unwrap_or(u16::MAX);
                let bonds = bonds.next().copied().unwrap_or_default();
                Some(Part::Child { kind, slot: *slot, bonds })
            }
            Step::Mark(Mark::Close) => open.pop().map(Part::Group),
            Step::Mark(Mark::EndSeparator) => {
                if let Some(item) = open.last_mut() {
                    item.separator = item.parts.len();
                }
                None
            }
            Step::Mark(mark) => {
                open.push(Group::new(*mark, Vec::new()));
                None
            }
        };
        let into = open.last_mut().map_or(&mut top, |group| &mut group.parts);
        into.extend(part);
    }
    top
}

/// The shape of a tree.
pub(crate) fn shape(parts: &[Part]) -> Shape {
    let mut shape = Shape::new();
    append(parts, &mut shape);
    shape
}

fn append(parts: &[Part], shape: &mut Shape) {
    for part in parts {
        match part {
            Part::Child { slot, .. } => shape.push(Step::Child(*slot)),
            Part::Group(group) => {
                shape.push(Step::Mark(group.mark));
                append(&group.parts[..group.separator], shape);
                if matches!(group.mark, Mark::Item { is_separated: true }) {
                    shape.push(Step::Mark(Mark::EndSeparator));
                }
                append(group.content(), shape);
                shape.push(Step::Mark(Mark::Close));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grammar::mark::NO_SEPARATOR;

    #[test]
    fn a_shape_comes_back() {
        let item = |is_separated| Step::Mark(Mark::Item { is_separated });
        let close = Step::Mark(Mark::Close);
        let steps = vec![
            Step::Child(1),
            Step::Mark(Mark::Star(NO_SEPARATOR)),
            item(false),
            Step::Child(2),
            close,
            item(true),
            Step::Child(3),
            Step::Mark(Mark::EndSeparator),
            Step::Mark(Mark::Optional),
            Step::Child(4),
            close,
            close,
            close,
        ];
        let parts = parts(&steps, &[10, 11, 12, 13], &[]);
        assert_eq!(parts[0], Part::Child { kind: 10, slot: 1, bonds: Bonds::NONE });
        assert!(matches!(&parts[1], Part::Group(list) if list.is_list() && list.parts.len() == 2));
        assert_eq!(shape(&parts), steps);
    }
}
