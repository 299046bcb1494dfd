//! The one-minimal sweep: every removable subtree is tried alone until none can go.
//!
//! It is what makes a result *certified* 1-minimal: when it ends, every removable subtree of what
//! is left was removed alone from exactly this configuration, and that was uninteresting.
//!
//! It goes round and round, from the end of the text backwards (uses stand after definitions) and
//! from large to small (a subtree before what it contains), and ends when a whole round removed
//! nothing. Bound: (removals + 1) * n queries.

use super::Progress;
use crate::{Class, Edits, NodeId, Query, Role, Search, Tree, Verdict};
use std::sync::Arc;

/// The search.
#[derive(Clone, Debug)]
pub struct Sweep {
    tree: Arc<Tree>,
    /// The nodes that are left to try, in the order of a round.
    round: Vec<NodeId>,
    /// Where in the round the search is.
    at: usize,
    /// How many nodes in a row could not go.
    stuck: usize,
    progress: Progress,
    query: Option<Query<Edits>>,
}

impl Sweep {
    /// A sweep over everything removable in a tree, comments included.
    pub fn new(tree: Arc<Tree>) -> Sweep {
        let is_candidate = |id: NodeId| tree.is_removable(id) || tree.node(id).role == Role::Extra;
        let mut round: Vec<NodeId> =
            tree.nodes().map(|(id, _)| id).filter(|id| is_candidate(*id)).collect();
        round.sort_by_key(|id| (std::cmp::Reverse(tree.node(*id).end_token), *id));
        let progress = Progress::new(&tree);
        let mut sweep = Sweep { tree, round, at: 0, stuck: 0, progress, query: None };
        sweep.next();
        sweep
    }

    fn next(&mut self) {
        self.query = None;
        while self.stuck < self.round.len() {
            self.at %= self.round.len();
            let node = self.round[self.at];
            if !self.is_left(node) {
                self.round.remove(self.at);
                continue;
            }
            let change = Edits::removal(vec![node]);
            if !self.progress.kept.is_last_of_plus(&self.tree, node)
                && self.progress.is_new(&self.tree, &change)
            {
                self.query = Some(Query { change, class: Class::Complement, probability: None });
                return;
            }
            self.pass_over();
        }
    }

    fn pass_over(&mut self) {
        self.at += 1;
        self.stuck += 1;
    }

    fn is_left(&self, node: NodeId) -> bool {
        self.progress.kept.any(self.tree.node(node).tokens())
    }
}

impl Search for Sweep {
    type Change = Edits;

    fn ask(&self) -> Option<&Query<Edits>> {
        self.query.as_ref()
    }

    fn tell(&mut self, verdict: Verdict) {
        let query = self.query.take().expect("the search has not ended");
        if verdict.is_interesting() {
            self.progress.accept(&self.tree, &query.change);
            self.round.remove(self.at);
            self.stuck = 0;
        } else {
            self.pass_over();
        }
        self.next();
    }

    fn best(&self) -> &Edits {
        &self.progress.best
    }
}
