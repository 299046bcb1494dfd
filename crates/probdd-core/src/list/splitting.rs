//! Splitting: adaptive group testing for lists.
//!
//! Which of n elements are needed is asked in yes/no questions about sets, so no search can do with
//! fewer than `log2 C(n, m)` queries when m are needed. Splitting keeps what `ProbDD` forgets: a
//! failed set holds at least one needed element, and *halving* finds it. That takes the property to
//! be monotone. Where elements go only together it is not, and halving takes each for needed; so
//! after 32 needed elements in a row the search starts over with *blocks*, which are never taken
//! apart, and halves what they leave.
//!
//! On a monotone property the result is minimal; on others an inference can be wrong, so a result is
//! 1-minimal only after a sweep.
//!
//! Bound: that of halving twice and of blocks: 2n * (log2(n) + 4) queries on any property.

use super::Subset;
use super::blocks::Blocks;
use super::halving::{Halving, Order};
use super::staged::{Plan, Staged};
use crate::{Feedback, Query, Search};

/// After so many needed elements in a row, halving gives way to blocks. With half of all elements
/// needed, that happens by chance once in 2^32.
const PATIENCE: usize = 32;

/// The search. Elements are `0..n`; the empty configuration may be asked about.
#[derive(Clone, Debug)]
pub struct Splitting(Staged<Rescue>);

/// Halving; where that gets stuck blocks, and halving of what they leave.
#[derive(Clone, Debug)]
struct Rescue {
    order: Order,
}

#[derive(Clone, Debug)]
enum Stage {
    First(Halving),
    Blocks(Blocks),
    Last(Halving),
}

impl Plan for Rescue {
    type Stage = Stage;

    fn follow(&self, ended: &Stage, n: usize) -> Option<Stage> {
        match ended {
            Stage::First(halving) if halving.is_stuck() => {
                Some(Stage::Blocks(Blocks::new(n, self.order)))
            }
            Stage::Blocks(_) => Some(Stage::Last(Halving::new(n, self.order))),
            Stage::First(_) | Stage::Last(_) => None,
        }
    }
}

impl Splitting {
    /// A search over `n` elements of equal weight.
    pub fn new(n: usize, order: Order) -> Splitting {
        Splitting::from(Halving::new(n, order), n, order)
    }

    /// A search over elements of these weights: heavy ones go early. Elements whose weights have
    /// the same number of bits count as equally heavy and keep their order; the first of them is
    /// the last one of the list unless the order is [`Order::Forward`].
    pub fn weighted(weights: &[u32], order: Order) -> Splitting {
        Splitting::from(Halving::weighted(weights, order), weights.len(), order)
    }

    fn from(halving: Halving, n: usize, order: Order) -> Splitting {
        let first = Stage::First(halving.with_patience(PATIENCE));
        Splitting(Staged::new(n, Rescue { order }, first))
    }
}

impl Search for Stage {
    type Change = Subset;

    fn ask(&self) -> Option<&Query<Subset>> {
        match self {
            Stage::First(halving) | Stage::Last(halving) => halving.ask(),
            Stage::Blocks(blocks) => blocks.ask(),
        }
    }

    fn tell(&mut self, feedback: &Feedback) {
        match self {
            Stage::First(halving) | Stage::Last(halving) => halving.tell(feedback),
            Stage::Blocks(blocks) => blocks.tell(feedback),
        }
    }

    fn best(&self) -> &Subset {
        match self {
            Stage::First(halving) | Stage::Last(halving) => halving.best(),
            Stage::Blocks(blocks) => blocks.best(),
        }
    }
}

is_the_search_inside!(impl Search for Splitting);

#[cfg(test)]
mod tests {
    use super::super::script::run;
    use super::*;

    #[test]
    fn elements_that_go_only_together_are_found_as_blocks() {
        let whole = |kept: &[u32]| {
            let is_whole =
                |group: u32| matches!(kept.iter().filter(|e| **e / 5 == group).count(), 0 | 5);
            (0..40).all(is_whole) && kept.contains(&101)
        };
        let (asked, left) = run(Splitting::new(200, Order::Backward), 200, whole);
        assert!(left.len() <= 10, "{left:?}");
        assert!(asked.len() <= 100, "{} queries", asked.len());
    }
}
