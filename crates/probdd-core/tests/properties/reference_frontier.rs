//! Frontier as naively as it can be written, after `docs/algorithms.md`.
//!
//! What it remembers are facts: the tokens that are kept, the answers, the nodes that were opened, the
//! sets that are suspect, and the nodes that were decided, in order. The pool, who refers to whom, the
//! counters and every set that could be asked about are worked out from these for each query.

mod model;
mod reach;
mod sets;
mod tails;

use crate::trees::is_last_of_plus;
use probdd_core::{Edits, Feedback, Kept, Kind, Links, NodeId, Role, Tree};
use sets::Kind as SetKind;
use std::collections::{HashMap, HashSet};

/// Kind of a node or its content, kind around it, role.
type Class = (Kind, Kind, Role);

/// Who refers to the names that a node defines, when a set is removed.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Use {
    Nobody,
    Removed,
    InPool,
    Needed,
}

/// What was known of a node when it came into the pool.
#[derive(Clone)]
struct Arrival {
    weight: f64,
    /// The part of the weight that counts.
    share: f64,
}

/// A set of which one node is needed.
#[derive(Clone)]
struct Suspects {
    nodes: Vec<NodeId>,
    /// Whether nothing but nodes of the set was removed since it failed.
    is_exact: bool,
}

/// A node that was decided.
struct Decision {
    class: Class,
    of: Use,
    is_needed: bool,
}

/// The search.
pub(crate) struct Reference<'a> {
    tree: &'a Tree,
    links: &'a Links,
    kept: Kept,
    history: HashSet<Vec<usize>>,
    /// The nodes that gave way to the removable nodes inside them.
    opened: HashSet<NodeId>,
    arrivals: HashMap<NodeId, Arrival>,
    suspects: Vec<Suspects>,
    decisions: Vec<Decision>,
    /// The needed nodes that were in use, in the order of their decisions.
    in_use: Vec<NodeId>,
    /// The nodes that were taken for needed.
    needed: Vec<NodeId>,
    /// How many tokens were left when tails failed.
    failed_tails: Vec<f64>,
    /// How many tokens were left when queries failed that left only what is reached.
    failed_unreached: Vec<f64>,
    /// How many tokens must go for a tail.
    least_before_tail: f64,
    /// How many queries since the last failure were interesting, with a single node as the best set.
    singles: usize,
}

