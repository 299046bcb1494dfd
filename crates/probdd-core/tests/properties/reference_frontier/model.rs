//! How likely nodes can be removed, worked out from the decisions so far.

use super::{Class, Reference, Use};
use probdd_core::{Kind, NodeId};

/// P(needed) before anything was seen.
fn prior(of: Use) -> f64 {
    match of {
        Use::Nobody | Use::Removed => 0.05,
        Use::InPool => 0.5,
        Use::Needed => 0.8,
    }
}

/// Counts a node; a needed one makes those before it count an eighth less.
fn count(seen: &mut f64, needed: &mut f64, is_needed: bool) {
    if is_needed {
        *seen *= 7.0 / 8.0;
        *needed = *needed * (7.0 / 8.0) + 1.0;
    }
    *seen += 1.0;
}

impl Reference<'_> {
    /// The chance that all of some nodes can be removed.
    pub(super) fn chance_of_all(&self, nodes: &[NodeId]) -> f64 {
        (0..nodes.len()).map(|at| self.chance_after(nodes[at], &nodes[..at])).product()
    }

    /// The chance that a node can be removed after others could. Each of these counts as it was when it
    /// was added: with the class it has, and those that referred to it then.
    pub(super) fn chance_after(&self, node: NodeId, before: &[NodeId]) -> f64 {
        let (class, of) = (self.class(node), self.use_of(node, before));
        let is_alike = |at: &usize| {
            let other = before[*at];
            self.class(other) == class && self.use_of(other, &before[..*at]) == of
        };
        self.chance(class, of, (0..before.len()).filter(is_alike).count())
    }

    /// The chance that a node can be removed after so many others of its class and use were.
    fn chance(&self, class: Class, of: Use, others: usize) -> f64 {
        let (mut seen, mut needed) = (0.0, 0.0);
        let (mut seen_of_all, mut needed_of_all) = (0.0, 0.0);
        for decision in self.decisions.iter().filter(|decision| decision.of == of) {
            count(&mut seen_of_all, &mut needed_of_all, decision.is_needed);
            if decision.class == class {
                count(&mut seen, &mut needed, decision.is_needed);
            }
        }
        let density = (needed_of_all + prior(of)) / (seen_of_all + 1.0);
        let removable = seen - needed + 2.0 * (1.0 - density);
        let others = others as f64;
        ((removable + others) / (seen + 2.0 + others)).min(1.0 - 1e-6)
    }

    pub(super) fn class(&self, node: NodeId) -> Class {
        let kind = |id: &NodeId| Some(self.tree.node(*id).kind).filter(|kind| *kind != Kind::NONE);
        let content = || self.tree.children(node).find_map(|child| kind(&child));
        let mut outer = None;
        let mut id = node;
        while let (None, Some(parent)) = (outer, self.tree.parent(id)) {
            outer = kind(&parent).filter(|_| !self.tree.node(parent).is_list());
            id = parent;
        }
        let own = kind(&node).or_else(content);
        // Without any kind, the class of a token depends on its place, and a list is of another class.
        let is_token =
            own.is_none() && outer.is_none() && self.tree.children(node).next().is_none();
        let place = || {
            let list = self.tree.node(node).parent;
            let before = self.tree.children(list).filter(|sibling| *sibling < node);
            before.count().min(8) as u16
        };
        let without = if is_token { Kind(Kind::NONE.0 - 1 - place()) } else { Kind::NONE };
        (own.unwrap_or(without), outer.unwrap_or(Kind::NONE), self.tree.node(node).role)
    }

    /// Who refers to a node when a set is removed.
    pub(super) fn use_of(&self, node: NodeId, removed: &[NodeId]) -> Use {
        let pool = self.pool();
        let holder =
            |token: &u32| pool.iter().find(|id| self.holds(**id, *token as usize)).copied();
        let users: Vec<Option<NodeId>> = self.users(node).iter().map(holder).collect();
        if users.is_empty() {
            let is_definition = !self.users_at_first(node).is_empty();
            if is_definition { Use::Removed } else { Use::Nobody }
        } else if users.contains(&None) {
            Use::Needed
        } else if users.iter().flatten().all(|user| removed.contains(user)) {
            Use::Removed
        } else {
            Use::InPool
        }
    }

    /// The kept tokens outside of a node that refer to a name inside it.
    pub(super) fn users(&self, node: NodeId) -> Vec<u32> {
        let mut users = self.users_at_first(node);
        users.retain(|user| self.kept.contains(*user as usize));
        users
    }

    /// The tokens outside of a node that refer to a name inside it.
    fn users_at_first(&self, node: NodeId) -> Vec<u32> {
        let pairs = self.links.of(0..self.tree.token_count()).iter();
        pairs
            .filter(|(name, user)| {
                self.holds(node, *name as usize) && !self.holds(node, *user as usize)
            })
            .map(|(_, user)| *user)
            .collect()
    }
}
