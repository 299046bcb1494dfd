//! The one-minimal sweep: every removable subtree is tried alone until none can go.
//!
//! It is what makes a result *certified* 1-minimal: when it ends, every removable subtree of what
//! is left was removed alone from exactly this configuration, and that was uninteresting.
//!
//! It goes round and round, from the end of the text backwards (uses stand after definitions) and
//! from large to small (a subtree before what it contains), and ends when a whole round removed
//! nothing. What others refer to by name is unlikely to go, so it waits until nothing else can.
//! Bound: (removals + 1) * n queries.

use super::configuration::TreeConfiguration;
use crate::driver::{Best, Strategy};
use crate::input::links::Links;
use crate::{Edits, NodeId, Query, Role, Tree};
use std::cmp::Reverse;
use std::sync::Arc;

/// The algorithm.
#[derive(Clone, Debug)]
pub struct Sweep {
    links: Arc<Links>,
    /// The nodes that may still be removed, in order.
    candidates: Vec<NodeId>,
    /// The nodes to try in this round, the next one last.
    round: Vec<NodeId>,
}

impl Sweep {
    /// A sweep over everything removable in a tree, comments included. The links only say what to
    /// try last; there may be none.
    pub fn new(start: &TreeConfiguration, links: Links) -> Sweep {
        let tree = start.tree();
        let is_candidate =
            |id: &NodeId| tree.is_removable(*id) || tree.node(*id).role == Role::Extra;
        let mut candidates: Vec<NodeId> =
            tree.nodes().map(|(id, _)| id).filter(is_candidate).collect();
        candidates.sort_by_key(|id| place(tree, *id));
        let mut sweep = Sweep { links: Arc::new(links), candidates, round: Vec::new() };
        sweep.begin_round(start, 0);
        sweep
    }

    /// Begins a round with a candidate; the candidates before it come after all others.
    fn begin_round(&mut self, at: &TreeConfiguration, first: usize) {
        let (before, after) = self.candidates.split_at(first);
        let in_order = after.iter().chain(before).copied();
        let is_used = |id: &NodeId| self.links.refer_to(*id, at.tree(), at.kept()).next().is_some();
        let (used, free): (Vec<NodeId>, Vec<NodeId>) = in_order.partition(is_used);
        self.round = free.into_iter().chain(used).rev().collect();
    }
}

impl Strategy for Sweep {
    type Configuration = TreeConfiguration;

    fn propose(&mut self, best: &Best<TreeConfiguration>) -> Option<Query<Edits>> {
        let (tree, kept) = (best.configuration.tree(), best.configuration.kept());
        while let Some(node) = self.round.pop() {
            if !kept.is_last_of_plus(tree, node) {
                return Some(Query::complement(Edits::removal(vec![node]), None));
            }
        }
        None
    }

    /// Begins a round behind the removed node: everything else may have become removable.
    fn accepted(&mut self, best: &Best<TreeConfiguration>, change: &Edits) {
        let at = &best.configuration;
        self.candidates.retain(|id| at.has(*id));
        let removed = place(at.tree(), change.removed[0]);
        let first = self.candidates.partition_point(|id| place(at.tree(), *id) < removed);
        self.begin_round(at, first);
    }
}

/// From the end of the text backwards, a node before what it contains.
fn place(tree: &Tree, id: NodeId) -> (Reverse<u32>, NodeId) {
    (Reverse(tree.node(id).end_token), id)
}
