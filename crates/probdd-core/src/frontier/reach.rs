//! What the end of the document reaches by names: what it uses, and what that uses in turn.
//!
//! All that stands after a place, the *start*, is kept. Before the start, a definition is reached as a
//! whole: what of it is needed, and what of it is undecided. A *container*, such as a namespace that is
//! opened many times, is not: only the items inside of it that are reached are kept, and what is around
//! them. So it is with an item that stands on both sides of the start.

use super::pool::{Pool, Undecided};
use super::removable;
use crate::NodeId;
use crate::tree::TreeConfiguration;
use fixedbitset::FixedBitSet;
use std::collections::VecDeque;
use std::num::NonZeroU32;
use std::ops::Range;

const BITS: usize = usize::BITS as usize;

/// What is reached.
pub(super) struct Reach<'a> {
    pool: &'a Pool,
    best: &'a TreeConfiguration,
    /// All that stands from this token on is kept.
    start: usize,
    /// The nodes that are reached, in order, after the tokens outside of the pool that are kept anyway.
    nodes: Vec<Reached>,
    /// For each node of the tree, if it is reached: its position. A map takes longer for each query.
    by_node: Vec<Option<NonZeroU32>>,
    /// For each token before the start, if it defines a name that was reached: the position of the node
    /// that was reached for it. Most names are used many times. It stays as it is: what is around the
    /// definition becomes whole only when it is kept, and the start then stands before it.
    by_name: Vec<Option<NonZeroU32>>,
    /// `(user, definition)`, as positions of nodes.
    uses: Vec<(u32, u32)>,
    /// The tokens that are reached, and the weight of those that are left.
    tokens: FixedBitSet,
    weight: u32,
    /// Which nodes keep tokens whose uses were not followed.
    pending: VecDeque<(u32, Range<usize>)>,
    /// The items around a token, while one is reached. A new vector for each takes longer.
    items_around: Vec<NodeId>,
    /// Whether a definition reaches what completes it.
    is_completing: bool,
}

/// A node that is reached, or only what of it is around the items inside of it.
struct Reached {
    is_whole: bool,
    weight: u32,
}

