//! HDD: hierarchical delta debugging (Misherghi, Su, ICSE'06), and its forms.
//!
//! A list search runs over the nodes of the root's level, then over those of the next level that are
//! left, and so on. In the form of Kiss, Hodován and Gyimóthy (`HDDr`, A-TEST'18) it runs over the
//! children of one node at a time, which wait in a queue. HDD* is HDD again and again until nothing
//! changes; whoever drives the search does that.
//!
//! On a tree without quantifiers, pruning a node leaves what the grammar does not take. Modern HDD
//! (Hodován, Kiss, A-TEST'16) puts the smallest text that the grammar takes in a node's place. Here
//! edits only take tokens away, so: a removable node goes; of another, the removable nodes inside go,
//! all at once, which leaves what the grammar demands. That is asked only of nodes where several
//! children hold something removable: for others it is the same as of the one child that does. Coarse
//! HDD (Hodován, Kiss, Gyimóthy, ICSME'17) leaves these nodes out: only what has the empty text for
//! its smallest one is pruned.
//!
//! The levels are those of the quantified tree: lists, their items and optionals are nodes. A list
//! that keeps an item keeps its first if the list search would have all of them go.
//!
//! Bound: the sum of the list search's bounds over the levels, or over the children of every node.
//! Every node is looked at once; a query costs what it removes, and a copy of one bit a token.

use super::batch::{Batch, not_demanded};
use super::configuration::TreeConfiguration;
use crate::driver::{Best, Strategy};
use crate::list::Minimizer;
use crate::{Edits, Feedback, NodeId, Query, Verdict};
use std::collections::VecDeque;

/// Which nodes come to the list search together, and which of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HddForm {
    /// HDD: all nodes of a level.
    Levels,
    /// Coarse HDD: the removable nodes of a level.
    CoarseLevels,
    /// `HDDr`: the children of a node.
    Children,
}

/// The algorithm.
#[derive(Clone, Debug)]
pub struct Hdd {
    form: HddForm,
    minimizer: Minimizer,
    /// The nodes whose turn it is.
    nodes: Vec<NodeId>,
    /// The list search over those of them that can be reduced.
    batch: Batch,
    /// Nodes whose children have not had their turn.
    waiting: VecDeque<NodeId>,
}

impl Hdd {
    /// HDD in one of its forms, with a list search of the minimizer's kind inside.
    pub fn new(start: &TreeConfiguration, form: HddForm, minimizer: Minimizer) -> Hdd {
        let mut hdd = Hdd {
            batch: Batch::new(start, Vec::new(), &minimizer),
            form,
            minimizer,
            nodes: Vec::new(),
            waiting: VecDeque::new(),
        };
        hdd.begin(start, vec![NodeId::ROOT]);
        hdd
    }

    /// Goes on to the next level, or the children of the next node; whether there is one.
    fn turn(&mut self, at: &TreeConfiguration) -> bool {
        let nodes = std::mem::take(&mut self.nodes);
        self.waiting.extend(nodes.into_iter().filter(|id| at.has(*id)));
        let count = match self.form {
            HddForm::Levels | HddForm::CoarseLevels => self.waiting.len(),
            HddForm::Children => self.waiting.len().min(1),
        };
        let tree = at.tree();
        let children = self.waiting.drain(..count).flat_map(|outer| tree.children(outer));
        let nodes = children.filter(|id| tree.has_removable(*id)).collect();
        self.begin(at, nodes);
        count > 0
    }

    /// Sets the list search to nodes.
    fn begin(&mut self, at: &TreeConfiguration, nodes: Vec<NodeId>) {
        let candidates = nodes.iter().copied().filter(|id| self.is_candidate(at, *id)).collect();
        self.batch = Batch::new(at, candidates, &self.minimizer);
        self.nodes = nodes;
    }

    /// Whether a node can be reduced in a way that none of its children can.
    fn is_candidate(&self, at: &TreeConfiguration, id: NodeId) -> bool {
        let (tree, kept) = (at.tree(), at.kept());
        if !at.has(id) || kept.is_last_of_plus(tree, id) {
            return false;
        }
        let may_lose_something = |child: &NodeId| {
            at.has(*child)
                && (tree.is_removable(*child) || not_demanded(tree, kept, *child).next().is_some())
        };
        tree.is_removable(id)
            || (self.form != HddForm::CoarseLevels
                && tree.children(id).filter(may_lose_something).nth(1).is_some())
    }
}

