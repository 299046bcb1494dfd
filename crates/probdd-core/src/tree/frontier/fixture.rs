//! A pool over a small tree, for tests.

use super::choice::{self, Choice};
use super::pool::{self, Pool};
use super::priors::{Class, Priors, Uses};
use crate::feedback::CheckSet;
use crate::tree::Links;
use crate::tree::sketch;
use crate::{Kept, NodeId, Tree};
use std::sync::Arc;

/// A sketched tree, its names, the tokens that are kept, and a pool over it.
pub(super) struct Fixture {
    pub(super) tree: Arc<Tree>,
    pub(super) kept: Kept,
    pub(super) priors: Priors,
    pub(super) pool: Pool,
    links: Links,
}

impl Fixture {
    /// The pool that a search begins with. `links` are pairs of tokens: a name and its use.
    pub(super) fn new(sketch: &str, links: &[(u32, u32)]) -> Fixture {
        let tree = sketch::tree(sketch, &[]);
        let mut fixture = Fixture {
            kept: Kept::all(&tree),
            priors: Priors::default(),
            pool: Pool::default(),
            links: Links::new(links.to_vec()),
            tree,
        };
        let end = fixture.tree.node(NodeId::ROOT).end;
        let outermost = pool::outermost(&fixture.tree, &fixture.kept, NodeId::ROOT, end);
        fixture.put(0, &ids(outermost), &[]);
        fixture
    }

    /// Puts nodes, of which some checks are cleared, in the place of another one.
    pub(super) fn put(&mut self, instead: u32, nodes: &[u32], cleared: &[usize]) {
        let tokens = self.tree.node(NodeId(instead)).tokens();
        let state = (&*self.tree, &self.links, &self.kept);
        self.pool.put(tokens, (&node_ids(nodes), checks(cleared)), state, &mut self.priors);
    }

    /// Puts the removable nodes inside a node of the pool in its place.
    pub(super) fn open(&mut self, node: u32) {
        let inside = pool::inside(&self.tree, &self.kept, NodeId(node));
        self.put(node, &ids(inside), &[]);
    }

    /// Removes nodes of the pool from the best configuration.
    pub(super) fn remove(&mut self, nodes: &[u32]) {
        let nodes = node_ids(nodes);
        for node in &nodes {
            self.kept.remove(&self.tree, *node);
        }
        self.pool.drop_gone(&nodes, (&self.tree, &self.links, &self.kept));
    }

    /// Puts a node that was opened back into the pool.
    pub(super) fn take_back(&mut self, node: u32) {
        let state = (&*self.tree, &self.links, &self.kept);
        self.pool.take_back(NodeId(node), state, &mut self.priors);
    }

    /// The nodes of the pool.
    pub(super) fn nodes(&self) -> Vec<u32> {
        self.pool.waiting().iter().map(|it| it.node.0).collect()
    }

    /// Who refers to a node of the pool when some nodes are removed.
    pub(super) fn uses(&self, node: u32, removed: &[u32]) -> Uses {
        let it = self.pool.get(NodeId(node)).expect("the node is in the pool");
        it.uses(|by| removed.contains(&by.0))
    }

    /// The nodes of the pool that are suspect together with a node, itself included.
    pub(super) fn suspects_with(&self, node: u32) -> Vec<u32> {
        let number = self.suspicion(node);
        let are_suspect = self.pool.waiting().iter().filter(|it| it.suspicion == number);
        are_suspect.filter(|it| it.suspicion != 0).map(|it| it.node.0).collect()
    }

    /// The number of the suspect set that a node of the pool is in.
    pub(super) fn suspicion(&self, node: u32) -> u32 {
        self.pool.get(NodeId(node)).expect("the node is in the pool").suspicion
    }

    /// The class of a node.
    pub(super) fn class(&mut self, node: u32) -> Class {
        self.priors.class(&self.tree, NodeId(node))
    }

    /// Notes so many times that nodes of a node's class are needed although nothing refers to them.
    pub(super) fn learn_needed(&mut self, node: u32, times: usize) {
        let class = self.class(node);
        (0..times).for_each(|_| self.priors.learn(class, Uses::None, true));
    }

    /// The set that is asked about next.
    pub(super) fn best(&self) -> Option<Choice> {
        choice::best(&self.pool, &self.priors, &self.tree, self.tree.weight(NodeId::ROOT))
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

/// A set of checks.
pub(super) fn checks(checks: &[usize]) -> CheckSet {
    checks.iter().copied().collect()
}

/// Fails unless two probabilities are equal up to rounding.
#[track_caller]
pub(super) fn assert_close(actual: f64, expected: f64) {
    assert!((actual - expected).abs() < 1e-12, "{actual} is not {expected}");
}
