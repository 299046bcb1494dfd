//! The pool: undecided nodes, which sets of them are suspect, and who refers to whom.

use super::super::Links;
use super::priors::{Class, Priors, Uses};
use crate::edit::Kept;
use crate::feedback::CheckSet;
use crate::{NodeId, Role, Tree};
use std::ops::Range;

/// A tree, its names, and what is left of it.
pub(super) type State<'a> = (&'a Tree, &'a Links, &'a Kept);

/// A node that waits.
#[derive(Clone, Debug)]
pub(super) struct Waiting {
    pub(super) node: NodeId,
    /// What was left of its tokens when it came.
    pub(super) weight: u32,
    /// The number of the suspect set that it belongs to; 0 if none.
    pub(super) suspicion: u32,
    /// The checks that held without it.
    pub(super) cleared: CheckSet,
    pub(super) class: Class,
    users: Users,
}

/// Who refers to a node.
#[derive(Clone, Debug, Default)]
struct Users {
    /// A token outside of the pool that does: something that is needed.
    needed: Option<u32>,
    /// Nodes of the pool that do, when nothing needed does.
    waiting: Vec<NodeId>,
}

impl Waiting {
    /// Who refers to it when some nodes go.
    pub(super) fn uses(&self, goes: impl Fn(NodeId) -> bool) -> Uses {
        if self.users.needed.is_some() {
            Uses::Needed
        } else if self.users.waiting.is_empty() {
            Uses::None
        } else if self.users.waiting.iter().all(|by| goes(*by)) {
            Uses::Going
        } else {
            Uses::Staying
        }
    }
}

/// Undecided nodes in document order, none inside another.
#[derive(Clone, Debug, Default)]
pub(super) struct Pool {
    waiting: Vec<Waiting>,
    /// The suspect sets, by number - 1.
    suspicions: Vec<Suspicion>,
}

/// What is known of a suspect set.
#[derive(Clone, Copy, Debug)]
struct Suspicion {
    /// Whether only parts of it have gone since.
    is_exact: bool,
    /// The check that failed, if that is known.
    by: Option<usize>,
}

impl Pool {
    /// Those that wait, in document order.
    pub(super) fn waiting(&self) -> &[Waiting] {
        &self.waiting
    }

    /// A node that waits.
    pub(super) fn get(&self, node: NodeId) -> Option<&Waiting> {
        let at = self.waiting.binary_search_by_key(&node, |it| it.node).ok()?;
        Some(&self.waiting[at])
    }

    /// The place of what holds a token.
    fn holder(&self, tree: &Tree, token: u32) -> Option<usize> {
        let at = self.waiting.partition_point(|it| tree.node(it.node).end_token <= token);
        let it = self.waiting.get(at)?;
        (tree.node(it.node).first_token <= token).then_some(at)
    }

    /// Puts nodes in the place of what waits in a range of tokens.
    pub(super) fn put(
        &mut self,
        tokens: Range<usize>,
        (nodes, cleared): (&[NodeId], CheckSet),
        state: State<'_>,
        priors: &mut Priors,
    ) {
        let (tree, _, kept) = state;
        let places = self.places(tree, &tokens);
        let waiting = nodes.iter().map(|node| Waiting {
            node: *node,
            weight: kept.weight_in(tree, tree.node(*node).tokens()),
            suspicion: 0,
            cleared,
            class: priors.class(tree, *node),
            users: Users::default(),
        });
        let start = places.start;
        self.waiting.splice(places, waiting);
        for at in start..start + nodes.len() {
            self.waiting[at].users = self.users_of(at, state);
        }
        self.recheck(tokens, state);
    }

    fn places(&self, tree: &Tree, tokens: &Range<usize>) -> Range<usize> {
        let is_before = |it: &Waiting| tree.node(it.node).tokens().end <= tokens.start;
        let is_not_after = |it: &Waiting| tree.node(it.node).tokens().start < tokens.end;
        self.waiting.partition_point(is_before)..self.waiting.partition_point(is_not_after)
    }

    /// Takes back a node that was opened, with what of it is in the pool.
    pub(super) fn take_back(&mut self, node: NodeId, state: State<'_>, priors: &mut Priors) {
        let (tree, _, kept) = state;
        let tokens = tree.node(node).tokens();
        let inside = self.places(tree, &tokens);
        let first = self.waiting.get(inside.start);
        let is_inside_another = first.is_some_and(|it| tree.contains(it.node, node));
        if is_inside_another || kept.is_last_of_plus(tree, node) {
            return;
        }
        for at in inside {
            self.clear_suspicion(self.waiting[at].suspicion);
        }
        self.put(tokens, (&[node], CheckSet::default()), state, priors);
    }

    /// Drops what went with some nodes.
    pub(super) fn drop_gone(&mut self, removed: &[NodeId], state: State<'_>) {
        let (tree, _, kept) = state;
        self.waiting.retain(|it| kept.any(tree.node(it.node).tokens()));
        for node in removed {
            self.recheck(tree.node(*node).tokens(), state);
        }
    }

    /// Notes that a set of nodes holds one that is needed, by a check if that is known. What else was
    /// suspect with them is not any more, as these explain it; unless it `remains` suspect: the check
    /// that failed for all of them holds without these.
    pub(super) fn suspect(&mut self, nodes: &[NodeId], by: Option<usize>, remains: bool) {
        if let Some(first) = nodes.first().and_then(|first| self.get(*first)).filter(|_| !remains) {
            self.clear_suspicion(first.suspicion);
        }
        self.suspicions.push(Suspicion { is_exact: true, by });
        let number = self.suspicions.len() as u32;
        for node in nodes {
            if let Ok(at) = self.waiting.binary_search_by_key(node, |it| it.node) {
                self.waiting[at].suspicion = number;
            }
        }
    }

