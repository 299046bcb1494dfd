//! T-PDD: probabilistic delta debugging over a syntax tree (thesis of Wang, chapter 5).
//!
//! A tree-shaped Bayesian network lies over the tree: `p[v]` is the probability that v is needed
//! if its parent is. From it follow, for the removal of a subtree d,
//!
//! ```text
//! M(v) = product of p from the root to v            v is needed
//! C(v) = product of Q over the children that are or contain something undecided or kept for good;
//!        0 if nothing below v is undecided or a child is kept for good
//! Q(v) = (1 - p[v]) + p[v] * C(v), 0 if v is kept for good      nothing in v is, if its parent is
//! P(interesting | d goes) = 1 - M(parent(d)) * (1 - Q(d))
//! E(d) = tokens(d) * P
//! ```
//!
//! The subtree of the greatest expected gain E goes next (ties: more tokens, then preorder).
//!
//! Deviations from the text: a failure divides
//! `p[d]` by `1 - C(d)` (the printed update is degenerate, this one gives the figures' numbers) and
//! raises it at least by the factor 1/(1 - 1/e), or a wide list would never move; a candidate
//! becomes kept for good when it failed and holds nothing else undecided, or when its probability
//! reaches 1; the search ends when nothing is undecided, not when E falls below 1.
//!
//! Selection is exact. A change of `p[d]` can only lower E of its descendants, so a stale entry of
//! the heap is an upper bound and is corrected when it surfaces; what a removal may raise lies on
//! one path to the root and is corrected at once. O(depth * log n) a query, and a copy of the bits
//! of the tokens left. Gains are compared in millionths of a token: what is equal in theory, a list
//! and its only item, must not be told apart by how it was rounded.
//!
//! Bound: a failure multiplies `p[d]` by 1.58 or more, so a candidate has at most
//! log(1 / sigma) / log(1.58) queries, rounded up; with n candidates and sigma = 0.5, 2n queries.

use super::configuration::TreeConfiguration;
use super::product::ChildProducts;
use crate::driver::{Best, Strategy};
use crate::feedback::Outcomes;
use crate::input::kept::{Kept, Removal};
use crate::list::beliefs::{Beliefs, Failure};
use crate::{Edits, Feedback, FeedbackSettings, Node, NodeId, Query, Role, Tree};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;

/// The least factor by which a failure raises a probability: 1 / (1 - 1/e).
const LEAST_RISE: f64 = 1.581_976_706_869_326_5;

/// A probability from here on counts as 1.
const ALMOST_ONE: f64 = 1.0 - 1e-9;

/// Expected gains are compared in about millionths of a token.
const GRAINS_PER_TOKEN: f64 = 1_048_576.0;

/// The algorithm.
#[derive(Clone, Debug)]
pub struct Tpdd {
    tree: Arc<Tree>,
    nodes: Vec<State>,
    products: ChildProducts,
    heap: BinaryHeap<Entry>,
    /// The tokens that are kept, to tell what a removal takes with it.
    kept: Kept,
    sigma: f64,
    feedback: FeedbackSettings,
    /// What is believed of each node; with a single check p says it all, and this is empty.
    beliefs: Vec<Beliefs>,
}

/// What the search knows of one node.
#[derive(Clone, Copy, Debug)]
struct State {
    decision: Decision,
    /// Whether it is a list that must keep one of its items, and how many it has left.
    items_left: u32,
    /// P(needed | the parent is needed).
    p: f64,
    /// Tokens left in the subtree.
    weight: u32,
    /// Undecided nodes in the subtree, itself included.
    undecided: u32,
    /// The newest entry in the heap; older ones are void.
    stamp: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Decision {
    /// Not a candidate: it stays as long as its parent does.
    Mandatory,
    Undecided,
    KeptForGood,
    Gone,
}

/// A candidate in the heap, ordered by gain, then weight, then preorder.
#[derive(Clone, Copy, Debug)]
struct Entry {
    gain: f64,
    weight: u32,
    node: Reverse<NodeId>,
    stamp: u32,
}

impl Tpdd {
    /// The prior probability of a candidate, unless the user says otherwise (thesis, chapter 5).
    pub const SIGMA: f64 = 0.5;

