//! The pool: undecided nodes, which sets of them are suspect, and what refers to them.

use super::super::Links;
use super::priors::{Class, Priors, Uses};
use crate::edit::Kept;
use crate::feedback::{CheckSet, Outcome, Outcomes};
use crate::{NodeId, Role, Tree};
use std::ops::Range;
use std::sync::Arc;

/// A removable node that is neither removed nor known to be needed.
#[derive(Clone, Debug)]
pub(super) struct Undecided {
    pub(super) node: NodeId,
    /// The weight of its kept tokens when it entered the pool.
    pub(super) weight: u32,
    /// The suspect set that it belongs to.
    pub(super) suspect_set: Option<SuspectSetId>,
    /// The checks that held without it.
    pub(super) cleared: CheckSet,
    pub(super) class: Class,
    users: Users,
}

impl Undecided {
    /// What refers to the node when the nodes that satisfy a predicate are removed.
    pub(super) fn uses(&self, is_removed: impl Fn(NodeId) -> bool) -> Uses {
        match &self.users {
            Users::Needed(_) => Uses::Needed,
            Users::Undecided(users) if users.is_empty() => Uses::None,
            Users::Undecided(users) if users.iter().all(|user| is_removed(*user)) => Uses::Removed,
            Users::Undecided(_) => Uses::Undecided,
        }
    }
}

/// What refers to a node from outside of it.
#[derive(Clone, Debug)]
enum Users {
    /// A token outside of the pool, which is therefore needed.
    Needed(u32),
    /// Nodes of the pool only; none if nothing refers to the node.
    Undecided(Vec<NodeId>),
}

/// Identifies a suspect set. Later sets have greater ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct SuspectSetId(u32);

/// Nodes of which at least one is needed.
#[derive(Clone, Copy, Debug)]
struct SuspectSet {
    /// Whether only nodes of this set were removed since its test failed.
    is_exact: bool,
    /// The check that failed, if that is known.
    failed_check: Option<usize>,
}

/// Undecided nodes in document order, none inside another.
#[derive(Clone, Debug)]
pub(super) struct Pool {
    tree: Arc<Tree>,
    links: Arc<Links>,
    nodes: Vec<Undecided>,
    suspect_sets: Vec<SuspectSet>,
}

impl Pool {
    /// An empty pool for a tree and its names.
    pub(super) fn new(tree: Arc<Tree>, links: Arc<Links>) -> Pool {
        Pool { tree, links, nodes: Vec::new(), suspect_sets: Vec::new() }
    }

    /// The nodes of the pool, in document order.
    pub(super) fn nodes(&self) -> &[Undecided] {
        &self.nodes
    }

    /// A node of the pool.
    pub(super) fn get(&self, node: NodeId) -> Option<&Undecided> {
        self.position(node).map(|at| &self.nodes[at])
    }

    fn position(&self, node: NodeId) -> Option<usize> {
        self.nodes.binary_search_by_key(&node, |it| it.node).ok()
    }

    /// The position of the node that contains a token.
    fn holder(&self, token: u32) -> Option<usize> {
        let at = self.nodes.partition_point(|it| self.tree.node(it.node).end_token <= token);
        let it = self.nodes.get(at)?;
        (self.tree.node(it.node).first_token <= token).then_some(at)
    }

    /// The positions of the nodes that overlap a range of tokens.
    fn overlapping(&self, tokens: &Range<usize>) -> Range<usize> {
        let tokens_of = |it: &Undecided| self.tree.node(it.node).tokens();
        let start = self.nodes.partition_point(|it| tokens_of(it).end <= tokens.start);
        start..self.nodes.partition_point(|it| tokens_of(it).start < tokens.end)
    }

