//! A parameter with its argument: for every name that stands before lists, the same element of all
//! these lists goes, and what is around the other occurrences of a name in it.

use super::source::Source;
use probdd_core::{Edits, NodeId, Role};

pub(super) fn offers(source: &Source) -> Vec<Edits> {
    let words = source.words();
    let mut offers = Vec::new();
    for (_, leaves) in words.iter().rev() {
        let lists: Vec<Vec<NodeId>> =
            leaves.iter().map(|leaf| elements(source, *leaf)).filter(|it| !it.is_empty()).collect();
        let most = lists.iter().map(Vec::len).max().unwrap_or(0);
        for place in (0..most).rev().filter(|_| lists.len() > 1) {
            let elements: Vec<NodeId> =
                lists.iter().filter_map(|list| list.get(place)).copied().collect();
            let mut nodes = elements.clone();
            for (_, leaves) in &words {
                let is_inside =
                    |leaf: &NodeId| elements.iter().any(|id| source.tree.contains(*id, *leaf));
                if leaves.first().is_some_and(is_inside) {
                    nodes.extend(leaves.iter().filter_map(|leaf| source.removable(*leaf)));
                }
            }
            offers.push(Edits::removal(source.outermost(elements)));
            offers.push(Edits::removal(source.outermost(nodes)));
        }
    }
    offers
}

/// The elements of the list that stands right after a name.
fn elements(source: &Source, leaf: NodeId) -> Vec<NodeId> {
    let tree = source.tree;
    let end = tree.node(leaf).tokens().end;
    let mut around = source.around(leaf).take_while(|id| tree.node(*id).tokens().end == end);
    let next = around.find_map(|id| {
        let next = tree.next_siblings(id).next()?;
        (tree.node(next).tokens().start <= end + 1).then_some(next)
    });
    let Some(next) = next else { return Vec::new() };
    let inside = (next.0..tree.node(next).end.0).map(NodeId);
    let mut lists = inside.filter(|id| tree.node(*id).is_list());
    let list = lists.find(|id| tree.node(*id).tokens().start <= tree.node(next).tokens().start + 1);
    let items = list.into_iter().flat_map(|list| tree.children(list));
    items.filter(|id| tree.node(*id).role == Role::Item).collect()
}
