//! Groups the elements of lists by the conditions of a preprocessor: the elements from the
//! beginning of a condition to its end become one element.

use crate::grammar::mark::{Mark, NO_SEPARATOR};
use crate::shape::bonds::Bonds;
use crate::shape::keeping::{after_another, keeping};
use crate::shape::parts::{Group, Part, each_list};

/// How deep conditions may be inside of each other. Deeper ones are kept.
const DEEPEST: usize = 64;

/// Groups the elements of lists from the one in which a condition begins to the one in which it
/// ends; those between are a list inside. Parts in which a condition begins or ends elsewhere are
/// kept.
pub(crate) fn with_conditions(parts: Vec<Part>) -> Vec<Part> {
    keeping(each_list(parts, &|items| grouped(items, 0)), &|part| !part.bonds().are_removable())
}

fn grouped(items: Vec<Part>, depth: usize) -> Vec<Part> {
    if depth > DEEPEST {
        return items;
    }
    let bonds: Vec<Bonds> = items.iter().map(Part::bonds).collect();
    let mut out = Vec::new();
    let mut items = items.into_iter();
    let mut at = 0;
    while let Some(item) = items.next() {
        let length = length(&bonds[at..]);
        match item {
            Part::Group(first) if length > 1 => {
                let rest: Vec<Part> = items.by_ref().take(length - 1).collect();
                out.push(Part::Group(condition(first, rest, depth)));
            }
            item => out.push(item),
        }
        at += length;
    }
    out
}

/// The number of elements from the first one, in which a condition begins, to the one in which it
/// ends; 1 if no condition begins in the first, or if it does not end in the list.
fn length(bonds: &[Bonds]) -> usize {
    let Some((first, rest)) = bonds.split_first() else { return 0 };
    if first.ends > 0 || first.begins == 0 {
        return 1;
    }
    let mut depth = usize::from(first.begins);
    for (index, bonds) in rest.iter().enumerate() {
        let Some(left) = depth.checked_sub(bonds.ends.into()) else { return 1 };
        depth = left + usize::from(bonds.begins);
        if depth == 0 {
            return index + 2;
        }
    }
    1
}

/// An element that begins with one element and ends with the last of the rest. Those between are a
/// list inside, with their separators; they are kept if the first element continues in them.
fn condition(first: Group, mut rest: Vec<Part>, depth: usize) -> Group {
    let is_cut = first.parts.iter().any(|part| part.bonds().is_cut);
    let Group { mark, mut parts, separator } = first;
    let last = rest.pop();
    let between = grouped(rest.into_iter().map(after_another).collect(), depth + 1);
    let between = Part::group(Mark::Star(NO_SEPARATOR), between);
    if is_cut {
        parts.extend(keeping(vec![between], &|_| true));
    } else {
        parts.push(between);
    }
    match last {
        Some(Part::Group(last)) => parts.extend(last.parts),
        other => parts.extend(other),
    }
    Group { mark, parts, separator }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BEGIN: Bonds = Bonds { begins: 1, ..Bonds::NONE };
    const ELSE: Bonds = Bonds { begins: 1, ends: 1, ..Bonds::NONE };
    const END: Bonds = Bonds { ends: 1, ..Bonds::NONE };

    fn elements(bonds: &[Bonds]) -> Vec<Part> {
        let item = |bonds: &Bonds| {
            let child = Part::Child { kind: 1, slot: 0, bonds: *bonds };
            Part::group(Mark::ITEM, vec![child])
        };
        bonds.iter().map(item).collect()
    }

    fn corrected(bonds: &[Bonds]) -> Vec<Part> {
        let list = Group::new(Mark::Star(NO_SEPARATOR), elements(bonds));
        with_conditions(vec![Part::Group(list)])
    }

    fn group(part: &Part) -> &Group {
        let Part::Group(group) = part else { panic!("no group") };
        group
    }

    #[test]
    fn a_condition_goes_with_what_is_in_it() {
        let parts = corrected(&[Bonds::NONE, BEGIN, Bonds::NONE, ELSE, BEGIN, END, END]);
        let [Part::Group(list)] = &parts[..] else { panic!("one list") };
        let [_, Part::Group(condition)] = &list.parts[..] else { panic!("two elements") };
        let [Part::Child { .. }, Part::Group(between), Part::Child { .. }] = &condition.parts[..]
        else {
            panic!("a list between its ends")
        };
        assert_eq!(between.parts.len(), 3, "an element, the division, a condition");
        assert_eq!(group(&between.parts[2]).parts.len(), 2, "nothing is between its ends");
    }

    #[test]
    fn conditions_that_are_too_deep_are_kept() {
        let nest = [vec![BEGIN; 70_000], vec![END; 70_000]].concat();
        let mut parts = corrected(&nest);
        let mut depth = 0;
        while let Some(Part::Group(list)) =
            parts.iter().find(|part| matches!(part, Part::Group(list) if list.is_list()))
        {
            let Some(Part::Group(condition)) = list.parts.first() else { break };
            (parts, depth) = (condition.parts.clone(), depth + 1);
        }
        assert_eq!(depth, DEEPEST + 1);
    }

    #[test]
    fn what_begins_a_condition_that_ends_elsewhere_stays() {
        let parts = corrected(&[Bonds::NONE, BEGIN, Bonds::NONE]);
        let [Part::Group(before), Part::Child { .. }, Part::Group(after)] = &parts[..] else {
            panic!("between two lists")
        };
        assert_eq!((before.parts.len(), after.parts.len()), (1, 1));
    }
}
