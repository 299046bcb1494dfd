//! The tail: the end of the document, which may be all that is needed.
//!
//! Large inputs are often a small program below thousands of lines that it includes. Uses stand after
//! definitions, so what triggers stands at the end, and what stands before it is there for its sake.
//! While the end is large, sets of what stands before it fail, because something at the end uses one
//! of their nodes, and each failure makes the next set smaller. Once the end is small enough, all that
//! is undecided before it may go in one query, however often its parts have failed.
//!
//! A *cut* divides the pool. The query removes every node before the cut. What is left, the tail and
//! the tokens outside of the pool, has `rest` tokens:
//!
//! ```text
//! P(interesting) = P(nothing before the cut is needed by itself) * P(rest uses nothing before the cut)
//! ```
//!
//! The first factor is 1 if a node after all that is removed is known to be needed, else the share of
//! the last suspect set that stands after the cut. Without a suspect set it is 0 if some node is known
//! to be needed, and at the start the share of all tokens.
//!
//! The second factor is `USES / (USES + rest)`: each token uses something before the cut with the same
//! probability, which is small and not known. After a failure with more tokens left, the factor is
//! conditioned on that failure, and halved: perhaps uses were not its reason.
//!
//! A failure says almost nothing about single nodes, so nothing else is learned from it. After it, a
//! query must leave at most half as many tokens, or four times as many: the sizes of any two tails that
//! failed differ by a factor of two, so at most log2 of the tokens fail.

use super::choice::{Choice, Gain};
use super::pool::{Pool, Undecided};
use crate::NodeId;
use crate::tree::TreeConfiguration;

/// The number of tokens that use nothing before them with a probability of one half. With 150: 1.01 of the queries; with
/// 600, 1.02.
const USES: f64 = 300.0;

/// The least chance of a query that removes all but some tokens. It is low, since little is left to test, and much
/// may go. On 18 subjects, 0.1 took as many queries.
pub(super) const LEAST_CHANCE: f64 = 0.01;

/// The chance that a failure, with more tokens left, came from uses. With 0.25: 1.00 of the queries. With 1: 1.01,
/// and nothing bounds the queries about what is not reached.
const FROM_USES: f64 = 0.5;

/// Which tails were asked about.
#[derive(Clone, Debug)]
pub(super) struct Tails {
    /// The least number of tokens that must be undecided before a cut.
    least_free: u32,
    failed: Failures,
    /// The nodes that were taken for needed.
    needed: Vec<NodeId>,
}

/// A cut of the pool.
#[derive(Clone, Copy, Debug)]
struct Cut {
    /// The number of nodes before it.
    nodes: usize,
    /// The tokens before it that are undecided, and all others.
    free: u32,
    rest: u32,
    chance: f64,
    value: f64,
}

impl Tails {
    /// No tail was asked about. Only cuts with so many undecided tokens before them are considered.
    pub(super) fn new(least_free: u32) -> Tails {
        Tails { least_free, failed: Failures::default(), needed: Vec::new() }
    }

    /// Notes that a node was taken for needed.
    pub(super) fn note_needed(&mut self, node: NodeId) {
        self.needed.push(node);
    }

    /// Notes that a tail failed.
    pub(super) fn note_failure(&mut self, rest: u32) {
        self.failed.note(rest);
    }

    /// The query at the cut of the greatest value, of equal ones the first, and how many tokens it
    /// leaves. Cuts that are not worth a query are passed over.
    pub(super) fn best(&self, pool: &Pool, best: &TreeConfiguration) -> Option<(Choice, u32)> {
        let cuts = self.cuts(pool, best).filter(|cut| self.is_worth_a_query(cut));
        let cut = cuts.reduce(|best, cut| if cut.value > best.value { cut } else { best })?;
        let nodes =
            pool.nodes()[..cut.nodes].iter().rev().map(|undecided| undecided.node).collect();
        let Cut { chance, value, rest, .. } = cut;
        Some((Choice { nodes, chance, value }, rest))
    }

