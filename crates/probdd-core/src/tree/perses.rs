//! Perses (Sun, Li, Zhang, Gu, Su, ICSE'18), its replacements alone, and Pardis (Gharachorlu, Sumner,
//! ISSTA'19).
//!
//! Nodes wait in a queue, the heaviest first (ties: preorder); at first, the root. A node's turn has
//! two steps:
//!
//! 1. *Deletion.* Perses runs a list search over the items of a list: first it asks about all of them
//!    at once, then whatever the list search asks. A list that keeps an item keeps its first one. An
//!    optional is deleted or not. Pardis tries every removable node alone in its turn, so it never
//!    tries a light node only because a heavy sibling has its turn.
//! 2. *Replacement.* The node is replaced by a lighter descendant that fits (`replacements`), the
//!    lightest first. After a success the replacement joins the queue; otherwise the kept children do.
//!
//! Either step can be left out. Perses repeats this until nothing changes, with a new parse each time;
//! the caller does that.
//!
//! Regular nodes are never nullable here: what may be empty is an optional or a list. The caller asks
//! about the deletion of the root, with which Perses begins.
//!
//! Bound: every node has its turn once. For a list of k items, 1 and the list search's bound for k;
//! for an optional (for Pardis, any removable node), 1; for every pair of a node and a fitting
//! descendant within reach, 1.

use super::batch::{Batch, removal};
use super::configuration::TreeConfiguration;
use super::replacements::{near_replacements, replacements};
use crate::driver::{Best, Strategy};
use crate::minimizer::Minimizer;
use crate::{Edits, Feedback, NodeId, Query, Role};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The deletions of a node's turn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Deletions {
    /// Nothing is deleted.
    None,
    /// Pardis: the node is deleted.
    Single,
    /// Perses: an optional is deleted; a list search deletes items of a list.
    Lists(Minimizer),
}

/// The algorithm.
#[derive(Clone, Debug)]
pub struct Perses {
    deletions: Deletions,
    is_replacing: bool,
    /// Whether replacements that lose many removable nodes are left out.
    is_near: bool,
    /// The weights and ids of the nodes that wait.
    waiting: BinaryHeap<(u32, Reverse<NodeId>)>,
    /// The node whose turn it is; none right after it was replaced.
    node: Option<NodeId>,
    step: Step,
}

/// A step of a node's turn.
#[derive(Clone, Debug)]
enum Step {
    /// One query deletes the node, or all items of a list.
    All(Option<Edits>),
    /// A list search deletes items.
    List(Box<Batch>),
    /// Descendants replace the node, the best choice last.
    Replace(Vec<NodeId>),
}

impl Perses {
    /// Perses or Pardis over all nodes of a tree.
    pub fn new(start: &TreeConfiguration, deletions: Deletions, is_replacing: bool) -> Perses {
        let waiting = [(start.weight(NodeId::ROOT), Reverse(NodeId::ROOT))];
        let waiting = waiting.into_iter().filter(|_| start.has(NodeId::ROOT)).collect();
        Perses {
            deletions,
            is_replacing,
            is_near: false,
            waiting,
            node: None,
            step: Step::All(None),
        }
    }

    /// The replacements of Perses alone, each tried once.
    pub fn templates(start: &TreeConfiguration) -> Perses {
        Perses::new(start, Deletions::None, true)
    }

    /// The replacements that are likely to succeed after a search has tried to remove every node.
    pub fn near_templates(start: &TreeConfiguration) -> Perses {
        Perses { is_near: true, ..Perses::templates(start) }
    }

    /// The descendants that may replace a node, the best choice last.
    fn choices(&self, best: &TreeConfiguration, node: NodeId) -> Vec<NodeId> {
        if self.is_near { near_replacements(best, node) } else { replacements(best, node) }
    }

    /// The query that begins a node's turn, if there is one.
    fn deletion(&self, best: &TreeConfiguration, node: NodeId) -> Option<Edits> {
        let nodes = match (self.deletions, best.tree().node(node).role) {
            (Deletions::Lists(_), Role::Plus) => items(best, node),
            (Deletions::Lists(_), Role::Item) | (Deletions::None, _) => return None,
            _ => Some(node).filter(|node| best.tree().is_removable(*node)).into_iter().collect(),
        };
        (!nodes.is_empty()).then(|| removal(best, nodes))
    }

    fn push(&mut self, best: &TreeConfiguration, node: NodeId) {
        if best.has(node) {
            self.waiting.push((best.weight(node), Reverse(node)));
        }
    }
}

/// The kept items of a list.
fn items(best: &TreeConfiguration, list: NodeId) -> Vec<NodeId> {
    let tree = best.tree();
    let is_item = |id: &NodeId| tree.node(*id).role == Role::Item && best.has(*id);
    let children = tree.node(list).is_list().then(|| tree.children(list));
    children.into_iter().flatten().filter(is_item).collect()
}

impl Strategy for Perses {
    type Configuration = TreeConfiguration;

