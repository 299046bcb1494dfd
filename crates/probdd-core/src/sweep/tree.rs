//! The one-minimal sweep over a tree: it tries every removable subtree alone, until none can be
//! removed.
//!
//! The sweep makes a result *certified* 1-minimal: when it ends, the removal of each kept removable
//! subtree was observed to be uninteresting, with everything else in place.
//!
//! It runs round and round, from the end of the text backwards (uses stand after definitions) and
//! from large to small (a subtree before what it contains), and ends when a whole round removed
//! nothing. Definitions that are still in use can rarely be removed, so they come last in a round.
//!
//! It may also end after one round. If that removes nothing, it has shown the same.
//!
//! Bound: (removals + 1) * n queries; n for one round.

use crate::Links;
use crate::driver::{Best, Strategy};
use crate::tree::TreeConfiguration;
use crate::{Belief, Edits, Feedback, NodeId, Query, Role, Tree, Twins};
use std::cmp::Reverse;
use std::collections::HashSet;
use std::sync::Arc;

/// The algorithm.
#[derive(Clone, Debug)]
pub struct Sweep {
    links: Arc<Links>,
    /// The nodes that may still be removed, in order.
    candidates: Vec<NodeId>,
    /// The nodes to try in this round, the next one last.
    round: Vec<NodeId>,
    /// The node of the query.
    asked: Option<NodeId>,
    /// The node that was tried with the definitions that nothing uses without it; it is tried alone next.
    tried_with_unused: Option<NodeId>,
    /// Whether it ends after one round.
    is_one_round: bool,
    twins: Twins,
    /// The runs of twins of which one could not be removed since something was.
    refused: HashSet<usize>,
    /// The runs of nodes that are no twins any more, because something inside one of them was removed.
    unlike: HashSet<usize>,
}

impl Sweep {
    /// A sweep over all removable nodes of a tree, comments included. The links only affect the
    /// order, and may be empty.
    pub fn new(start: &TreeConfiguration, links: Links) -> Sweep {
        Sweep::among(start, links, |_| true)
    }

    /// A sweep over some of these nodes.
    pub fn among(
        start: &TreeConfiguration,
        links: Links,
        is_due: impl Fn(NodeId) -> bool,
    ) -> Sweep {
        let tree = start.tree();
        let is_candidate = |id: &NodeId| {
            (tree.is_removable(*id) || tree.node(*id).role == Role::Extra) && is_due(*id)
        };
        let mut candidates: Vec<NodeId> =
            tree.nodes().map(|(id, _)| id).filter(is_candidate).collect();
        candidates.sort_by_key(|id| place(tree, *id));
        let mut sweep = Sweep {
            links: Arc::new(links),
            candidates,
            round: Vec::new(),
            asked: None,
            tried_with_unused: None,
            is_one_round: false,
            twins: Twins::default(),
            refused: HashSet::new(),
            unlike: HashSet::new(),
        };
        sweep.begin_round(start, 0);
        sweep
    }

    /// The sweep ends after one round, even if it has removed something.
    #[must_use]
    pub fn in_one_round(self) -> Sweep {
        Sweep { is_one_round: true, ..self }
    }

    /// The sweep asks about one of several twins only: once that cannot be removed, none of them can.
    #[must_use]
    pub fn with_twins(self, twins: Twins) -> Sweep {
        Sweep { twins, ..self }
    }

    /// The run of a node, as long as its nodes are twins.
    fn run(&self, node: NodeId) -> Option<usize> {
        self.twins.number(node).filter(|run| !self.unlike.contains(run))
    }

    fn is_refused(&self, node: NodeId) -> bool {
        self.run(node).is_some_and(|run| self.refused.contains(&run))
    }

    /// Begins a round with a candidate. The candidates before it follow after all others.
    fn begin_round(&mut self, best: &TreeConfiguration, first: usize) {
        let (before, after) = self.candidates.split_at(first);
        let in_order = after.iter().chain(before).copied();
        let (tree, kept) = (best.tree().as_ref(), best.kept());
        let is_in_use = |id: &NodeId| self.links.refer_to(*id, tree, kept).next().is_some();
        let (in_use, free): (Vec<NodeId>, Vec<NodeId>) = in_order.partition(is_in_use);
        self.round = free.into_iter().chain(in_use).rev().collect();
    }

    /// The removal of a node with the definitions that nothing uses without it; after that, of the node
    /// alone.
    fn removal(&mut self, node: NodeId, best: &TreeConfiguration) -> Edits {
        let alone = Edits::removal(vec![node]);
        if self.tried_with_unused.take() == Some(node) {
            return alone;
        }
        let change = best.with_unused(alone);
        if change.removed.len() > 1 {
            self.tried_with_unused = Some(node);
            self.round.push(node);
        }
        change
    }
}

impl Strategy for Sweep {
    type Configuration = TreeConfiguration;

    fn propose(&mut self, best: &Best<TreeConfiguration>) -> Option<Query<Edits>> {
        let best = &best.configuration;
        while let Some(node) = self.round.pop() {
            if !best.kept().any(best.tree().node(node).tokens()) {
                continue;
            }
            if !best.kept().is_last_of_plus(best.tree(), node) && !self.is_refused(node) {
                self.asked = Some(node);
                return Some(Query::complement(self.removal(node, best), None));
            }
        }
        self.asked = None;
        None
    }

    /// What the round has not tried. The sweep believes nothing.
    fn undecided(&self, _: &Best<TreeConfiguration>) -> Option<Vec<Belief>> {
        let untried = self.round.iter().chain(&self.asked);
        Some(untried.map(|node| Belief { element: node.0, needed: 0.5 }).collect())
    }