    /// Whether enough would go, with a chance, and no tail of about this size failed.
    fn is_worth_a_query(&self, cut: &Cut) -> bool {
        cut.nodes > 1
            && cut.free >= self.least_free
            && cut.chance >= LEAST_CHANCE
            && self.failed.is_new(cut.rest)
    }

    /// The cuts after each node of the pool.
    fn cuts(&self, pool: &Pool, best: &TreeConfiguration) -> impl Iterator<Item = Cut> {
        let weight = best.weight(NodeId::ROOT);
        let mut free = 0;
        let shares = self.shares(pool, best).into_iter();
        pool.nodes().iter().zip(shares).enumerate().map(move |(at, (undecided, share))| {
            free += undecided.weight;
            let rest = weight.saturating_sub(free);
            let chance = share * self.failed.chance_of_no_use(rest);
            let value = Gain::of(free).value(chance, weight);
            Cut { nodes: at + 1, free, rest, chance, value }
        })
    }

    /// For the cut after each node of the pool, P(nothing before it is needed by itself).
    pub(super) fn shares(&self, pool: &Pool, best: &TreeConfiguration) -> Vec<f64> {
        let weight = best.weight(NodeId::ROOT);
        let last_needed = self.last_needed(pool, best);
        let last_set = pool.nodes().iter().rev().find_map(|undecided| undecided.suspect_set);
        let is_of_set = move |set| last_set.is_some() && set == last_set;
        let suspects =
            pool.nodes().iter().filter(|undecided| is_of_set(undecided.suspect_set)).count();
        let (mut free, mut passed) = (0, 0);
        let share = |undecided: &Undecided| {
            free += undecided.weight;
            passed += usize::from(is_of_set(undecided.suspect_set));
            let is_after = |needed| undecided.node < needed;
            if last_needed.is_some_and(is_after) {
                1.0
            } else if suspects > 0 {
                1.0 - passed as f64 / suspects as f64
            } else if last_needed.is_some() {
                0.0
            } else {
                f64::from(weight.saturating_sub(free)) / f64::from(weight)
            }
        };
        pool.nodes().iter().map(share).collect()
    }

    /// The last node that is known to be needed: it is kept, and did not return to the pool.
    fn last_needed(&self, pool: &Pool, best: &TreeConfiguration) -> Option<NodeId> {
        let is_decided = |id: &NodeId| best.has(*id) && !pool.holds(*id);
        self.needed.iter().copied().filter(is_decided).max()
    }
}

/// How many tokens were left when queries that remove all else failed.
#[derive(Clone, Debug, Default)]
pub(super) struct Failures(Vec<u32>);

impl Failures {
    pub(super) fn note(&mut self, rest: u32) {
        self.0.push(rest);
    }

    /// Whether no query failed that left about as many tokens.
    pub(super) fn is_new(&self, rest: u32) -> bool {
        self.0.iter().all(|failed| rest >= 4 * failed || 2 * rest <= *failed)
    }

    /// P(so many tokens use nothing else), halved for each query that failed and left a similar number.
    pub(super) fn chance_again(&self, rest: u32) -> f64 {
        let is_similar = |failed: &&u32| **failed < 4 * rest && rest < 4 * **failed;
        let similar = self.0.iter().filter(is_similar);
        similar.fold(self.chance_of_no_use(rest), |chance, _| FROM_USES * chance)
    }

    /// P(so many tokens use nothing else), given that queries failed.
    pub(super) fn chance_of_no_use(&self, rest: u32) -> f64 {
        let chance = chance_at_first;
        let Some(failed) = self.0.iter().filter(|failed| **failed >= rest).min() else {
            return chance(rest);
        };
        FROM_USES * (chance(rest) - chance(*failed)) / (1.0 - chance(*failed))
    }
}

/// P(so many tokens use nothing else), before any query failed. No failure makes it greater.
pub(super) fn chance_at_first(rest: u32) -> f64 {
    USES / (USES + f64::from(rest))
}

#[cfg(test)]
mod tests;
