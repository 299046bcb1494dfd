//! T-PDD: probabilistic delta debugging over a syntax tree (thesis of Wang, chapter 5).
//!
//! The model is a Bayesian network over the tree: `p[v]` is the probability that v is needed if its
//! parent is. For the removal of a subtree d it gives
//!
//! ```text
//! M(v) = product of p from the root to v            v is needed
//! C(v) = product of Q over the children that are or contain something undecided or kept for good;
//!        0 if nothing below v is undecided or a child is kept for good
//! Q(v) = (1 - p[v]) + p[v] * C(v), 0 if v is kept for good
//!                                                   nothing in v is needed, if its parent is
//! P(interesting | d is removed) = 1 - M(parent(d)) * (1 - Q(d))
//! E(d) = tokens(d) * P
//! ```
//!
//! The next query removes the subtree of the greatest expected gain E (ties: more tokens, then
//! preorder).
//!
//! Deviations from the text: a failure divides `p[d]` by `1 - C(d)` (the printed update is degenerate;
//! this one gives the figures' numbers) and raises it at least by the factor 1/(1 - 1/e), or a wide
//! list would never move. A candidate becomes kept for good when it failed and contains nothing else
//! undecided, or when its probability reaches 1. The search ends when nothing is undecided; the text
//! ends it when no E is 1 or more, which figure 3 contradicts ([`Tpdd::stopping_below`]).
//!
//! With a test made of several checks (chapter 6), each check has a network of its own. The p of a
//! failed check is divided by 1 - C(d) of its own network; the selection runs on the merged
//! `q = 1 - prod(1 - p)` of every node.
//!
//! Selection is exact. A change of `p[d]` can only lower E of its descendants, so a stale entry of
//! the heap is an upper bound and is corrected when it surfaces. What a removal may raise lies on
//! one path to the root and is corrected at once. A query costs O(depth * log n), and a copy of one
//! bit a token. Gains are compared in millionths of a token: gains that are equal in theory, of a list
//! and its only item, must not differ by rounding.
//!
//! Bound: a failure multiplies `p[d]` by 1.58 or more, so a candidate has at most
//! log(1 / sigma) / log(1.58) queries, rounded up; with n candidates and sigma = 0.5, 2n queries.

use super::configuration::TreeConfiguration;
use super::product::ChildProducts;
use crate::driver::{Best, Strategy};
use crate::feedback::{MOST_CHECKS, Outcomes};
use crate::list::covprobdd::{Beliefs, Failure};
use crate::list::probability::Ordered;
use crate::{Belief, Edits, Feedback, FeedbackSettings, NodeId, Query, Role, Tree};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The least factor by which a failure raises a probability: 1 / (1 - 1/e).
const LEAST_RISE: f64 = 1.581_976_706_869_326_5;

/// A probability from here on counts as 1.
const ALMOST_ONE: f64 = 1.0 - 1e-9;

/// Expected gains are compared in about millionths of a token.
const GRAINS_PER_TOKEN: f64 = 1_048_576.0;

/// The algorithm.
#[derive(Clone, Debug)]
pub struct Tpdd {
    nodes: Vec<NodeState>,
    products: ChildProducts,
    heap: BinaryHeap<Entry>,
    sigma: f64,
    /// The search ends when no removal promises so much.
    least_gain: f64,
    /// The least factor by which a failure raises a probability.
    least_rise: f64,
    feedback: FeedbackSettings,
    /// What is believed of each node. With a single check p says it all, and this is empty.
    beliefs: Vec<Beliefs>,
}

/// What the search knows of one node.
#[derive(Clone, Copy, Debug)]
struct NodeState {
    decision: Decision,
    /// The number of items that a list has left.
    items_left: u32,
    /// P(needed | the parent is needed).
    p: f64,
    /// The number of undecided nodes in the subtree, itself included.
    undecided: u32,
    /// The stamp of the newest entry in the heap; older ones are void.
    stamp: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Decision {
    /// Not a candidate: it is kept as long as its parent is.
    Mandatory,
    Undecided,
    KeptForGood,
    Removed,
}

/// A candidate in the heap, ordered by gain, then weight, then preorder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Entry {
    gain: Ordered,
    weight: u32,
    node: Reverse<NodeId>,
    stamp: u32,
}

