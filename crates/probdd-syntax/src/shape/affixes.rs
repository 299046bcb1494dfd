//! Moves items into the item after them or before them.

use crate::grammar::mark::{Mark, NO_SEPARATOR};
use crate::shape::parts::{Group, Part};

/// Moves items that are prefixes into the item after them, where each is optional. The separator
/// after a prefix moves with it.
pub(super) fn with_prefixes(items: Vec<Part>, is_prefix: &impl Fn(&Part) -> bool) -> Vec<Part> {
    let mut out = Vec::new();
    let mut run: Vec<Group> = Vec::new();
    for part in items {
        let is_prefix = is_prefix(&part);
        match part {
            Part::Group(item) if item.is_item() && is_prefix => run.push(item),
            Part::Group(item) if !run.is_empty() && item.is_item() => {
                out.push(Part::Group(prefixed(std::mem::take(&mut run), item)));
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

/// An item with a list of prefixes. The separator before each of them but the first belongs to the
/// prefix before it, and the item's to the last prefix.
fn prefixed(run: Vec<Group>, mut item: Group) -> Group {
    let (mark, separator) = (run[0].mark, run[0].separator);
    let content = item.parts.split_off(item.separator);
    let mut parts = Vec::new();
    let mut prefixes: Vec<Vec<Part>> = Vec::new();
    for mut prefix in run {
        let content = prefix.parts.split_off(prefix.separator);
        let before = prefixes.last_mut().unwrap_or(&mut parts);
        before.extend(prefix.parts);
        prefixes.push(content);
    }
    if let Some(last) = prefixes.last_mut() {
        last.extend(item.parts);
    }
    let prefixes = prefixes.into_iter().map(|prefix| Part::group(Mark::ITEM, prefix)).collect();
    parts.push(Part::group(Mark::Star(NO_SEPARATOR), prefixes));
    parts.extend(content);
    Group { mark, parts, separator }
}

/// Moves items that are suffixes into the item before them, where each is optional.
pub(super) fn with_suffixes(parts: Vec<Part>, is_suffix: &impl Fn(&Part) -> bool) -> Vec<Part> {
    let mut out: Vec<Part> = Vec::new();
    for part in parts {
        let is_suffix = is_suffix(&part);
        match (part, last_item(&mut out)) {
            (Part::Group(group), Some(item)) if is_suffix && !group.is_list() => {
                item.parts.push(Part::group(Mark::Optional, group.parts));
            }
            (part, _) => out.push(part),
        }
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