    fn rejected(&mut self, _: &Best<TreeConfiguration>, change: &Edits, _: &Feedback) {
        if let [node] = change.removed[..] {
            self.refused.extend(self.run(node));
        }
    }

    /// Begins a round behind the removed node: everything else may have become removable.
    fn accepted(&mut self, best: &Best<TreeConfiguration>, change: &Edits) {
        self.refused.clear();
        let tree = best.configuration.tree();
        let around = change.removed.iter().flat_map(|node| tree.ancestors(*node));
        self.unlike.extend(around.filter_map(|node| self.twins.number(node)));
        if self.is_one_round {
            return;
        }
        let best = &best.configuration;
        let (tree, kept) = (best.tree().as_ref(), best.kept());
        self.candidates.retain(|id| kept.any(tree.node(*id).tokens()));
        let removed = place(tree, change.removed[0]);
        let first = self.candidates.partition_point(|id| place(tree, *id) < removed);
        self.begin_round(best, first);
    }
}

/// A node's place in a round: from the end of the text backwards, and before the nodes it contains.
fn place(tree: &Tree, id: NodeId) -> (Reverse<u32>, NodeId) {
    (Reverse(tree.node(id).end_token), id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::sketch;
    use crate::tree::search;
    use crate::{Kept, MustBeUsed, Search, Verdict};

    /// The sets of nodes that a sweep asks about. Of three items, the first must be used, and only the
    /// second uses it.
    fn asked(is_interesting: impl Fn(&Kept) -> bool) -> Vec<Vec<u32>> {
        asked_by(|sweep| sweep, is_interesting)
    }

    fn asked_by(
        form: impl Fn(Sweep) -> Sweep,
        is_interesting: impl Fn(&Kept) -> bool,
    ) -> Vec<Vec<u32>> {
        let tree = sketch::tree("r-( *( i(x) i(x) i(x) ) )", &[]);
        let used = MustBeUsed { node: NodeId(2), uses: vec![1], names: Vec::new() };
        let tree = Arc::new((*tree).clone().with_must_be_used(vec![used]));
        let mut sweep =
            search(Arc::clone(&tree), |start| form(Sweep::new(start, Links::default())));
        let (mut kept, mut asked) = (Kept::all(&tree), Vec::new());
        while let Some(query) = sweep.ask().cloned() {
            let mut candidate = kept.clone();
            candidate.apply(&tree, &query.change);
            asked.push(query.change.removed.iter().map(|node| node.0).collect());
            let verdict = is_interesting(&candidate);
            if verdict {
                kept = candidate;
            }
            let verdict = if verdict { Verdict::Interesting } else { Verdict::Uninteresting };
            sweep.tell(&verdict.into());
        }
        asked
    }

    #[test]
    fn a_use_is_tried_with_what_must_be_used_and_then_alone() {
        let needs = |tokens: &'static [usize]| {
            move |kept: &Kept| tokens.iter().all(|token| kept.contains(*token))
        };
        // All three, the third, the second with the first, and alone.
        assert_eq!(asked(needs(&[0, 1, 2])), [vec![1], vec![4], vec![3, 2], vec![3], vec![2]]);
        assert_eq!(asked(needs(&[0, 2])), [vec![1], vec![4], vec![3, 2], vec![3], vec![4]]);
        assert_eq!(asked(needs(&[2])), [vec![1], vec![4], vec![3, 2]]);
    }

    #[test]
    fn one_round_tries_every_node_once() {
        // The third can go when the second has gone.
        let is_interesting =
            |kept: &Kept| kept.contains(0) && (kept.contains(2) || !kept.contains(1));
        let tried_once = [vec![1], vec![4], vec![3, 2], vec![3]];
        assert_eq!(asked_by(Sweep::in_one_round, is_interesting), tried_once);
        let more = asked(is_interesting);
        assert!(more.starts_with(&tried_once) && more.len() > tried_once.len(), "{more:?}");
    }

    #[test]
    fn of_twins_one_is_asked_about_while_they_are_twins() {
        let tree = || sketch::tree("r-( *( i(x) i(x) i(x) ) )", &[]);
        let twins = Twins::new(vec![vec![NodeId(2), NodeId(3), NodeId(4)]]);
        let form = |sweep: Sweep| sweep.with_twins(twins.clone());
        let mut asked = Vec::new();
        let mut sweep = search(tree(), |start| form(Sweep::new(start, Links::default())));
        while let Some(query) = sweep.ask().cloned() {
            asked.push(query.change.removed[0].0);
            // The second question, about the last of the three, is answered with yes.
            let verdict =
                if asked.len() == 2 { Verdict::Interesting } else { Verdict::Uninteresting };
            sweep.tell(&verdict.into());
        }
        assert_eq!(asked, [1, 4, 3]);
    }

    #[test]
    fn only_nodes_that_are_due_are_tried() {
        let is_due = |node: NodeId| node != NodeId(3);
        let mut asked = Vec::new();
        let tree = sketch::tree("r-( *( i(x) i(x) i(x) ) )", &[]);
        let form = |start: &_| Sweep::among(start, Links::default(), is_due);
        let mut sweep = search(tree, form);
        while let Some(query) = sweep.ask() {
            asked.push(query.change.removed.clone());
            sweep.tell(&Verdict::Uninteresting.into());
        }
        assert_eq!(asked, [[NodeId(1)], [NodeId(4)], [NodeId(2)]]);
    }
}