impl Tpdd {
    /// The default prior probability of a candidate (thesis, chapter 5).
    pub const SIGMA: f64 = 0.5;

    /// T-PDD over all removable nodes of a tree, each with the prior probability `sigma`.
    ///
    /// # Panics
    /// When `sigma` is not strictly between 0 and 1.
    pub fn new(start: &TreeConfiguration, sigma: f64, feedback: FeedbackSettings) -> Tpdd {
        Tpdd::over(start, sigma, feedback, |_| true)
    }

    /// T-PDD with the priors of its text: a list or an optional of a regular node is never a candidate,
    /// only what it holds. Its figure 3 has such candidates, and so has [`Tpdd::new`]; this is here to
    /// be compared with it.
    ///
    /// # Panics
    /// As [`Tpdd::new`].
    pub fn with_priors_of_the_text(
        start: &TreeConfiguration,
        sigma: f64,
        feedback: FeedbackSettings,
    ) -> Tpdd {
        let tree = start.tree();
        let is_regular = |node: NodeId| tree.node(node).role == Role::Regular;
        Tpdd::over(start, sigma, feedback, |id| {
            let node = tree.node(id);
            node.role == Role::Item || !is_regular(node.parent)
        })
    }

    /// T-PDD over those of the removable nodes that a condition holds for.
    fn over(
        start: &TreeConfiguration,
        sigma: f64,
        feedback: FeedbackSettings,
        is_candidate: impl Fn(NodeId) -> bool,
    ) -> Tpdd {
        let tree = start.tree();
        let prior = Beliefs::prior(sigma, feedback.models());
        let is_alone = feedback.models() == 1;
        let mut tpdd = Tpdd {
            nodes: initial_states(tree, prior.needed(), is_candidate),
            products: ChildProducts::new(tree),
            heap: BinaryHeap::new(),
            sigma: prior.needed(),
            least_gain: 0.0,
            least_rise: LEAST_RISE,
            feedback,
            beliefs: if is_alone { Vec::new() } else { vec![prior; tree.len()] },
        };
        for index in (1..tpdd.nodes.len()).rev() {
            tpdd.refresh_factor(tree, NodeId(index as u32));
        }
        tpdd.push_subtree(start, NodeId::ROOT);
        tpdd
    }

    /// Ends the search when no removal has an expected gain E of `least` tokens or more. The thesis
    /// (section 5.3) stops below 1.
    #[must_use]
    pub fn stopping_below(self, least: f64) -> Tpdd {
        Tpdd { least_gain: least, ..self }
    }

    /// Raises a probability at least by a factor when a removal fails, instead of 1/(1 - 1/e). The
    /// factor is above 1, or the search might not end; this is here to be compared with the default.
    #[must_use]
    pub fn rising_by(self, factor: f64) -> Tpdd {
        Tpdd { least_rise: factor, ..self }
    }

    fn state(&self, node: NodeId) -> &NodeState {
        &self.nodes[node.index()]
    }

    /// M(parent(d)).
    fn parent_needed(&self, tree: &Tree, node: NodeId) -> f64 {
        tree.ancestors(node).map(|ancestor| self.state(ancestor).p).product()
    }

    /// C(v): the chance that nothing below v is needed, given that v is.
    fn c(&self, node: NodeId) -> f64 {
        self.c_from(node, self.products.of(node))
    }

    /// C(v), given the product of the children's factors.
    fn c_from(&self, node: NodeId, product: f64) -> f64 {
        let state = self.state(node);
        let own = u32::from(state.decision == Decision::Undecided);
        if state.undecided == own { 0.0 } else { product }
    }

    /// Q(v): the chance that nothing in v is needed, given that its parent is.
    fn q(&self, node: NodeId) -> f64 {
        self.q_from(node, self.state(node).p, self.products.of(node))
    }

    /// Q(v), given p and the product of the children's factors.
    fn q_from(&self, node: NodeId, p: f64, product: f64) -> f64 {
        match self.state(node).decision {
            Decision::KeptForGood => 0.0,
            _ => (1.0 - p) + p * self.c_from(node, product),
        }
    }

    /// P(interesting | d is removed), given M(parent(d)).
    fn chance(&self, node: NodeId, parent_needed: f64) -> f64 {
        1.0 - parent_needed * (1.0 - self.q(node))
    }

