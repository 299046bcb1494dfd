//! Moves items into the item after them or before them.

use crate::grammar::mark::{Mark, NO_SEPARATOR};
use crate::shape::parts::{Group, Part};

/// Moves items that are prefixes into the item after them, where each is optional. The separator
/// after a prefix moves with it.
pub(crate) fn with_prefixes(items: Vec<Part>, is_prefix: &impl Fn(&Part) -> bool) -> Vec<Part> {
    let mut out = Vec::new();
    let mut run: Vec<Group> = Vec::new();
    for part in items {
        match part {
            Part::Group(item) if item.is_item() && is_prefix(&Part::Group(item.clone())) => {
                run.push(item);
            }
            Part::Group(item) if !run.is_empty() && item.is_item() => {
                out.push(Part::Group(prefixed(std::mem::take(&mut run), &item)));
            }
            other => {
                out.extend(run.drain(..).map(Part::Group));
                out.push(other);
            }
        }
    }
    out.extend(run.into_iter().map(Part::Group));
    out
}

fn prefixed(run: Vec<Group>, item: &Group) -> Group {
    let mark = run[0].mark;
    let separator = run[0].separator;
    let mut parts = Vec::new();
    let mut prefixes = Vec::new();
    let following = run[1..].iter().chain([item]).map(|item| item.parts[..item.separator].to_vec());
    let following: Vec<Vec<Part>> = following.collect();
    for (index, prefix) in run.into_iter().enumerate() {
        if index == 0 {
            parts.extend_from_slice(&prefix.parts[..separator]);
        }
        let inner = [prefix.content(), &following[index]].concat();
        prefixes.push(Part::group(Mark::ITEM, inner));
    }
    parts.push(Part::group(Mark::Star(NO_SEPARATOR), prefixes));
    parts.extend_from_slice(item.content());
    Group { mark, parts, separator }
}

/// Moves items that are suffixes into the item before them, where each is optional.
pub(crate) fn with_suffixes(parts: Vec<Part>, is_suffix: &impl Fn(&Part) -> bool) -> Vec<Part> {
    let mut out: Vec<Part> = Vec::new();
    for part in parts {
        if let Part::Group(group) = &part
            && !group.is_list()
            && is_suffix(&part)
            && let Some(item) = last_item(&mut out)
        {
            let suffix = Group::new(Mark::Optional, group.parts.clone());
            item.parts.push(Part::Group(suffix));
            continue;
        }
        out.push(part);
    }
    out
}

/// The item at the end of the parts, perhaps as the last one of a list.
fn last_item(parts: &mut [Part]) -> Option<&mut Group> {
    let Part::Group(group) = parts.last_mut()? else { return None };
    if group.is_list() {
        return last_item(&mut group.parts);
    }
    group.is_item().then_some(group)
}
