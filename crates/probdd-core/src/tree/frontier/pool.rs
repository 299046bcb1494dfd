//! The pool: undecided nodes, which sets of them are suspect, and who refers to whom.

use super::super::Links;
use super::priors::{Class, Priors, Uses};
use crate::edit::Kept;
use crate::{NodeId, Tree};
use std::ops::Range;

/// A tree, its names, and what is left of it.
pub(super) type State<'a> = (&'a Tree, &'a Links, &'a Kept);

/// A node that waits.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    node: NodeId,
    /// What is left of its tokens.
    weight: u32,
    /// The number of the suspect set that it belongs to; 0 if none.
    suspicion: u32,
}

/// Who refers to a node.
#[derive(Clone, Debug, Default)]
struct Users {
    /// Nodes of the pool, by place.
    waiting: Vec<u32>,
    /// Whether something that is needed does.
    needed: bool,
}

/// Undecided nodes in document order, none inside another.
#[derive(Clone, Debug, Default)]
pub(super) struct Pool {
    waiting: Vec<Waiting>,
    suspicions: u32,
    users: Vec<Users>,
    classes: Vec<Class>,
}

impl Pool {
    /// How many nodes wait.
    pub(super) fn len(&self) -> usize {
        self.waiting.len()
    }

    /// The node at a place.
    pub(super) fn node(&self, at: usize) -> NodeId {
        self.waiting[at].node
    }

    /// The weight of what is left of a node.
    pub(super) fn weight(&self, at: usize) -> u32 {
        self.waiting[at].weight
    }

    /// The class of a node.
    pub(super) fn class(&self, at: usize) -> Class {
        self.classes[at]
    }

    /// Which suspect set a node belongs to; 0 if none.
    pub(super) fn suspicion(&self, at: usize) -> u32 {
        self.waiting[at].suspicion
    }

    /// Puts nodes in the place of others; where they are now.
    pub(super) fn replace(
        &mut self,
        places: Range<usize>,
        by: &[NodeId],
        tree: &Tree,
        kept: &Kept,
    ) -> Range<usize> {
        let start = places.start;
        let waiting = by.iter().map(|node| Waiting {
            node: *node,
            weight: kept.weight_in(tree, tree.node(*node).tokens()),
            suspicion: 0,
        });
        self.waiting.splice(places, waiting);
        start..start + by.len()
    }

    /// Takes back a node that was opened, with what of it is in the pool.
    pub(super) fn take_back(&mut self, node: NodeId, tree: &Tree, kept: &Kept) {
        let tokens = tree.node(node).tokens();
        let end_of = |waiting: &Waiting| tree.node(waiting.node).tokens().end;
        let start_of = |waiting: &Waiting| tree.node(waiting.node).tokens().start;
        let start = self.waiting.partition_point(|it| end_of(it) <= tokens.start);
        let end = self.waiting.partition_point(|it| start_of(it) < tokens.end);
        let is_inside_another =
            self.waiting.get(start).is_some_and(|it| tree.contains(it.node, node));
        if is_inside_another || kept.is_last_of_plus(tree, node) {
            return;
        }
        for at in start..end {
            self.clear_suspicion(at);
        }
        self.replace(start..end, &[node], tree, kept);
    }

    /// Those of a set that can go one after the other without emptying a list that keeps an item.
    pub(super) fn possible(&self, places: &[usize], tree: &Tree, kept: &Kept) -> Vec<usize> {
        let mut kept = kept.clone();
        let mut goes = |at: &usize| {
            let node = self.node(*at);
            let is_possible =
                kept.any(tree.node(node).tokens()) && !kept.is_last_of_plus(tree, node);
            if is_possible {
                kept.remove(tree, node);
            }
            is_possible
        };
        places.iter().copied().filter(|at| goes(at)).collect()
    }

    /// Drops what is gone.
    pub(super) fn drop_gone(&mut self, tree: &Tree, kept: &Kept) {
        self.waiting.retain(|it| kept.any(tree.node(it.node).tokens()));
    }

    /// A node that is the last item of a list that keeps one.
    pub(super) fn last_item(&self, tree: &Tree, kept: &Kept) -> Option<usize> {
        self.waiting.iter().position(|it| kept.is_last_of_plus(tree, it.node))
    }

