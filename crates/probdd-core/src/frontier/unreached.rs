//! What nothing that is kept uses: a set with a chance of its own.
//!
//! Large inputs are often a small program below thousands of lines that it includes. Once the program is
//! small, it reaches few of them by names ([`Reach`]), and one query removes all else, however often its
//! parts have failed.
//!
//! As for a [tail](super::tail), a *cut* divides the pool. The query keeps all that stands after the cut,
//! and what this reaches. What stands before the cut and was needed once was needed for the sake of
//! something that may be gone, so it goes, too. Of what is kept, `rest` tokens in all, each uses something
//! else with the same probability, by what no link tells, such as an operator or a conversion:
//!
//! ```text
//! P(interesting) = P(nothing before the cut is needed by itself) * USES / (USES + rest)
//! ```
//!
//! The last factor is conditioned on failures as for tails, and halved for each failure with about as many
//! tokens left: at most seven queries fail for each factor of four of tokens.
//!
//! While that is not likely, what reaches much is worth more than its own tokens: a share of what it
//! reaches goes soon after it.

use super::choice::{Choice, Gain};
use super::pool::Pool;
use super::reach::Reach;
use super::removable;
use super::tail::{Failures, LEAST_CHANCE, Tails, chance_at_first};
use crate::NodeId;
use crate::tree::TreeConfiguration;

/// What of the tokens that a node alone reaches goes soon after it. With 0.25 and 1: 1.00 of the queries.
const SOON: f64 = 0.5;

/// Which queries of this kind were asked.
#[derive(Clone, Debug)]
pub(super) struct Unreached {
    /// The least number of tokens that must go.
    least_free: u32,
    failed: Failures,
}

/// A cut of the pool.
#[derive(Clone, Copy, Debug)]
struct Cut {
    /// The number of nodes before it.
    nodes: usize,
    /// The tokens that are kept, and all others.
    rest: u32,
    free: u32,
    /// P(nothing before it is needed by itself).
    share: f64,
}

impl Cut {
    /// The expected number of tokens that go before it.
    fn expected(&self) -> f64 {
        f64::from(self.free) * self.share
    }
}

/// A query that removes what is not reached from a cut.
#[derive(Clone, Copy, Debug)]
pub(super) struct UnreachedQuery {
    cut: Cut,
    chance: f64,
    /// The expected number of tokens removed per cost of the test.
    pub(super) value: f64,
}

impl UnreachedQuery {
    fn new(cut: Cut, chance: f64, weight: u32) -> UnreachedQuery {
        UnreachedQuery { cut, chance, value: Gain::of(cut.free).value(chance, weight) }
    }

    /// How many tokens it leaves.
    pub(super) fn rest(&self) -> u32 {
        self.cut.rest
    }

    /// What it removes, unless that is a single node.
    pub(super) fn choice(&self, pool: &Pool, best: &TreeConfiguration) -> Option<Choice> {
        let nodes = reach_from(Reach::new(pool, best), self.cut.nodes).others();
        let nodes = removable::together(&nodes, best);
        let UnreachedQuery { chance, value, .. } = *self;
        (nodes.len() > 1).then_some(Choice { nodes, chance, value })
    }
}

/// The best of some cuts: the query of the greatest value, and the cut before which most may go.
#[derive(Default)]
struct BestCuts {
    query: Option<UnreachedQuery>,
    most: Option<Cut>,
}

impl BestCuts {
    fn take(&mut self, cut: Cut, query: Option<UnreachedQuery>) {
        if query.is_some_and(|query| query.value > self.value()) {
            self.query = query;
        }
        if self.most.is_none_or(|most| cut.expected() > most.expected()) {
            self.most = Some(cut);
        }
    }

    fn value(&self) -> f64 {
        self.query.map_or(0.0, |query| query.value)
    }

    /// Whether no cut before the last one can be better. It keeps no less, and what it reaches may be
    /// the whole document, which takes long to find out.
    fn are_settled(&self, last: Cut, weight: u32) -> bool {
        let bound = UnreachedQuery::new(last, chance_at_first(last.rest), weight);
        let is_query_settled = bound.chance < LEAST_CHANCE || bound.value <= self.value();
        is_query_settled && self.most.is_some_and(|most| f64::from(last.free) <= most.expected())
    }
}

impl Unreached {
    /// Nothing was asked. Only cuts where so many tokens go are considered.
    pub(super) fn new(least_free: u32) -> Unreached {
        Unreached { least_free, failed: Failures::default() }
    }

    /// Notes that a query failed.
    pub(super) fn note_failure(&mut self, rest: u32) {
        self.failed.note(rest);
    }

    /// The query of the greatest value; and what the removal of each node of the pool is worth beside
    /// its tokens. Nothing is known of either in a tree without names.
    pub(super) fn best(
        &self,
        pool: &Pool,
        tails: &Tails,
        best: &TreeConfiguration,
    ) -> (Option<UnreachedQuery>, Vec<f64>) {
        let no_worths = || vec![0.0; pool.nodes().len()];
        if pool.definitions().is_empty() {
            return (None, no_worths());
        }
        let weight = best.weight(NodeId::ROOT);
        let mut cuts = BestCuts::default();
        for cut in self.cuts(pool, tails, best) {
            cuts.take(cut, self.query(cut, weight));
            if cuts.are_settled(cut, weight) {
                break;
            }
        }
        (cuts.query, cuts.most.map_or_else(no_worths, |most| worths(most, pool, best)))
    }

    /// The query at a cut, if it is likely enough.
    fn query(&self, cut: Cut, weight: u32) -> Option<UnreachedQuery> {
        let chance = cut.share * self.failed.chance_again(cut.rest);
        (chance >= LEAST_CHANCE).then(|| UnreachedQuery::new(cut, chance, weight))
    }

    /// The cuts where enough would go, from the end of the pool backwards.
    fn cuts<'a>(
        &self,
        pool: &'a Pool,
        tails: &Tails,
        best: &'a TreeConfiguration,
    ) -> impl Iterator<Item = Cut> {
        let (weight, least_free) = (best.weight(NodeId::ROOT), self.least_free);
        let shares = tails.shares(pool, best);
        let mut reach = Reach::new(pool, best);
        let nodes =
            pool.nodes().iter().enumerate().rev().filter(|(_, undecided)| !undecided.is_detail);
        nodes.map_while(move |(at, _)| {
            reach.keep_after(at + 1);
            reach.follow();
            let rest = reach.weight();
            let free = weight.saturating_sub(rest);
            let cut = Cut { nodes: at + 1, rest, free, share: shares[at] };
            (free >= least_free).then_some(cut)
        })
    }
}

/// A share for each node of the pool of what is reached from a cut, with what completes names that are only
/// declared. A query does without them: perhaps nothing needs more than the declaration.
fn worths(cut: Cut, pool: &Pool, best: &TreeConfiguration) -> Vec<f64> {
    let reach = reach_from(Reach::new(pool, best).completing(), cut.nodes);
    let share = reach.shares();
    let nodes = pool.nodes().iter();
    nodes
        .map(|undecided| {
            SOON * cut.share * (share(undecided.node) - f64::from(undecided.weight)).max(0.0)
        })
        .collect()
}

/// What is reached from a cut after so many nodes.
fn reach_from(mut reach: Reach<'_>, nodes: usize) -> Reach<'_> {
    reach.keep_after(nodes);
    reach.follow();
    reach
}

#[cfg(test)]
mod tests;
