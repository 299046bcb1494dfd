//! T-PDD as naively as it can be written: p of every node, and whether it is kept for good, are all
//! that is remembered; C, Q, M and E of every node are recomputed for every query.

use crate::trees::is_last_of_plus;
use probdd_core::{Edits, Kept, NodeId, Tree};
use std::collections::HashSet;

/// Gains are compared when rounded to this fraction of a token.
const GRAIN: f64 = 1.0 / 1_048_576.0;

/// The search.
pub(crate) struct Reference<'t> {
    tree: &'t Tree,
    p: Vec<f64>,
    is_kept_for_good: Vec<bool>,
    kept: Kept,
    history: HashSet<Vec<usize>>,
}

impl Reference<'_> {
    pub(crate) fn new(tree: &Tree, sigma: f64) -> Reference<'_> {
        let p = tree.nodes().map(|(id, _)| if tree.is_removable(id) { sigma } else { 1.0 });
        Reference {
            p: p.collect(),
            is_kept_for_good: vec![false; tree.len()],
            kept: Kept::all(tree),
            history: HashSet::new(),
            tree,
        }
    }

    /// The next node to remove, and the probability that its removal is interesting.
    pub(crate) fn ask(&mut self) -> Option<(NodeId, f64)> {
        loop {
            let node = self.choose()?;
            if !self.history.contains(&self.without(node)) {
                return Some((node, self.chance(node)));
            }
            self.fail(node);
        }
    }

    pub(crate) fn tell(&mut self, interesting: bool) {
        let node = self.choose().expect("the search has not ended");
        self.history.insert(self.without(node));
        if interesting {
            self.kept.apply(self.tree, &Edits::removal(vec![node]));
        } else {
            self.fail(node);
        }
    }

    /// The arg max of E; ties: more tokens, then preorder.
    fn choose(&self) -> Option<NodeId> {
        let mut chosen: Option<NodeId> = None;
        for (id, _) in self.tree.nodes().filter(|(id, _)| self.is_undecided(*id)) {
            if chosen.is_none_or(|best| self.is_better(id, best)) {
                chosen = Some(id);
            }
        }
        chosen
    }

    fn is_better(&self, later: NodeId, best: NodeId) -> bool {
        let (new, old) = ((self.e(later) / GRAIN).round(), (self.e(best) / GRAIN).round());
        new > old || (new >= old && self.tokens(later) > self.tokens(best))
    }

    fn fail(&mut self, node: NodeId) {
        let others = self.below(node).filter(|id| self.is_undecided(*id)).count();
        let raised = self.p(node) * f64::max(1.0 / (1.0 - self.c(node)), 1.581_976_706_869_326_5);
        if others == 0 || raised >= 1.0 - 1e-9 {
            self.is_kept_for_good[node.index()] = true;
        } else {
            self.p[node.index()] = raised;
        }
    }

    fn is_undecided(&self, id: NodeId) -> bool {
        self.tree.is_removable(id)
            && !self.is_gone(id)
            && !self.is_kept_for_good[id.index()]
            && !is_last_of_plus(self.tree, &self.kept, id)
    }

    fn is_gone(&self, id: NodeId) -> bool {
        !self.kept.any(self.tree.node(id).tokens())
    }

    fn p(&self, id: NodeId) -> f64 {
        if self.is_undecided(id) { self.p[id.index()] } else { 1.0 }
    }

    /// E(d) = tokens(d) * P(interesting | d is removed).
    fn e(&self, id: NodeId) -> f64 {
        self.tokens(id) as f64 * self.chance(id)
    }

    /// P(interesting | d is removed) = 1 - M(parent(d)) * (1 - Q(d)).
    fn chance(&self, id: NodeId) -> f64 {
        1.0 - self.tree.parent(id).map_or(1.0, |parent| self.m(parent)) * (1.0 - self.q(id))
    }

    fn m(&self, id: NodeId) -> f64 {
        self.tree.parent(id).map_or(1.0, |parent| self.m(parent)) * self.p(id)
    }

    fn q(&self, id: NodeId) -> f64 {
        if self.is_kept_for_good[id.index()] {
            return 0.0;
        }
        (1.0 - self.p(id)) + self.p(id) * self.c(id)
    }

    fn c(&self, id: NodeId) -> f64 {
        let is_kept = |child: NodeId| self.is_left_for_good(child);
        if !self.below(id).any(|below| self.is_undecided(below))
            || self.tree.children(id).any(is_kept)
        {
            return 0.0;
        }
        let takes_part = |child: &NodeId| {
            std::iter::once(*child)
                .chain(self.below(*child))
                .any(|node| self.is_undecided(node) || self.is_left_for_good(node))
        };
        self.tree.children(id).filter(takes_part).map(|child| self.q(child)).product()
    }

    fn is_left_for_good(&self, id: NodeId) -> bool {
        self.is_kept_for_good[id.index()] && !self.is_gone(id)
    }

    /// The proper descendants.
    fn below(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        (id.0 + 1..self.tree.node(id).end.0).map(NodeId)
    }

    /// How many tokens of a subtree are left; comments do not count.
    fn tokens(&self, id: NodeId) -> usize {
        let is_left = |token: &usize| self.kept.contains(*token);
        self.tree.node(id).tokens().filter(is_left).filter(|t| self.counts(*t)).count()
    }

    fn counts(&self, token: usize) -> bool {
        self.tree.weight_of(token..token + 1) > 0
    }

    /// The tokens kept when a node is removed.
    fn without(&self, node: NodeId) -> Vec<usize> {
        let mut kept = self.kept.clone();
        kept.apply(self.tree, &Edits::removal(vec![node]));
        kept.tokens().ones().collect()
    }
}
