//! A list search over some nodes of what is left of a tree: where HDD and Perses have their
//! minimizer.

use super::configuration::TreeConfiguration;
use crate::list::{ListSearch, Minimizer};
use crate::{Edits, Feedback, Kept, NodeId, Query, Role, Search, Tree};

/// Nodes, none inside another, and a list search over them.
///
/// Of the nodes that a query of the list search removes, the removable ones go, and of the others
/// what the grammar does not demand. Where nothing would be left of a list that keeps an item, the
/// first one stays. The list search takes that one for gone, which does no harm: when it is the
/// last, nothing can be done to it.
#[derive(Clone, Debug)]
pub(super) struct Batch {
    search: ListSearch<NodeId>,
}

impl Batch {
    /// A search over nodes that are kept, each as heavy as what is kept of it.
    pub(super) fn new(at: &TreeConfiguration, nodes: Vec<NodeId>, minimizer: &Minimizer) -> Batch {
        let weights: Vec<u32> = nodes.iter().map(|id| at.weight(*id)).collect();
        Batch { search: minimizer.search(nodes, &weights) }
    }

    /// The next query of the list search, as a change of the tree.
    pub(super) fn propose(&self, at: &TreeConfiguration) -> Option<Query<Edits>> {
        let query = self.search.ask()?;
        let change = Batch::removal(at.tree(), at.kept(), query.change.removed.clone());
        let (class, probability) = (query.class, query.probability);
        Some(Query { change, class, probability })
    }

    /// The next query with a change that is worth asking about; others count as rejected.
    pub(super) fn propose_where(
        &mut self,
        at: &TreeConfiguration,
        is_worth_asking: impl Fn(&Edits) -> bool,
    ) -> Option<Query<Edits>> {
        loop {
            let query = self.propose(at)?;
            if is_worth_asking(&query.change) {
                return Some(query);
            }
            self.tell(&Feedback::UNINTERESTING);
        }
    }

    /// Takes the verdict on the query that [`propose`](Batch::propose) gave.
    pub(super) fn tell(&mut self, feedback: &Feedback) {
        self.search.tell(feedback);
    }

    /// The removal of nodes, none inside another.
    pub(super) fn removal(tree: &Tree, kept: &Kept, mut nodes: Vec<NodeId>) -> Edits {
        // An item that was nothing but a separator may have gone with the item before it.
        nodes.retain(|id| kept.any(tree.node(*id).tokens()));
        // From the end backwards, many items of one list go in linear time.
        nodes.sort_unstable_by(|a, b| b.cmp(a));
        let siblings = nodes.chunk_by(|a, b| tree.node(*a).parent == tree.node(*b).parent);
        let going = siblings.flat_map(|nodes| without_the_one_that_stays(tree, kept, nodes));
        let mut removed = Vec::new();
        for id in going.copied() {
            if tree.is_removable(id) {
                removed.push(id);
            } else {
                let inside: Vec<NodeId> = not_demanded(tree, kept, id).collect();
                removed.extend(inside.into_iter().rev());
            }
        }
        Edits::removal(removed)
    }
}

/// Of siblings, from the last to the first, those that may go together.
fn without_the_one_that_stays<'a>(tree: &Tree, kept: &Kept, nodes: &'a [NodeId]) -> &'a [NodeId] {
    let [others @ .., first] = nodes else { return nodes };
    let stays = |id: NodeId| {
        let is_going = nodes.binary_search_by(|node| id.cmp(node)).is_ok();
        tree.node(id).role == Role::Item && kept.any(tree.node(id).tokens()) && !is_going
    };
    let one_stays = !tree.is_item_of_plus(*first)
        || kept.has_item_before(tree, *first)
        || tree.next_siblings(*first).any(stays);
    if one_stays { nodes } else { others }
}

/// The outermost nodes inside a node that the grammar can do without: removable ones, but for the
/// first item of a list that keeps one.
pub(super) fn not_demanded<'a>(
    tree: &'a Tree,
    kept: &'a Kept,
    outer: NodeId,
) -> impl Iterator<Item = NodeId> + 'a {
    let mut id = NodeId(outer.0 + 1);
    std::iter::from_fn(move || {
        while id < tree.node(outer).end {
            let at = id;
            let is_left = tree.has_removable(at) && kept.any(tree.node(at).tokens());
            let goes = is_left && tree.is_removable(at) && !is_first_of_plus(tree, kept, at);
            id = if goes || !is_left { tree.node(at).end } else { NodeId(at.0 + 1) };
            if goes {
                return Some(at);
            }
        }
        None
    })
}

fn is_first_of_plus(tree: &Tree, kept: &Kept, id: NodeId) -> bool {
    tree.is_item_of_plus(id) && !kept.has_item_before(tree, id)
}
