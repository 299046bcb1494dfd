//! Which set of nodes of the pool is asked about next.

use super::pool::{Pool, SuspectSetId, Undecided};
use super::priors::{JointChance, Priors, Uses};
use crate::{Belief, NodeId};
use std::collections::{BTreeMap, BTreeSet};

/// The cost of a test beside reading the candidate, in tokens. With 1,000: 1.00 of the queries.
pub const START_OF_TEST: f64 = 2_000.0;

/// The least chance of a set of several nodes, and of a node alone. With 0.2: 1.02 of the queries.
const LEAST_CHANCE: f64 = 0.3;

/// A definition in use that is less likely removable than this is taken for needed without a query. With 0.05: 1.00
/// of the queries.
const LEAST_IN_USE: f64 = 0.15;

/// The limits of the probability of being needed up to which a set takes nodes. The last set takes any.
const LIMITS: [f64; 6] = [0.01, 0.03, 0.1, 0.3, 0.6, 1.0];

/// A set of nodes.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    /// The nodes, from the document's end backwards; then definitions that stand after their users.
    pub(super) nodes: Vec<NodeId>,
    /// The chance that they can be removed.
    pub(super) chance: f64,
    /// The expected number of tokens removed per cost of the test.
    pub(super) value: f64,
}

impl Choice {
    /// The choice of the greater value; of equal ones this one.
    fn or(self, other: Choice) -> Choice {
        if other.value > self.value { other } else { self }
    }
}

/// What a query removes: the tokens, and how many of them count.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Gain {
    removed: u32,
    counts: f64,
}

impl Gain {
    /// Tokens that all count.
    pub(super) fn of(removed: u32) -> Gain {
        Gain { removed, counts: f64::from(removed) }
    }

    /// What the removal of a node gains.
    fn of_node(undecided: &Undecided) -> Gain {
        let mut gain = Gain::default();
        gain.add(undecided);
        gain
    }

    fn add(&mut self, undecided: &Undecided) {
        self.removed += undecided.weight;
        self.counts += f64::from(undecided.weight) * undecided.share + undecided.worth;
    }

    /// The value of a query that removes this of a weight with some chance.
    pub(super) fn value(self, chance: f64, weight: u32) -> f64 {
        self.counts * chance / (START_OF_TEST + f64::from(weight.saturating_sub(self.removed)))
    }
}

/// The set of the greatest value while the best configuration has some weight. Of equal ones, that
/// of the lower limit is taken, then the part of the older suspect set, then a node alone.
pub(super) fn best(pool: &Pool, priors: &Priors, weight: u32) -> Option<Choice> {
    let mut sets = LIMITS.map(|limit| FreeSet::new(pool, priors, limit));
    let mut suspects: BTreeMap<SuspectSetId, Vec<&Undecided>> = BTreeMap::new();
    for undecided in pool.nodes().iter().rev() {
        match undecided.suspect_set {
            None => sets.iter_mut().for_each(|set| set.offer(undecided, weight)),
            Some(id) => suspects.entry(id).or_default().push(undecided),
        }
    }
    let parts = suspects.values().map(|backward| match backward[..] {
        // This is not inferred to be needed: nodes outside of the suspect set were removed.
        [only] => alone(only, priors, weight),
        _ => part(backward, priors, weight),
    });
    let free = sets.into_iter().filter_map(|set| set.complete(weight));
    free.chain(parts).chain(best_alone(pool, priors, weight)).reduce(Choice::or)
}

/// A single node of the pool, or a set of free nodes if that is worth more. Each node of the set gains at
/// least as much as the single node for the chance that it costs. This is for the case that single nodes
/// were removed without a failure between them.
///
/// A set of gain G and chance c is worth about Gc. A node of gain g and chance e^-l makes a large set
/// better if g / l is more than G. The sets of [`best`] only limit l, so that many small nodes can leave no
/// room for large ones that are as likely removable.
pub(super) fn or_several(single: Choice, pool: &Pool, priors: &Priors, weight: u32) -> Choice {
    let Some(only) = pool.get(single.nodes[0]) else { return single };
    let mut set =
        FreeSet { least_density: Gain::of_node(only).counts, ..FreeSet::new(pool, priors, 1.0) };
    for undecided in pool.nodes().iter().rev().filter(|undecided| undecided.suspect_set.is_none()) {
        set.offer(undecided, weight);
    }
    set.complete(weight).into_iter().fold(single, Choice::or)
}

