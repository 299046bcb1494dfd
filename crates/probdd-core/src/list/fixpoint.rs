//! A list search, then a sweep, and both again as long as the sweep removes something.
//!
//! The result is certified 1-minimal: the last sweep tried every element that is left alone, and
//! none could be removed. Configurations that an earlier stage asked about are not asked about
//! again, so the sweep costs a query only for what the search did not try against the final
//! configuration.
//!
//! Bound: a round after the first one begins only when a sweep removed something, so there are at
//! most n of them.

use super::configuration::ListConfiguration;
use super::{Direction, ListSearch, Minimizer, OneMinimal, Subset};
use crate::driver::{Best, Driver, Strategy};
use crate::over::Over;
use crate::{Feedback, Query, Search, Verdict};

/// The algorithm. Elements are `0..n`.
#[derive(Clone, Debug)]
pub struct Fixpoint {
    minimizer: Minimizer,
    direction: Direction,
    stage: Stage,
}

/// The searches that make it up, each over the elements that the one before has kept.
#[derive(Clone, Debug)]
enum Stage {
    Pass(ListSearch<u32>),
    Sweep(Over<u32, Driver<OneMinimal>>),
}

impl Fixpoint {
    /// Passes of a list search over `n` elements of equal weight, and sweeps in a direction.
    pub fn new(n: usize, minimizer: Minimizer, direction: Direction) -> Fixpoint {
        let stage = pass(&minimizer, (0..n as u32).collect());
        Fixpoint { minimizer, direction, stage }
    }

    fn query(&self) -> Option<Query<Subset>> {
        match &self.stage {
            Stage::Pass(search) => search.ask().cloned(),
            Stage::Sweep(sweep) => sweep.ask().cloned(),
        }
    }

    /// The stage that follows, unless a sweep removed nothing.
    fn next_stage(&self) -> Option<Stage> {
        match &self.stage {
            Stage::Pass(search) => {
                let sweep = |n| OneMinimal::new(n, self.direction);
                Some(Stage::Sweep(Over::start(search.kept(), sweep)))
            }
            Stage::Sweep(sweep) if sweep.best().is_empty() => None,
            Stage::Sweep(sweep) => Some(pass(&self.minimizer, sweep.kept())),
        }
    }

    fn tell(&mut self, feedback: &Feedback) {
        match &mut self.stage {
            Stage::Pass(search) => search.tell(feedback),
            Stage::Sweep(sweep) => sweep.tell(feedback),
        }
    }
}

fn pass(minimizer: &Minimizer, elements: Vec<u32>) -> Stage {
    let weights = vec![1; elements.len()];
    Stage::Pass(minimizer.search(elements, &weights))
}

impl Strategy for Fixpoint {
    type Configuration = ListConfiguration;

    fn propose(&mut self, _: &Best<ListConfiguration>) -> Option<Query<Subset>> {
        loop {
            let query = self.query();
            if query.is_some() {
                return query;
            }
            self.stage = self.next_stage()?;
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
    use super::super::{Algorithm, Cdd};
    use super::*;
    use crate::FeedbackSettings;

    #[test]
    fn a_new_pass_removes_what_only_the_sweep_made_removable() {
        // 5 can be removed after 7, which the pass tries too late for it; 0 and 1 together after 5.
        let holds = |kept: &[u32]| {
            let has = |element: u32| kept.contains(&element);
            let is_needed = [2, 3, 4, 6].into_iter().all(has);
            is_needed && (has(5) || !has(7)) && has(0) == has(1) && (has(0) || !has(5))
        };
        let cdd = Minimizer { sigma: 0.25, ..Minimizer::new(Algorithm::Cdd) };
        let (_, left) = run(Fixpoint::new(8, cdd, Direction::Backward), 8, holds);
        assert_eq!(left, [2, 3, 4, 6]);
        let (_, after_a_pass) = run(Cdd::new(8, 0.25, FeedbackSettings::BINARY), 8, holds);
        assert_eq!(after_a_pass, [0, 1, 2, 3, 4, 5, 6]);
    }
}
