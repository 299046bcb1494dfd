//! The one-minimal sweep: every removable subtree is tried alone until none can go.
//!
//! It is what makes a result *certified* 1-minimal: when it ends, every removable subtree of what
//! is left was removed alone from exactly this configuration, and that was uninteresting.
//!
//! It goes round and round, from the end of the text backwards (uses stand after definitions) and
//! from large to small (a subtree before what it contains), and ends when a whole round removed
//! nothing. What others refer to by name is unlikely to go, so it waits until nothing else can.
//! Bound: (removals + 1) * n queries.

use super::{Links, Progress};
use crate::{Class, Edits, Feedback, NodeId, Query, Role, Search, Tree};
use std::cmp::Reverse;
use std::sync::Arc;

/// The search.
#[derive(Clone, Debug)]
pub struct Sweep {
    tree: Arc<Tree>,
    links: Arc<Links>,
    /// The nodes that may still go, in order.
    candidates: Vec<NodeId>,
    /// Those to try in this round, the next one last.
    round: Vec<NodeId>,
    progress: Progress,
    query: Option<Query<Edits>>,
}

impl Sweep {
    /// A sweep over everything removable in a tree, comments included. The links only say what to
    /// try last; there may be none.
    pub fn new(tree: Arc<Tree>, links: Links) -> Sweep {
        let is_candidate = |id: NodeId| tree.is_removable(id) || tree.node(id).role == Role::Extra;
        let mut candidates: Vec<NodeId> =
            tree.nodes().map(|(id, _)| id).filter(|id| is_candidate(*id)).collect();
        candidates.sort_by_key(|id| place(&tree, *id));
        let mut sweep = Sweep {
            links: Arc::new(links),
            candidates,
            round: Vec::new(),
            progress: Progress::new(&tree),
            query: None,
            tree,
        };
        sweep.begin_round(0);
        sweep.next();
        sweep
    }

    /// Begins a round with a candidate; those before it come after all others.
    fn begin_round(&mut self, first: usize) {
        let (before, after) = self.candidates.split_at(first);
        let in_order = after.iter().chain(before).copied();
        let kept = &self.progress.kept;
        let (used, free): (Vec<NodeId>, Vec<NodeId>) =
            in_order.partition(|id| self.links.refer_to(*id, &self.tree, kept).next().is_some());
        self.round = free.into_iter().chain(used).rev().collect();
    }

    fn next(&mut self) {
        while let Some(node) = self.round.pop() {
            let change = Edits::removal(vec![node]);
            if !self.progress.kept.is_last_of_plus(&self.tree, node)
                && self.progress.is_new(&self.tree, &change)
            {
                self.query = Some(Query { change, class: Class::Complement, probability: None });
                return;
            }
        }
    }

    /// After a node went: everything else may have become free.
    fn succeed(&mut self, change: &Edits) {
        self.progress.accept(&self.tree, change);
        let (tree, kept) = (&self.tree, &self.progress.kept);
        self.candidates.retain(|id| kept.any(tree.node(*id).tokens()));
        let gone = place(tree, change.removed[0]);
        let first = self.candidates.partition_point(|id| place(tree, *id) < gone);
        self.begin_round(first);
    }
}

/// From the end of the text backwards, a node before what it contains.
fn place(tree: &Tree, id: NodeId) -> (Reverse<u32>, NodeId) {
    (Reverse(tree.node(id).end_token), id)
}

impl Search for Sweep {
    type Change = Edits;

    fn ask(&self) -> Option<&Query<Edits>> {
        self.query.as_ref()
    }

    fn tell(&mut self, feedback: &Feedback) {
        let query = self.query.take().expect("the search has not ended");
        if feedback.is_interesting() {
            self.succeed(&query.change);
        }
        self.next();
    }

    fn best(&self) -> &Edits {
        &self.progress.best
    }
}