/// The free definitions in use that can hardly be removed, and whose removal is worth no less than a
/// choice, while the best configuration has some weight.
pub(super) fn hardly_removable(
    pool: &Pool,
    priors: &Priors,
    choice: &Choice,
    weight: u32,
) -> Vec<NodeId> {
    let joint = JointChance::new(priors);
    let is_hardly_removable = |undecided: &&Undecided| {
        let single = Single::new(undecided, &joint, weight);
        undecided.uses(|_| false).is_in_use()
            && undecided.suspect_set.is_none()
            && single.chance < LEAST_IN_USE
            && single.value >= choice.value
    };
    pool.nodes().iter().filter(is_hardly_removable).map(|undecided| undecided.node).collect()
}

/// How good a prefix of some nodes is.
#[derive(Clone, Copy)]
struct Prefix {
    size: usize,
    chance: f64,
    value: f64,
}

impl Prefix {
    const NONE: Prefix = Prefix { size: 0, chance: 0.0, value: f64::NEG_INFINITY };

    /// A prefix that gains something of a weight.
    fn new(size: usize, chance: f64, gain: Gain, weight: u32) -> Prefix {
        Prefix { size, chance, value: gain.value(chance, weight) }
    }

    /// The better one of this prefix and a longer one, which wins a tie.
    fn or(self, longer: Prefix) -> Prefix {
        if longer.value >= self.value { longer } else { self }
    }

    fn choice(self, nodes: impl Iterator<Item = NodeId>) -> Choice {
        let Prefix { size, chance, value } = self;
        Choice { nodes: nodes.take(size).collect(), chance, value }
    }
}

/// A set of nodes that are not suspect. It takes node by node, but leaves out those that are more
/// likely needed than a limit, or gain too little for the chance that they cost.
struct FreeSet<'a> {
    limit: f64,
    /// The least gain of a node per -ln of its chance.
    least_density: f64,
    joint: JointChance<'a>,
    /// Those from the document's end backwards, and then the late ones.
    nodes: Vec<NodeId>,
    /// The definitions that it took when they were offered again.
    late: BTreeSet<NodeId>,
    /// The definitions that it left out and that had a user outside of it.
    skipped: Vec<&'a Undecided>,
    gain: Gain,
    chance: f64,
    best: Prefix,
    /// How many more nodes of each run of twins it may take.
    twins_left: Vec<usize>,
}

