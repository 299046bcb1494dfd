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
use super::configuration::ListConfiguration;
use super::halving::{Halving, Order};
use crate::driver::{Best, Driver, Strategy};
use crate::over::Over;
use crate::{Feedback, Query, Search, Verdict};

/// After so many needed elements in a row, halving gives way to blocks. With half of all elements
/// needed, that happens by chance once in 2^32.
const PATIENCE: usize = 32;

/// The algorithm. Elements are `0..n`; the empty configuration may be asked about.
#[derive(Clone, Debug)]
pub struct Splitting {
    order: Order,
    phase: Phase,
}

/// The searches that make it up, each over the elements that the one before has kept.
#[derive(Clone, Debug)]
enum Phase {
    First(Over<u32, Driver<Halving>>),
    Blocks(Over<u32, Driver<Blocks>>),
    Last(Over<u32, Driver<Halving>>),
}

impl Splitting {
    /// A search over `n` elements.
    pub fn new(n: usize, order: Order) -> Splitting {
        let elements: Vec<u32> = (0..n as u32).collect();
        let halving = Over::start(elements, |n| Halving::new(n, order, PATIENCE));
        Splitting { order, phase: Phase::First(halving) }
    }

    fn query(&self) -> Option<Query<Subset>> {
        match &self.phase {
            Phase::First(halving) | Phase::Last(halving) => halving.ask().cloned(),
            Phase::Blocks(blocks) => blocks.ask().cloned(),
        }
    }

    /// The phase that follows, if one does.
    fn next_phase(&self) -> Option<Phase> {
        match &self.phase {
            Phase::First(halving) if halving.inner().strategy().is_stuck() => {
                let blocks = |n| Blocks::new(n, self.order);
                Some(Phase::Blocks(Over::start(halving.kept(), blocks)))
            }
            Phase::Blocks(blocks) => {
                let halving = |n| Halving::new(n, self.order, usize::MAX);
                Some(Phase::Last(Over::start(blocks.kept(), halving)))
            }
            Phase::First(_) | Phase::Last(_) => None,
        }
    }

    fn tell(&mut self, feedback: &Feedback) {
        match &mut self.phase {
            Phase::First(halving) | Phase::Last(halving) => halving.tell(feedback),
            Phase::Blocks(blocks) => blocks.tell(feedback),
        }
    }
}

impl Strategy for Splitting {
    type Configuration = ListConfiguration;

    fn propose(&mut self, _: &Best<ListConfiguration>) -> Option<Query<Subset>> {
        loop {
            let query = self.query();
            if query.is_some() {
                return query;
            }
            self.phase = self.next_phase()?;
        }
    }

    fn accepted(&mut self, _: &Best<ListConfiguration>, _: &Subset) {
        self.tell(&Verdict::Interesting.into());
    }

    fn rejected(&mut self, _: &Best<ListConfiguration>, _: &Subset, feedback: &Feedback) {
        self.tell(feedback);
    }
}

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
