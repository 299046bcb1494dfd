//! Which set of the pool goes next.

use super::pool::{Pool, Waiting};
use super::priors::{Chances, Priors, Together};
use crate::{NodeId, Tree};
use std::collections::BTreeMap;

/// What a test costs beside reading the candidate, in tokens.
const BASE: f64 = 2_000.0;

/// A set goes no further than to this chance.
const LEAST_CHANCE: f64 = 0.3;

/// Up to which probability of being needed a set takes nodes. The last one takes any.
const LIMITS: [f64; 6] = [0.01, 0.03, 0.1, 0.3, 0.6, 1.0];

/// A set of nodes.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    /// The nodes, from the document's end backwards.
    pub(super) nodes: Vec<NodeId>,
    /// The chance that they can go.
    pub(super) chance: f64,
    /// Expected tokens removed per cost of the test.
    value: f64,
}

/// The set of the greatest value, when so much weight is left.
pub(super) fn best(pool: &Pool, priors: &Priors, tree: &Tree, left: u32) -> Option<Choice> {
    let chances = priors.chances();
    let mut sets = LIMITS.map(|limit| Growing::new(&chances, limit));
    let mut suspects: BTreeMap<u32, Vec<&Waiting>> = BTreeMap::new();
    // In which of the sets each node is, a bit for each.
    let mut goes = vec![0u8; tree.len()];
    for it in pool.waiting().iter().rev() {
        if it.suspicion == 0 {
            for (number, set) in sets.iter_mut().enumerate() {
                set.offer(it, left, &mut goes, 1 << number);
            }
        } else {
            suspects.entry(it.suspicion).or_default().push(it);
        }
    }
    let mut parts = suspects.values().map(|backward| match backward[..] {
        // Of a suspect set of which one node is left, the others may have gone with something else.
        [only] => single(only, &chances, left),
        _ => part(backward, &chances, pool.suspect_check(backward[0].suspicion), left),
    });
    let free = sets.into_iter().map(Growing::choice);
    let is_better =
        |best: Choice, other: Choice| if other.value > best.value { other } else { best };
    free.chain(&mut parts).filter(|choice| !choice.nodes.is_empty()).reduce(is_better)
}

/// Expected tokens removed per cost of the test.
fn value(weight: u32, chance: f64, left: u32) -> f64 {
    let rest = left.saturating_sub(weight);
    f64::from(weight) * chance / (BASE + f64::from(rest))
}

/// A set that takes node by node, leaving out those that are likelier needed than a limit.
struct Growing<'a> {
    limit: f64,
    together: Together<'a>,
    nodes: Vec<NodeId>,
    weight: u32,
    chance: f64,
    /// How many of its nodes are the best set so far, its chance and value.
    best: (usize, f64, f64),
}

impl<'a> Growing<'a> {
    fn new(chances: &'a Chances, limit: f64) -> Growing<'a> {
        Growing {
            limit,
            together: Together::new(chances),
            nodes: Vec::new(),
            weight: 0,
            chance: 1.0,
            best: (0, 0.0, f64::NEG_INFINITY),
        }
    }

    /// Takes a node, unless it is too likely needed. `bit` is this set's in `goes`.
    fn offer(&mut self, it: &Waiting, left: u32, goes: &mut [u8], bit: u8) {
        let uses = it.uses(|by| goes[by.index()] & bit != 0);
        let own = self.together.chance(it.class, uses);
        let is_too_much = !self.nodes.is_empty() && self.chance * own < LEAST_CHANCE;
        if 1.0 - own > self.limit || is_too_much {
            return;
        }
        self.together.add(it.class, uses);
        self.nodes.push(it.node);
        goes[it.node.index()] |= bit;
        self.chance *= own;
        self.weight += it.weight;
        let value = value(self.weight, self.chance, left);
        if value >= self.best.2 {
            self.best = (self.nodes.len(), self.chance, value);
        }
    }

    fn choice(mut self) -> Choice {
        let (size, chance, value) = self.best;
        self.nodes.truncate(size);
        Choice { nodes: self.nodes, chance, value }
    }
}

fn single(it: &Waiting, chances: &Chances, left: u32) -> Choice {
    let chance = Together::new(chances).chance(it.class, it.uses(|_| false));
    Choice { nodes: vec![it.node], chance, value: value(it.weight, chance, left) }
}

/// The best part of a suspect set: the first ones in an order, under the condition that one of all
/// is needed, by the check that failed for them if that is known.
fn part(order: &[&Waiting], chances: &Chances, by: Option<usize>, left: u32) -> Choice {
    let mut together = Together::new(chances);
    let mut chances_of_first = Vec::with_capacity(order.len());
    let (mut all, mut others) = (1.0, 1.0);
    for (size, it) in order.iter().enumerate() {
        let uses = it.uses(|by| order[..size].iter().any(|going| going.node == by));
        let chance = together.chance(it.class, uses);
        let own = by.map_or(chance, |check| together.chance_of(check, it.class, uses, it.cleared));
        all *= own;
        others *= chance / own;
        together.add(it.class, uses);
        chances_of_first.push((all, others));
    }
    let (mut weight, mut best) = (0, (0, 0.0, f64::NEG_INFINITY));
    for (size, (it, (alone, others))) in (1..order.len()).zip(order.iter().zip(chances_of_first)) {
        let chance = (alone - all) / (1.0 - all) * others;
        if size > 1 && chance < LEAST_CHANCE {
            break;
        }
        weight += it.weight;
        let value = value(weight, chance, left);
        if value >= best.2 {
            best = (size, chance, value);
        }
    }
    let (size, chance, value) = best;
    Choice { nodes: order[..size].iter().map(|it| it.node).collect(), chance, value }
}

#[cfg(test)]
mod tests;
