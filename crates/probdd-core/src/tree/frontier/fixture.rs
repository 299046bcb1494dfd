//! A pool over a small tree, for tests.

use super::choice::{self, Choice};
use super::pool::{self, Pool, SuspectSetId};
use super::priors::{Class, Priors, Uses};
use crate::feedback::{CheckSet, Outcomes};
use crate::tree::Links;
use crate::tree::sketch;
use crate::{AfterFail, CheckState, Feedback, FeedbackSettings, Kept, NodeId, Tree, Verdict};
use std::sync::Arc;

/// A sketched tree, the tokens that are kept, and a pool over it.
pub(super) struct Fixture {
    pub(super) tree: Arc<Tree>,
    pub(super) kept: Kept,
    pub(super) priors: Priors,
    pub(super) pool: Pool,
}

impl Fixture {
    /// The pool that a search begins with. `links` are pairs of tokens: a name and its use.
    pub(super) fn new(sketch: &str, links: &[(u32, u32)]) -> Fixture {
        let tree = sketch::tree(sketch, &[]);
        let links = Arc::new(Links::new(links.to_vec()));
        let mut fixture = Fixture {
            kept: Kept::all(&tree),
            priors: Priors::default(),
            pool: Pool::new(Arc::clone(&tree), links),
            tree,
        };
        let all = NodeId::ROOT..fixture.tree.node(NodeId::ROOT).end;
        let outermost = pool::outermost(&fixture.tree, &fixture.kept, all);
        fixture.replace(0, &ids(outermost), &[]);
        fixture
    }

    /// Replaces a node of the pool by others that are cleared of some checks.
    pub(super) fn replace(&mut self, node: u32, by: &[u32], cleared: &[usize]) {
        let (by, cleared) = (node_ids(by), checks(cleared));
        self.pool.replace(NodeId(node), &by, cleared, &self.kept, &mut self.priors);
    }

    /// Replaces a node of the pool by the removable nodes inside it.
    pub(super) fn open(&mut self, node: u32) {
        let inside = pool::inside(&self.tree, &self.kept, NodeId(node));
        self.replace(node, &ids(inside), &[]);
    }

    /// Removes nodes of the pool from the best configuration.
    pub(super) fn remove(&mut self, nodes: &[u32]) {
        let nodes = node_ids(nodes);
        for node in &nodes {
            self.kept.remove(&self.tree, *node);
        }
        self.pool.drop_removed(&nodes, &self.kept);
    }

    /// Puts a needed node back into the pool.
    pub(super) fn restore(&mut self, node: u32) {
        self.pool.restore(NodeId(node), &self.kept, &mut self.priors);
    }

    /// The nodes of the pool.
    pub(super) fn nodes(&self) -> Vec<u32> {
        self.pool.nodes().iter().map(|it| it.node.0).collect()
    }

    /// What refers to a node of the pool when some nodes are removed.
    pub(super) fn uses(&self, node: u32, removed: &[u32]) -> Uses {
        let it = self.pool.get(NodeId(node)).expect("the node is in the pool");
        it.uses(|user| removed.contains(&user.0))
    }

    /// The nodes of the suspect set that a node belongs to.
    pub(super) fn suspects_with(&self, node: u32) -> Vec<u32> {
        let Some(set) = self.pool.suspect_set(NodeId(node)) else { return Vec::new() };
        let suspects = self.pool.nodes().iter().filter(|it| it.suspect_set == Some(set));
        suspects.map(|it| it.node.0).collect()
    }

    /// The suspect set that a node belongs to.
    pub(super) fn suspect_set(&self, node: u32) -> SuspectSetId {
        self.pool.suspect_set(NodeId(node)).expect("the node is suspect")
    }

    /// The class of a node.
    pub(super) fn class(&mut self, node: u32) -> Class {
        self.priors.class(&self.tree, NodeId(node))
    }

    /// Learns a number of times that a node of a class that nothing refers to is needed.
    pub(super) fn learn_needed(&mut self, node: u32, times: usize) {
        let class = self.class(node);
        (0..times).for_each(|_| self.priors.learn(class, Uses::None, true));
    }

    /// The set that the next query removes.
    pub(super) fn best(&self) -> Option<Choice> {
        choice::best(&self.pool, &self.priors, self.tree.weight(NodeId::ROOT))
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

/// What an uninteresting candidate says about some checks.
pub(super) fn outcomes(checks: &[CheckState]) -> Outcomes {
    let feedback = Feedback { verdict: Verdict::Uninteresting, checks: checks.to_vec() };
    let settings = FeedbackSettings { checks: checks.len(), after_fail: AfterFail::Unknown };
    settings.outcomes(&feedback)
}

/// Fails unless two probabilities are equal up to rounding.
#[track_caller]
pub(super) fn assert_close(actual: f64, expected: f64) {
    assert!((actual - expected).abs() < 1e-12, "{actual} is not {expected}");
}