    /// Replaces a node, or the nodes of the pool inside it, by other nodes inside it or by itself.
    pub(super) fn replace(
        &mut self,
        node: NodeId,
        by: &[NodeId],
        cleared: CheckSet,
        kept: &Kept,
        priors: &mut Priors,
    ) {
        let tokens = self.tree.node(node).tokens();
        let places = self.overlapping(&tokens);
        let undecided = by.iter().map(|node| Undecided {
            node: *node,
            weight: kept.weight_in(&self.tree, self.tree.node(*node).tokens()),
            suspect_set: None,
            cleared,
            class: priors.class(&self.tree, *node),
            users: Users::Undecided(Vec::new()),
        });
        let start = places.start;
        self.nodes.splice(places, undecided);
        for at in start..start + by.len() {
            self.nodes[at].users = self.users_of(at, kept);
        }
        self.update_users(tokens, kept);
    }

    /// Puts a needed node back into the pool, in the place of the nodes inside it, unless it is inside
    /// a node of the pool or the last item of a list that keeps one.
    pub(super) fn restore(&mut self, node: NodeId, kept: &Kept, priors: &mut Priors) {
        let inside = self.overlapping(&self.tree.node(node).tokens());
        let first = self.nodes.get(inside.start);
        let is_inside_another = first.is_some_and(|it| self.tree.contains(it.node, node));
        if is_inside_another || kept.is_last_of_plus(&self.tree, node) {
            return;
        }
        for at in inside {
            self.forget(self.nodes[at].suspect_set);
        }
        self.replace(node, &[node], CheckSet::default(), kept, priors);
    }

    /// Drops the nodes that have no tokens left after some nodes were removed.
    pub(super) fn drop_removed(&mut self, removed: &[NodeId], kept: &Kept) {
        self.nodes.retain(|it| kept.any(self.tree.node(it.node).tokens()));
        for node in removed {
            self.update_users(self.tree.node(*node).tokens(), kept);
        }
    }

    /// Updates the nodes that a range of tokens refers to, after that range has changed.
    fn update_users(&mut self, tokens: Range<usize>, kept: &Kept) {
        let names = self.links.used_in(tokens).iter().map(|(_, name)| *name);
        let mut places: Vec<usize> = names.filter_map(|name| self.holder(name)).collect();
        places.sort_unstable();
        places.dedup();
        for at in places {
            let is_needed = |user: u32| kept.contains(user as usize) && self.holder(user).is_none();
            if !matches!(self.nodes[at].users, Users::Needed(user) if is_needed(user)) {
                self.nodes[at].users = self.users_of(at, kept);
            }
        }
    }

    fn users_of(&self, at: usize, kept: &Kept) -> Users {
        let mut users: Vec<NodeId> = Vec::new();
        for token in self.links.refer_to(self.nodes[at].node, &self.tree, kept) {
            let Some(user) = self.holder(token) else { return Users::Needed(token) };
            let user = self.nodes[user].node;
            if users.last() != Some(&user) {
                users.push(user);
            }
        }
        Users::Undecided(users)
    }

    /// Notes for nodes whose removal failed which checks do not need them: those that held. A check
    /// that failed although it held before without each of the nodes may need any of them.
    pub(super) fn clear(&mut self, nodes: &[NodeId], outcomes: Outcomes) {
        let are_cleared = |check: usize| {
            nodes.iter().all(|it| self.get(*it).is_some_and(|it| it.cleared.contains(check)))
        };
        let held = outcomes.checks(|outcome| outcome == Outcome::Held);
        let failed = outcomes.checks(|outcome| outcome == Outcome::Failed);
        let contradicted = failed.filter(are_cleared);
        for node in nodes {
            if let Some(at) = self.position(*node) {
                let cleared = &mut self.nodes[at].cleared;
                *cleared = cleared.union(held).difference(contradicted);
            }
        }
    }

    /// Makes nodes a suspect set: one of them is needed, by the check that failed if that is known.
    pub(super) fn suspect(&mut self, nodes: &[NodeId], failed_check: Option<usize>) {
        let id = SuspectSetId(self.suspect_sets.len() as u32);
        self.suspect_sets.push(SuspectSet { is_exact: true, failed_check });
        for node in nodes {
            if let Some(at) = self.position(*node) {
                self.nodes[at].suspect_set = Some(id);
            }
        }
    }

