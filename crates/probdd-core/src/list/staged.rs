//! Searches one after another, each over what the one before has left.
//!
//! Configurations that an earlier stage asked about are not asked about again; they were
//! uninteresting, and the stage at hand is told so, with what their checks said.

use super::Subset;
use super::progress::Progress;
use crate::{Feedback, Query, Search};

/// Which stage follows on which.
pub(super) trait Plan: Clone {
    /// A search over the elements that are left when it begins, known by their places.
    type Stage: Search<Change = Subset>;

    /// The stage that follows on one that has ended, over `n` elements; `None` at the end.
    fn follow(&self, ended: &Self::Stage, n: usize) -> Option<Self::Stage>;
}

/// The search. Elements are `0..n`.
#[derive(Clone, Debug)]
pub(super) struct Staged<P: Plan> {
    plan: P,
    stage: P::Stage,
    /// The elements that were left when the stage began; the stage knows them by their place here.
    left: Vec<u32>,
    progress: Progress,
}

impl<P: Plan> Staged<P> {
    /// Over `n` elements, beginning with a stage over all of them.
    pub(super) fn new(n: usize, plan: P, stage: P::Stage) -> Staged<P> {
        let left = (0..n as u32).collect();
        let mut search = Staged { plan, stage, left, progress: Progress::new(n) };
        search.next();
        search
    }

    /// Finds the next configuration that no stage has asked about.
    fn next(&mut self) {
        loop {
            while let Some(query) = self.stage.ask() {
                let removed = query.change.0.iter().map(|place| self.left[*place as usize]);
                if self.progress.ask(removed.collect(), query.class, query.probability) {
                    return;
                }
                self.stage.tell(&self.progress.recall());
            }
            self.stage.best().remove_from(&mut self.left);
            match self.plan.follow(&self.stage, self.left.len()) {
                Some(stage) => self.stage = stage,
                None => return,
            }
        }
    }
}

impl<P: Plan> Search for Staged<P> {
    type Change = Subset;

    fn ask(&self) -> Option<&Query<Subset>> {
        self.progress.query()
    }

    fn tell(&mut self, feedback: &Feedback) {
        self.progress.tell(feedback);
        self.stage.tell(feedback);
        self.next();
    }

    fn best(&self) -> &Subset {
        self.progress.best()
    }
}