    /// A node's factor in its parent's C: 1 unless it is or contains something undecided or kept.
    fn factor(&self, node: NodeId) -> f64 {
        self.factor_from(node, self.state(node).p, self.products.of(node))
    }

    /// The factor, given p and the product of the children's factors.
    fn factor_from(&self, node: NodeId, p: f64, product: f64) -> f64 {
        let state = self.state(node);
        match state.decision {
            Decision::Removed => 1.0,
            Decision::KeptForGood => 0.0,
            // Nothing undecided below: the product is 0 if something is kept for good, else 1.
            Decision::Mandatory if state.undecided == 0 => product,
            Decision::Mandatory | Decision::Undecided => self.q_from(node, p, product),
        }
    }

    /// C(v) in the network of one check, whose p are that check's own. It is needed only after a
    /// failure, so it is computed from the subtree, and no products are kept for it.
    fn c_of_check(&self, tree: &Tree, top: NodeId, check: usize) -> f64 {
        let size = (tree.node(top).end.0 - top.0) as usize;
        let mut products = vec![1.0; size];
        for offset in (1..size).rev() {
            let node = NodeId(top.0 + offset as u32);
            let p = match self.state(node).decision {
                Decision::Undecided => self.beliefs[node.index()].of_check(check),
                _ => None,
            };
            let parent = (tree.node(node).parent.0 - top.0) as usize;
            products[parent] *= self.factor_from(node, p.unwrap_or(1.0), products[offset]);
        }
        self.c_from(top, products[0])
    }

    fn refresh_factor(&mut self, tree: &Tree, node: NodeId) {
        self.products.set(tree.node(node).parent, node, self.factor(node));
    }

    /// Brings the factors of a node and of all its ancestors up to date.
    fn refresh_path(&mut self, tree: &Tree, node: NodeId) {
        let path = std::iter::once(node).chain(tree.ancestors(node));
        path.filter(|id| *id != NodeId::ROOT).for_each(|id| self.refresh_factor(tree, id));
    }

    /// The undecided node of the greatest expected gain, and the chance that it can be removed.
    fn choose(&mut self, tree: &Tree) -> Option<(NodeId, f64)> {
        while let Some(entry) = self.heap.pop() {
            let Reverse(node) = entry.node;
            let state = self.state(node);
            if state.decision != Decision::Undecided || state.stamp != entry.stamp {
                continue;
            }
            let parent_needed = self.parent_needed(tree, node);
            let current = self.entry(node, entry.weight, parent_needed);
            if current.gain >= entry.gain {
                let is_worth_it = current.gain.0 >= self.least_gain;
                return is_worth_it.then(|| (node, self.chance(node, parent_needed)));
            }
            self.heap.push(current);
        }
        None
    }

    /// An entry with the current gain E(d), given M(parent(d)).
    fn entry(&self, node: NodeId, weight: u32, parent_needed: f64) -> Entry {
        let gain = f64::from(weight) * self.chance(node, parent_needed);
        let gain = Ordered((gain * GRAINS_PER_TOKEN).round() / GRAINS_PER_TOKEN);
        Entry { gain, weight, node: Reverse(node), stamp: self.state(node).stamp }
    }

    /// Replaces the entry of a node, if it is undecided. Every node whose weight changes gets a new
    /// entry.
    fn push(&mut self, best: &TreeConfiguration, node: NodeId, parent_needed: f64) {
        if self.state(node).decision == Decision::Undecided {
            self.nodes[node.index()].stamp += 1;
            self.heap.push(self.entry(node, best.weight(node), parent_needed));
        }
    }

    /// Replaces the entries of all ancestors of a node, whose gains may have risen.
    fn push_ancestors(&mut self, best: &TreeConfiguration, node: NodeId) {
        for id in best.tree().ancestors(node) {
            self.push(best, id, self.parent_needed(best.tree(), id));
        }
    }

