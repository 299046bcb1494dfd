//! Every set that could be asked about, and the best one.

use super::{Reference, Use};
use probdd_core::NodeId;

/// What a test costs beside the tokens that it reads.
const BASE: f64 = 2000.0;
/// The least chance of a set of several nodes.
const LEAST_CHANCE: f64 = 0.3;
/// The limits of the probability of being needed, one set for each.
const LIMITS: [f64; 6] = [0.01, 0.03, 0.1, 0.3, 0.6, 1.0];
/// After so many single nodes were removed without a failure, the next one competes with one more set.
const SINGLES: usize = 2;

/// Something to ask about.
pub(super) struct Set {
    pub(super) nodes: Vec<NodeId>,
    pub(super) chance: f64,
    pub(super) value: f64,
    pub(super) kind: Kind,
    /// Whether the best set was a single node.
    pub(super) is_single: bool,
}

/// How the nodes of a set were chosen.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Kind {
    OneByOne,
    /// All before a tail, which leaves so many tokens.
    Tail(f64),
    /// All that is not reached, which leaves so many tokens.
    Unreached(f64),
}

impl Reference<'_> {
    /// The set of the greatest value; of equal ones the first, then the tail, then all that is not reached.
    pub(super) fn choose(&self) -> Option<Set> {
        let mut best: Option<Set> = None;
        for set in self.sets() {
            if best.as_ref().is_none_or(|best| set.value > best.value) {
                best = Some(set);
            }
        }
        let mut best = best?;
        best.is_single = best.nodes.len() == 1;
        if best.is_single && self.singles >= SINGLES {
            let others = self.free_set(&self.free(), 1.0, self.counts(best.nodes[0]));
            best = others.filter(|set| set.value > best.value).unwrap_or(best);
            best.is_single = true;
        }
        for other in self.tail().into_iter().chain(self.unreached()) {
            if other.value > best.value {
                best = other;
            }
        }
        Some(best)
    }

    /// The sets of nodes that are not suspect, limit by limit, then the parts of each suspect set, then
    /// each node alone that is not suspect, unless its chance is below the least one of sets.
    fn sets(&self) -> Vec<Set> {
        let backward: Vec<NodeId> = self.pool().into_iter().rev().collect();
        let free = self.free();
        let mut sets: Vec<Set> =
            LIMITS.iter().filter_map(|limit| self.free_set(&free, *limit, 0.0)).collect();
        for suspects in &self.suspects {
            let in_set = backward.iter().copied().filter(|id| suspects.nodes.contains(id));
            match in_set.collect::<Vec<NodeId>>()[..] {
                [] => {}
                [only] => sets.extend(self.best_of(vec![self.alone(only)])),
                ref nodes => sets.extend(self.best_of(self.parts(nodes))),
            }
        }
        let alone = free.iter().map(|id| self.alone(*id));
        let alone = alone.filter(|(_, chance)| *chance >= LEAST_CHANCE);
        sets.extend(alone.filter_map(|single| self.best_of(vec![single])));
        sets
    }

    /// The nodes that are not suspect, from the end backwards.
    fn free(&self) -> Vec<NodeId> {
        self.pool().into_iter().rev().filter(|id| self.set_of(*id).is_none()).collect()
    }

    /// Of a set that takes node by node, leaving out those that are too likely needed or gain too little
    /// for their chance, the beginning of the greatest value; of equal ones the longest. Nodes that were
    /// left out while a user of them could still be taken get one more chance, once all their users are
    /// taken.
    fn free_set(&self, backward: &[NodeId], limit: f64, least_density: f64) -> Option<Set> {
        let mut taken: Vec<NodeId> = Vec::new();
        let mut beginnings = Vec::new();
        let mut take = |id: NodeId, taken: &mut Vec<NodeId>| {
            let chance = self.chance_after(id, taken);
            let longer = [&taken[..], &[id]].concat();
            let all = self.chance_of_all(&longer);
            let is_dense = self.counts(id) >= least_density * -libm::log(chance);
            let is_likely = 1.0 - chance <= limit && (taken.is_empty() || all >= LEAST_CHANCE);
            let is_taken = is_likely && is_dense;
            if is_taken {
                *taken = longer;
                beginnings.push((taken.clone(), all));
            }
            is_taken
        };
        let mut waiting = Vec::new();
        for id in backward {
            let of = self.use_of(*id, &taken);
            if !take(*id, &mut taken) && matches!(of, Use::InPool) {
                waiting.push(*id);
            }
        }
        loop {
            let before = taken.len();
            let mut still = Vec::new();
            for id in waiting {
                match self.use_of(id, &taken) {
                    Use::InPool => still.push(id),
                    _ => drop(take(id, &mut taken)),
                }
            }
            waiting = still;
            if taken.len() == before {
                break;
            }
        }
        self.best_of(beginnings)
    }

    pub(super) fn alone(&self, node: NodeId) -> (Vec<NodeId>, f64) {
        (vec![node], self.chance_after(node, &[]))
    }

    /// The proper beginnings of a suspect set, given that one of all is needed.
    fn parts(&self, nodes: &[NodeId]) -> Vec<(Vec<NodeId>, f64)> {
        let all = self.chance_of_all(nodes);
        let mut parts = Vec::new();
        for size in 1..nodes.len() {
            let chance = (self.chance_of_all(&nodes[..size]) - all) / (1.0 - all);
            if size > 1 && chance < LEAST_CHANCE {
                break;
            }
            parts.push((nodes[..size].to_vec(), chance));
        }
        parts
    }

    /// The set of the greatest value; of equal ones the last.
    fn best_of(&self, sets: Vec<(Vec<NodeId>, f64)>) -> Option<Set> {
        let mut best: Option<Set> = None;
        for (nodes, chance) in sets {
            let value = self.value(&nodes, chance);
            if best.as_ref().is_none_or(|best| value >= best.value) {
                best = Some(Set { nodes, chance, value, kind: Kind::OneByOne, is_single: false });
            }
        }
        best
    }

    /// The expected tokens that count over the cost of the test.
    pub(super) fn value(&self, nodes: &[NodeId], chance: f64) -> f64 {
        let weight: f64 = nodes.iter().map(|id| self.arrivals[id].weight).sum();
        let rest = (self.weight(NodeId::ROOT) - weight).max(0.0);
        nodes.iter().map(|id| self.counts(*id)).sum::<f64>() * chance / (BASE + rest)
    }

    /// What the removal of a node counts.
    fn counts(&self, id: NodeId) -> f64 {
        self.arrivals[&id].weight * self.arrivals[&id].share + self.worth(id)
    }
}
