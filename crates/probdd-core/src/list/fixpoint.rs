//! A list search, then a sweep, and both again as long as the sweep removes something.
//!
//! The result is certified 1-minimal: the last sweep tried every element that is left alone, and
//! none could go. Configurations that an earlier stage asked about are not asked about again, so
//! the sweep costs a query only for what the search did not try against the final configuration.
//!
//! Bound: a round after the first one begins only when a sweep removed something, so there are at
//! most n of them.

use super::staged::{Plan, Staged};
use super::{Direction, OneMinimal, Subset};
use crate::{Feedback, Query, Search};

/// The search. `S` is the list search of a pass, `F` makes one for so many elements.
#[derive(Clone, Debug)]
pub struct Fixpoint<S, F>(Staged<Passes<F>>)
where
    S: Search<Change = Subset>,
    F: Fn(usize) -> S + Clone;

/// A pass, a sweep, and so on until a sweep removes nothing.
#[derive(Clone, Debug)]
struct Passes<F> {
    make: F,
    direction: Direction,
}

#[derive(Clone, Debug)]
enum Stage<S> {
    Pass(S),
    Sweep(Box<OneMinimal>),
}

impl<S, F> Plan for Passes<F>
where
    S: Search<Change = Subset>,
    F: Fn(usize) -> S + Clone,
{
    type Stage = Stage<S>;

    fn follow(&self, ended: &Stage<S>, n: usize) -> Option<Stage<S>> {
        match ended {
            Stage::Pass(_) => Some(Stage::Sweep(Box::new(OneMinimal::new(n, self.direction)))),
            Stage::Sweep(sweep) if sweep.best().is_empty() => None,
            Stage::Sweep(_) => Some(Stage::Pass((self.make)(n))),
        }
    }
}

impl<S, F> Fixpoint<S, F>
where
    S: Search<Change = Subset>,
    F: Fn(usize) -> S + Clone,
{
    /// Passes over `n` elements, and sweeps in a direction.
    pub fn new(n: usize, direction: Direction, make: F) -> Fixpoint<S, F> {
        let first = Stage::Pass(make(n));
        Fixpoint(Staged::new(n, Passes { make, direction }, first))
    }
}

impl<S: Search<Change = Subset>> Search for Stage<S> {
    type Change = Subset;

    fn ask(&self) -> Option<&Query<Subset>> {
        match self {
            Stage::Pass(search) => search.ask(),
            Stage::Sweep(sweep) => sweep.ask(),
        }
    }

    fn tell(&mut self, feedback: &Feedback) {
        match self {
            Stage::Pass(search) => search.tell(feedback),
            Stage::Sweep(sweep) => sweep.tell(feedback),
        }
    }

    fn best(&self) -> &Subset {
        match self {
            Stage::Pass(search) => search.best(),
            Stage::Sweep(sweep) => sweep.best(),
        }
    }
}

is_the_search_inside!(
    impl<S, F> Search for Fixpoint<S, F>
    where
        S: Search<Change = Subset>,
        F: Fn(usize) -> S + Clone
);

#[cfg(test)]
mod tests {
    use super::super::Cdd;
    use super::super::script::run;
    use super::*;

    #[test]
    fn a_new_pass_finds_what_the_sweep_has_set_free() {
        // 5 goes after 7, which the pass tries too late for it; 0 and 1 go together after 5.
        let holds = |kept: &[u32]| {
            let has = |element: u32| kept.contains(&element);
            let is_needed = [2, 3, 4, 6].into_iter().all(has);
            is_needed && (has(5) || !has(7)) && has(0) == has(1) && (has(0) || !has(5))
        };
        let pass = |n| Cdd::new(n, 0.25);
        let (_, left) = run(Fixpoint::new(8, Direction::Backward, pass), 8, holds);
        assert_eq!(left, [2, 3, 4, 6]);
        let (_, after_a_pass) = run(pass(8), 8, holds);
        assert_eq!(after_a_pass, [0, 1, 2, 3, 4, 5, 6]);
    }
}
