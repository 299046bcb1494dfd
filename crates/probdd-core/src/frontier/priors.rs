//! How likely a node is needed: a counter for each class of nodes and what refers to them.
//!
//! A class is the kind of a node, the kind around it, and its role. Counters are Beta-Bernoulli: a
//! class leans on what was learned of all classes until enough of its own nodes are decided. Nodes of
//! a class are exchangeable, not independent: each one that can be removed makes it likelier that the
//! next one can.

use crate::{Kind, NodeId, Role, Tree};
use std::collections::HashMap;

/// What refers to the names that a node defines, from outside of it, when a set of nodes is removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Uses {
    /// Nothing, and nothing ever has.
    None,
    /// Only nodes of the set; or nothing, since all that did was removed.
    Removed,
    /// A node of the pool that is not in the set.
    Undecided,
    /// A needed token.
    Needed,
}

impl Uses {
    /// Whether something that refers to the node is kept.
    pub(super) fn is_in_use(self) -> bool {
        matches!(self, Uses::Undecided | Uses::Needed)
    }
}

/// The number of values of [`Uses`], and so of the counters of a class.
const STATES: usize = 4;

/// P(needed) before any node was decided, by [`Uses`]: a definition in use is likely needed.
const DENSITY: [f64; STATES] = [0.05, 0.05, 0.5, 0.8];

/// The number of decided nodes that [`DENSITY`] is worth in the counter of all classes. With 0.5: 1.00 of the queries,
/// 0.90 on c-tcc-castshort and 1.12 on c-h8300-bytereg.
const DENSITY_WEIGHT: f64 = 1.0;

/// The number of decided nodes that the counter of all classes is worth in that of a class. With 1: 0.98 of the
/// queries, 0.65 on one subject and 1.19 on another.
const LEANING: f64 = 2.0;

/// Older observations fade: about this number of needed nodes is remembered. With 4: 1.03 of the queries; with 16,
/// 1.00.
const MEMORY: f64 = 8.0;

/// The least probability that a node is needed.
const LEAST_NEEDED: f64 = 1e-6;

/// The kind of the first token of a list, where tokens have no kinds. The second token is of the kind before
/// it, and so on.
const FIRST_TOKEN: Kind = Kind(Kind::NONE.0 - 1);

/// Tokens after so many others of their list are of one kind.
const PLACES: usize = 8;

/// Nodes of one kind, around them one kind, and of one role.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Class(u32);

/// The number of decided nodes, and of needed ones among them; older ones count less.
#[derive(Clone, Copy, Debug, Default)]
struct Counter {
    seen: f64,
    needed: f64,
}

impl Counter {
    fn learn(&mut self, is_needed: bool) {
        if is_needed {
            let fading = 1.0 - 1.0 / MEMORY;
            self.seen *= fading;
            self.needed = self.needed * fading + 1.0;
        }
        self.seen += 1.0;
    }
}

/// How likely nodes of each class are needed: what a search learns.
#[derive(Clone, Debug, Default)]
pub(super) struct Priors {
    classes: HashMap<(Kind, Kind, Role), Class>,
    counters: Vec<[Counter; STATES]>,
    /// The counters of all classes together.
    all: [Counter; STATES],
}

impl Priors {
    fn insert(&mut self, kind: Kind, outer: Kind, role: Role) -> Class {
        let next = Class(self.counters.len() as u32);
        let class = *self.classes.entry((kind, outer, role)).or_insert(next);
        if class == next {
            self.counters.push(Default::default());
        }
        class
    }

    /// The class of a node. A node without a kind, an item or an optional, has that of its content. In a text
    /// that no grammar reads, a token has that of its place in its list, such as a line.
    pub(super) fn class(&mut self, tree: &Tree, node: NodeId) -> Class {
        let has_kind = |id: &NodeId| tree.node(*id).kind != Kind::NONE;
        let own = std::iter::once(node).chain(tree.children(node)).find(has_kind);
        let outer = std::iter::successors(tree.parent(node), |id| tree.parent(*id))
            .find(|id| has_kind(id) && !tree.node(*id).is_list());
        let kind = |id: Option<NodeId>| id.map_or(Kind::NONE, |id| tree.node(id).kind);
        let is_token = tree.node(node).end.0 == node.0 + 1;
        let is_without_kind = own.is_none() && outer.is_none() && is_token;
        let own = if is_without_kind { kind_of_place(tree, node) } else { kind(own) };
        self.insert(own, kind(outer), tree.node(node).role)
    }

    /// Learns that a node was removed, or is needed.
    pub(super) fn learn(&mut self, class: Class, uses: Uses, is_needed: bool) {
        let state = uses as usize;
        self.counters[class.0 as usize][state].learn(is_needed);
        self.all[state].learn(is_needed);
    }

    /// P(needed) of the nodes of all classes, by [`Uses`].
    fn density(&self) -> [f64; STATES] {
        std::array::from_fn(|state| {
            let Counter { seen, needed } = self.all[state];
            (needed + DENSITY[state] * DENSITY_WEIGHT) / (seen + DENSITY_WEIGHT)
        })
    }
}

/// A kind for the place of a token in its list. What stands at the same place in many lines is often alike:
/// numbers before a comment, the name of an instruction.
fn kind_of_place(tree: &Tree, token: NodeId) -> Kind {
    let siblings = tree.children(tree.node(token).parent).take(PLACES);
    let before = siblings.take_while(|id| *id != token).count();
    Kind(FIRST_TOKEN.0 - before as u16)
}

/// The chance that nodes can be removed together, worked out node by node.
#[derive(Debug)]
pub(super) struct JointChance<'a> {
    priors: &'a Priors,
    density: [f64; STATES],
    /// The number of nodes so far, by class.
    counts: Vec<[f64; STATES]>,
}

impl<'a> JointChance<'a> {
    /// The chance of no node yet.
    pub(super) fn new(priors: &'a Priors) -> JointChance<'a> {
        let counts = vec![[0.0; STATES]; priors.counters.len()];
        JointChance { priors, density: priors.density(), counts }
    }

    /// P(a node can be removed | the nodes so far can).
    pub(super) fn chance(&self, class: Class, uses: Uses) -> f64 {
        let (class, state) = (class.0 as usize, uses as usize);
        let Counter { seen, needed } = self.priors.counters[class][state];
        let removable = seen - needed + LEANING * (1.0 - self.density[state]);
        let others = self.counts[class][state];
        ((removable + others) / (seen + LEANING + others)).min(1.0 - LEAST_NEEDED)
    }

    /// Adds a node.
    pub(super) fn add(&mut self, class: Class, uses: Uses) {
        self.counts[class.0 as usize][uses as usize] += 1.0;
    }
}

#[cfg(test)]
mod tests;
