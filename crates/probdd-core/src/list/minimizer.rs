//! Any of the list searches, chosen by name: what a tree search or a tool puts inside.

use super::{
    ActiveCoarsen, Cdd, Ddmin, History, Opdd, Order, ProbDd, ProbDdSettings, Reversed, Splitting,
    Subset, Tie, Weighted,
};
use crate::{Feedback, FeedbackSettings, Query, Search};

/// The list searches by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// [`Ddmin`].
    Ddmin,
    /// [`Opdd`].
    Opdd,
    /// [`ProbDd`].
    ProbDd,
    /// [`Cdd`].
    Cdd,
    /// [`Weighted`].
    Weighted,
    /// [`ActiveCoarsen`].
    ActiveCoarsen,
    /// [`Splitting`].
    Splitting,
}

/// Which list search to run, and how.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Minimizer {
    /// The search.
    pub algorithm: Algorithm,
    /// The prior probability that an element is needed, where the search has a prior.
    pub sigma: f64,
    /// The order among equal probabilities, where the search has them.
    pub tie: Tie,
    /// The end to begin at. Only splitting knows [`Order::Auto`]; for others it is
    /// [`Order::Forward`].
    pub order: Order,
    /// The seed of a search that samples.
    pub seed: u64,
    /// What is told about the checks of the test, where the search has a model.
    pub feedback: FeedbackSettings,
}

impl Minimizer {
    /// The search over elements of these weights, which only the weighted one looks at.
    pub fn search(&self, weights: &[u32]) -> ListSearch {
        let n = weights.len();
        if self.algorithm == Algorithm::Splitting {
            return ListSearch::Splitting(Splitting::new(n, self.order));
        }
        match self.order {
            Order::Forward | Order::Auto => self.forward(weights),
            Order::Backward => {
                let weights: Vec<u32> = weights.iter().rev().copied().collect();
                let reversed = Reversed::new(n, self.forward(&weights));
                ListSearch::Reversed(Box::new(reversed))
            }
        }
    }

    fn forward(&self, weights: &[u32]) -> ListSearch {
        let n = weights.len();
        match self.algorithm {
            Algorithm::Ddmin => ListSearch::Ddmin(Ddmin::new(n)),
            Algorithm::Opdd => ListSearch::Opdd(Opdd::new(n)),
            Algorithm::ProbDd => ListSearch::ProbDd(ProbDd::with(n, self.probdd())),
            Algorithm::Cdd => ListSearch::Cdd(Cdd::with(n, self.sigma, self.feedback)),
            Algorithm::Weighted => {
                ListSearch::Weighted(Weighted::with(weights, self.sigma, self.tie, self.feedback))
            }
            Algorithm::ActiveCoarsen => {
                ListSearch::ActiveCoarsen(ActiveCoarsen::new(n, self.sigma, self.seed))
            }
            Algorithm::Splitting => ListSearch::Splitting(Splitting::new(n, Order::Forward)),
        }
    }

    fn probdd(&self) -> ProbDdSettings {
        let Minimizer { sigma, tie, feedback, .. } = *self;
        ProbDdSettings { sigma, tie, stop_at: None, history: History::Asked, feedback }
    }
}

/// Any list search; made by [`Minimizer::search`].
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "each variant is the search of its name")]
pub enum ListSearch {
    Ddmin(Ddmin),
    Opdd(Opdd),
    ProbDd(ProbDd),
    Cdd(Cdd),
    Weighted(Weighted),
    ActiveCoarsen(ActiveCoarsen),
    Splitting(Splitting),
    Reversed(Box<Reversed<ListSearch>>),
}

/// The same call on whichever search it is.
macro_rules! each {
    ($any:expr, $search:ident => $call:expr) => {
        match $any {
            ListSearch::Ddmin($search) => $call,
            ListSearch::Opdd($search) => $call,
            ListSearch::ProbDd($search) => $call,
            ListSearch::Cdd($search) => $call,
            ListSearch::Weighted($search) => $call,
            ListSearch::ActiveCoarsen($search) => $call,
            ListSearch::Splitting($search) => $call,
            ListSearch::Reversed($search) => $call,
        }
    };
}

impl Search for ListSearch {
    type Change = Subset;

    fn ask(&self) -> Option<&Query<Subset>> {
        each!(self, search => search.ask())
    }

    fn tell(&mut self, feedback: &Feedback) {
        each!(self, search => search.tell(feedback));
    }

    fn best(&self) -> &Subset {
        each!(self, search => search.best())
    }
}
