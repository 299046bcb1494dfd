//! Perses (Sun, Li, Zhang, Gu, Su, ICSE'18), its replacements alone, and Pardis (Gharachorlu, Sumner,
//! ISSTA'19).
//!
//! Nodes wait in a queue, the heaviest first (ties: preorder); at first, the root. Of a node,
//!
//! 1. what can go is deleted. Perses has a list search for that, over the items of a list: first all
//!    of them at once, then whatever the list search asks; of a list that keeps an item, the first
//!    stays. An optional goes or not. Pardis tries every removable node alone when its turn comes, so
//!    that no light node is tried because a heavy sibling's turn has come.
//! 2. what is left is replaced by a lighter descendant that fits (`replacements`), the lightest
//!    first. After a success the replacement joins the queue, else the children that are left do.
//!
//! Either step may be left out. Perses goes on until nothing changes, with a new parse each time;
//! whoever drives the search does that.
//!
//! Our regular nodes are never nullable: what may be empty is an optional or a list. The root's
//! deletion, which Perses begins with, is the driver's probe.
//!
//! Bound: every node has its turn once. For a list of k items, 1 and the list search's bound for k;
//! for an optional (for Pardis, any removable node), 1; for every pair of a node and a fitting
//! descendant within reach, 1.

use super::Progress;
use super::batch::Batch;
use super::replacements::replacements;
use crate::list::Minimizer;
use crate::{Class, Edits, Feedback, NodeId, Query, Role, Search, Tree};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;

/// How a node's turn begins.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Deletions {
    /// Nothing is deleted.
    None,
    /// Pardis: a node is deleted alone.
    Single,
    /// Perses: the items of a list are deleted by a list search.
    Lists(Minimizer),
}

/// The search.
#[derive(Clone, Debug)]
pub struct Perses {
    tree: Arc<Tree>,
    deletions: Deletions,
    is_replacing: bool,
    /// (weight, preorder) of the nodes that wait.
    waiting: BinaryHeap<(u32, Reverse<NodeId>)>,
    /// The node whose turn it is; none right after it was replaced.
    node: Option<NodeId>,
    step: Step,
    progress: Progress,
    query: Option<Query<Edits>>,
}

/// What is being done with a node.
#[derive(Clone, Debug)]
enum Step {
    /// What can go at all is asked about at once.
    All(Option<Edits>),
    /// The list search is at work.
    Some(Box<Batch>),
    /// What may replace the node is tried, the best choice last.
    Replace(Vec<NodeId>),
}

impl Perses {
    /// A search over all nodes of a tree.
    pub fn new(tree: Arc<Tree>, deletions: Deletions, is_replacing: bool) -> Perses {
        let mut search = Perses {
            progress: Progress::new(&tree),
            tree,
            deletions,
            is_replacing,
            waiting: BinaryHeap::new(),
            node: None,
            step: Step::Replace(Vec::new()),
            query: None,
        };
        search.push(NodeId::ROOT);
        search.next();
        search
    }

    /// Perses' replacements, each once.
    pub fn templates(tree: Arc<Tree>) -> Perses {
        Perses::new(tree, Deletions::None, true)
    }

    fn next(&mut self) {
        loop {
            self.query = self.next_of_step();
            if self.query.is_some() || !self.turn() {
                return;
            }
        }
    }

    /// The next query of the step at hand whose configuration was not asked about.
    fn next_of_step(&mut self) -> Option<Query<Edits>> {
        let (tree, progress) = (&self.tree, &mut self.progress);
        match &mut self.step {
            Step::All(change) => {
                let change = change.take().filter(|change| progress.is_new(tree, change))?;
                Some(Query { change, class: Class::Complement, probability: None })
            }
            Step::Some(batch) => batch.next(tree, progress),
            Step::Replace(choices) => {
                let node = self.node?;
                while let Some(by) = choices.pop() {
                    let change = Edits::replacement(node, by);
                    if progress.is_new(tree, &change) {
                        let class = Class::Replacement;
                        return Some(Query { change, class, probability: None });
                    }
                }
                None
            }
        }
    }