    /// T-PDD over all removable nodes of a tree, each with the prior probability `sigma`.
    ///
    /// # Panics
    /// When `sigma` is not strictly between 0 and 1.
    pub fn new(start: &TreeConfiguration, sigma: f64, feedback: FeedbackSettings) -> Tpdd {
        let tree = start.tree();
        let prior = Beliefs::prior(sigma, feedback.models());
        let is_alone = feedback.models() == 1;
        let mut tpdd = Tpdd {
            nodes: initial_states(tree, prior.needed()),
            sigma: prior.needed(),
            feedback,
            beliefs: if is_alone { Vec::new() } else { vec![prior; tree.len()] },
            products: ChildProducts::new(tree),
            kept: start.kept().clone(),
            tree: Arc::clone(tree),
            heap: BinaryHeap::new(),
        };
        for index in (1..tpdd.nodes.len()).rev() {
            tpdd.refresh_factor(NodeId(index as u32));
        }
        tpdd.push_all();
        tpdd
    }

    /// Fills the heap, with M of all nodes computed from the root down.
    fn push_all(&mut self) {
        let tree = Arc::clone(&self.tree);
        let mut needed = vec![1.0; self.nodes.len()];
        for (node, _) in tree.nodes() {
            let parent_needed = tree.parent(node).map_or(1.0, |parent| needed[parent.index()]);
            needed[node.index()] = parent_needed * self.state(node).p;
            if self.state(node).decision == Decision::Undecided {
                self.push_with(node, self.rounded_gain(node, parent_needed));
            }
        }
    }

    /// The undecided node of the greatest expected gain.
    fn choose(&mut self) -> Option<NodeId> {
        while let Some(entry) = self.heap.pop() {
            let node = entry.node.0;
            let state = self.state(node);
            if state.decision != Decision::Undecided || state.stamp != entry.stamp {
                continue;
            }
            let gain = self.gain(node);
            if gain >= entry.gain {
                return Some(node);
            }
            self.push_with(node, gain);
        }
        None
    }

    fn push(&mut self, node: NodeId) {
        if self.state(node).decision == Decision::Undecided {
            self.push_with(node, self.gain(node));
        }
    }

    fn push_with(&mut self, node: NodeId, gain: f64) {
        let state = &mut self.nodes[node.index()];
        state.stamp += 1;
        let (weight, stamp) = (state.weight, state.stamp);
        self.heap.push(Entry { gain, weight, node: Reverse(node), stamp });
    }

    /// E(d), rounded: gains that are equal in theory must not differ by how they were computed.
    fn gain(&self, node: NodeId) -> f64 {
        self.rounded_gain(node, self.parent_needed(node))
    }

    fn rounded_gain(&self, node: NodeId, parent_needed: f64) -> f64 {
        let chance = 1.0 - parent_needed * (1.0 - self.q(node));
        let gain = f64::from(self.state(node).weight) * chance;
        (gain * GRAINS_PER_TOKEN).round() / GRAINS_PER_TOKEN
    }

    /// P(interesting | d goes).
    fn chance(&self, node: NodeId) -> f64 {
        1.0 - self.parent_needed(node) * (1.0 - self.q(node))
    }

    /// M(parent(d)).
    fn parent_needed(&self, node: NodeId) -> f64 {
        self.ancestors(node).map(|ancestor| self.state(ancestor).p).product()
    }

    /// C(v): the chance that nothing below v is needed, given that v is.
    fn c(&self, node: NodeId) -> f64 {
        let state = self.state(node);
        let own = u32::from(state.decision == Decision::Undecided);
        if state.undecided == own { 0.0 } else { self.products.of(node) }
    }

    /// Q(v): the chance that nothing in v is needed, given that its parent is.
    fn q(&self, node: NodeId) -> f64 {
        let state = self.state(node);
        match state.decision {
            Decision::KeptForGood => 0.0,
            _ => (1.0 - state.p) + state.p * self.c(node),
        }
    }

    /// A node's factor in its parent's C: 1 unless it is or contains something undecided or kept.
    fn factor(&self, node: NodeId) -> f64 {
        let state = self.state(node);
        match state.decision {
            Decision::Gone => 1.0,
            Decision::KeptForGood => 0.0,
            // Nothing undecided below: the product is 0 if something is kept for good, else 1.
            Decision::Mandatory if state.undecided == 0 => self.products.of(node),
            Decision::Mandatory | Decision::Undecided => self.q(node),
        }
    }

    fn refresh_factor(&mut self, node: NodeId) {
        let factor = self.factor(node);
        self.products.set(self.tree.node(node).parent, node, factor);
    }

