//! A list search, then a sweep, and both again as long as the sweep removes something.
//!
//! The result is certified 1-minimal: the last sweep tried every element that is left alone, and
//! none could go. Configurations that an earlier stage asked about are not asked about again, so
//! the sweep costs a query only for what the search did not try against the final configuration.
//!
//! Bound: a round after the first one begins only when a sweep removed something, so there are at
//! most n of them.

use super::progress::Progress;
use super::{Direction, OneMinimal, Subset};
use crate::{Query, Search, Verdict};

/// The search. `S` is the list search of a pass, `F` makes one for so many elements.
#[derive(Clone, Debug)]
pub struct Fixpoint<S, F> {
    make: F,
    direction: Direction,
    stage: Stage<S>,
    /// The elements that were left when the stage began; the stage knows them by their place here.
    left: Vec<u32>,
    progress: Progress,
}

#[derive(Clone, Debug)]
enum Stage<S> {
    Pass(S),
    Sweep(Box<OneMinimal>),
}

impl<S, F> Fixpoint<S, F>
where
    S: Search<Change = Subset>,
    F: Fn(usize) -> S + Clone,
{
    /// Passes over `n` elements, and sweeps in a direction.
    pub fn new(n: usize, direction: Direction, make: F) -> Fixpoint<S, F> {
        let stage = Stage::Pass(make(n));
        let left = (0..n as u32).collect();
        let mut search = Fixpoint { make, direction, stage, left, progress: Progress::new(n) };
        search.next();
        search
    }

    /// Whether the query at hand is the sweep's.
    pub fn is_sweeping(&self) -> bool {
        matches!(self.stage, Stage::Sweep(_))
    }

    /// Finds the next configuration that no stage has asked about; repeats count as failures.
    fn next(&mut self) {
        loop {
            while let Some(query) = self.stage.ask() {
                let removed = query.change.0.iter().map(|place| self.left[*place as usize]);
                let (removed, class) = (removed.collect(), query.class);
                if self.progress.ask(removed, class, query.probability) {
                    return;
                }
                self.stage.tell(Verdict::Uninteresting);
            }
            if !self.begin_stage() {
                return;
            }
        }
    }

    /// Begins the next stage; false when the last sweep removed nothing.
    fn begin_stage(&mut self) -> bool {
        let has_removed = !self.stage.best().is_empty();
        self.stage.best().remove_from(&mut self.left);
        self.stage = match self.stage {
            Stage::Pass(_) => {
                let sweep = OneMinimal::new(self.left.len(), self.direction);
                Stage::Sweep(Box::new(sweep))
            }
            Stage::Sweep(_) if has_removed => Stage::Pass((self.make)(self.left.len())),
            Stage::Sweep(_) => return false,
        };
        true
    }
}

impl<S: Search<Change = Subset>> Stage<S> {
    fn ask(&self) -> Option<&Query<Subset>> {
        match self {
            Stage::Pass(search) => search.ask(),
            Stage::Sweep(sweep) => sweep.ask(),
        }
    }

    fn tell(&mut self, verdict: Verdict) {
        match self {
            Stage::Pass(search) => search.tell(verdict),
            Stage::Sweep(sweep) => sweep.tell(verdict),
        }
    }

    fn best(&self) -> &Subset {
        match self {
            Stage::Pass(search) => search.best(),
            Stage::Sweep(sweep) => sweep.best(),
        }
    }
}

impl<S, F> Search for Fixpoint<S, F>
where
    S: Search<Change = Subset>,
    F: Fn(usize) -> S + Clone,
{
    type Change = Subset;

    fn ask(&self) -> Option<&Query<Subset>> {
        self.progress.query()
    }

    fn tell(&mut self, verdict: Verdict) {
        self.progress.tell(verdict);
        self.stage.tell(verdict);
        self.next();
    }

    fn best(&self) -> &Subset {
        self.progress.best()
    }
}
