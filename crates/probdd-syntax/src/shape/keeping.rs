//! Rearranges lists and options so that some elements are kept.

use crate::grammar::mark::{Mark, NO_SEPARATOR};
use crate::shape::parts::{Group, Part};

/// Keeps every removable part that satisfies a predicate: an option loses its mark, and an item cuts
/// its list in two. Inside other items and options, such parts are kept as long as those are.
pub(super) fn keeping(parts: Vec<Part>, stays: &impl Fn(&Part) -> bool) -> Vec<Part> {
    let mut out = Vec::new();
    for part in parts {
        match part {
            Part::Group(list) if list.is_list() => out.extend(cut(list, stays)),
            Part::Group(group) if stays(&Part::Group(group.clone())) => out.extend(group.parts),
            Part::Group(group) => out.push(Part::Group(keeping_inside(&group, stays))),
            child @ Part::Child { .. } => out.push(child),
        }
    }
    out
}

fn keeping_inside(group: &Group, stays: &impl Fn(&Part) -> bool) -> Group {
    let separator = group.parts[..group.separator].to_vec();
    let content = keeping(group.content().to_vec(), stays);
    Group { parts: [separator, content].concat(), ..*group }
}

/// Cuts a list in two at each item that is kept. The items after it keep their separators, and in a
/// list with separators an item is kept before it.
fn cut(list: Group, stays: &impl Fn(&Part) -> bool) -> Vec<Part> {
    let (Mark::Star(separator) | Mark::Plus(separator)) = list.mark else { return list.parts };
    let before = match separator {
        NO_SEPARATOR => Mark::Star(NO_SEPARATOR),
        _ => Mark::Plus(separator),
    };
    let mut out = Vec::new();
    let mut run = Vec::new();
    let inside = |part| match part {
        Part::Group(item) if !stays(&Part::Group(item.clone())) => {
            Part::Group(keeping_inside(&item, stays))
        }
        other => other,
    };
    for part in list.parts.into_iter().map(inside) {
        match part {
            Part::Group(item) if stays(&Part::Group(item.clone())) => {
                if !run.is_empty() {
                    out.push(Part::group(before, std::mem::take(&mut run)));
                }
                out.extend(item.parts);
            }
            other if !out.is_empty() => run.push(after_another(other)),
            other => run.push(other),
        }
    }
    let mark = if out.is_empty() { list.mark } else { Mark::Star(NO_SEPARATOR) };
    if !run.is_empty() {
        out.push(Part::group(mark, run));
    }
    out
}

/// Moves the first element of the first list before the list.
pub(super) fn keeping_first(parts: Vec<Part>) -> Vec<Part> {
    let Some(at) = parts.iter().position(|part| matches!(part, Part::Group(g) if g.is_list()))
    else {
        return parts;
    };
    let mut parts = parts;
    if let Part::Group(list) = &mut parts[at]
        && let Some(Part::Group(first)) = list.parts.first().cloned()
        && first.is_item()
    {
        list.parts.remove(0);
        list.mark = Mark::Star(NO_SEPARATOR);
        list.parts = std::mem::take(&mut list.parts).into_iter().map(after_another).collect();
        parts.splice(at..at, first.parts);
    }
    parts
}

/// Moves the first element before the list, if the list has a separator and comes second; the list
/// keeps an element.
pub(super) fn keeping_head(parts: Vec<Part>) -> Vec<Part> {
    let is_separated =
        |part: &Part| matches!(part, Part::Group(item) if item.is_item() && item.separator > 0);
    let is_meant = matches!(parts.get(1), Some(Part::Group(list))
        if list.is_list() && list.parts.get(1).is_some_and(is_separated));
    if !is_meant {
        return parts;
    }
    let mut parts = keeping_first(parts);
    for part in &mut parts {
        if let Part::Group(list) = part
            && list.is_list()
        {
            list.mark = Mark::Plus(NO_SEPARATOR);
        }
    }
    parts
}

/// An item that keeps its separator, because it comes after a part that is kept.
pub(super) fn after_another(part: Part) -> Part {
    match part {
        Part::Group(item) if item.is_item() => Part::group(Mark::ITEM, item.parts),
        other => other,
    }
}

/// Makes neighbouring lists and options keep one element together, of those that count.
pub(super) fn keeping_one(parts: Vec<Part>, counts: &impl Fn(&Part) -> bool) -> Vec<Part> {
    let mut out = Vec::new();
    let mut run: Vec<Group> = Vec::new();
    for part in parts {
        match part {
            Part::Group(group) if !run.is_empty() || counts_as_one(&group, counts) => {
                run.push(group);
            }
            other => {
                out.extend(one_list(std::mem::take(&mut run), counts));
                out.push(other);
            }
        }
    }
    out.extend(one_list(run, counts));
    out
}

fn counts_as_one(group: &Group, counts: &impl Fn(&Part) -> bool) -> bool {
    if group.is_list() {
        group.parts.iter().all(counts)
    } else {
        counts(&Part::Group(group.clone()))
    }
}

/// A list that keeps an element, of the elements of lists and of options. Options that do not count
/// become no elements; they are kept while an element is.
fn one_list(run: Vec<Group>, counts: &impl Fn(&Part) -> bool) -> Option<Part> {
    let separator = match &run[..] {
        [] => return None,
        [Group { mark: Mark::Star(separator) | Mark::Plus(separator), .. }] => *separator,
        _ => NO_SEPARATOR,
    };
    let mut items = Vec::new();
    for group in run {
        if group.is_list() {
            items.extend(group.parts);
        } else if counts(&Part::Group(group.clone())) {
            let mark = Mark::ITEM;
            items.push(Part::Group(Group { mark, ..group }));
        } else {
            items.push(Part::Group(group));
        }
    }
    Some(Part::group(Mark::Plus(separator), items))
}

/// Makes a list that may be empty an option: its elements are removable only together.
pub(super) fn whole(part: Part) -> Part {
    match part {
        Part::Group(list) if matches!(list.mark, Mark::Star(_)) => {
            let opened = |part| match part {
                Part::Group(item) if item.is_item() => item.parts,
                other => vec![other],
            };
            let parts = list.parts.into_iter().flat_map(opened).collect();
            Part::group(Mark::Optional, parts)
        }
        other => other,
    }
}

/// Moves an option that follows another one into it.
pub(super) fn nesting(parts: Vec<Part>) -> Vec<Part> {
    let is_option = |part: &Part| matches!(part, Part::Group(g) if g.mark == Mark::Optional);
    let mut out: Vec<Part> = Vec::new();
    // From the end, so that the inner option is complete when it is moved.
    for part in parts.into_iter().rev() {
        let next = out.last().filter(|next| is_option(&part) && is_option(next));
        match (part, next.is_some()) {
            (Part::Group(mut option), true) => {
                option.parts.extend(out.pop());
                out.push(Part::Group(option));
            }
            (part, _) => out.push(part),
        }
    }
    out.reverse();
    out
}
