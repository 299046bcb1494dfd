//! HDD: hierarchical delta debugging (Misherghi, Su, ICSE'06), and its forms.
//!
//! A list search runs over the nodes of the root's level, then over the kept nodes of the next level,
//! and so on. In the form of Kiss, Hodován and Gyimóthy (`HDDr`, A-TEST'18) it runs over the children
//! of one node at a time, and nodes wait in a queue. HDD* repeats HDD until nothing changes; the
//! caller does that.
//!
//! On a tree without quantifiers, pruning a node leaves text that the grammar does not accept. Modern
//! HDD (Hodován, Kiss, A-TEST'16) replaces a node by the smallest text that the grammar accepts. Here
//! edits only remove tokens. So a removable node is removed, and of another node all removable nodes
//! inside it, at once, which leaves what the grammar demands. HDD asks about a node that is not
//! removable only if several children hold something removable; otherwise the query would be the same
//! as for the one child that does. Coarse HDD (Hodován, Kiss, Gyimóthy, ICSME'17) leaves these nodes
//! out: it prunes only nodes that the grammar allows to be empty.
//!
//! The levels are those of the quantified tree: lists, their items and optionals are nodes. A list
//! that keeps an item keeps its first one when the list search would remove all of them.
//!
//! On a tree in which no list keeps an item, HDD ends one-minimal on a monotone property if the list search
//! does. A level may hold items of several lists that keep one; then HDD may miss a node (`Batch` says why).
//!
//! Bound: the sum of the list search's bounds over the levels, or over the children of every node.
//! HDD visits every node once. A query costs the size of its removal, and a copy of one bit a token.

use super::batch::{Batch, not_demanded};
use super::configuration::TreeConfiguration;
use crate::driver::{Best, Strategy};
use crate::minimizer::Minimizer;
use crate::{Edits, Feedback, NodeId, Query};
use std::collections::VecDeque;

/// Which nodes a list search gets together.
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
    /// The nodes of the current level, or the children of the current node.
    nodes: Vec<NodeId>,
    /// The list search over those of them that can be reduced.
    batch: Batch,
    /// Nodes whose children were not visited yet.
    waiting: VecDeque<NodeId>,
}

impl Hdd {
    /// HDD in one of its forms, with a list search of the minimizer's kind inside.
    pub fn new(start: &TreeConfiguration, form: HddForm, minimizer: Minimizer) -> Hdd {
        let batch = Batch::new(start, Vec::new(), &minimizer);
        let (nodes, waiting) = (Vec::new(), VecDeque::new());
        let mut hdd = Hdd { form, minimizer, nodes, batch, waiting };
        hdd.begin(start, vec![NodeId::ROOT]);
        hdd
    }

    /// Begins a list search over nodes.
    fn begin(&mut self, best: &TreeConfiguration, nodes: Vec<NodeId>) {
        let candidates = nodes.iter().copied().filter(|id| self.is_candidate(best, *id)).collect();
        self.batch = Batch::new(best, candidates, &self.minimizer);
        self.nodes = nodes;
    }

    /// Whether a node can be reduced in a way in which none of its children can.
    fn is_candidate(&self, best: &TreeConfiguration, id: NodeId) -> bool {
        let tree = best.tree();
        if !best.has(id) || best.kept().is_last_of_plus(tree, id) {
            return false;
        }
        let is_reducible = |child: &NodeId| {
            best.has(*child)
                && (tree.is_removable(*child) || not_demanded(best, *child).next().is_some())
        };
        tree.is_removable(id)
            || (self.form != HddForm::CoarseLevels
                && tree.children(id).filter(is_reducible).nth(1).is_some())
    }
}

impl Strategy for Hdd {
    type Configuration = TreeConfiguration;

    fn propose(&mut self, best: &Best<TreeConfiguration>) -> Option<Query<Edits>> {
        self.batch.propose(&best.configuration, |_| true)
    }

    /// Goes on to the next level, or to the children of the next node.
    fn next_stage(&mut self, best: &Best<TreeConfiguration>) -> bool {
        let best = &best.configuration;
        let nodes = std::mem::take(&mut self.nodes);
        self.waiting.extend(nodes.into_iter().filter(|id| best.has(*id)));
        let count = match self.form {
            HddForm::Levels | HddForm::CoarseLevels => self.waiting.len(),
            HddForm::Children => self.waiting.len().min(1),
        };
        let tree = best.tree();
        let children = self.waiting.drain(..count).flat_map(|outer| tree.children(outer));
        let nodes = children.filter(|id| tree.has_removable(*id)).collect();
        self.begin(best, nodes);
        count > 0
    }

    fn react(&mut self, _: &Best<TreeConfiguration>, _: &Edits, feedback: &Feedback) {
        self.batch.tell(feedback);
    }
}

#[cfg(test)]
mod tests {
    use super::super::search;
    use super::*;
    use crate::input::sketch;
    use crate::minimizer::Algorithm;
    use crate::{Search, Verdict};
    use std::sync::Arc;

    /// A root with a list of two items and an optional; the first item has a list of two items, and
    /// so has the second, which keeps one.
    const SKETCH: &str = "r-( *( i( x *( i(x) i(x) ) ) i( x +( i(xx) i(x) ) ) ) ?(x) x )";

    /// `ProbDD`, which asks about four elements at first.
    fn probdd() -> Minimizer {
        Minimizer { sigma: 0.25, ..Minimizer::new(Algorithm::ProbDd) }
    }

    /// The nodes that each query removes, when some tokens are needed.
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
        // The root, 1 and 10, 2 and 6, 3 and 7, and last 4, 5, 8 and 9. Node 7 has to keep 8. That 1
        // and 10 cannot be removed together, nor 2 and 6, nor 4, 5 and 9, is known by then.
        let levels: [&[u32]; 11] =
            [&[1, 10], &[1], &[10], &[2], &[6], &[3, 9], &[3], &[9], &[4], &[5], &[8]];
        let everything: Vec<usize> = (0..9).collect();
        assert_eq!(asked(HddForm::Levels, &everything), levels);
    }

    #[test]
    fn coarse_hdd_prunes_removable_nodes_only() {
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
    fn removed_nodes_are_not_visited() {
        // Without 2 and 10, all that is left is 6, and that 1 and 10 cannot be removed together is known.
        let levels: [&[u32]; 5] = [&[1, 10], &[1], &[10], &[2], &[9]];
        assert_eq!(asked(HddForm::Levels, &[3, 8]), levels);
    }
}
