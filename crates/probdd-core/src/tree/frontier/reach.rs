//! What some tokens reach by names: what they use, and what that uses in turn.
//!
//! A definition in the pool is reached as a whole. A *container*, such as a namespace that is opened
//! many times, defines nothing itself: of it, only the items that are reached are kept, and what is
//! around them.

use super::pool::Pool;
use super::removable;
use crate::NodeId;
use crate::tree::configuration::TreeConfiguration;
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

/// What is reached.
pub(super) struct Reach<'a> {
    pool: &'a Pool,
    best: &'a TreeConfiguration,
    /// The nodes that are reached, in order, after the tokens outside of the pool.
    nodes: Vec<Reached>,
    by_node: BTreeMap<NodeId, u32>,
    /// The outermost items inside of containers, and of others none.
    containers: HashMap<NodeId, Vec<NodeId>>,
    /// `(user, definition)`, as positions of nodes.
    uses: Vec<(u32, u32)>,
    /// The weight of all that is reached.
    weight: u32,
    /// How many nodes were followed.
    followed: usize,
}

/// A node that is reached, or only what of it is around the nodes inside of it.
struct Reached {
    is_whole: bool,
    tokens: Vec<Range<usize>>,
    weight: u32,
}

impl<'a> Reach<'a> {
    /// What the tokens outside of the pool reach, and the details of definitions that are needed.
    pub(super) fn new(pool: &'a Pool, best: &'a TreeConfiguration) -> Reach<'a> {
        let mut outside = Vec::new();
        let mut start = 0;
        for it in pool.nodes() {
            let tokens = best.tree().node(it.node).tokens();
            outside.push(start..tokens.start);
            start = tokens.end;
        }
        outside.push(start..best.tree().token_count());
        outside.retain(|tokens| !tokens.is_empty());
        let free: u32 = pool.nodes().iter().map(|it| best.weight(it.node)).sum();
        let weight = best.weight(NodeId::ROOT).saturating_sub(free);
        let nodes = vec![Reached { is_whole: true, tokens: outside, weight }];
        let (by_node, containers, uses) = (BTreeMap::new(), HashMap::new(), Vec::new());
        let mut reach = Reach { pool, best, nodes, by_node, containers, uses, weight, followed: 0 };
        for it in pool.nodes().iter().rev().filter(|it| it.is_detail) {
            reach.add(it.node);
        }
        reach
    }

    /// The weight of what is reached.
    pub(super) fn weight(&self) -> u32 {
        self.weight
    }

    /// Adds a node of the pool to what is kept.
    pub(super) fn add(&mut self, node: NodeId) {
        self.reach_whole(node);
    }

    /// Follows all uses.
    pub(super) fn follow(&mut self) {
        while self.followed < self.nodes.len() {
            let user = self.followed;
            for tokens in std::mem::take(&mut self.nodes[user].tokens) {
                for name in self.pool.used_by_kept_in(tokens, self.best) {
                    if let Some(definition) = self.reach(name as usize) {
                        self.uses.push((user as u32, definition));
                    }
                }
            }
            self.followed += 1;
        }
    }

    /// Reaches the definition of a name: the position of its node, unless it is outside of the pool.
    fn reach(&mut self, name: usize) -> Option<u32> {
        let tree = self.best.tree();
        let mut node = self.pool.nodes()[self.pool.holder(name as u32, tree)?].node;
        loop {
            if let Some(at) = self.whole(node) {
                return Some(at);
            }
            let inside = self.inside(node);
            if inside.is_empty() {
                return Some(self.reach_whole(node));
            }
            let at = inside.partition_point(|it| tree.node(*it).end_token as usize <= name);
            let inner = inside.get(at).filter(|it| tree.node(**it).tokens().contains(&name));
            let inner = inner.copied();
            let around = self.reach_around(node);
            let Some(inner) = inner else { return Some(around) };
            node = inner;
        }
    }

    /// The position of a node that is reached as a whole.
    fn whole(&self, node: NodeId) -> Option<u32> {
        let at = *self.by_node.get(&node)?;
        self.nodes[at as usize].is_whole.then_some(at)
    }

    fn reach_whole(&mut self, node: NodeId) -> u32 {
        if let Some(at) = self.whole(node) {
            return at;
        }
        let tree = self.best.tree();
        let inside = self.by_node.range(node..tree.node(node).end);
        let reached: u32 = inside.map(|(_, at)| self.nodes[*at as usize].weight).sum();
        let weight = self.best.weight(node).saturating_sub(reached);
        let next = self.nodes.len() as u32;
        self.by_node.insert(node, next);
        self.weight += weight;
        self.nodes.push(Reached { is_whole: true, tokens: vec![tree.node(node).tokens()], weight });
        let inside = self.pool.definitions().inside(node, tree);
        self.reach_first_given(removable::around(node, &inside, tree));
        next
    }

    /// Reaches where names in some tokens are given first: a template before its specializations, a
    /// namespace before it is opened again.
    fn reach_first_given(&mut self, tokens: Vec<Range<usize>>) {
        let pool = self.pool;
        for name in tokens.into_iter().flat_map(|tokens| pool.first_given(tokens)) {
            self.reach(name as usize);
        }
    }

    /// Reaches what of a container is around the nodes inside of it.
    fn reach_around(&mut self, node: NodeId) -> u32 {
        let next = self.nodes.len() as u32;
        let at = *self.by_node.entry(node).or_insert(next);
        if at == next {
            let (tree, inside) = (self.best.tree(), &self.containers[&node]);
            let inner: u32 = inside.iter().map(|it| self.best.weight(*it)).sum();
            let weight = self.best.weight(node).saturating_sub(inner);
            let tokens = removable::around(node, inside, tree);
            self.weight += weight;
            self.nodes.push(Reached { is_whole: false, tokens: tokens.clone(), weight });
            self.reach_first_given(tokens);
        }
        at
    }

    /// The outermost items inside of a container; none if the node is no container.
    fn inside(&mut self, node: NodeId) -> &[NodeId] {
        let (definitions, tree) = (self.pool.definitions(), self.best.tree());
        self.containers.entry(node).or_insert_with(|| definitions.held_by(node, tree))
    }

    /// The nodes of the pool that are not reached, and the items of containers that are not.
    pub(super) fn others(&self) -> Vec<NodeId> {
        let mut others = Vec::new();
        let mut pending: Vec<NodeId> = self.pool.nodes().iter().map(|it| it.node).collect();
        while let Some(node) = pending.pop() {
            if !self.by_node.contains_key(&node) {
                others.push(node);
            } else if self.whole(node).is_none() {
                pending.extend_from_slice(&self.containers[&node]);
            }
        }
        others
    }

    /// How much of the weight of what is reached each node of the pool keeps: its own, and a share of
    /// what it uses, which its users share.
    pub(super) fn shares(&self) -> impl Fn(NodeId) -> f64 {
        let mut shares: Vec<f64> = self.nodes.iter().map(|it| f64::from(it.weight)).collect();
        let mut uses: Vec<(u32, u32)> =
            self.uses.iter().copied().filter(|(user, definition)| user < definition).collect();
        uses.sort_unstable_by_key(|(user, definition)| (std::cmp::Reverse(*definition), *user));
        uses.dedup();
        for users in uses.chunk_by(|one, other| one.1 == other.1) {
            let share = shares[users[0].1 as usize] / users.len() as f64;
            for (user, _) in users {
                shares[*user as usize] += share;
            }
        }
        move |node| self.by_node.get(&node).map_or(0.0, |at| shares[*at as usize])
    }
}

#[cfg(test)]
mod tests;