    /// Goes on to the next step or node; whether there is one.
    fn turn(&mut self) -> bool {
        let (tree, progress) = (&self.tree, &self.progress);
        self.step = match (&self.step, self.node, self.deletions) {
            (Step::All(_), Some(node), Deletions::Lists(minimizer)) => {
                Step::Some(Box::new(Batch::new(tree, progress, self.items(node), &minimizer)))
            }
            (Step::All(_) | Step::Some(_), Some(node), _) if self.is_replacing => {
                Step::Replace(replacements(tree, progress, node))
            }
            (_, node, _) => {
                let tree = Arc::clone(&self.tree);
                node.into_iter().flat_map(|node| tree.children(node)).for_each(|id| self.push(id));
                self.node = self.waiting.pop().map(|(_, Reverse(node))| node);
                let Some(node) = self.node else { return false };
                let nodes = self.at_once(node);
                Step::All(Some(Batch::removal(&tree, &self.progress.kept, nodes)))
            }
        };
        true
    }

    /// What a node's turn deletes at once: the node, or the items of a list that keeps one of them.
    fn at_once(&self, node: NodeId) -> Vec<NodeId> {
        match (self.deletions, self.tree.node(node).role) {
            (Deletions::Lists(_), Role::Plus) => self.items(node),
            (Deletions::Lists(_), Role::Item) | (Deletions::None, _) => Vec::new(),
            _ if self.tree.is_removable(node) => vec![node],
            _ => Vec::new(),
        }
    }

    /// The items that are left of a list.
    fn items(&self, list: NodeId) -> Vec<NodeId> {
        let (tree, kept) = (&self.tree, &self.progress.kept);
        let is_left = |id: &NodeId| kept.any(tree.node(*id).tokens());
        let is_item = |id: &NodeId| tree.node(*id).role == Role::Item;
        let children = tree.node(list).is_list().then(|| tree.children(list));
        children.into_iter().flatten().filter(is_item).filter(is_left).collect()
    }

    fn push(&mut self, node: NodeId) {
        if self.progress.kept.any(self.tree.node(node).tokens()) {
            let weight = self.progress.weight(&self.tree, node);
            self.waiting.push((weight, Reverse(node)));
        }
    }
}

impl Search for Perses {
    type Change = Edits;

    fn ask(&self) -> Option<&Query<Edits>> {
        self.query.as_ref()
    }