    fn propose(&mut self, best: &Best<TreeConfiguration>) -> Option<Query<Edits>> {
        match &mut self.step {
            Step::All(change) => Some(Query::complement(change.take()?, None)),
            Step::List(batch) => batch.propose(&best.configuration, |_| true),
            Step::Replace(choices) => {
                Some(Query::replacement(Edits::replacement(self.node?, choices.pop()?)))
            }
        }
    }

    /// Goes on to the next step or node.
    fn next_stage(&mut self, best: &Best<TreeConfiguration>) -> bool {
        let best = &best.configuration;
        self.step = match (&self.step, self.node, self.deletions) {
            (Step::All(_), Some(node), Deletions::Lists(minimizer)) => {
                Step::List(Box::new(Batch::new(best, items(best, node), &minimizer)))
            }
            (Step::All(_) | Step::List(_), Some(node), _) if self.is_replacing => {
                Step::Replace(self.choices(best, node))
            }
            (_, node, _) => {
                let children = node.into_iter().flat_map(|node| best.tree().children(node));
                children.for_each(|id| self.push(best, id));
                self.node = self.waiting.pop().map(|(_, Reverse(node))| node);
                let Some(node) = self.node else { return false };
                Step::All(self.deletion(best, node))
            }
        };
        true
    }

    fn react(&mut self, best: &Best<TreeConfiguration>, change: &Edits, feedback: &Feedback) {
        if let Step::List(batch) = &mut self.step {
            batch.tell(feedback);
        }
        if feedback.is_interesting()
            && let [(_, by)] = change.replaced[..]
        {
            self.node = None;
            self.push(&best.configuration, by);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::search;
    use super::*;
    use crate::input::sketch;
    use crate::minimizer::Algorithm;
    use crate::{Kept, Kind, Search, Slot, Tree, TreeBuilder, Verdict};
    use std::sync::Arc;

    fn ddmin() -> Deletions {
        Deletions::Lists(Minimizer::new(Algorithm::Ddmin))
    }

    /// The queries of a search: `-2` removes node 2, `1<5` replaces node 1 by 5; `!` follows an
    /// interesting one.
    fn asked(
        tree: &Arc<Tree>,
        deletions: Deletions,
        is_replacing: bool,
        is_interesting: impl Fn(&Kept) -> bool,
    ) -> Vec<String> {
        let perses = |start: &TreeConfiguration| Perses::new(start, deletions, is_replacing);
        let mut search = search(Arc::clone(tree), perses);
        let mut kept = Kept::all(tree);
        let mut asked = Vec::new();
        while let Some(query) = search.ask() {
            let removed = query.change.removed.iter().rev().map(|id| format!("-{}", id.0));
            let replaced = query.change.replaced.iter();
            let replaced = replaced.map(|(node, by)| format!("{}<{}", node.0, by.0));
            let mut words: Vec<String> = removed.chain(replaced).collect();
            let mut candidate = kept.clone();
            candidate.apply(tree, &query.change);
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

    #[test]
    fn near_templates_leave_out_replacements_that_lose_three_removable_nodes() {
        // Node 1 has a list, another one, and a node with a third one.
        let sketch = "r-( AX( *( i(x) ) *( i(x) ) AX( *( i(x) ) AX(x) ) ) )";
        let tree = sketch::tree(sketch, &["XA"]);
        let pairs = |templates: fn(&TreeConfiguration) -> Perses| {
            let mut search = search(Arc::clone(&tree), templates);
            let mut pairs = Vec::new();
            while let Some(query) = search.ask() {
                pairs.extend(query.change.replaced.iter().map(|(node, by)| (node.0, by.0)));
                search.tell(&Verdict::Uninteresting.into());
            }
            pairs
        };
        assert_eq!(pairs(Perses::templates), [(1, 9), (1, 6), (6, 9)]);
        assert_eq!(pairs(Perses::near_templates), [(1, 6), (6, 9)]);
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
            asked(&sketch::tree(sketch, &fits), ddmin(), true, is_interesting)
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
    fn a_list_that_keeps_an_item_keeps_the_first_one() {
        let tree = || sketch::tree("r-( +( i(x) i(x) i(x) ) )", &[]);
        let asked_of = |needed: usize| asked(&tree(), ddmin(), false, |kept| kept.contains(needed));
        assert_eq!(asked_of(0), ["-3-4!"]);
        assert_eq!(asked_of(2), ["-3-4", "-2!", "-4", "-3!"]);
    }

    #[test]
    fn pardis_tries_every_node_alone_before_lighter_ones() {
        let sketch = "r-( *( i(x) i( *( i(xxx) i(xx) ) x ) i(xxxx) ) ?(xx) )";
        // Weights 11; 6 (the second item) with its list of 5; 4; 3, 2 and 2; 1.
        let tree = sketch::tree(sketch, &[]);
        assert_eq!(
            asked(&tree, Deletions::Single, false, |_| false),
            ["-1", "-3", "-4", "-7", "-5", "-6", "-8", "-2"]
        );
    }

    /// A list of one element, a call, which has a list of two elements inside. An element is of kind
    /// 0, and every position accepts it. `inner` is the separator of the inner list.
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
