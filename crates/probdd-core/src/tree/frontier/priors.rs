//! How likely a node is needed: counters for every kind of node, learned on the way.

use crate::feedback::CheckSet;
use crate::{Kind, NodeId, Role, Tree};
use std::collections::HashMap;

/// Who refers to the names that a node defines, when a set of nodes goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Uses {
    /// Nothing outside of it.
    None,
    /// Only what goes as well.
    Going,
    /// Something of the pool that does not go.
    Staying,
    /// Something that is known to be needed.
    Needed,
}

impl Uses {
    /// Whether something that refers to the node stays.
    pub(super) fn is_in_use(self) -> bool {
        matches!(self, Uses::Staying | Uses::Needed)
    }
}

/// How many states of [`Uses`] there are.
const STATES: usize = 4;

/// P(needed) before anything was seen: definitions are needed as long as they are in use.
const DENSITY: [f64; STATES] = [0.05, 0.05, 0.5, 0.8];

/// How many nodes that prior is worth, and how many nodes of its own kind the experience with all
/// kinds is worth.
const WEIGHT: f64 = 1.0;
const LEANING: f64 = 2.0;

/// How many needed nodes are remembered: older ones fade.
const MEMORY: f64 = 8.0;

/// The least chance that a node can go, and the least that it cannot.
const LEAST: f64 = 0.001;
const LEAST_NEEDED: f64 = 1e-6;

/// How much likelier a check needs any node than one that it held without.
const CLEARED: f64 = 0.01;

/// As often each check was to blame before anything was seen.
const BLAME: f64 = 1.0;

/// Nodes of one kind below one kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Class(u32);

/// How many nodes were decided, and how many of them are needed.
#[derive(Clone, Copy, Debug, Default)]
struct Counter {
    seen: f64,
    needed: f64,
}

impl Counter {
    /// What was seen elsewhere, for as much as one node.
    fn shipped(decided: Decided) -> Counter {
        let (nodes, needed) = (f64::from(decided.nodes), f64::from(decided.needed));
        let seen = nodes.min(1.0);
        Counter { seen, needed: needed / nodes.max(1.0) * seen }
    }

    fn learn(&mut self, is_needed: bool) {
        if is_needed {
            let fading = 1.0 - 1.0 / MEMORY;
            self.seen *= fading;
            self.needed = self.needed * fading + 1.0;
        }
        self.seen += 1.0;
    }
}

/// How many nodes were decided, and how many of them are needed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Decided {
    /// Both.
    pub nodes: u32,
    /// Those that cannot go.
    pub needed: u32,
}

/// What was seen of the nodes of one class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Experience {
    /// Their kind; of an item or an option that of its content.
    pub kind: Kind,
    /// The kind of the node around them.
    pub outer: Kind,
    /// What the grammar says of them.
    pub role: Role,
    /// Apart by who refers to the names that they define: nothing, only what goes as well,
    /// something undecided that does not go, something needed.
    pub decided: [Decided; STATES],
}

/// How likely nodes of each class are needed: what was seen before, and what is learned on the way.
#[derive(Clone, Debug)]
pub struct Priors {
    classes: HashMap<(Kind, Kind, Role), Class>,
    counters: Vec<[Counter; STATES]>,
    /// Those of all classes.
    all: [Counter; STATES],
    /// How often each check was to blame that a node is needed.
    blame: Vec<[f64; STATES]>,
    /// What was learned since, class by class.
    learned: Vec<Experience>,
}

impl Default for Priors {
    fn default() -> Priors {
        let (counters, all, learned) = (Vec::new(), Default::default(), Vec::new());
        Priors { classes: HashMap::new(), counters, all, blame: vec![[BLAME; STATES]], learned }
    }
}

impl Priors {
    /// Priors from experience with other inputs. The nodes of a class and state that were seen count
    /// as much as one node of this input.
    pub fn new(experience: &[Experience]) -> Priors {
        let mut priors = Priors::default();
        for seen in experience {
            let class = priors.insert(seen.kind, seen.outer, seen.role);
            priors.counters[class.0 as usize] = seen.decided.map(Counter::shipped);
        }
        priors
    }

    /// The same for so many checks, of which it is learned how often each is to blame.
    pub(super) fn of_each(self, models: usize) -> Priors {
        Priors { blame: vec![[BLAME; STATES]; models], ..self }
    }

    /// What was learned on the way.
    pub fn learned(&self) -> impl Iterator<Item = &Experience> {
        let is_any = |decided: &Decided| decided.nodes > 0;
        self.learned.iter().filter(move |class| class.decided.iter().any(is_any))
    }