impl<'a> Reference<'a> {
    pub(crate) fn new(tree: &'a Tree, links: &'a Links, least_before_tail: u32) -> Reference<'a> {
        let mut search = Reference {
            tree,
            links,
            kept: Kept::all(tree),
            history: HashSet::new(),
            opened: HashSet::new(),
            arrivals: HashMap::new(),
            suspects: Vec::new(),
            decisions: Vec::new(),
            in_use: Vec::new(),
            needed: Vec::new(),
            failed_tails: Vec::new(),
            failed_unreached: Vec::new(),
            least_before_tail: f64::from(least_before_tail),
            singles: 0,
        };
        search.admit(NodeId::ROOT);
        search
    }

    /// The nodes that the next query removes, and the probability that this is interesting.
    pub(crate) fn ask(&mut self) -> Option<(Vec<NodeId>, f64)> {
        self.next().map(|(nodes, set)| (nodes, set.chance))
    }

    fn next(&mut self) -> Option<(Vec<NodeId>, sets::Set)> {
        loop {
            let set = self.choose()?;
            let needed = self.taken_for_needed(set.value);
            if !needed.is_empty() {
                for id in needed {
                    self.in_use.push(id);
                    self.open(id);
                }
                continue;
            }
            let nodes = self.without_last_items(&set.nodes);
            if nodes.is_empty() {
                self.open(set.nodes[0]);
                continue;
            }
            if !self.history.contains(&self.without(&nodes)) {
                return Some((nodes, set));
            }
            self.fail(&nodes, set.kind);
        }
    }

    /// The free definitions in use that can hardly be removed, and that are worth so much or more.
    fn taken_for_needed(&self, least: f64) -> Vec<NodeId> {
        let mut found = self.pool();
        found.retain(|id| {
            let is_in_use = matches!(self.use_of(*id, &[]), Use::InPool | Use::Needed);
            let (nodes, chance) = self.alone(*id);
            let is_worth = self.value(&nodes, chance) >= least;
            is_in_use && self.set_of(*id).is_none() && chance < 0.15 && is_worth
        });
        found
    }

    pub(crate) fn tell(&mut self, feedback: &Feedback) {
        let (nodes, set) = self.next().expect("the search goes on");
        if feedback.is_interesting() {
            let is_single = set.is_single && set.kind == SetKind::OneByOne;
            self.singles += usize::from(is_single);
            self.succeed(&nodes, set.kind != SetKind::OneByOne);
        } else {
            self.history.insert(self.without(&nodes));
            self.fail(&nodes, set.kind);
        }
    }

    // The pool.

    /// The outermost removable nodes that are left and were not opened, in document order.
    fn pool(&self) -> Vec<NodeId> {
        let is_closed = |id: &NodeId| {
            self.tree.is_removable(*id) && self.is_left(*id) && !self.opened.contains(id)
        };
        let closed: Vec<NodeId> = self.tree.nodes().map(|(id, _)| id).filter(is_closed).collect();
        let is_inside_another =
            |id: NodeId| closed.iter().any(|outer| *outer != id && self.tree.contains(*outer, id));
        closed.iter().copied().filter(|id| !is_inside_another(*id)).collect()
    }

    /// Notes what is known of the nodes that are new in the pool, in the place of a node. One that is the last item of a list
    /// that keeps one gives way to those inside it at once.
    fn admit(&mut self, outer: NodeId) {
        let is_in_use = self.in_use.iter().any(|id| self.tree.contains(*id, outer));
        let share = if is_in_use { 0.01 } else { 1.0 };
        let is_last = |id: &NodeId| is_last_of_plus(self.tree, &self.kept, *id);
        while let Some(last) = self.newcomers().into_iter().find(is_last) {
            self.opened.insert(last);
        }
        for id in self.newcomers() {
            self.arrivals.insert(id, Arrival { weight: self.weight(id), share });
        }
    }

    fn newcomers(&self) -> Vec<NodeId> {
        self.pool().into_iter().filter(|id| !self.arrivals.contains_key(id)).collect()
    }

    /// Has the removable nodes inside a node take its place. Returns those.
    fn open(&mut self, node: NodeId) -> Vec<NodeId> {
        self.opened.insert(node);
        self.leave_suspects(node);
        self.arrivals.remove(&node).expect("it is in the pool");
        self.admit(node);
        self.pool().into_iter().filter(|id| self.tree.contains(node, *id)).collect()
    }

    /// Puts a node that was opened into the pool again, unless it is inside one, or must not be
    /// removed. What is known of the nodes inside it is forgotten.
    fn restore(&mut self, node: NodeId) {
        let is_inside = |outer: &NodeId| self.tree.contains(*outer, node);
        if self.pool().iter().any(is_inside) || is_last_of_plus(self.tree, &self.kept, node) {
            return;
        }
        let tree = self.tree;
        let inside: Vec<NodeId> =
            self.pool().into_iter().filter(|id| tree.contains(node, *id)).collect();
        self.suspects.retain(|set| !set.nodes.iter().any(|id| inside.contains(id)));
        self.opened.retain(|id| !tree.contains(node, *id));
        self.arrivals.retain(|id, _| !tree.contains(node, *id));
        self.admit(node);
    }

    // Answers.

    fn succeed(&mut self, nodes: &[NodeId], is_before_tail: bool) {
        let pool = self.pool();
        for id in nodes.iter().filter(|id| pool.contains(id)) {
            let of = self.use_of(*id, nodes);
            self.decisions.push(Decision { class: self.class(*id), of, is_needed: false });
        }
        let set = self.set_of(nodes[0]).filter(|_| !is_before_tail);
        for (at, suspects) in self.suspects.iter_mut().enumerate() {
            suspects.is_exact &= Some(at) == set;
        }
        self.kept.apply(self.tree, &Edits::removal(nodes.to_vec()));
        let gone: Vec<NodeId> =
            self.arrivals.keys().copied().filter(|id| !self.is_left(*id)).collect();
        for id in gone {
            self.arrivals.remove(&id);
            self.suspects.iter_mut().for_each(|set| set.nodes.retain(|other| *other != id));
        }
        let lost_a_part = |id: &&NodeId| nodes.iter().any(|inner| self.tree.contains(**id, *inner));
        let partial = self.arrivals.keys().filter(lost_a_part);
        let weights: Vec<(NodeId, f64)> = partial.map(|id| (*id, self.weight(*id))).collect();
        for (id, weight) in weights {
            self.arrivals.get_mut(&id).expect("it is in the pool").weight = weight;
        }
        if let Some(at) = set {
            self.infer(at);
        }
        for id in nodes {
            self.open_last_item(self.tree.node(*id).parent);
        }
        self.restore_unused();
    }

    /// Has the last item of a list that keeps one give way to the removable nodes inside it.
    fn open_last_item(&mut self, list: NodeId) {
        let is_last = |id: &NodeId| is_last_of_plus(self.tree, &self.kept, *id);
        let item = self.tree.children(list).filter(|id| self.is_left(*id)).find(is_last);
        if let Some(item) = item.filter(|id| self.pool().contains(id)) {
            self.forget_set_of(item);
            self.open(item);
        }
    }

    /// Needed nodes that were in use come back when nothing refers to them any more.
    fn restore_unused(&mut self) {
        let left = std::mem::take(&mut self.in_use).into_iter().filter(|id| self.is_left(*id));
        let (unused, in_use): (Vec<NodeId>, Vec<NodeId>) =
            left.partition(|id| self.users(*id).is_empty());
        self.in_use = in_use;
        for id in unused {
            self.restore(id);
        }
    }

    fn fail(&mut self, nodes: &[NodeId], kind: SetKind) {
        self.singles = 0;
        match kind {
            SetKind::OneByOne => {}
            SetKind::Tail(rest) => return self.failed_tails.push(rest),
            SetKind::Unreached(rest) => return self.failed_unreached.push(rest),
        }
        self.forget_set_of(nodes[0]);
        match nodes {
            [only] => self.keep(*only),
            _ => self.suspect(nodes),
        }
    }

    /// Takes a node for needed. If the nodes inside it are all that is left of it, one is needed.
    fn keep(&mut self, node: NodeId) {
        let of = self.use_of(node, &[node]);
        self.decisions.push(Decision { class: self.class(node), of, is_needed: true });
        if matches!(of, Use::InPool | Use::Needed) {
            self.in_use.push(node);
        }
        self.needed.push(node);
        let inside = self.open(node);
        let count = |id: &NodeId| self.kept.tokens().count_ones(self.tree.node(*id).tokens());
        if inside.len() > 1 && inside.iter().map(count).sum::<usize>() == count(&node) {
            self.suspect(&inside);
        }
    }

    // Suspect sets.

    fn suspect(&mut self, nodes: &[NodeId]) {
        for id in nodes {
            self.leave_suspects(*id);
        }
        self.suspects.push(Suspects { nodes: nodes.to_vec(), is_exact: true });
    }

    fn leave_suspects(&mut self, node: NodeId) {
        self.suspects.iter_mut().for_each(|set| set.nodes.retain(|id| *id != node));
    }

    /// Which suspect set a node is in.
    fn set_of(&self, node: NodeId) -> Option<usize> {
        self.suspects.iter().position(|set| set.nodes.contains(&node))
    }

    fn forget_set_of(&mut self, node: NodeId) {
        if let Some(at) = self.set_of(node) {
            self.suspects[at].nodes.clear();
        }
    }

    /// The last node that is left of a suspect set is needed, if nothing outside of the set was
    /// removed since it failed.
    fn infer(&mut self, at: usize) {
        let Suspects { nodes, is_exact } = self.suspects[at].clone();
        let [only] = nodes[..] else { return };
        if is_exact {
            self.suspects[at].nodes.clear();
            self.keep(only);
        }
    }

    // The tree.

    fn is_left(&self, id: NodeId) -> bool {
        self.kept.any(self.tree.node(id).tokens())
    }

    fn holds(&self, id: NodeId, token: usize) -> bool {
        self.tree.node(id).tokens().contains(&token)
    }

    /// How many tokens of a node are kept; comments do not count.
    fn weight(&self, id: NodeId) -> f64 {
        let tokens = self.tree.node(id).tokens().filter(|token| self.kept.contains(*token));
        f64::from(tokens.map(|token| self.tree.weight_of(token..token + 1)).sum::<u32>())
    }

    /// The nodes of a set that can be removed one after the other without emptying a list that keeps
    /// an item.
    fn without_last_items(&self, nodes: &[NodeId]) -> Vec<NodeId> {
        let mut kept = self.kept.clone();
        let mut possible = Vec::new();
        for id in nodes {
            let is_left = kept.any(self.tree.node(*id).tokens());
            if is_left && !is_last_of_plus(self.tree, &kept, *id) {
                kept.apply(self.tree, &Edits::removal(vec![*id]));
                possible.push(*id);
            }
        }
        possible
    }

    /// The tokens that are left when some nodes are removed.
    fn without(&self, nodes: &[NodeId]) -> Vec<usize> {
        let mut kept = self.kept.clone();
        kept.apply(self.tree, &Edits::removal(nodes.to_vec()));
        kept.tokens().ones().collect()
    }
}