    /// Brings the factors of a node and of all its ancestors up to date.
    fn refresh_path(&mut self, node: NodeId) {
        let tree = Arc::clone(&self.tree);
        for id in std::iter::successors(Some(node), |id| tree.parent(*id)) {
            if id != NodeId::ROOT {
                self.refresh_factor(id);
            }
        }
    }

    /// Conditions the model on the failure of removing a node.
    fn fail(&mut self, node: NodeId, outcomes: Outcomes) {
        let c = self.c(node);
        let p = self.state(node).p;
        // What was cleared below its prior starts from there.
        let rise = f64::max(1.0 / (1.0 - c), LEAST_RISE) * f64::max(1.0, self.sigma / p);
        let raised = self.raised(node, outcomes, rise);
        if self.state(node).undecided == 1 || raised >= ALMOST_ONE {
            self.decide(node, Decision::KeptForGood);
        } else {
            self.nodes[node.index()].p = raised;
        }
        let is_any_cleared = self.clear_inside(node, outcomes);
        self.refresh_path(node);
        self.push(node);
        if is_any_cleared {
            self.push_around(node);
        }
    }

    /// P(needed) of a node that failed, which `rise` multiplies.
    fn raised(&mut self, node: NodeId, outcomes: Outcomes, rise: f64) -> f64 {
        let Some(beliefs) = self.beliefs.get_mut(node.index()) else {
            return self.state(node).p * rise;
        };
        let failure = Failure::of(outcomes, std::iter::once(*beliefs));
        *beliefs = beliefs.grown(&failure, rise);
        beliefs.needed()
    }

    /// The checks that held do not need what is in the node either; whether that is news. What is
    /// below a node that was cleared before was cleared with it.
    fn clear_inside(&mut self, node: NodeId, outcomes: Outcomes) -> bool {
        if self.beliefs.is_empty() {
            return false;
        }
        let mut changed = Vec::new();
        let mut id = node.0 + 1;
        while id < self.tree.node(node).end.0 {
            let at = NodeId(id);
            id += 1;
            if self.state(at).decision != Decision::Undecided {
                continue;
            }
            match self.beliefs[at.index()].cleared_by(outcomes) {
                Some(beliefs) => {
                    self.beliefs[at.index()] = beliefs;
                    self.nodes[at.index()].p = beliefs.needed();
                    changed.push(at);
                }
                None => id = self.tree.node(at).end.0,
            }
        }
        let from = changed.first().map_or(u32::MAX, |first| first.0);
        for id in (from..self.tree.node(node).end.0).rev() {
            self.refresh_factor(NodeId(id));
        }
        !changed.is_empty()
    }

    /// Corrects the entries of what a node contains, and of what contains it: their gains may have
    /// risen.
    fn push_around(&mut self, node: NodeId) {
        let tree = Arc::clone(&self.tree);
        for id in self.ancestors(node).collect::<Vec<_>>() {
            self.push(id);
        }
        let (first, end) = (node.0, tree.node(node).end.0);
        let mut needed = vec![self.parent_needed(node); (end - first) as usize];
        for id in first..end {
            let around = tree.node(NodeId(id)).parent.0;
            let outer = if id == first { needed[0] } else { needed[(around - first) as usize] };
            needed[(id - first) as usize] = outer * self.state(NodeId(id)).p;
            if id > first && self.state(NodeId(id)).decision == Decision::Undecided {
                self.push_with(NodeId(id), self.rounded_gain(NodeId(id), outer));
            }
        }
    }

    /// An item comes first now and loses its separator; rarely, that was all it had.
    fn take_separator(&mut self, item: NodeId, separator: &[usize]) {
        let weight = separator.iter().map(|token| self.tree.weight_of(*token..token + 1)).sum();
        if self.kept.any(self.tree.node(item).tokens()) {
            self.take_weight(item, weight);
            self.push(item);
        } else {
            self.take_subtree(item);
        }
    }

    fn take_subtree(&mut self, top: NodeId) {
        let State { weight, undecided, .. } = *self.state(top);
        self.take_weight(top, weight);
        for id in top.0..self.tree.node(top).end.0 {
            self.nodes[id as usize].decision = Decision::Gone;
        }
        self.forget_undecided(top, undecided);
        self.keep_last_item(top);
        self.refresh_path(top);
        for id in self.ancestors(top).collect::<Vec<_>>() {
            self.push(id);
        }
    }