    fn insert(&mut self, kind: Kind, outer: Kind, role: Role) -> Class {
        let next = Class(self.learned.len() as u32);
        let class = *self.classes.entry((kind, outer, role)).or_insert(next);
        if class == next {
            self.counters.push(Default::default());
            self.learned.push(Experience { kind, outer, role, decided: Default::default() });
        }
        class
    }

    /// The class of a node. What has no kind itself, an item or an option, is known by its content.
    pub(super) fn class(&mut self, tree: &Tree, node: NodeId) -> Class {
        let named = |id: &NodeId| tree.node(*id).kind != Kind::NONE;
        let known = std::iter::once(node).chain(tree.children(node)).find(named);
        let outer = std::iter::successors(tree.parent(node), |id| tree.parent(*id))
            .find(|id| named(id) && !tree.node(*id).is_list());
        let kind = |id: Option<NodeId>| id.map_or(Kind::NONE, |id| tree.node(id).kind);
        self.insert(kind(known), kind(outer), tree.node(node).role)
    }

    /// Learns that a node can go, or is needed.
    pub(super) fn learn(&mut self, class: Class, uses: Uses, is_needed: bool) {
        let state = uses as usize;
        self.counters[class.0 as usize][state].learn(is_needed);
        self.all[state].learn(is_needed);
        let decided = &mut self.learned[class.0 as usize].decided[state];
        decided.nodes += 1;
        decided.needed += u32::from(is_needed);
    }

    /// Learns which checks are to blame that a node is needed.
    pub(super) fn blame(&mut self, uses: Uses, checks: CheckSet) {
        let share = 1.0 / f64::from(checks.len().max(1));
        for (check, blame) in self.blame.iter_mut().enumerate() {
            if checks.contains(check) {
                blame[uses as usize] += share;
            }
        }
    }

    /// The chances of all classes and states, as far as they do not depend on what else goes.
    pub(super) fn chances(&self) -> Chances {
        let density: [f64; STATES] = std::array::from_fn(|state| {
            let Counter { seen, needed } = self.all[state];
            (needed + DENSITY[state] * WEIGHT) / (seen + WEIGHT)
        });
        let of = |counters: &[Counter; STATES]| {
            std::array::from_fn(|state| {
                let own = counters[state];
                let free = own.seen - own.needed + LEANING * (1.0 - density[state]);
                (free, own.seen + LEANING)
            })
        };
        let all: [f64; STATES] =
            std::array::from_fn(|state| self.blame.iter().map(|blame| blame[state]).sum());
        let share = |blame: &[f64; STATES]| std::array::from_fn(|state| blame[state] / all[state]);
        Chances {
            of: self.counters.iter().map(of).collect(),
            blame: self.blame.iter().map(share).collect(),
        }
    }
}

/// For every class and state: how many nodes can go, of how many, the prior included.
#[derive(Debug)]
pub(super) struct Chances {
    of: Vec<[(f64, f64); STATES]>,
    /// How likely each check is to blame that a node is needed.
    blame: Vec<[f64; STATES]>,
}

/// The chance that nodes can go together, node by node.
#[derive(Debug)]
pub(super) struct Together<'a> {
    chances: &'a Chances,
    /// How many of each class and state there are so far.
    counts: Vec<[f64; STATES]>,
}

impl<'a> Together<'a> {
    /// None yet.
    pub(super) fn new(chances: &'a Chances) -> Together<'a> {
        Together { chances, counts: vec![[0.0; STATES]; chances.of.len()] }
    }

    /// P(a node can go | those so far can).
    pub(super) fn chance(&self, class: Class, uses: Uses) -> f64 {
        let (class, state) = (class.0 as usize, uses as usize);
        let (free, all) = self.chances.of[class][state];
        let others = self.counts[class][state];
        ((free + others) / (all + others)).clamp(LEAST, 1.0 - LEAST_NEEDED)
    }

    /// The same as far as one check is concerned, if the node is cleared of some. That a check held
    /// without it says nothing where what refers to the node went as well, and now stays.
    pub(super) fn chance_of(
        &self,
        check: usize,
        class: Class,
        uses: Uses,
        cleared: CheckSet,
    ) -> f64 {
        let is_cleared = cleared.contains(check) && !uses.is_in_use();
        let blame = self.chances.blame[check][uses as usize];
        let blame = if is_cleared { CLEARED * blame } else { blame };
        1.0 - (1.0 - self.chance(class, uses)) * blame
    }

    /// Adds a node.
    pub(super) fn add(&mut self, class: Class, uses: Uses) {
        self.counts[class.0 as usize][uses as usize] += 1.0;
    }
}

#[cfg(test)]
mod tests;