    fn tell(&mut self, feedback: &Feedback) {
        let query = self.query.take().expect("the search has not ended");
        if let Step::Some(batch) = &mut self.step {
            batch.tell(feedback);
        }
        if feedback.is_interesting() {
            self.progress.accept(&self.tree, &query.change);
            if let [(_, by)] = query.change.replaced[..] {
                self.node = None;
                self.push(by);
            }
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
    use crate::{Kept, Kind, Slot, TreeBuilder};

    fn ddmin() -> Deletions {
        let algorithm = Algorithm::Ddmin;
        let (tie, order) = (Tie::Index, Order::Forward);
        Deletions::Lists(Minimizer {
            algorithm,
            sigma: 0.1,
            tie,
            order,
            seed: 0,
            feedback: FeedbackSettings::BINARY,
        })
    }

    /// What a search asks: `-2` removes node 2, `1<5` replaces node 1 by 5, with `!` if that is
    /// interesting.
    fn asked(mut search: Perses, is_interesting: impl Fn(&Kept) -> bool) -> Vec<String> {
        let tree = Arc::clone(&search.tree);
        let mut kept = Kept::all(&tree);
        let mut asked = Vec::new();
        while let Some(query) = search.ask() {
            let removed = query.change.removed.iter().rev().map(|id| format!("-{}", id.0));
            let replaced = query.change.replaced.iter();
            let replaced = replaced.map(|(node, by)| format!("{}<{}", node.0, by.0));
            let mut words: Vec<String> = removed.chain(replaced).collect();
            let mut candidate = kept.clone();
            candidate.apply(&tree, &query.change);
            let verdict = if is_interesting(&candidate) {
                kept = candidate;
                words.push("!".into());
                Verdict::Interesting
            } else {
                Verdict::Uninteresting
            };
            asked.push(words.concat());
            search.tell(&verdict.into());
        }
        asked
    }

    /// The example of the T-PDD paper (its figure 1): a body, whose list has a loop and a
    /// declaration. The loop is needed, and the declaration as long as the loop's body uses it. Three
    /// rounds, each on a new parse; in each, the loop is tried again.
    #[test]
    fn follows_the_example_of_the_tpdd_paper() {
        let fits = ["BC", "SWCD"];
        let has = |kept: &Kept, tokens: &[usize]| tokens.iter().all(|token| kept.contains(*token));
        // Body 1, its list 2, the loop 4 with its body 5 and that one's list 6, the declaration 9.
        let first =
            "U-( CB( x *( i( WS( xxxx CS( x *( i(xx) ) x ) ) ) i( DS( xxxxx PE(x) ) ) ) x ) )";
        let search = Perses::new(sketch::tree(first, &fits), ddmin(), true);
        let is_valid = |kept: &Kept| {
            let has_declaration = has(kept, &[9, 10, 11, 12, 13, 14]);
            has(kept, &[0, 1, 2, 3, 4, 5, 8, 15]) && (has_declaration || !kept.contains(6))
        };
        assert_eq!(asked(search, is_valid), ["1<5", "-2", "-8", "-3", "4<5", "-6!"]);

        let second = "U-( CB( x *( i( WS( xxxx CS( xx ) ) ) i( DS( xxxxx PE(x) ) ) ) x ) )";
        let search = Perses::new(sketch::tree(second, &fits), ddmin(), true);
        let is_valid = |kept: &Kept| has(kept, &[0, 1, 2, 3, 4, 5, 6, 13]);
        assert_eq!(asked(search, is_valid), ["1<5", "-2", "-6!", "4<5"]);

        let third = "U-( CB( x *( i( WS( xxxx CS( xx ) ) ) ) x ) )";
        let search = Perses::new(sketch::tree(third, &fits), ddmin(), true);
        assert_eq!(asked(search, |_| false), ["1<5", "-2", "4<5"]);
    }

    #[test]
    fn of_a_list_that_keeps_an_item_the_first_stays() {
        let tree = || sketch::tree("r-( +( i(x) i(x) i(x) ) )", &[]);
        let asked_of = |needed: usize| {
            let search = Perses::new(tree(), ddmin(), false);
            asked(search, |kept| kept.contains(needed))
        };
        assert_eq!(asked_of(0), ["-3-4!"]);
        assert_eq!(asked_of(2), ["-3-4", "-2!", "-4", "-3!"]);
    }

    #[test]
    fn pardis_tries_every_node_alone_before_lighter_ones() {
        let sketch = "r-( *( i(x) i( *( i(xxx) i(xx) ) x ) i(xxxx) ) ?(xx) )";
        let search = Perses::new(sketch::tree(sketch, &[]), Deletions::Single, false);
        // Weights 11; 6 (the second item) with its list of 5; 4; 3, 2 and 2; 1.
        assert_eq!(asked(search, |_| false), ["-1", "-3", "-4", "-7", "-5", "-6", "-8", "-2"]);
    }

    /// A list of one element, a call, that has a list of two elements inside; an element is of kind
    /// 0 and every position takes it. `inner` is the separator of the list inside.
    fn nested(inner: Kind) -> Arc<Tree> {
        let (element, anywhere, comma) = (Kind(0), Slot(0), Kind(7));
        let mut builder = TreeBuilder::default();
        builder.open(Kind::NONE, Role::Regular, Slot::NONE);
        builder.open(comma, Role::Star, Slot::NONE);
        builder.open(Kind::NONE, Role::Item, Slot::NONE);
        builder.open(element, Role::Regular, anywhere);
        builder.token(true);
        builder.open(inner, Role::Star, Slot::NONE);
        for separators in 0..2 {
            builder.open(Kind::NONE, Role::Item, Slot::NONE);
            (0..separators).for_each(|_| builder.token(true));
            builder.end_of_separator();
            builder.open(element, Role::Regular, anywhere);
            builder.token(true);
            builder.close();
            builder.close();
        }
        (0..5).for_each(|_| builder.close());
        let kinds = std::iter::once(0).collect();
        Arc::new(builder.finish(Arc::new([kinds])))
    }

    /// The replacements that are tried when none succeeds.
    fn tried(tree: Arc<Tree>) -> Vec<(NodeId, NodeId)> {
        let mut search = Perses::templates(tree);
        let mut tried = Vec::new();
        while let Some(query) = search.ask() {
            tried.push(query.change.replaced[0]);
            search.tell(&Feedback::UNINTERESTING);
        }
        tried
    }

    #[test]
    fn a_list_takes_the_place_of_one_with_the_same_separator_only() {
        let (outer_list, inner_list) = (NodeId(1), NodeId(4));
        assert!(tried(nested(Kind(7))).contains(&(outer_list, inner_list)));
        let with_another = tried(nested(Kind(8)));
        assert!(!with_another.iter().any(|(_, by)| *by == inner_list), "{with_another:?}");
        assert!(!with_another.is_empty(), "the call is still replaced by an argument");
    }
}