    /// Notes that a set of nodes holds one that is needed. What else was suspect with them is not
    /// any more: these explain it.
    pub(super) fn suspect(&mut self, places: &[usize]) {
        if let Some(first) = places.first() {
            self.clear_suspicion(*first);
        }
        self.suspicions += 1;
        for at in places {
            self.waiting[*at].suspicion = self.suspicions;
        }
    }

    /// Forgets the suspect set that a node belongs to.
    pub(super) fn clear_suspicion(&mut self, at: usize) {
        let suspicion = self.suspicion(at);
        self.waiting
            .iter_mut()
            .filter(|it| it.suspicion == suspicion)
            .for_each(|it| it.suspicion = 0);
    }

    /// The only node that is left of a suspect set.
    pub(super) fn only_suspect(&self, suspicion: u32) -> Option<usize> {
        let mut left = (0..self.len()).filter(|at| self.suspicion(*at) == suspicion);
        let only = left.next().filter(|_| suspicion != 0)?;
        left.next().is_none().then_some(only)
    }

    /// Brings up to date who refers to whom, and of which classes nodes are.
    pub(super) fn refresh(&mut self, state: State<'_>, priors: &mut Priors) {
        let tree = state.0;
        self.users = (0..self.len()).map(|at| self.users_of(state, at)).collect();
        self.classes = self.waiting.iter().map(|it| priors.class(tree, it.node)).collect();
    }

    fn users_of(&self, state: State<'_>, at: usize) -> Users {
        let tree = state.0;
        let mut users = Users::default();
        for token in users_outside(state, self.node(at)) {
            let end_of = |it: &Waiting| tree.node(it.node).tokens().end;
            let by = self.waiting.partition_point(|it| end_of(it) <= token);
            let is_waiting =
                self.waiting.get(by).is_some_and(|it| tree.node(it.node).tokens().contains(&token));
            if !is_waiting {
                users.needed = true;
            } else if users.waiting.last() != Some(&(by as u32)) {
                users.waiting.push(by as u32);
            }
        }
        users
    }

    /// Who refers to a node when some of the pool go.
    pub(super) fn uses(&self, at: usize, goes: &[bool]) -> Uses {
        let users = &self.users[at];
        if users.needed {
            Uses::Needed
        } else if users.waiting.is_empty() {
            Uses::None
        } else if users.waiting.iter().all(|by| goes[*by as usize]) {
            Uses::Going
        } else {
            Uses::Staying
        }
    }

    /// Who refers to each node of a set when the set goes.
    pub(super) fn uses_of(&self, places: &[usize]) -> Vec<(usize, Uses)> {
        let mut goes = vec![false; self.len()];
        for at in places {
            goes[*at] = true;
        }
        places.iter().map(|at| (*at, self.uses(*at, &goes))).collect()
    }
}

/// The removable nodes inside a node, the outermost ones.
pub(super) fn inside(tree: &Tree, kept: &Kept, outer: NodeId) -> Vec<NodeId> {
    outermost(tree, kept, NodeId(outer.0 + 1), tree.node(outer).end)
}

/// The removable nodes from one node up to another, the outermost ones.
pub(super) fn outermost(tree: &Tree, kept: &Kept, from: NodeId, end: NodeId) -> Vec<NodeId> {
    let mut found = Vec::new();
    let mut id = from;
    while id < end {
        let node = tree.node(id);
        let is_left = kept.any(node.tokens());
        if is_left && tree.is_removable(id) && !kept.is_last_of_plus(tree, id) {
            found.push(id);
        }
        let is_done = !is_left || found.last() == Some(&id);
        id = if is_done { node.end } else { NodeId(id.0 + 1) };
    }
    found
}

/// Whether something that is left outside of a node refers to a name that it defines.
pub(super) fn is_in_use(state: State<'_>, node: NodeId) -> bool {
    users_outside(state, node).next().is_some()
}

/// The tokens outside of a node that refer to a name that it defines, and are left.
fn users_outside((tree, links, kept): State<'_>, node: NodeId) -> impl Iterator<Item = usize> {
    let tokens = tree.node(node).tokens();
    let by = links.of(tokens.clone()).iter().map(|(_, by)| *by as usize);
    by.filter(move |by| !tokens.contains(by) && kept.contains(*by))
}
