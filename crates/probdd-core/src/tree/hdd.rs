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

use super::Progress;
use super::batch::{Batch, not_demanded};
use crate::list::Minimizer;
use crate::{Edits, Feedback, NodeId, Query, Search, Tree};
use std::collections::VecDeque;
use std::sync::Arc;

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

/// The search.
#[derive(Clone, Debug)]
pub struct Hdd {
    tree: Arc<Tree>,
    form: HddForm,
    minimizer: Minimizer,
    /// The nodes whose turn it is.
    nodes: Vec<NodeId>,
    /// The list search over those of them that something can be done to.
    batch: Batch,
    /// Nodes whose children have not had their turn.
    waiting: VecDeque<NodeId>,
    progress: Progress,
    query: Option<Query<Edits>>,
}

impl Hdd {
    /// A search over a tree, with a list search of the minimizer's kind inside.
    pub fn new(tree: Arc<Tree>, form: HddForm, minimizer: Minimizer) -> Hdd {
        let progress = Progress::new(&tree);
        let mut search = Hdd {
            batch: Batch::new(&tree, &progress, Vec::new(), &minimizer),
            tree,
            form,
            minimizer,
            nodes: Vec::new(),
            waiting: VecDeque::new(),
            progress,
            query: None,
        };
        search.begin(vec![NodeId::ROOT]);
        search.next();
        search
    }

    fn next(&mut self) {
        loop {
            self.query = self.batch.next(&self.tree, &mut self.progress);
            if self.query.is_some() || !self.turn() {
                return;
            }
        }
    }

    /// Goes on to the next level, or the children of the next node; whether there is one.
    fn turn(&mut self) -> bool {
        let (tree, kept) = (&self.tree, &self.progress.kept);
        let nodes = std::mem::take(&mut self.nodes);
        self.waiting.extend(nodes.into_iter().filter(|id| kept.any(tree.node(*id).tokens())));
        let count = match self.form {
            HddForm::Levels | HddForm::CoarseLevels => self.waiting.len(),
            HddForm::Children => self.waiting.len().min(1),
        };
        let has_something = |id: &NodeId| tree.has_removable(*id);
        let children = self.waiting.drain(..count).flat_map(|outer| tree.children(outer));
        let nodes = children.filter(has_something).collect();
        self.begin(nodes);
        count > 0
    }

    /// Sets the list search to nodes.
    fn begin(&mut self, nodes: Vec<NodeId>) {
        let candidates = nodes.iter().copied().filter(|id| self.is_candidate(*id)).collect();
        self.batch = Batch::new(&self.tree, &self.progress, candidates, &self.minimizer);
        self.nodes = nodes;
    }

    /// Whether something can be done to a node that cannot be done to one of its children.
    fn is_candidate(&self, id: NodeId) -> bool {
        let (tree, kept) = (&self.tree, &self.progress.kept);
        if !kept.any(tree.node(id).tokens()) || kept.is_last_of_plus(tree, id) {
            return false;
        }
        let may_lose_something = |child: &NodeId| {
            kept.any(tree.node(*child).tokens())
                && (tree.is_removable(*child) || not_demanded(tree, kept, *child).next().is_some())
        };
        tree.is_removable(id)
            || (self.form != HddForm::CoarseLevels
                && tree.children(id).filter(may_lose_something).nth(1).is_some())
    }
}

impl Search for Hdd {
    type Change = Edits;

    fn ask(&self) -> Option<&Query<Edits>> {
        self.query.as_ref()
    }

    fn tell(&mut self, feedback: &Feedback) {
        let query = self.query.take().expect("the search has not ended");
        self.batch.tell(feedback);
        if feedback.is_interesting() {
            self.progress.accept(&self.tree, &query.change);
        } else {
            self.progress.learn(feedback);
        }
        self.next();
    }

    fn best(&self) -> &Edits {
        &self.progress.best
    }
}

#[cfg(test)]
mod tests {
    use super::super::sketch;
    use super::*;
    use crate::FeedbackSettings;
    use crate::Verdict;
    use crate::list::{Algorithm, Order, Tie};

    /// A root with a list of two items and an optional; the first item has a list of two items, and
    /// so has the second, which keeps one.
    const SKETCH: &str = "r-( *( i( x *( i(x) i(x) ) ) i( x +( i(xx) i(x) ) ) ) ?(x) x )";

    /// `ProbDD`, which asks about four elements at first.
    fn probdd() -> Minimizer {
        let algorithm = Algorithm::ProbDd;
        Minimizer {
            algorithm,
            sigma: 0.25,
            tie: Tie::Index,
            order: Order::Forward,
            seed: 0,
            feedback: FeedbackSettings::BINARY,
        }
    }

    /// The nodes that go in each query, when the tokens of `needed` are.
    fn asked(form: HddForm, needed: &[usize]) -> Vec<Vec<u32>> {
        let tree = sketch::tree(SKETCH, &[]);
        let mut search = Hdd::new(Arc::clone(&tree), form, probdd());
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
