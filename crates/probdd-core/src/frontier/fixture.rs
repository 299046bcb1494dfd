//! A pool over a small tree, for tests.

use super::choice::{self, Choice};
use super::pool::{Pool, SuspectSetId};
use super::priors::{Class, Priors, Uses};
use crate::Links;
use crate::driver::Configuration;
use crate::input::sketch;
use crate::tree::configuration::{Form, TreeConfiguration};
use crate::{Edits, NodeId};

/// The best configuration of a sketched tree, and the pool over it.
pub(super) struct Fixture {
    pub(super) best: TreeConfiguration,
    pub(super) priors: Priors,
    pub(super) pool: Pool,
}

impl Fixture {
    /// The pool that a search begins with. `links` are pairs of tokens: a name and its use.
    pub(super) fn new(sketch: &str, links: &[(u32, u32)]) -> Fixture {
        let best = TreeConfiguration::all(sketch::tree(sketch, &[]), Form::Edits);
        let mut priors = Priors::default();
        let pool = Pool::new(&best, Links::new(links.to_vec()), &mut priors);
        Fixture { best, priors, pool }
    }

    /// Replaces a node of the pool by the removable nodes inside it.
    pub(super) fn open(&mut self, node: u32) {
        self.pool.open(NodeId(node), &self.best, &mut self.priors);
    }

    /// Removes nodes of the pool from the best configuration. Needed nodes without uses return.
    pub(super) fn remove(&mut self, nodes: &[u32]) {
        let change = Edits::removal(node_ids(nodes));
        let from = self.pool.suspect_set(change.removed[0]);
        self.best.apply(&change, self.best.key_after(&change));
        let tokens = |node: &NodeId| self.best.tree().node(*node).tokens();
        let removed: Vec<_> = change.removed.iter().map(tokens).collect();
        self.pool.remove(&removed, from, &self.best);
        self.pool.restore_unused(&removed, &self.best, &mut self.priors);
    }

    /// Opens a node of the pool that returns when its last use is removed.
    pub(super) fn open_until_unused(&mut self, node: u32) {
        self.pool.restore_when_unused(NodeId(node));
        self.open(node);
    }

    /// The nodes of the pool.
    pub(super) fn nodes(&self) -> Vec<u32> {
        self.pool.nodes().iter().map(|undecided| undecided.node.0).collect()
    }

    /// What refers to a node of the pool when some nodes are removed.
    pub(super) fn uses(&self, node: u32, removed: &[u32]) -> Uses {
        let undecided = self.pool.get(NodeId(node)).expect("the node is in the pool");
        undecided.uses(|user| removed.contains(&user.0))
    }

    /// The nodes of the suspect set that a node belongs to.
    pub(super) fn suspects_with(&self, node: u32) -> Vec<u32> {
        let Some(set) = self.pool.suspect_set(NodeId(node)) else { return Vec::new() };
        let suspects =
            self.pool.nodes().iter().filter(|undecided| undecided.suspect_set == Some(set));
        suspects.map(|undecided| undecided.node.0).collect()
    }

    /// The suspect set that a node belongs to.
    pub(super) fn suspect_set(&self, node: u32) -> SuspectSetId {
        self.pool.suspect_set(NodeId(node)).expect("the node is suspect")
    }

    /// The class of a node.
    pub(super) fn class(&mut self, node: u32) -> Class {
        self.priors.class(self.best.tree(), NodeId(node))
    }

    /// Learns a number of times that a node of a class that nothing refers to is needed.
    pub(super) fn learn_needed(&mut self, node: u32, times: usize) {
        let class = self.class(node);
        (0..times).for_each(|_| self.priors.learn(class, Uses::None, true));
    }

    /// The set that the next query removes.
    pub(super) fn best(&self) -> Option<Choice> {
        choice::best(&self.pool, &self.priors, self.best.weight(NodeId::ROOT))
    }
}

/// Node ids from numbers.
pub(super) fn node_ids(numbers: &[u32]) -> Vec<NodeId> {
    numbers.iter().map(|number| NodeId(*number)).collect()
}

/// The numbers of nodes.
pub(super) fn ids(nodes: Vec<NodeId>) -> Vec<u32> {
    nodes.into_iter().map(|node| node.0).collect()
}

/// Fails unless two probabilities are equal up to rounding.
#[track_caller]
pub(super) fn assert_close(actual: f64, expected: f64) {
    assert!((actual - expected).abs() < 1e-12, "{actual} is not {expected}");
}
