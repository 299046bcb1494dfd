//! The replacement templates of Perses (Sun, Li, Zhang, Gu, Su, ICSE'18), each once.
//!
//! Nodes wait in a queue, the heaviest first. A regular node is replaced by a descendant whose kind
//! fits its position, found breadth-first to depth 5; a list by a descendant list, and an item of a
//! list by the elements of one, found to depth 3, where every element must fit. The lightest
//! replacement is asked about first. After a success the replacement joins the queue, else the
//! node's children do.
//!
//! Depth counts nodes of the grammar, not the lists and items between them. Bound: the number of
//! pairs of a node and a fitting descendant within reach.

use super::Progress;
use crate::{Class, Edits, Kind, NodeId, Query, Role, Search, Slot, Tree, Verdict};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use std::sync::Arc;

/// How deep below a regular node a replacement may lie.
const DEPTH: usize = 5;

/// How deep below a list, or an item of one, a replacement may lie.
const DEPTH_IN_LIST: usize = 3;

/// The search.
#[derive(Clone, Debug)]
pub struct Templates {
    tree: Arc<Tree>,
    /// (weight, preorder) of the nodes that wait.
    queue: BinaryHeap<(u32, Reverse<NodeId>)>,
    /// The node at work; none right after it was replaced.
    node: Option<NodeId>,
    /// What may replace it, the best choice last.
    choices: Vec<NodeId>,
    progress: Progress,
    query: Option<Query<Edits>>,
}

impl Templates {
    /// A search over all nodes of a tree.
    pub fn new(tree: Arc<Tree>) -> Templates {
        let mut search = Templates {
            progress: Progress::new(&tree),
            tree,
            queue: BinaryHeap::new(),
            node: None,
            choices: Vec::new(),
            query: None,
        };
        search.push(NodeId::ROOT);
        search.next();
        search
    }

    fn next(&mut self) {
        loop {
            self.query = self.next_choice();
            if self.query.is_some() {
                return;
            }
            let Some((_, Reverse(node))) = self.queue.pop() else { return };
            self.node = Some(node);
            self.choices = replacements(&self.tree, node);
        }
    }

    /// The next replacement of the node at work; when there is none left, its children join the
    /// queue.
    fn next_choice(&mut self) -> Option<Query<Edits>> {
        let node = self.node?;
        while let Some(by) = self.choices.pop() {
            let change = Edits::replacement(node, by);
            if self.progress.is_new(&self.tree, &change) {
                return Some(Query { change, class: Class::Replacement, probability: None });
            }
        }
        let tree = Arc::clone(&self.tree);
        tree.children(node).for_each(|child| self.push(child));
        None
    }

    fn push(&mut self, node: NodeId) {
        self.queue.push((self.tree.weight(node), Reverse(node)));
    }
}

impl Search for Templates {
    type Change = Edits;

    fn ask(&self) -> Option<&Query<Edits>> {
        self.query.as_ref()
    }

    fn tell(&mut self, verdict: Verdict) {
        let query = self.query.take().expect("the search has not ended");
        if verdict.is_interesting() {
            self.progress.accept(&self.tree, &query.change);
            self.choices.clear();
            self.node = None;
            self.push(query.change.replaced[0].1);
        }
        self.next();
    }

    fn best(&self) -> &Edits {
        &self.progress.best
    }
}

/// What may replace a node, the heaviest first.
fn replacements(tree: &Tree, node: NodeId) -> Vec<NodeId> {
    let weight = tree.weight(node);
    let mut found: Vec<NodeId> = match tree.node(node).role {
        Role::Star | Role::Plus => lists_that_fit(tree, node, node, element_slot(tree, node)),
        Role::Item => {
            let slot = content(tree, node).map(|id| tree.node(id).slot);
            lists_that_fit(tree, node, tree.node(node).parent, slot)
        }
        Role::Regular => nodes_that_fit(tree, node),
        Role::Optional | Role::Extra => Vec::new(),
    };
    found.retain(|by| tree.weight(*by) < weight);
    found.sort_by_key(|by| (Reverse(tree.weight(*by)), Reverse(*by)));
    found
}

fn nodes_that_fit(tree: &Tree, node: NodeId) -> Vec<NodeId> {
    let slot = tree.node(node).slot;
    let fits = |id: &NodeId| tree.fits(slot, tree.node(*id).kind);
    if slot == Slot::NONE {
        return Vec::new();
    }
    descendants(tree, node, DEPTH).into_iter().filter(fits).collect()
}

/// The lists below a node whose elements may stand where a list's elements stand: they fit the
/// position, and the same separator stands between them.
fn lists_that_fit(tree: &Tree, node: NodeId, list: NodeId, slot: Option<Slot>) -> Vec<NodeId> {
    let Some(slot) = slot else { return Vec::new() };
    let fits = |by: &NodeId| {
        let mut contents = items(tree, *by).map(|item| content(tree, item)).peekable();
        tree.node(*by).is_list()
            && tree.node(*by).kind == tree.node(list).kind
            && contents.peek().is_some()
            && contents.all(|id| id.is_some_and(|id| tree.fits(slot, tree.node(id).kind)))
    };
    descendants(tree, node, DEPTH_IN_LIST).into_iter().filter(fits).collect()
}

/// The position that the elements of a list stand at, where they all stand at the same.
fn element_slot(tree: &Tree, list: NodeId) -> Option<Slot> {
    let mut slots = items(tree, list).map(|item| content(tree, item).map(|id| tree.node(id).slot));
    let first = slots.next()??;
    slots.all(|slot| slot == Some(first)).then_some(first)
}

fn items(tree: &Tree, list: NodeId) -> impl Iterator<Item = NodeId> {
    tree.children(list).filter(|id| tree.node(*id).role == Role::Item)
}

/// The one node that an item consists of, beside its separator and comments.
fn content(tree: &Tree, item: NodeId) -> Option<NodeId> {
    let mut regular = tree.children(item).filter(|id| tree.node(*id).role != Role::Extra);
    let content = regular.next()?;
    let separator = u32::from(tree.node(item).lead);
    let is_whole = tree.weight(content) + separator == tree.weight(item);
    let has_slot = tree.node(content).slot != Slot::NONE;
    (regular.next().is_none() && is_whole && has_slot).then_some(content)
}

/// The proper descendants down to a depth, breadth-first.
fn descendants(tree: &Tree, node: NodeId, depth: usize) -> Vec<NodeId> {
    let mut found = Vec::new();
    let mut waiting = VecDeque::from([(node, 0)]);
    while let Some((id, level)) = waiting.pop_front() {
        for child in tree.children(id) {
            let is_of_grammar = tree.node(child).kind != Kind::NONE && !tree.node(child).is_list();
            let level = level + usize::from(is_of_grammar);
            if level <= depth {
                found.push(child);
                waiting.push_back((child, level));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TreeBuilder;

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
        let mut search = Templates::new(tree);
        let mut tried = Vec::new();
        while let Some(query) = search.ask() {
            tried.push(query.change.replaced[0]);
            search.tell(Verdict::Uninteresting);
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