    /// Replaces the entries of all nodes of a subtree, with M computed from its top down.
    fn push_subtree(&mut self, best: &TreeConfiguration, top: NodeId) {
        let tree = best.tree();
        let size = (tree.node(top).end.0 - top.0) as usize;
        let mut needed = Vec::with_capacity(size);
        for id in (top.0..tree.node(top).end.0).map(NodeId) {
            let parent_needed = if id == top {
                self.parent_needed(tree, top)
            } else {
                needed[(tree.node(id).parent.0 - top.0) as usize]
            };
            needed.push(parent_needed * self.state(id).p);
            self.push(best, id, parent_needed);
        }
    }

    /// Conditions the model on the failure of removing a node.
    fn fail(&mut self, best: &TreeConfiguration, node: NodeId, outcomes: Outcomes) {
        let tree = best.tree();
        let raised = self.raised(tree, node, outcomes);
        if self.state(node).undecided == 1 || raised >= ALMOST_ONE {
            self.decide(tree, node, Decision::KeptForGood);
        } else {
            self.nodes[node.index()].p = raised;
        }
        let is_any_cleared = self.clear_inside(tree, node, outcomes);
        self.refresh_path(tree, node);
        if is_any_cleared {
            self.push_ancestors(best, node);
            self.push_subtree(best, node);
        } else {
            self.push(best, node, self.parent_needed(tree, node));
        }
    }

    /// P(needed) of a node after its failure. With several checks, p of each check that is to blame is
    /// divided by 1 - C(d) of that check's own network, and what they make together rises at least
    /// as much as it would with one network.
    fn raised(&mut self, tree: &Tree, node: NodeId, outcomes: Outcomes) -> f64 {
        // What was cleared below its prior starts from there.
        let before = f64::max(self.state(node).p, self.sigma);
        let by_any = 1.0 - self.c(node);
        let least = before * f64::max(1.0 / by_any, self.least_rise);
        if self.beliefs.is_empty() {
            return least;
        }
        let mut by_check = [1.0; MOST_CHECKS];
        let blamed = outcomes.blamed();
        for check in (0..self.feedback.models()).filter(|check| blamed.contains(*check)) {
            by_check[check] = 1.0 - self.c_of_check(tree, node, check);
        }
        let beliefs = &mut self.beliefs[node.index()];
        let failure = Failure::of_needed(outcomes, *beliefs, by_any, &by_check);
        *beliefs = beliefs.divided(&failure, self.least_rise, least);
        beliefs.needed()
    }

    /// Clears the nodes inside a node of the checks that held without it. Returns whether a node was
    /// cleared of a check for the first time. Nodes inside a cleared node were cleared with it.
    fn clear_inside(&mut self, tree: &Tree, node: NodeId, outcomes: Outcomes) -> bool {
        if self.beliefs.is_empty() {
            return false;
        }
        let mut first = None;
        let mut next = NodeId(node.0 + 1);
        while next < tree.node(node).end {
            let id = next;
            next = NodeId(id.0 + 1);
            if self.state(id).decision != Decision::Undecided {
                continue;
            }
            if let Some(beliefs) = self.beliefs[id.index()].cleared_by(outcomes) {
                self.beliefs[id.index()] = beliefs;
                self.nodes[id.index()].p = beliefs.needed();
                first = first.or(Some(id));
            } else {
                next = tree.node(id).end;
            }
        }
        let from = first.unwrap_or(tree.node(node).end);
        for id in (from.0..tree.node(node).end.0).rev() {
            self.refresh_factor(tree, NodeId(id));
        }
        first.is_some()
    }

    /// Updates the items behind a removed one. If one of them comes first now, it has lost its
    /// separator; rarely, that was all it had.
    fn update_next_items(&mut self, best: &TreeConfiguration, removed: NodeId) {
        let tree = best.tree();
        let is_item = tree.node(removed).role == Role::Item;
        if !is_item || best.kept().has_item_before(tree, removed) {
            return;
        }
        for item in tree.next_siblings(removed) {
            let is_item = tree.node(item).role == Role::Item && tree.is_removable(item);
            if best.has(item) && is_item {
                return self.push(best, item, self.parent_needed(tree, item));
            }
            if is_item && self.state(item).decision != Decision::Removed {
                self.remove(best, item);
            }
        }
    }

    fn remove(&mut self, best: &TreeConfiguration, top: NodeId) {
        let tree = best.tree();
        self.forget_undecided(tree, top, self.state(top).undecided);
        for id in top.0..tree.node(top).end.0 {
            self.nodes[id as usize].decision = Decision::Removed;
        }
        self.keep_last_item(tree, top);
        self.refresh_path(tree, top);
        self.push_ancestors(best, top);
    }

