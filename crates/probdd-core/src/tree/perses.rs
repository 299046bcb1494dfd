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

use super::batch::Batch;
use super::configuration::TreeConfiguration;
use super::replacements::replacements;
use crate::driver::{Best, Strategy};
use crate::list::Minimizer;
use crate::{Edits, Feedback, NodeId, Query, Role, Verdict};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

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

/// The algorithm.
#[derive(Clone, Debug)]
pub struct Perses {
    deletions: Deletions,
    is_replacing: bool,
    /// (weight, preorder) of the nodes that wait.
    waiting: BinaryHeap<(u32, Reverse<NodeId>)>,
    /// The node whose turn it is; none right after it was replaced.
    node: Option<NodeId>,
    step: Step,
}

/// A step of a node's turn.
#[derive(Clone, Debug)]
enum Step {
    /// Everything removable is removed at once, in one query.
    All(Option<Edits>),
    /// The list search is at work.
    Some(Box<Batch>),
    /// Descendants take the node's place, the best choice last.
    Replace(Vec<NodeId>),
}

impl Perses {
    /// Perses or Pardis over all nodes of a tree.
    pub fn new(start: &TreeConfiguration, deletions: Deletions, is_replacing: bool) -> Perses {
        let mut perses = Perses {
            deletions,
            is_replacing,
            waiting: BinaryHeap::new(),
            node: None,
            step: Step::Replace(Vec::new()),
        };
        perses.push(start, NodeId::ROOT);
        perses
    }

    /// Perses' replacements alone, each tried once.
    pub fn templates(start: &TreeConfiguration) -> Perses {
        Perses::new(start, Deletions::None, true)
    }

    /// The next query of the step at hand.
    fn query(&mut self, at: &TreeConfiguration) -> Option<Query<Edits>> {
        match &mut self.step {
            Step::All(change) => Some(Query::complement(change.take()?, None)),
            Step::Some(batch) => batch.propose(at),
            Step::Replace(choices) => {
                let change = Edits::replacement(self.node?, choices.pop()?);
                Some(Query::replacement(change))
            }
        }
    }

    /// Goes on to the next step or node; whether there is one.
    fn turn(&mut self, at: &TreeConfiguration) -> bool {
        self.step = match (&self.step, self.node, self.deletions) {
            (Step::All(_), Some(node), Deletions::Lists(minimizer)) => {
                Step::Some(Box::new(Batch::new(at, items(at, node), &minimizer)))
            }
            (Step::All(_) | Step::Some(_), Some(node), _) if self.is_replacing => {
                Step::Replace(replacements(at, node))
            }
            (_, node, _) => {
                let children = node.into_iter().flat_map(|node| at.tree().children(node));
                children.for_each(|id| self.push(at, id));
                self.node = self.waiting.pop().map(|(_, Reverse(node))| node);
                let Some(node) = self.node else { return false };
                let nodes = self.at_once(at, node);
                Step::All(Some(Batch::removal(at.tree(), at.kept(), nodes)))
            }
        };
        true
    }

    /// What a node's turn deletes at once: the node, or the items of a list that keeps one of them.
    fn at_once(&self, at: &TreeConfiguration, node: NodeId) -> Vec<NodeId> {
        match (self.deletions, at.tree().node(node).role) {
            (Deletions::Lists(_), Role::Plus) => items(at, node),
            (Deletions::Lists(_), Role::Item) | (Deletions::None, _) => Vec::new(),
            _ if at.tree().is_removable(node) => vec![node],
            _ => Vec::new(),
        }
    }

    fn push(&mut self, at: &TreeConfiguration, node: NodeId) {
        if at.has(node) {
            self.waiting.push((at.weight(node), Reverse(node)));
        }
    }
}

/// The items of a list that are kept.
fn items(at: &TreeConfiguration, list: NodeId) -> Vec<NodeId> {
    let tree = at.tree();
    let is_item = |id: &NodeId| tree.node(*id).role == Role::Item && at.has(*id);
    let children = tree.node(list).is_list().then(|| tree.children(list));
    children.into_iter().flatten().filter(is_item).collect()
}

