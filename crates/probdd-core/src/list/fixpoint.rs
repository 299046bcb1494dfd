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
use super::{Direction, OneMinimal, Subset};
use crate::driver::{Best, Driver, Strategy};
use crate::over::Over;
use crate::{Feedback, Query, Search, Verdict};
use std::collections::HashSet;

/// The algorithm. Elements are `0..n`. `S` is the list search of a pass, `F` makes one over some
/// elements.
#[derive(Clone, Debug)]
pub struct Fixpoint<S, F> {
    make: F,
    direction: Direction,
    /// The elements that were left when the stage began.
    elements: Vec<u32>,
    stage: Stage<S>,
}

#[derive(Clone, Debug)]
enum Stage<S> {
    Pass(S),
    Sweep(Over<u32, Driver<OneMinimal>>),
}

impl<S: Search<Change = Subset>, F: Fn(Vec<u32>) -> S> Fixpoint<S, F> {
    /// Passes over `n` elements, and sweeps in a direction.
    pub fn new(n: usize, direction: Direction, make: F) -> Fixpoint<S, F> {
        let elements: Vec<u32> = (0..n as u32).collect();
        let stage = Stage::Pass(make(elements.clone()));
        Fixpoint { make, direction, elements, stage }
    }

    fn query(&self) -> Option<Query<Subset>> {
        match &self.stage {
            Stage::Pass(search) => search.ask().cloned(),
            Stage::Sweep(sweep) => sweep.ask().cloned(),
        }
    }

    /// Goes on to the next stage, unless a sweep removed nothing.
    fn next_stage(&mut self) -> Option<()> {
        let removed = match &self.stage {
            Stage::Pass(search) => search.best(),
            Stage::Sweep(sweep) if sweep.best().is_empty() => return None,
            Stage::Sweep(sweep) => sweep.best(),
        };
        let removed: HashSet<u32> = removed.0.iter().copied().collect();
        self.elements.retain(|element| !removed.contains(element));
        let elements = self.elements.clone();
        self.stage = match &self.stage {
            Stage::Pass(_) => {
                Stage::Sweep(Over::start(elements, |n| OneMinimal::new(n, self.direction)))
            }
            Stage::Sweep(_) => Stage::Pass((self.make)(elements)),
        };
        Some(())
    }

    fn tell(&mut self, feedback: &Feedback) {
        match &mut self.stage {
            Stage::Pass(search) => search.tell(feedback),
            Stage::Sweep(sweep) => sweep.tell(feedback),
        }
    }
}

impl<S, F> Strategy for Fixpoint<S, F>
where
    S: Search<Change = Subset>,
    F: Fn(Vec<u32>) -> S,
{
    type Configuration = ListConfiguration;

    fn propose(&mut self, _: &Best<ListConfiguration>) -> Option<Query<Subset>> {
        loop {
            let query = self.query();
            if query.is_some() {
                return query;
            }
            self.next_stage()?;
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
    use super::super::Cdd;
    use super::super::script::run;
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
        let cdd = |n| Cdd::new(n, 0.25, FeedbackSettings::BINARY);
        let pass = |elements| Over::start(elements, cdd);
        let (_, left) = run(Fixpoint::new(8, Direction::Backward, pass), 8, holds);
        assert_eq!(left, [2, 3, 4, 6]);
        let (_, after_a_pass) = run(cdd(8), 8, holds);
        assert_eq!(after_a_pass, [0, 1, 2, 3, 4, 5, 6]);
    }
}