    /// The check that failed for a suspect set, if that is known.
    pub(super) fn suspect_check(&self, suspicion: u32) -> Option<usize> {
        let at = (suspicion as usize).checked_sub(1)?;
        self.suspicions[at].by
    }

    /// Notes which checks held without a node, and which failed without it although they held before.
    pub(super) fn clear(&mut self, node: NodeId, held: CheckSet, contradicted: CheckSet) {
        if let Ok(at) = self.waiting.binary_search_by_key(&node, |it| it.node) {
            let it = &mut self.waiting[at];
            it.cleared = it.cleared.union(held).difference(contradicted);
        }
    }

    /// Forgets a suspect set.
    pub(super) fn clear_suspicion(&mut self, suspicion: u32) {
        let suspects = self.waiting.iter_mut().filter(|it| it.suspicion == suspicion);
        suspects.for_each(|it| it.suspicion = 0);
    }

    /// Notes that a part of a suspect set has gone, or something that is in none (0).
    pub(super) fn went(&mut self, suspicion: u32) {
        for (number, it) in (1..).zip(&mut self.suspicions) {
            it.is_exact &= number == suspicion;
        }
    }

    /// The only node that is left of a suspect set, if nothing outside of it has gone since.
    pub(super) fn only_suspect(&self, suspicion: u32) -> Option<NodeId> {
        let mut left = self.waiting.iter().filter(|it| it.suspicion == suspicion);
        let is_exact = suspicion != 0 && self.suspicions[suspicion as usize - 1].is_exact;
        let only = left.next().filter(|_| is_exact)?;
        left.next().is_none().then_some(only.node)
    }

    /// Looks again who refers to what is named in a range of tokens, after that has changed.
    fn recheck(&mut self, tokens: Range<usize>, state: State<'_>) {
        let (tree, links, kept) = state;
        let named = links.used_in(tokens).iter().map(|(_, name)| *name);
        let mut places: Vec<usize> = named.filter_map(|name| self.holder(tree, name)).collect();
        places.sort_unstable();
        places.dedup();
        for at in places {
            let is_needed = |by: u32| kept.contains(by as usize) && self.holder(tree, by).is_none();
            if !self.waiting[at].users.needed.is_some_and(is_needed) {
                self.waiting[at].users = self.users_of(at, state);
            }
        }
    }

    fn users_of(&self, at: usize, state: State<'_>) -> Users {
        let mut waiting: Vec<NodeId> = Vec::new();
        let (tree, links, kept) = state;
        for token in links.refer_to(self.waiting[at].node, tree, kept) {
            let Some(by) = self.holder(tree, token) else {
                return Users { needed: Some(token), waiting: Vec::new() };
            };
            let by = self.waiting[by].node;
            if waiting.last() != Some(&by) {
                waiting.push(by);
            }
        }
        Users { needed: None, waiting }
    }
}

/// The removable nodes inside a node, the outermost ones.
pub(super) fn inside(tree: &Tree, kept: &Kept, outer: NodeId) -> Vec<NodeId> {
    outermost(tree, kept, NodeId(outer.0 + 1), tree.node(outer).end)
}

/// The removable nodes from one node up to another, the outermost ones.
pub(super) fn outermost(tree: &Tree, kept: &Kept, from: NodeId, end: NodeId) -> Vec<NodeId> {
    let mut found = Vec::new();
    let mut id = from;
    while id < end {
        let node = tree.node(id);
        let is_left = kept.any(node.tokens());
        if is_left && tree.is_removable(id) && !kept.is_last_of_plus(tree, id) {
            found.push(id);
        }
        let is_done = !is_left || found.last() == Some(&id);
        id = if is_done { node.end } else { NodeId(id.0 + 1) };
    }
    found
}

/// Those of some nodes that can go one after the other without emptying a list that keeps an item.
pub(super) fn possible(nodes: &[NodeId], tree: &Tree, kept: &Kept) -> Vec<NodeId> {
    let mut kept = kept.clone();
    let mut goes = |node: &NodeId| {
        let is_possible = kept.any(tree.node(*node).tokens()) && !kept.is_last_of_plus(tree, *node);
        if is_possible {
            kept.remove(tree, *node);
        }
        is_possible
    };
    nodes.iter().copied().filter(|node| goes(node)).collect()
}

/// The items that became the last ones of lists that keep one, when some nodes went.
pub(super) fn last_items(removed: &[NodeId], tree: &Tree, kept: &Kept) -> Vec<NodeId> {
    let mut lists: Vec<NodeId> = removed.iter().map(|node| tree.node(*node).parent).collect();
    lists.retain(|list| tree.node(*list).role == Role::Plus);
    lists.dedup();
    let is_left = |id: &NodeId| kept.any(tree.node(*id).tokens());
    let only_item = |list: NodeId| {
        let is_item = |id: &NodeId| tree.node(*id).role == Role::Item;
        let mut left = tree.children(list).filter(|id| is_item(id) && is_left(id));
        left.next().filter(|_| left.next().is_none())
    };
    lists.into_iter().filter_map(only_item).collect()
}

#[cfg(test)]
mod tests;
