//! Which set of the pool goes next.

use super::pool::Pool;
use super::priors::{Priors, Together};
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
    /// Their places in the pool.
    pub(super) places: Vec<usize>,
    /// The chance that they can go.
    pub(super) chance: f64,
    /// Expected tokens removed per cost of the test.
    value: f64,
}

/// The set of the greatest value, when so much weight is left.
pub(super) fn best(pool: &Pool, priors: &Priors, left: u32) -> Option<Choice> {
    let mut sets: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for at in (0..pool.len()).rev() {
        sets.entry(pool.suspicion(at)).or_default().push(at);
    }
    let mut chooser = Chooser { pool, priors, left, goes: vec![false; pool.len()], best: None };
    for (suspicion, backward) in &sets {
        // Of a suspect set of which one node is left, the others may have gone with something else.
        if *suspicion == 0 || backward.len() == 1 {
            for limit in LIMITS {
                chooser.free_set(backward, limit);
            }
        } else {
            chooser.part(backward);
        }
    }
    chooser.best
}

struct Chooser<'a> {
    pool: &'a Pool,
    priors: &'a Priors,
    left: u32,
    /// Which of the pool are in the set at hand.
    goes: Vec<bool>,
    best: Option<Choice>,
}

impl Chooser<'_> {
    fn value(&self, weight: u32, chance: f64) -> f64 {
        let rest = self.left.saturating_sub(weight);
        f64::from(weight) * chance / (BASE + f64::from(rest))
    }

    /// Offers nodes that are not suspect, in an order, leaving out those that are likelier needed
    /// than a limit.
    fn free_set(&mut self, order: &[usize], limit: f64) {
        let mut together = Together::new(self.priors);
        let (mut places, mut weight, mut chance) = (Vec::new(), 0, 1.0);
        let mut best = (0, 0.0, f64::NEG_INFINITY);
        for at in order {
            let uses = self.pool.uses(*at, &self.goes);
            let own = together.chance(self.pool.class(*at), uses);
            let is_too_much = !places.is_empty() && chance * own < LEAST_CHANCE;
            if 1.0 - own > limit || is_too_much {
                continue;
            }
            together.add(self.pool.class(*at), uses);
            places.push(*at);
            self.goes[*at] = true;
            chance *= own;
            weight += self.pool.weight(*at);
            let value = self.value(weight, chance);
            if value >= best.2 {
                best = (places.len(), chance, value);
            }
        }
        self.forget(&places);
        places.truncate(best.0);
        self.offer(Choice { places, chance: best.1, value: best.2 });
    }

    /// Offers a part of a suspect set: the first ones in an order, under the condition that one of
    /// all is needed.
    fn part(&mut self, order: &[usize]) {
        let mut together = Together::new(self.priors);
        let mut chances = Vec::with_capacity(order.len());
        let mut all = 1.0;
        for at in order {
            let uses = self.pool.uses(*at, &self.goes);
            all *= together.chance(self.pool.class(*at), uses);
            together.add(self.pool.class(*at), uses);
            self.goes[*at] = true;
            chances.push(all);
        }
        self.forget(order);
        let (mut weight, mut best) = (0, (0, 0.0, f64::NEG_INFINITY));
        for (size, (at, alone)) in (1..order.len()).zip(order.iter().zip(chances)) {
            let chance = (alone - all) / (1.0 - all);
            if size > 1 && chance < LEAST_CHANCE {
                break;
            }
            weight += self.pool.weight(*at);
            let value = self.value(weight, chance);
            if value >= best.2 {
                best = (size, chance, value);
            }
        }
        self.offer(Choice { places: order[..best.0].to_vec(), chance: best.1, value: best.2 });
    }

    fn forget(&mut self, places: &[usize]) {
        for at in places {
            self.goes[*at] = false;
        }
    }

    fn offer(&mut self, choice: Choice) {
        let is_better = self.best.as_ref().is_none_or(|best| choice.value > best.value);
        if !choice.places.is_empty() && is_better {
            self.best = Some(choice);
        }
    }
}
