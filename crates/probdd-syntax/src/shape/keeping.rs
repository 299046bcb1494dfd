//! Rearranges lists and options so that some elements are kept.

use crate::grammar::mark::{Mark, NO_SEPARATOR};
use crate::shape::parts::{Group, Part};
use std::mem::take;

/// Keeps every removable part that satisfies a predicate: an option loses its mark, and an item
/// cuts its list in two. Inside other items and options, such parts are kept as long as those are.
pub(super) fn keeping(parts: Vec<Part>, is_kept: &impl Fn(&Part) -> bool) -> Vec<Part> {
    let mut out = Vec::new();
    for part in parts {
        let is_kept_itself = is_kept(&part);
        match part {
            Part::Group(list) if list.is_list() => out.extend(cut(list, is_kept)),
            Part::Group(group) if is_kept_itself => out.extend(group.parts),
            other => out.push(keeping_inside(other, is_kept)),
        }
    }
    out
}

fn keeping_inside(part: Part, is_kept: &impl Fn(&Part) -> bool) -> Part {
    let Part::Group(mut group) = part else { return part };
    let content = group.parts.split_off(group.separator);
    group.parts.extend(keeping(content, is_kept));
    Part::Group(group)
}

/// Cuts a list in two at each item that is kept. The items after it keep their separators, and in a
/// list with separators an item is kept before it.
fn cut(list: Group, is_kept: &impl Fn(&Part) -> bool) -> Vec<Part> {
    let (Mark::Star(separator) | Mark::Plus(separator)) = list.mark else { return list.parts };
    let before = match separator {
        NO_SEPARATOR => Mark::Star(NO_SEPARATOR),
        _ => Mark::Plus(separator),
    };
    let mut out = Vec::new();
    let mut run = Vec::new();
    for part in list.parts {
        let part = if is_kept(&part) { part } else { keeping_inside(part, is_kept) };
        let is_kept_itself = is_kept(&part);
        match part {
            Part::Group(item) if is_kept_itself => {
                if !run.is_empty() {
                    out.push(Part::group(before, take(&mut run)));
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
pub(super) fn keeping_first(mut parts: Vec<Part>) -> Vec<Part> {
    let is_list = |part: &Part| matches!(part, Part::Group(group) if group.is_list());
    if let Some(at) = parts.iter().position(is_list)
        && let Part::Group(list) = &mut parts[at]
        && let Some(Part::Group(first)) = list.parts.first_mut()
        && first.is_item()
    {
        let first = take(&mut first.parts);
        list.mark = Mark::Star(NO_SEPARATOR);
        list.parts = take(&mut list.parts).into_iter().skip(1).map(after_another).collect();
        parts.splice(at..at, first);
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
    let begins = |part: &Part| match part {
        Part::Group(list) if list.is_list() => list.parts.iter().all(counts),
        Part::Group(_) => counts(part),
        Part::Child { .. } => false,
    };
    let mut out = Vec::new();
    let mut run: Vec<Part> = Vec::new();
    for part in parts {
        if begins(&part) || !run.is_empty() && matches!(part, Part::Group(_)) {
            run.push(part);
        } else {
            out.extend(one_list(take(&mut run), counts));
            out.push(part);
        }
    }
    out.extend(one_list(run, counts));
    out
}

/// A list that keeps an element, of the elements of lists and of options. Options that do not count
/// become no elements; they are kept while an element is.
fn one_list(run: Vec<Part>, counts: &impl Fn(&Part) -> bool) -> Option<Part> {
    let separator = match &run[..] {
        [] => return None,
        [Part::Group(Group { mark: Mark::Star(separator) | Mark::Plus(separator), .. })] => {
            *separator
        }
        _ => NO_SEPARATOR,
    };
    let mut items = Vec::new();
    for part in run {
        let counts = counts(&part);
        match part {
            Part::Group(list) if list.is_list() => items.extend(list.parts),
            Part::Group(option) if counts => {
                items.push(Part::Group(Group { mark: Mark::ITEM, ..option }));
            }
            other => items.push(other),
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
            Part::group(Mark::Optional, list.parts.into_iter().flat_map(opened).collect())
        }
        other => other,
    }
}

/// Moves an option that follows another one into it.
pub(super) fn nesting(parts: Vec<Part>) -> Vec<Part> {
    let is_option = |part: &Part| matches!(part, Part::Group(g) if g.mark == Mark::Optional);
    let mut out: Vec<Part> = Vec::new();
    // From the end, so that the inner option is complete when it is moved.
    for mut part in parts.into_iter().rev() {
        if is_option(&part)
            && let Part::Group(option) = &mut part
            && let Some(next) = out.pop_if(|next| is_option(next))
        {
            option.parts.push(next);
        }
        out.push(part);
    }
    out.reverse();
    out
}
