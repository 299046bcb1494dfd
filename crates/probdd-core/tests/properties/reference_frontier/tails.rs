//! The query that removes everything before a tail.

use super::Reference;
use super::sets::{Kind, Set};
use probdd_core::NodeId;

/// So many tokens use nothing before them with a probability of one half.
const USES: f64 = 300.0;

impl Reference<'_> {
    /// The best tail that is worth a query.
    pub(super) fn tail(&self) -> Option<Set> {
        let pool = self.pool();
        let mut best: Option<Set> = None;
        for at in 1..=pool.len() {
            let set = self.tail_at(&pool[..at], &pool[at..]);
            if self.is_worth_a_query(&set)
                && best.as_ref().is_none_or(|best| set.value > best.value)
            {
                best = Some(set);
            }
        }
        best
    }

    fn is_worth_a_query(&self, set: &Set) -> bool {
        let Kind::Tail(rest) = set.kind else { panic!("it is a tail") };
        let free: f64 = set.nodes.iter().map(|id| self.arrivals[id].weight).sum();
        let is_new =
            self.failed_tails.iter().all(|failed| rest >= 4.0 * failed || 2.0 * rest <= *failed);
        let is_large = set.nodes.len() > 1 && free >= self.least_before_tail;
        is_new && is_large && set.chance >= 0.01
    }

    /// The query that removes the nodes before a cut.
    fn tail_at(&self, before: &[NodeId], after: &[NodeId]) -> Set {
        let weight = self.weight(NodeId::ROOT);
        let free: f64 = before.iter().map(|id| self.arrivals[id].weight).sum();
        let rest = (weight - free).max(0.0);
        let chance = self.share_before(before, after) * self.chance_of_no_use(rest);
        let nodes = before.iter().rev().copied().collect();
        Set {
            nodes,
            chance,
            value: free * chance / (2000.0 + rest),
            kind: Kind::Tail(rest),
            is_single: false,
        }
    }

    /// The chance that no node before a cut is needed by itself.
    pub(super) fn share_before(&self, before: &[NodeId], after: &[NodeId]) -> f64 {
        let weight = self.weight(NodeId::ROOT);
        let free: f64 = before.iter().map(|id| self.arrivals[id].weight).sum();
        let pool = [before, after].concat();
        let is_needed = |id: &&NodeId| {
            self.is_left(**id) && !pool.iter().any(|outer| self.tree.contains(*outer, **id))
        };
        let needed = self.needed.iter().filter(is_needed).max();
        let last_set = pool.iter().rev().find_map(|id| self.set_of(*id));
        let is_suspect = |id: &&NodeId| last_set.is_some() && self.set_of(**id) == last_set;
        if needed.is_some_and(|needed| before.iter().all(|id| id < needed)) {
            1.0
        } else if last_set.is_some() {
            let suspects = |nodes: &[NodeId]| nodes.iter().filter(is_suspect).count() as f64;
            1.0 - suspects(before) / suspects(&pool)
        } else if needed.is_some() {
            0.0
        } else {
            (weight - free).max(0.0) / weight
        }
    }

    /// The chance that nothing is used before so many tokens, given the failures with more of them.
    fn chance_of_no_use(&self, rest: f64) -> f64 {
        let plain = |tokens: f64| USES / (USES + tokens);
        let larger = self.failed_tails.iter().copied().filter(|failed| *failed >= rest);
        match larger.reduce(f64::min) {
            None => plain(rest),
            Some(least) => 0.5 * (plain(rest) - plain(least)) / (1.0 - plain(least)),
        }
    }
}