impl Strategy for Perses {
    type Configuration = TreeConfiguration;

    fn propose(&mut self, best: &Best<TreeConfiguration>) -> Option<Query<Edits>> {
        loop {
            let query = self.query(&best.configuration);
            if query.is_some() || !self.turn(&best.configuration) {
                return query;
            }
        }
    }

    fn accepted(&mut self, best: &Best<TreeConfiguration>, change: &Edits) {
        if let Step::Some(batch) = &mut self.step {
            batch.tell(&Verdict::Interesting.into());
        }
        if let [(_, by)] = change.replaced[..] {
            self.node = None;
            self.push(&best.configuration, by);
        }
    }

    fn rejected(&mut self, _: &Best<TreeConfiguration>, _: &Edits, feedback: &Feedback) {
        if let Step::Some(batch) = &mut self.step {
            batch.tell(feedback);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::search;
    use super::*;
    use crate::input::sketch;
    use crate::list::Algorithm;
    use crate::{Kept, Kind, Search, Slot, Tree, TreeBuilder};
    use std::sync::Arc;

    fn ddmin() -> Deletions {
        Deletions::Lists(Minimizer::new(Algorithm::Ddmin))
    }

    /// What a search asks: `-2` removes node 2, `1<5` replaces node 1 by 5, with `!` if that is
    /// interesting.
    fn asked(
        tree: Arc<Tree>,
        deletions: Deletions,
        is_replacing: bool,
        is_interesting: impl Fn(&Kept) -> bool,
    ) -> Vec<String> {
        let perses = |start: &TreeConfiguration| Perses::new(start, deletions, is_replacing);
        let mut search = search(Arc::clone(&tree), perses);
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
        let asked = |sketch: &str, is_interesting: &dyn Fn(&Kept) -> bool| {
            asked(sketch::tree(sketch, &fits), ddmin(), true, is_interesting)
        };
        let is_valid = |kept: &Kept| {
            let has_declaration = has(kept, &[9, 10, 11, 12, 13, 14]);
            has(kept, &[0, 1, 2, 3, 4, 5, 8, 15]) && (has_declaration || !kept.contains(6))
        };
        assert_eq!(asked(first, &is_valid), ["1<5", "-2", "-8", "-3", "4<5", "-6!"]);

        let second = "U-( CB( x *( i( WS( xxxx CS( xx ) ) ) i( DS( xxxxx PE(x) ) ) ) x ) )";
        let is_valid = |kept: &Kept| has(kept, &[0, 1, 2, 3, 4, 5, 6, 13]);
        assert_eq!(asked(second, &is_valid), ["1<5", "-2", "-6!", "4<5"]);

        let third = "U-( CB( x *( i( WS( xxxx CS( xx ) ) ) ) x ) )";
        assert_eq!(asked(third, &|_| false), ["1<5", "-2", "4<5"]);
    }

    #[test]
    fn of_a_list_that_keeps_an_item_the_first_stays() {
        let tree = || sketch::tree("r-( +( i(x) i(x) i(x) ) )", &[]);
        let asked_of = |needed: usize| asked(tree(), ddmin(), false, |kept| kept.contains(needed));
        assert_eq!(asked_of(0), ["-3-4!"]);
        assert_eq!(asked_of(2), ["-3-4", "-2!", "-4", "-3!"]);
    }

    #[test]
    fn pardis_tries_every_node_alone_before_lighter_ones() {
        let sketch = "r-( *( i(x) i( *( i(xxx) i(xx) ) x ) i(xxxx) ) ?(xx) )";
        // Weights 11; 6 (the second item) with its list of 5; 4; 3, 2 and 2; 1.
        let tree = sketch::tree(sketch, &[]);
        assert_eq!(
            asked(tree, Deletions::Single, false, |_| false),
            ["-1", "-3", "-4", "-7", "-5", "-6", "-8", "-2"]
        );
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
        let mut search = search(tree, Perses::templates);
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