impl<'a> Reach<'a> {
    /// Nothing but what cannot be removed.
    pub(super) fn new(pool: &'a Pool, best: &'a TreeConfiguration) -> Reach<'a> {
        let end = best.tree().token_count();
        let mut reach = Reach {
            pool,
            best,
            start: end,
            nodes: vec![Reached { is_whole: true, weight: 0 }],
            by_node: vec![None; best.tree().len()],
            by_name: vec![None; end],
            uses: Vec::new(),
            tokens: FixedBitSet::with_capacity(end),
            weight: 0,
            pending: VecDeque::new(),
            items_around: Vec::new(),
            is_completing: false,
        };
        reach.reach_around(NodeId::ROOT);
        reach
    }

    /// The same, where a name that is only declared will reach what completes it, too.
    pub(super) fn completing(self) -> Reach<'a> {
        Reach { is_completing: true, ..self }
    }

    /// The weight of what is reached.
    pub(super) fn weight(&self) -> u32 {
        self.weight
    }

    /// Keeps all that stands after the first nodes of the pool, so many.
    pub(super) fn keep_after(&mut self, nodes: usize) {
        let tree = self.best.tree();
        let before = nodes.checked_sub(1).map(|last| self.pool.nodes()[last].node);
        let start = before.map_or(0, |node| tree.node(node).tokens().end);
        let kept = start..self.start;
        self.start = start;
        self.keep_outside_of_pool(0, kept.clone());
        for at in self.pool.overlapping(&kept).rev() {
            self.reach_whole(self.pool.nodes()[at].node);
        }
        self.keep_around(start);
    }

    /// Keeps what is around a place, on both sides of it.
    fn keep_around(&mut self, start: usize) {
        let pool = self.pool;
        let items: Vec<NodeId> = pool.definitions().around(start).collect();
        for node in items.into_iter().rev().take_while(|id| !pool.holds(*id)) {
            self.reach_around(node);
        }
    }

    /// Follows all uses.
    pub(super) fn follow(&mut self) {
        while let Some((user, tokens)) = self.pending.pop_front() {
            for name in self.pool.used_by_kept_in(tokens, self.best) {
                if let Some(definition) = self.reach(name as usize) {
                    self.uses.push((user, definition));
                }
            }
        }
    }

    /// Reaches the definition of a name: its position, unless it is kept anyway.
    fn reach(&mut self, name: usize) -> Option<u32> {
        if name >= self.start {
            let node = self.pool.nodes()[self.pool.holder(name as u32)?].node;
            return self.whole(node);
        }
        if let Some(at) = self.by_name[name] {
            return Some(at.get());
        }
        let at = self.descend(name);
        self.by_name[name] = NonZeroU32::new(at);
        Some(at)
    }

    /// Reaches the innermost node that can be kept apart and contains a token.
    fn descend(&mut self, token: usize) -> u32 {
        let mut items = std::mem::take(&mut self.items_around);
        items.clear();
        items.extend(self.pool.definitions().around(token));
        let at = self.reach_innermost(&items, token);
        self.items_around = items;
        at
    }

    /// Reaches the innermost node that can be kept apart and contains a token, which is in some items.
    fn reach_innermost(&mut self, items_around: &[NodeId], token: usize) -> u32 {
        let mut around = 0;
        for node in items_around.iter().rev().copied() {
            if self.whole(node).is_some() || self.is_kept_as_a_whole(node) {
                return self.reach_whole(node);
            }
            around = self.reach_around(node);
        }
        let undecided = self.undecided_with(token, items_around[0]);
        undecided.map_or(around, |id| self.reach_whole(id))
    }

    /// Whether an item, or the root, is a definition, or an undecided node that holds none. Of the latter
    /// none is reached before it is reached as a whole.
    fn is_kept_as_a_whole(&self, node: NodeId) -> bool {
        let (definitions, tree) = (self.pool.definitions(), self.best.tree());
        let holds_none = || definitions.inside(node, tree).next().is_none();
        let is_undecided = || self.position(node).is_none() && self.pool.holds(node);
        definitions.define(node) || (is_undecided() && holds_none())
    }

    /// The node of the pool inside of another node that contains a token.
    fn undecided_with(&self, token: usize, node: NodeId) -> Option<NodeId> {
        let holder = self.pool.nodes()[self.pool.holder(token as u32)?].node;
        (holder != node && self.best.tree().contains(node, holder)).then_some(holder)
    }

    /// The position of a node that is reached.
    fn position(&self, node: NodeId) -> Option<u32> {
        self.by_node[node.0 as usize].map(NonZeroU32::get)
    }

    /// The position of a node that is reached as a whole.
    fn whole(&self, node: NodeId) -> Option<u32> {
        let at = self.position(node)?;
        self.nodes[at as usize].is_whole.then_some(at)
    }

    fn reach_whole(&mut self, node: NodeId) -> u32 {
        if let Some(at) = self.whole(node) {
            return at;
        }
        let tree = self.best.tree();
        let next = self.add(node, true);
        self.keep_part(next, node, tree.node(node).tokens(), |_| true);
        self.reach_first_given(node);
        self.reach_completions(next, node);
        next
    }

    /// Reaches what of a node is around the items inside of it, and its details.
    fn reach_around(&mut self, node: NodeId) -> u32 {
        if let Some(at) = self.position(node) {
            return at;
        }
        let tree = self.best.tree();
        let next = self.add(node, false);
        let inside = self.pool.definitions().inside(node, tree);
        for tokens in removable::around(node, inside, tree) {
            self.keep_part(next, node, tokens, |undecided| undecided.is_detail);
        }
        self.reach_first_given(node);
        next
    }

    /// Notes that a node keeps some of its tokens. Undecided nodes inside of it are reached by
    /// themselves if they satisfy a predicate.
    fn keep_part(
        &mut self,
        part: u32,
        node: NodeId,
        tokens: Range<usize>,
        is_kept: impl Fn(&Undecided) -> bool,
    ) {
        if self.pool.holds(node) {
            return self.keep(part, tokens);
        }
        for at in self.keep_outside_of_pool(part, tokens) {
            let undecided = &self.pool.nodes()[at];
            if is_kept(undecided) {
                self.reach_whole(undecided.node);
            }
        }
    }

    /// Notes that a node keeps what of some tokens is in no node of the pool. Returns the positions of the
    /// nodes that hold the others.
    fn keep_outside_of_pool(&mut self, node: u32, tokens: Range<usize>) -> Range<usize> {
        let holders = self.pool.overlapping(&tokens);
        let mut start = tokens.start;
        for inner in holders.clone().map(|at| self.pool.tokens(at)) {
            self.keep(node, start..inner.start.max(start));
            start = inner.end;
        }
        self.keep(node, start..tokens.end.max(start));
        holders
    }

    fn add(&mut self, node: NodeId, is_whole: bool) -> u32 {
        let next = self.nodes.len() as u32;
        self.by_node[node.0 as usize] = NonZeroU32::new(next);
        self.nodes.push(Reached { is_whole, weight: 0 });
        next
    }

    /// Notes that a node keeps some tokens.
    fn keep(&mut self, node: u32, tokens: Range<usize>) {
        if tokens.is_empty() {
            return;
        }
        let words = self.tokens.as_slice()[tokens.start / BITS..].iter();
        let counted = self.best.kept().counted_words(self.best.tree(), tokens.clone());
        let new: u32 =
            counted.zip(words).map(|(word, reached)| (word & !reached).count_ones()).sum();
        self.weight += new;
        self.nodes[node as usize].weight += new;
        self.tokens.insert_range(tokens.clone());
        self.pending.push_back((node, tokens));
    }

    /// Reaches where names are given first that a node gives again: a template before its specializations, a
    /// namespace before it is opened again.
    fn reach_first_given(&mut self, node: NodeId) {
        let (pool, tree) = (self.pool, self.best.tree());
        for name in pool.first_given(node, tree) {
            self.reach(name as usize);
        }
    }

    /// Reaches what completes the definitions in a node, as a whole: without it, a template that is only
    /// declared is of no use.
    fn reach_completions(&mut self, part: u32, node: NodeId) {
        if !self.is_completing {
            return;
        }
        let (pool, tree) = (self.pool, self.best.tree());
        for name in pool.completions(node, tree).map(|name| name as usize) {
            let item = pool.definitions().around(name).next();
            if let Some(item) = item.filter(|item| name < self.start && *item != NodeId::ROOT) {
                let completion = self.reach_whole(item);
                self.uses.push((part, completion));
            }
        }
    }

    /// The items and the nodes of the pool that are not reached, from the end of the document backwards.
    pub(super) fn others(&self) -> Vec<NodeId> {
        let tree = self.best.tree();
        let mut others = Vec::new();
        let mut pending = vec![NodeId::ROOT];
        while let Some(node) = pending.pop() {
            for item in self.pool.definitions().inside(node, tree) {
                let is_before = tree.node(item).tokens().start < self.start;
                match self.position(item) {
                    None if is_before && self.best.has(item) => others.push(item),
                    Some(at) if !self.nodes[at as usize].is_whole => pending.push(item),
                    _ => {}
                }
            }
        }
        others.sort_unstable();
        let is_other = |node: NodeId| {
            let after = others.partition_point(|other| *other <= node);
            after.checked_sub(1).is_some_and(|at| tree.contains(others[at], node))
        };
        let nodes = self.pool.nodes().iter().map(|undecided| undecided.node);
        let is_reached = |id: NodeId| {
            let inside = id.0 as usize..tree.node(id).end.0 as usize;
            self.by_node[inside].iter().any(Option::is_some)
        };
        let alone: Vec<NodeId> = nodes.filter(|id| !is_reached(*id) && !is_other(*id)).collect();
        others.extend(alone);
        others.sort_unstable_by(|one, other| other.cmp(one));
        others
    }

    /// How much of the weight of what is reached each node of the pool keeps: its own, and a share of
    /// what it uses, which its users share.
    pub(super) fn shares(&self) -> impl Fn(NodeId) -> f64 {
        let mut shares: Vec<f64> =
            self.nodes.iter().map(|reached| f64::from(reached.weight)).collect();
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
        move |node| self.position(node).map_or(0.0, |at| shares[at as usize])
    }
}

#[cfg(test)]
mod tests;
