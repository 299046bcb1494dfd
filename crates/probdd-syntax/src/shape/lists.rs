//! Finds lists that the grammar does not describe as lists.

use crate::grammar::mark::{Mark, NO_SEPARATOR};
use crate::shape::parts::{Group, Part};

/// Turns nested options, `a ; (b ; (c))`, into a list. A separator may come last.
pub(crate) fn recursive(parts: Vec<Part>) -> Vec<Part> {
    let mut items = Vec::new();
    let mut kind_between = NO_SEPARATOR;
    let mut before: &[Part] = &[];
    let mut rest = parts.as_slice();
    while let [content @ .., separator @ Part::Child { kind, .. }, Part::Group(option)] = rest
        && option.mark == Mark::Optional
    {
        items.push(element(before, content));
        kind_between = *kind;
        before = std::slice::from_ref(separator);
        rest = &option.parts;
    }
    if items.is_empty() {
        return parts;
    }
    let (content, trailing) = match rest {
        [content @ .., last @ Part::Child { kind, .. }]
            if *kind == kind_between && !content.is_empty() =>
        {
            (content, Some(last.clone()))
        }
        _ => (rest, None),
    };
    items.push(element(before, content));
    items.extend(trailing.map(|last| Part::group(Mark::Optional, vec![last])));
    vec![Part::group(Mark::Plus(kind_between), items)]
}

/// An element of a list and the separator before it, if there is one.
fn element(separator: &[Part], content: &[Part]) -> Part {
    let mark = Mark::Item { is_separated: !separator.is_empty() };
    Part::Group(Group { mark, parts: [separator, content].concat(), separator: separator.len() })
}

/// Turns the children between the first one and the last one into a list, if separators and other
/// children alternate.
pub(crate) fn divided(parts: Vec<Part>, separators: &[u16]) -> Vec<Part> {
    let mut children = Vec::new();
    children_of(&parts, &mut children);
    let [open, inner @ .., close] = &children[..] else { return parts };
    let is_separator =
        |part: &Part| matches!(part, Part::Child { kind, .. } if separators.contains(kind));
    let is_in_turn = |(at, part): (usize, &Part)| is_separator(part) == (at % 2 == 1);
    let [first, rest @ ..] = inner else { return parts };
    if rest.len() % 2 == 1 || !inner.iter().enumerate().all(is_in_turn) {
        return parts;
    }
    let Some(Part::Child { kind, .. }) = rest.first() else { return parts };
    let mut items = vec![element(&[], std::slice::from_ref(first))];
    items.extend(rest.chunks(2).map(|pair| element(&pair[..1], &pair[1..])));
    let list = Part::group(Mark::Plus(*kind), items);
    vec![open.clone(), list, close.clone()]
}

fn children_of(parts: &[Part], children: &mut Vec<Part>) {
    for part in parts {
        match part {
            Part::Child { .. } => children.push(part.clone()),
            Part::Group(group) => children_of(&group.parts, children),
        }
    }
}

/// Makes all lists with a separator keep an element.
pub(crate) fn filled(part: Part) -> Part {
    match part {
        Part::Group(mut group) => {
            if let Mark::Star(separator) = group.mark
                && separator != NO_SEPARATOR
            {
                group.mark = Mark::Plus(separator);
            }
            group.parts = group.parts.into_iter().map(filled).collect();
            Part::Group(group)
        }
        child @ Part::Child { .. } => child,
    }
}
