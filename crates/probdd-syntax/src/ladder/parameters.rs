//! Removes a parameter with its arguments: for every name that stands before lists, the same
//! element of all these lists, and what is around the other occurrences of a name in it, or constants
//! take their place. Also makes a definition a parameter.

use super::source::{Source, begins_name, write};
use super::substitute::Substitutes;
use probdd_core::{Edits, NodeId};

pub(super) fn offers(source: &Source) -> Vec<Edits> {
    let words = source.words();
    let substitutes = Substitutes::of(source);
    let mut offers = Vec::new();
    for (_, leaves) in words.iter().rev() {
        let lists: Vec<Vec<NodeId>> = leaves
            .iter()
            .map(|leaf| source.list_after(*leaf))
            .filter(|list| !list.is_empty())
            .collect();
        let most = lists.iter().map(Vec::len).max().unwrap_or(0);
        for place in (0..most).rev().filter(|_| lists.len() > 1) {
            let elements: Vec<NodeId> =
                lists.iter().filter_map(|list| list.get(place)).copied().collect();
            let mut nodes = elements.clone();
            let mut uses: Vec<NodeId> = Vec::new();
            for (_, leaves) in &words {
                let is_inside =
                    |leaf: &NodeId| elements.iter().any(|id| source.tree.contains(*id, *leaf));
                if leaves.first().is_some_and(is_inside) {
                    nodes.extend(leaves.iter().filter_map(|leaf| source.removable(*leaf)));
                    uses.extend(leaves);
                }
            }
            let elements = source.outermost(elements);
            offers.push(Edits::removal(elements.clone()));
            offers.push(Edits::removal(source.outermost(nodes)));
            offers.extend(
                substitutes.as_ref().and_then(|substitutes| substitutes.without(&elements, &uses)),
            );
        }
    }
    let definitions = words.iter().filter(|(_, leaves)| leaves.len() > 1);
    offers.extend(definitions.filter_map(|(_, leaves)| parameter(source, leaves)));
    offers
}

/// Moves what is around the first occurrence of a name between the last empty brackets after a name
/// before the next occurrence, without the sign that it ends with.
fn parameter(source: &Source, leaves: &[NodeId]) -> Option<Edits> {
    let definition = source.removable(leaves[0])?;
    let [first, next] = [definition, leaves[1]].map(|id| source.tokens(id));
    let is_empty = |at: &usize| {
        source.token(*at) == b"("
            && source.token(*at + 1) == b")"
            && *at > 0
            && begins_name(source.token(*at - 1))
    };
    let open = (0..next.start.checked_sub(1)?).rev().find(is_empty)?;
    let is_sign = source.token(first.end - 1).iter().all(u8::is_ascii_punctuation);
    let kept = first.start..first.end - usize::from(is_sign);
    if first.contains(&open) || first.contains(&next.start) || kept.is_empty() {
        return None;
    }
    let written = vec![write(open..open + 1, [b"(", source.text(kept)].concat())];
    Some(Edits { written, ..Edits::removal(vec![definition]) })
}