    /// The suspect set that a node belongs to.
    pub(super) fn suspect_set(&self, node: NodeId) -> Option<SuspectSetId> {
        self.get(node)?.suspect_set
    }

    /// The check that failed for a suspect set, if that is known.
    pub(super) fn failed_check(&self, set: SuspectSetId) -> Option<usize> {
        self.suspect_sets[set.0 as usize].failed_check
    }

    /// Forgets a suspect set: its nodes are free.
    pub(super) fn forget(&mut self, set: Option<SuspectSetId>) {
        let suspects = self.nodes.iter_mut().filter(|it| it.suspect_set == set);
        suspects.for_each(|it| it.suspect_set = None);
    }

    /// Notes that nodes of a suspect set, or of none, were removed. They may be the reason why another
    /// suspect set failed.
    pub(super) fn note_removal(&mut self, from: Option<SuspectSetId>) {
        for (id, set) in (0..).map(SuspectSetId).zip(&mut self.suspect_sets) {
            set.is_exact &= from == Some(id);
        }
    }

    /// The only node that is left of a suspect set, if nothing else was removed since its test failed:
    /// this node is needed.
    pub(super) fn last_suspect(&self, set: SuspectSetId) -> Option<NodeId> {
        let mut left = self.nodes.iter().filter(|it| it.suspect_set == Some(set));
        let only = left.next().filter(|_| self.suspect_sets[set.0 as usize].is_exact)?;
        left.next().is_none().then_some(only.node)
    }
}

/// The outermost removable nodes inside a node.
pub(super) fn inside(tree: &Tree, kept: &Kept, outer: NodeId) -> Vec<NodeId> {
    outermost(tree, kept, NodeId(outer.0 + 1)..tree.node(outer).end)
}

/// The outermost removable nodes of a preorder range. The last item of a list that keeps one is not
/// removable, but nodes inside it are.
pub(super) fn outermost(tree: &Tree, kept: &Kept, range: Range<NodeId>) -> Vec<NodeId> {
    let mut found = Vec::new();
    let mut id = range.start;
    while id < range.end {
        let node = tree.node(id);
        let is_left = kept.any(node.tokens());
        let is_found = is_left && tree.is_removable(id) && !kept.is_last_of_plus(tree, id);
        if is_found {
            found.push(id);
        }
        id = if is_found || !is_left { node.end } else { NodeId(id.0 + 1) };
    }
    found
}

/// The nodes that can be removed one after the other, in this order, such that lists that keep an
/// item do so.
pub(super) fn removable(nodes: &[NodeId], tree: &Tree, kept: &Kept) -> Vec<NodeId> {
    let mut kept = kept.clone();
    let mut remove = |node: &NodeId| {
        let is_removable =
            kept.any(tree.node(*node).tokens()) && !kept.is_last_of_plus(tree, *node);
        if is_removable {
            kept.remove(tree, *node);
        }
        is_removable
    };
    nodes.iter().copied().filter(|node| remove(node)).collect()
}

/// The items that are the last ones of lists that keep one, now that some nodes were removed.
pub(super) fn last_items(removed: &[NodeId], tree: &Tree, kept: &Kept) -> Vec<NodeId> {
    let mut lists: Vec<NodeId> = removed.iter().map(|node| tree.node(*node).parent).collect();
    lists.retain(|list| tree.node(*list).role == Role::Plus);
    lists.dedup();
    let is_item = |id: &NodeId| tree.node(*id).role == Role::Item;
    let last_item = |list: NodeId| {
        let is_left = |id: &NodeId| is_item(id) && kept.any(tree.node(*id).tokens());
        let mut left = tree.children(list).filter(is_left);
        left.next().filter(|_| left.next().is_none())
    };
    lists.into_iter().filter_map(last_item).collect()
}

#[cfg(test)]
mod tests;