impl Strategy for Hdd {
    type Configuration = TreeConfiguration;

    fn propose(&mut self, best: &Best<TreeConfiguration>) -> Option<Query<Edits>> {
        loop {
            let query = self.batch.propose(&best.configuration);
            if query.is_some() || !self.turn(&best.configuration) {
                return query;
            }
        }
    }

    fn accepted(&mut self, _: &Best<TreeConfiguration>, _: &Edits) {
        self.batch.tell(&Verdict::Interesting.into());
    }

    fn rejected(&mut self, _: &Best<TreeConfiguration>, _: &Edits, feedback: &Feedback) {
        self.batch.tell(feedback);
    }
}

#[cfg(test)]
mod tests {
    use super::super::search;
    use super::*;
    use crate::Search;
    use crate::input::sketch;
    use crate::list::Algorithm;
    use std::sync::Arc;

    /// A root with a list of two items and an optional; the first item has a list of two items, and
    /// so has the second, which keeps one.
    const SKETCH: &str = "r-( *( i( x *( i(x) i(x) ) ) i( x +( i(xx) i(x) ) ) ) ?(x) x )";

    /// `ProbDD`, which asks about four elements at first.
    fn probdd() -> Minimizer {
        Minimizer { sigma: 0.25, ..Minimizer::new(Algorithm::ProbDd) }
    }

    /// The nodes that go in each query, when the tokens of `needed` are.
    fn asked(form: HddForm, needed: &[usize]) -> Vec<Vec<u32>> {
        let tree = sketch::tree(SKETCH, &[]);
        let mut search = search(Arc::clone(&tree), |start| Hdd::new(start, form, probdd()));
        let mut kept = crate::Kept::all(&tree);
        let mut asked = Vec::new();
        while let Some(query) = search.ask() {
            let mut candidate = kept.clone();
            candidate.apply(&tree, &query.change);
            asked.push(query.change.removed.iter().rev().map(|id| id.0).collect());
            if needed.iter().all(|token| candidate.contains(*token)) {
                kept = candidate;
                search.tell(&Verdict::Interesting.into());
            } else {
                search.tell(&Feedback::UNINTERESTING);
            }
        }
        asked
    }

    #[test]
    fn all_levels_are_pruned_from_the_root_down() {
        // The root, 1 and 10, 2 and 6, 3 and 7, and last 4, 5, 8 and 9. Of 7, 8 must stay. That both
        // of 1 and 10 cannot go, both of 2 and 6, or 4, 5 and 9, is known by then.
        let levels: [&[u32]; 11] =
            [&[1, 10], &[1], &[10], &[2], &[6], &[3, 9], &[3], &[9], &[4], &[5], &[8]];
        let everything: Vec<usize> = (0..9).collect();
        assert_eq!(asked(HddForm::Levels, &everything), levels);
    }

    #[test]
    fn coarse_hdd_prunes_what_can_go_altogether() {
        let levels: [&[u32]; 11] =
            [&[1, 10], &[1], &[10], &[2], &[6], &[3], &[4, 5, 9], &[9], &[4], &[5], &[8]];
        let everything: Vec<usize> = (0..9).collect();
        assert_eq!(asked(HddForm::CoarseLevels, &everything), levels);
    }

    #[test]
    fn hddr_prunes_the_children_of_one_node_at_a_time() {
        let families: [&[u32]; 10] =
            [&[1, 10], &[1], &[10], &[2], &[6], &[3], &[9], &[4], &[5], &[8]];
        let everything: Vec<usize> = (0..9).collect();
        assert_eq!(asked(HddForm::Children, &everything), families);
    }

    #[test]
    fn what_is_gone_is_not_looked_into() {
        // Without 2 and 10, 6 is all that 1 has, and that both of 1 and 10 cannot go is known.
        let levels: [&[u32]; 5] = [&[1, 10], &[1], &[10], &[2], &[9]];
        assert_eq!(asked(HddForm::Levels, &[3, 8]), levels);
    }
}
