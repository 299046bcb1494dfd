//! How likely a node is needed: counters for every kind of node, learned on the way.

use crate::feedback::prior_of_each;
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

/// P(a check needs a node that it held without).
const CLEARED: f64 = 0.01;

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

    /// Its share, when each of so many checks has one.
    fn of_each(self, models: usize) -> Counter {
        if models == 1 || self.seen <= 0.0 {
            return self;
        }
        let density = (self.needed / self.seen).min(1.0 - LEAST_NEEDED);
        Counter { seen: self.seen, needed: self.seen * prior_of_each(density, models) }
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
    /// For every class, those of each check.
    counters: Vec<[Counter; STATES]>,
    /// For each check, those of all classes.
    all: Vec<[Counter; STATES]>,
    /// What was learned since, class by class.
    learned: Vec<Experience>,
}

impl Default for Priors {
    fn default() -> Priors {
        let all = vec![[Counter::default(); STATES]];
        Priors { classes: HashMap::new(), counters: Vec::new(), all, learned: Vec::new() }
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

    /// The same for so many checks, each of which has counters of its own.
    pub(super) fn of_each(self, models: usize) -> Priors {
        let shares = |it: &[Counter; STATES]| {
            std::iter::repeat_n(it.map(|counter| counter.of_each(models)), models)
        };
        let counters = self.counters.iter().flat_map(shares).collect();
        Priors { counters, all: vec![[Counter::default(); STATES]; models], ..self }
    }

    /// How many checks have counters.
    pub(super) fn models(&self) -> usize {
        self.all.len()
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
            let more = self.models();
            self.counters.extend(std::iter::repeat_n([Counter::default(); STATES], more));
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

    /// Learns that a check needs a node, or does not.
    pub(super) fn learn(&mut self, class: Class, uses: Uses, check: usize, is_needed: bool) {
        let state = uses as usize;
        let at = class.0 as usize * self.models() + check;
        self.counters[at][state].learn(is_needed);
        self.all[check][state].learn(is_needed);
    }

    /// Notes that a node can go, or is needed.
    pub(super) fn note(&mut self, class: Class, uses: Uses, is_needed: bool) {
        let state = uses as usize;
        let decided = &mut self.learned[class.0 as usize].decided[state];
        decided.nodes += 1;
        decided.needed += u32::from(is_needed);
    }

    /// The chances of all classes and states, as far as they do not depend on what else goes.
    pub(super) fn chances(&self) -> Chances {
        let models = self.models();
        let density = |all: &[Counter; STATES]| -> [f64; STATES] {
            std::array::from_fn(|state| {
                let prior = prior_of_each(DENSITY[state], models);
                (all[state].needed + prior * WEIGHT) / (all[state].seen + WEIGHT)
            })
        };
        let density: Vec<[f64; STATES]> = self.all.iter().map(density).collect();
        let of = |(at, counters): (usize, &[Counter; STATES])| {
            std::array::from_fn(|state| {
                let own = counters[state];
                let free = own.seen - own.needed + LEANING * (1.0 - density[at % models][state]);
                (free, own.seen + LEANING)
            })
        };
        Chances { models, of: self.counters.iter().enumerate().map(of).collect() }
    }
}

/// For every class, check and state: how many nodes can go, of how many, the prior included.
#[derive(Debug)]
pub(super) struct Chances {
    pub(super) models: usize,
    of: Vec<[(f64, f64); STATES]>,
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
        let classes = chances.of.len() / chances.models;
        Together { chances, counts: vec![[0.0; STATES]; classes] }
    }

    /// P(a node can go | those so far can), if it is cleared of some checks.
    pub(super) fn chance(&self, class: Class, uses: Uses, cleared: u8) -> f64 {
        let models = 0..self.chances.models;
        models.map(|check| self.chance_of(check, class, uses, cleared)).product()
    }

    /// The same as far as one check is concerned.
    pub(super) fn chance_of(&self, check: usize, class: Class, uses: Uses, cleared: u8) -> f64 {
        if cleared & (1 << check) != 0 {
            return 1.0 - CLEARED;
        }
        let (class, state) = (class.0 as usize, uses as usize);
        let (free, all) = self.chances.of[class * self.chances.models + check][state];
        let others = self.counts[class][state];
        ((free + others) / (all + others)).clamp(LEAST, 1.0 - LEAST_NEEDED)
    }

    /// Adds a node.
    pub(super) fn add(&mut self, class: Class, uses: Uses) {
        self.counts[class.0 as usize][uses as usize] += 1.0;
    }
}