    /// Takes the weight of removed tokens from a node and its ancestors.
    fn take_weight(&mut self, node: NodeId, weight: u32) {
        for id in std::iter::once(node).chain(self.ancestors(node).collect::<Vec<_>>()) {
            self.nodes[id.index()].weight -= weight;
        }
    }

    /// Undecided nodes in a node's subtree are decided, for it and its ancestors.
    fn forget_undecided(&mut self, node: NodeId, undecided: u32) {
        for id in std::iter::once(node).chain(self.ancestors(node).collect::<Vec<_>>()) {
            self.nodes[id.index()].undecided -= undecided;
        }
    }

    /// After an item of a plus went: the last one left is no candidate any more.
    fn keep_last_item(&mut self, gone: NodeId) {
        let plus = self.tree.node(gone).parent;
        if self.tree.node(gone).role != Role::Item || self.tree.node(plus).role != Role::Plus {
            return;
        }
        self.nodes[plus.index()].items_left -= 1;
        if self.state(plus).items_left > 1 {
            return;
        }
        let tree = Arc::clone(&self.tree);
        let is_left = |id: &NodeId| self.state(*id).decision == Decision::Undecided;
        let last = tree.children(plus).filter(|id| tree.node(*id).role == Role::Item).find(is_left);
        if let Some(last) = last {
            self.decide(last, Decision::Mandatory);
            self.refresh_factor(last);
        }
    }

    /// Turns an undecided node into a decided one.
    fn decide(&mut self, node: NodeId, decision: Decision) {
        let state = &mut self.nodes[node.index()];
        state.decision = decision;
        state.p = 1.0;
        self.forget_undecided(node, 1);
    }

    fn state(&self, node: NodeId) -> &State {
        &self.nodes[node.index()]
    }

    /// The proper ancestors, from the parent to the root.
    fn ancestors(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(self.tree.parent(node), |id| self.tree.parent(*id))
    }
}

/// The prior: every removable node is undecided, but for the only item of a plus.
fn initial_states(tree: &Tree, sigma: f64) -> Vec<State> {
    let mut items = vec![0u32; tree.len()];
    let has_text = |node: &Node| !node.tokens().is_empty();
    for (_, node) in tree.nodes().filter(|(_, node)| node.role == Role::Item && has_text(node)) {
        items[node.parent.index()] += 1;
    }
    let mut states: Vec<State> = Vec::with_capacity(tree.len());
    for (id, node) in tree.nodes() {
        let is_last = tree.node(node.parent).role == Role::Plus && items[node.parent.index()] == 1;
        let is_candidate = tree.is_removable(id) && !(node.role == Role::Item && is_last);
        states.push(State {
            decision: if is_candidate { Decision::Undecided } else { Decision::Mandatory },
            items_left: items[id.index()],
            p: if is_candidate { sigma } else { 1.0 },
            weight: tree.weight(id),
            undecided: u32::from(is_candidate),
            stamp: 0,
        });
    }
    for index in (1..states.len()).rev() {
        let undecided = states[index].undecided;
        states[tree.node(NodeId(index as u32)).parent.index()].undecided += undecided;
    }
    states
}

impl Strategy for Tpdd {
    type Configuration = TreeConfiguration;

    fn propose(&mut self, _: &Best<TreeConfiguration>) -> Option<Query<Edits>> {
        let node = self.choose()?;
        Some(Query::complement(Edits::removal(vec![node]), Some(self.chance(node))))
    }

    fn accepted(&mut self, _: &Best<TreeConfiguration>, change: &Edits) {
        let tree = Arc::clone(&self.tree);
        let Removal { gone, bared } = self.kept.remove(&tree, change.removed[0]);
        for (item, separator) in bared {
            self.take_separator(item, &separator);
        }
        self.take_subtree(gone);
    }

    fn rejected(&mut self, _: &Best<TreeConfiguration>, change: &Edits, feedback: &Feedback) {
        self.fail(change.removed[0], self.feedback.outcomes(feedback));
    }
}

impl Ord for Entry {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        let by_gain = self.gain.total_cmp(&other.gain);
        by_gain.then(self.weight.cmp(&other.weight)).then(self.node.cmp(&other.node))
    }
}

impl PartialOrd for Entry {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Entry {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Entry {}

#[cfg(test)]
mod tests;
