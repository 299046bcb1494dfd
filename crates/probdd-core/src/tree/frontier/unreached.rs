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
use super::tail::{Failures, Tails};
use crate::NodeId;
use crate::tree::configuration::TreeConfiguration;

/// The least chance of a query. It is low, since little is left to test, and much may go.
const LEAST_CHANCE: f64 = 0.01;

/// What of the tokens that a node alone reaches goes soon after it.
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

impl Unreached {
    /// Nothing was asked. Only cuts where so many tokens go are considered.
    pub(super) fn new(least_free: u32) -> Unreached {
        Unreached { least_free, failed: Failures::default() }
    }

    /// Notes that a query failed.
    pub(super) fn note_failure(&mut self, rest: u32) {
        self.failed.note(rest);
    }

    /// The query of the greatest value, and how many tokens it leaves; and what the removal of each
    /// node of the pool is worth beside its tokens.
    pub(super) fn best(
        &self,
        pool: &Pool,
        tails: &Tails,
        best: &TreeConfiguration,
    ) -> (Option<(Choice, u32)>, Vec<f64>) {
        let cuts = self.cuts(pool, tails, best);
        (self.query(&cuts, pool, best), worths(&cuts, pool, best))
    }

    fn query(&self, cuts: &[Cut], pool: &Pool, best: &TreeConfiguration) -> Option<(Choice, u32)> {
        let weight = best.weight(NodeId::ROOT);
        let chances = cuts.iter().map(|cut| (cut, cut.share * self.failed.chance_again(cut.rest)));
        let likely = chances.filter(|(_, chance)| *chance >= LEAST_CHANCE);
        let values =
            likely.map(|(cut, chance)| (cut, chance, Gain::of(cut.free).value(chance, weight)));
        let (cut, chance, value) =
            values.reduce(|best, it| if it.2 > best.2 { it } else { best })?;
        let nodes = removable::together(&reach(cut.nodes, pool, best).others(), best);
        (nodes.len() > 1).then_some((Choice { nodes, chance, value }, cut.rest))
    }

    /// The cuts where enough would go, from the end of the pool backwards; none in a tree without names.
    fn cuts(&self, pool: &Pool, tails: &Tails, best: &TreeConfiguration) -> Vec<Cut> {
        let mut cuts = Vec::new();
        if pool.definitions().is_empty() {
            return cuts;
        }
        let weight = best.weight(NodeId::ROOT);
        let shares = tails.shares(pool, best);
        let mut reach = Reach::new(pool, best);
        for (at, _) in pool.nodes().iter().enumerate().rev().filter(|(_, it)| !it.is_detail) {
            reach.keep_after(at + 1);
            reach.follow();
            let rest = reach.weight();
            let free = weight.saturating_sub(rest);
            if free < self.least_free {
                break;
            }
            cuts.push(Cut { nodes: at + 1, rest, free, share: shares[at] });
        }
        cuts
    }
}

/// A share for each node of the pool of what is reached from the cut before which most may go.
fn worths(cuts: &[Cut], pool: &Pool, best: &TreeConfiguration) -> Vec<f64> {
    let expected = |cut: &Cut| f64::from(cut.free) * cut.share;
    let most =
        cuts.iter().reduce(|best, cut| if expected(cut) > expected(best) { cut } else { best });
    let Some(cut) = most else { return vec![0.0; pool.nodes().len()] };
    let reach = reach(cut.nodes, pool, best);
    let share = reach.shares();
    let nodes = pool.nodes().iter();
    nodes.map(|it| SOON * cut.share * (share(it.node) - f64::from(it.weight)).max(0.0)).collect()
}

/// What is reached from a cut.
fn reach<'a>(nodes: usize, pool: &'a Pool, best: &'a TreeConfiguration) -> Reach<'a> {
    let mut reach = Reach::new(pool, best);
    reach.keep_after(nodes);
    reach.follow();
    reach
}

#[cfg(test)]
mod tests;
