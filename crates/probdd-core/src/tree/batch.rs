//! A list search over nodes of a tree, for HDD, Perses and CHISEL.

use super::configuration::TreeConfiguration;
use crate::minimizer::{ListSearch, Minimizer};
use crate::{Edits, Feedback, NodeId, Query, Role, Search};

/// A list search over nodes, none inside another.
///
/// To remove nodes removes the removable ones, and what is [`not_demanded`] inside the others. Where a
/// list that keeps an item would be left with none, its first item is kept. The list search counts
/// that item as removed, since the last item of such a list cannot be removed at all. But after that, the
/// same elements may mean another candidate: what was rejected with the one item kept is taken for known
/// with another. So a batch ends one-minimal only if at most one such list lies in it; sweeps, which certify
/// a result, do not use batches.
#[derive(Clone, Debug)]
pub(super) struct Batch {
    search: ListSearch<NodeId>,
}

impl Batch {
    /// A search over kept nodes, each as heavy as its kept tokens.
    pub(super) fn new(
        best: &TreeConfiguration,
        nodes: Vec<NodeId>,
        minimizer: &Minimizer,
    ) -> Batch {
        let weights: Vec<u32> = nodes.iter().map(|id| best.weight(*id)).collect();
        Batch { search: minimizer.search(nodes, &weights) }
    }

    /// The next query whose change is allowed. Other changes count as rejected.
    pub(super) fn propose(
        &mut self,
        best: &TreeConfiguration,
        is_allowed: impl Fn(&Edits) -> bool,
    ) -> Option<Query<Edits>> {
        loop {
            let query = self.search.ask()?;
            let query = query.with(removal(best, query.change.removed.clone()));
            if is_allowed(&query.change) {
                return Some(query);
            }
            self.tell(&Feedback::UNINTERESTING);
        }
    }

    /// Takes the feedback on the query that [`propose`](Batch::propose) returned.
    pub(super) fn tell(&mut self, feedback: &Feedback) {
        self.search.tell(feedback);
    }
}

/// The removal of nodes, none inside another.
pub(super) fn removal(best: &TreeConfiguration, mut nodes: Vec<NodeId>) -> Edits {
    let tree = best.tree();
    // An item that was only a separator may have been removed with the item before it.
    nodes.retain(|id| best.has(*id));
    // From the end backwards, many items of one list are removed in linear time.
    nodes.sort_unstable_by(|a, b| b.cmp(a));
    let siblings = nodes.chunk_by(|a, b| tree.node(*a).parent == tree.node(*b).parent);
    let mut removed = Vec::new();
    for id in siblings.flat_map(|nodes| without_last_of_plus(best, nodes)).copied() {
        if tree.is_removable(id) {
            removed.push(id);
        } else {
            let inside: Vec<NodeId> = not_demanded(best, id).collect();
            removed.extend(inside.into_iter().rev());
        }
    }
    Edits::removal(removed)
}

/// The siblings that can be removed together, given from the last to the first: all of them, or all
/// but the first one of a list that keeps an item.
fn without_last_of_plus<'a>(best: &TreeConfiguration, nodes: &'a [NodeId]) -> &'a [NodeId] {
    let tree = best.tree();
    let [others @ .., first] = nodes else { return nodes };
    let is_kept = |id: NodeId| {
        let is_removed = nodes.binary_search_by(|node| id.cmp(node)).is_ok();
        tree.node(id).role == Role::Item && best.has(id) && !is_removed
    };
    let has_other_items = !tree.is_item_of_plus(*first)
        || best.kept().has_item_before(tree, *first)
        || tree.next_siblings(*first).any(is_kept);
    if has_other_items { nodes } else { others }
}

/// The outermost nodes inside a node that the grammar does not demand: the removable ones, except for
/// the first item of a list that keeps one.
pub(super) fn not_demanded(
    best: &TreeConfiguration,
    outer: NodeId,
) -> impl Iterator<Item = NodeId> {
    let tree = best.tree();
    let is_first_of_plus =
        |id: NodeId| tree.is_item_of_plus(id) && !best.kept().has_item_before(tree, id);
    let mut next = NodeId(outer.0 + 1);
    std::iter::from_fn(move || {
        while next < tree.node(outer).end {
            let id = next;
            let has_removable = tree.has_removable(id) && best.has(id);
            let is_found = has_removable && tree.is_removable(id) && !is_first_of_plus(id);
            next = if is_found || !has_removable { tree.node(id).end } else { NodeId(id.0 + 1) };
            if is_found {
                return Some(id);
            }
        }
        None
    })
}