    /// Subtracts decided nodes from the counts of a node and its ancestors.
    fn forget_undecided(&mut self, tree: &Tree, node: NodeId, decided: u32) {
        for id in std::iter::once(node).chain(tree.ancestors(node)) {
            self.nodes[id.index()].undecided -= decided;
        }
    }

    /// After an item of a plus was removed, the last one left is no candidate any more.
    fn keep_last_item(&mut self, tree: &Tree, removed: NodeId) {
        let plus = tree.node(removed).parent;
        if !tree.is_item_of_plus(removed) {
            return;
        }
        self.nodes[plus.index()].items_left -= 1;
        if self.state(plus).items_left > 1 {
            return;
        }
        let is_left = |id: &NodeId| {
            tree.node(*id).role == Role::Item && self.state(*id).decision == Decision::Undecided
        };
        if let Some(last) = tree.children(plus).find(is_left) {
            self.decide(tree, last, Decision::Mandatory);
            self.refresh_factor(tree, last);
        }
    }

    /// Turns an undecided node into a decided one.
    fn decide(&mut self, tree: &Tree, node: NodeId, decision: Decision) {
        let state = &mut self.nodes[node.index()];
        state.decision = decision;
        state.p = 1.0;
        self.forget_undecided(tree, node, 1);
    }
}

/// The prior: every removable node is undecided, except for the only item of a plus.
fn initial_states(
    tree: &Tree,
    sigma: f64,
    is_candidate: impl Fn(NodeId) -> bool,
) -> Vec<NodeState> {
    let mut items = vec![0u32; tree.len()];
    for (_, node) in
        tree.nodes().filter(|(id, node)| node.role == Role::Item && tree.is_removable(*id))
    {
        items[node.parent.index()] += 1;
    }
    let states = tree.nodes().map(|(id, node)| {
        let is_last = tree.is_item_of_plus(id) && items[node.parent.index()] == 1;
        let is_candidate = tree.is_removable(id) && !is_last && is_candidate(id);
        NodeState {
            decision: if is_candidate { Decision::Undecided } else { Decision::Mandatory },
            items_left: items[id.index()],
            p: if is_candidate { sigma } else { 1.0 },
            undecided: u32::from(is_candidate),
            stamp: 0,
        }
    });
    let mut states: Vec<NodeState> = states.collect();
    for index in (1..states.len()).rev() {
        let undecided = states[index].undecided;
        states[tree.node(NodeId(index as u32)).parent.index()].undecided += undecided;
    }
    states
}

impl Strategy for Tpdd {
    type Configuration = TreeConfiguration;

    fn propose(&mut self, best: &Best<TreeConfiguration>) -> Option<Query<Edits>> {
        let (node, chance) = self.choose(best.configuration.tree())?;
        Some(Query::complement(Edits::removal(vec![node]), Some(chance)))
    }

    fn undecided(&self, best: &Best<TreeConfiguration>) -> Option<Vec<Belief>> {
        let mut needed: Vec<f64> = Vec::with_capacity(self.nodes.len());
        let mut undecided = Vec::new();
        for (id, node) in best.configuration.tree().nodes() {
            let of_parent = if id == NodeId::ROOT { 1.0 } else { needed[node.parent.index()] };
            let state = self.state(id);
            needed.push(of_parent * state.p);
            if state.decision == Decision::Undecided {
                undecided.push(Belief { element: id.0, needed: of_parent * state.p });
            }
        }
        Some(undecided)
    }

    fn accepted(&mut self, best: &Best<TreeConfiguration>, change: &Edits) {
        let best = &best.configuration;
        let mut outermost = change.removed[0];
        while let Some(parent) = best.tree().parent(outermost)
            && !best.has(parent)
        {
            outermost = parent;
        }
        self.update_next_items(best, outermost);
        self.remove(best, outermost);
    }

    fn rejected(&mut self, best: &Best<TreeConfiguration>, change: &Edits, feedback: &Feedback) {
        self.fail(&best.configuration, change.removed[0], self.feedback.outcomes(feedback));
    }
}

#[cfg(test)]
mod tests;
