//! Splitting: adaptive group testing for lists (ours; no paper has it).
//!
//! To find which `m` of `n` elements are needed, any search takes `log2 C(n, m)` yes/no questions or
//! more. Splitting keeps what `ProbDD` forgets: a failed set holds at least one needed element, and
//! *halving* finds it. Halving takes the property to be monotone. Where elements can only be removed
//! together it is not, and halving takes each of them for needed. So after 32 needed elements in a row
//! splitting starts over with *blocks*, which it never takes apart, and halves what they leave.
//!
//! On a monotone property the result is minimal. On others an inference can be wrong, so the result
//! is 1-minimal only after a sweep.
//!
//! Bound: that of halving twice and of blocks: 2n * (log2(n) + 4) queries on any property.

mod blocks;
mod halving;

use crate::driver::{Best, Strategy};
use crate::list::ListConfiguration;
use crate::list::Subset;
use crate::{Feedback, Query};
use blocks::Blocks;
pub(crate) use halving::Halving;
pub use halving::Order;

/// How many needed elements in a row end the first halving. If half of all elements are needed, that
/// happens by chance once in 2^32.
const PATIENCE: usize = 32;

/// The prior probability that an element is needed.
const PRIOR: f64 = 0.1;

/// Needed elements are sparse if they are fewer than one in so many.
const SPARSE: usize = 16;

/// The algorithm. Elements are `0..n`; the empty configuration may be asked about.
#[derive(Clone, Debug)]
pub struct Splitting {
    order: Order,
    /// Whether blocks follow when halving is stuck.
    has_blocks: bool,
    stage: Stage,
    /// The elements that were kept when the stage began; the stage knows them by their index.
    elements: Vec<u32>,
}

#[derive(Clone, Debug)]
enum Stage {
    FirstHalving(Halving),
    Blocks(Blocks),
    LastHalving(Halving),
}

impl Splitting {
    /// A search over `n` elements.
    pub fn new(n: usize, order: Order) -> Splitting {
        let stage = Stage::FirstHalving(Halving::new(n, order, PATIENCE, PRIOR));
        Splitting { order, has_blocks: true, stage, elements: (0..n as u32).collect() }
    }

    /// A search over `n` elements that ends when it has found `patience` needed elements in a row:
    /// for elements of which most are needed unless most can be removed.
    pub fn with_patience(n: usize, order: Order, patience: usize) -> Splitting {
        let stage = Stage::FirstHalving(Halving::new(n, order, patience, PRIOR));
        Splitting { order, has_blocks: false, stage, elements: (0..n as u32).collect() }
    }

    /// A search over `n` elements that ends when it has found `patience` needed elements more than one
    /// in 16: for elements of which few are needed, if another search follows where many are.
    pub fn while_sparse(n: usize, order: Order, patience: usize) -> Splitting {
        let halving = Halving::new(n, order, patience, PRIOR).while_sparser_than_one_in(SPARSE);
        let stage = Stage::FirstHalving(halving);
        Splitting { order, has_blocks: false, stage, elements: (0..n as u32).collect() }
    }

    fn strategy(&mut self) -> &mut dyn Strategy<Configuration = ListConfiguration> {
        match &mut self.stage {
            Stage::FirstHalving(halving) | Stage::LastHalving(halving) => halving,
            Stage::Blocks(blocks) => blocks,
        }
    }
}

impl Strategy for Splitting {
    type Configuration = ListConfiguration;

    fn propose(&mut self, best: &Best<ListConfiguration>) -> Option<Query<Subset>> {
        let mut query = self.strategy().propose(best)?;
        for element in &mut query.change.0 {
            *element = self.elements[*element as usize];
        }
        Some(query)
    }

    fn next_stage(&mut self, best: &Best<ListConfiguration>) -> bool {
        let kept = best.configuration.kept();
        self.stage = match &self.stage {
            Stage::FirstHalving(halving) if halving.is_stuck() && self.has_blocks => {
                Stage::Blocks(Blocks::new(kept.len(), self.order))
            }
            Stage::Blocks(_) => {
                Stage::LastHalving(Halving::new(kept.len(), self.order, usize::MAX, PRIOR))
            }
            Stage::FirstHalving(_) | Stage::LastHalving(_) => return false,
        };
        self.elements = kept;
        true
    }

    fn react(&mut self, best: &Best<ListConfiguration>, change: &Subset, feedback: &Feedback) {
        self.strategy().react(best, change, feedback);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::list::script::run;

    #[test]
    fn elements_that_can_only_be_removed_together_are_found_as_blocks() {
        let whole = |kept: &[u32]| {
            let is_whole =
                |group: u32| matches!(kept.iter().filter(|e| **e / 5 == group).count(), 0 | 5);
            (0..40).all(is_whole) && kept.contains(&101)
        };
        let (asked, left) = run(Splitting::new(200, Order::Backward), 200, whole);
        assert!(left.len() <= 10, "{left:?}");
        assert!(asked.len() <= 100, "{} queries", asked.len());
    }

    #[test]
    fn a_search_while_needed_elements_are_sparse_ends_where_many_are_needed() {
        let search = || Splitting::while_sparse(1000, Order::Backward, 4);
        let sparse = |kept: &[u32]| (0..1000).step_by(100).all(|needed| kept.contains(&needed));
        assert_eq!(run(search(), 1000, sparse).1.len(), 10);
        // One in ten of the last 500 elements, so that it never sees the others.
        let dense = |kept: &[u32]| (500..1000).step_by(10).all(|needed| kept.contains(&needed));
        let left = run(search(), 1000, dense).1;
        assert!((0..500).all(|element| left.contains(&element)), "{} are left", left.len());
    }
}