impl<'a> FreeSet<'a> {
    fn new(pool: &Pool, priors: &'a Priors, limit: f64) -> FreeSet<'a> {
        FreeSet {
            twins_left: pool.most_twins().to_vec(),
            limit,
            least_density: 0.0,
            joint: JointChance::new(priors),
            nodes: Vec::new(),
            late: BTreeSet::new(),
            skipped: Vec::new(),
            gain: Gain::default(),
            chance: 1.0,
            best: Prefix::NONE,
        }
    }

    fn contains(&self, node: NodeId) -> bool {
        let descending = &self.nodes[..self.nodes.len() - self.late.len()];
        descending.binary_search_by(|before| node.cmp(before)).is_ok() || self.late.contains(&node)
    }

    /// Takes a node, unless it is too likely needed. Nodes come from the document's end backwards.
    fn offer(&mut self, undecided: &'a Undecided, weight: u32) {
        let uses = undecided.uses(|user| self.contains(user));
        if !self.take(undecided, uses, weight) && uses == Uses::Undecided {
            self.skipped.push(undecided);
        }
    }

    /// Offers each skipped definition again once the set has all its users, which may be definitions
    /// that it takes only now.
    fn offer_skipped(&mut self, weight: u32) {
        loop {
            let (before, skipped) = (self.nodes.len(), std::mem::take(&mut self.skipped));
            for undecided in skipped {
                let uses = undecided.uses(|user| self.contains(user));
                if uses != Uses::Removed {
                    self.skipped.push(undecided);
                } else if self.take(undecided, uses, weight) {
                    self.late.insert(undecided.node);
                }
            }
            if self.nodes.len() == before {
                return;
            }
        }
    }

    /// Takes a node with such uses and returns true, unless it is too likely needed.
    fn take(&mut self, undecided: &Undecided, uses: Uses, weight: u32) -> bool {
        let own = self.joint.chance(undecided.class, uses);
        let chance = self.chance * own;
        let has_room = self.nodes.is_empty() || chance >= LEAST_CHANCE;
        let is_crowded = undecided.run.is_some_and(|run| self.twins_left[run] == 0);
        if 1.0 - own > self.limit || !has_room || is_crowded || !self.is_dense(undecided, own) {
            return false;
        }
        if let Some(run) = undecided.run {
            self.twins_left[run] -= 1;
        }
        self.joint.add(undecided.class, uses);
        self.nodes.push(undecided.node);
        self.chance = chance;
        self.gain.add(undecided);
        self.best = self.best.or(Prefix::new(self.nodes.len(), chance, self.gain, weight));
        true
    }

    /// Whether a node gains enough for its chance. Most sets take any node, and need no logarithm.
    fn is_dense(&self, undecided: &Undecided, chance: f64) -> bool {
        self.least_density == 0.0
            || Gain::of_node(undecided).counts >= self.least_density * -libm::log(chance)
    }

    /// The best prefix, after the skipped definitions were offered again; none of an empty set.
    fn complete(mut self, weight: u32) -> Option<Choice> {
        self.offer_skipped(weight);
        (!self.nodes.is_empty()).then(|| self.best.choice(self.nodes.into_iter()))
    }
}

/// How likely each node of the pool is needed, given that one of each suspect set is.
pub(super) fn beliefs(pool: &Pool, priors: &Priors) -> Vec<Belief> {
    let joint = JointChance::new(priors);
    let removable =
        |undecided: &Undecided| joint.chance(undecided.class, undecided.uses(|_| false));
    let mut none_needed: BTreeMap<SuspectSetId, f64> = BTreeMap::new();
    for undecided in pool.nodes() {
        if let Some(set) = undecided.suspect_set {
            *none_needed.entry(set).or_insert(1.0) *= removable(undecided);
        }
    }
    let belief = |undecided: &Undecided| {
        let failed = undecided.suspect_set.map_or(1.0, |set| 1.0 - none_needed[&set]);
        Belief {
            element: undecided.node.0,
            needed: ((1.0 - removable(undecided)) / failed).min(1.0),
        }
    };
    pool.nodes().iter().map(belief).collect()
}

/// Of the free nodes that have the least chance of a set, the one that is worth most alone; of equal
/// ones the last. A set may have no room for it, because smaller nodes after it have used up the chance.
fn best_alone(pool: &Pool, priors: &Priors, weight: u32) -> Option<Choice> {
    let joint = JointChance::new(priors);
    let free = pool.nodes().iter().rev().filter(|undecided| undecided.suspect_set.is_none());
    let singles = free.map(|undecided| Single::new(undecided, &joint, weight));
    let likely = singles.filter(|single| single.chance >= LEAST_CHANCE);
    let best = likely.reduce(|best, other| if other.value > best.value { other } else { best });
    best.map(Single::choice)
}

/// A node alone.
fn alone(undecided: &Undecided, priors: &Priors, weight: u32) -> Choice {
    Single::new(undecided, &JointChance::new(priors), weight).choice()
}

/// A query that removes one node.
struct Single {
    node: NodeId,
    chance: f64,
    value: f64,
}

impl Single {
    fn new(undecided: &Undecided, joint: &JointChance<'_>, weight: u32) -> Single {
        let chance = joint.chance(undecided.class, undecided.uses(|_| false));
        Single {
            node: undecided.node,
            chance,
            value: Gain::of_node(undecided).value(chance, weight),
        }
    }

    fn choice(self) -> Choice {
        Choice { nodes: vec![self.node], chance: self.chance, value: self.value }
    }
}

/// The best proper prefix of a suspect set, given that at least one node of the set is needed.
fn part(suspects: &[&Undecided], priors: &Priors, weight: u32) -> Choice {
    let mut joint = JointChance::new(priors);
    // For each prefix, the chance that none of its nodes is needed.
    let mut prefixes = Vec::with_capacity(suspects.len());
    let mut all = 1.0;
    for (size, undecided) in suspects.iter().enumerate() {
        let uses = undecided.uses(|user| suspects[..size].iter().any(|before| before.node == user));
        all *= joint.chance(undecided.class, uses);
        joint.add(undecided.class, uses);
        prefixes.push(all);
    }
    let (mut gain, mut best) = (Gain::default(), Prefix::NONE);
    for (size, (undecided, none_needed)) in (1..suspects.len()).zip(suspects.iter().zip(prefixes)) {
        let chance = (none_needed - all) / (1.0 - all);
        if size > 1 && chance < LEAST_CHANCE {
            break;
        }
        gain.add(undecided);
        best = best.or(Prefix::new(size, chance, gain, weight));
    }
    best.choice(suspects.iter().map(|undecided| undecided.node))
}

#[cfg(test)]
mod tests;
