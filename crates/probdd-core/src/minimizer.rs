//! Any of the list searches, chosen by name, for tree searches and tools.

use crate::driver::{Best, Driver, Strategy};
use crate::list::{
    ActiveCoarsen, Cdd, Ddmin, ListConfiguration, Opdd, Over, ProbDd, ProbDdSettings, Subset,
    Target, Tie, Weighted,
};
use crate::splitting::{Order, Splitting};
use crate::{Belief, Feedback, FeedbackSettings, Query};

/// The list searches by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each variant names a search")]
pub enum Algorithm {
    Ddmin,
    DdminComplements,
    Opdd,
    ProbDd,
    Cdd,
    Weighted,
    ActiveCoarsen,
    Splitting,
}

/// A list search and its settings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Minimizer {
    /// The search.
    pub algorithm: Algorithm,
    /// The prior probability that an element is needed, where the search has a prior.
    pub sigma: f64,
    /// The order among equal probabilities, where the search has them.
    pub tie: Tie,
    /// The end to begin at. Only splitting supports [`Order::Auto`]; others take it for
    /// [`Order::Forward`].
    pub order: Order,
    /// The seed of a search that samples.
    pub seed: u64,
    /// How a search with a model learns from the test's checks.
    pub feedback: FeedbackSettings,
}

/// A list search, over the elements of a list or nodes of a tree; made by [`Minimizer::search`].
pub type ListSearch<T> = Over<T, Driver<AnyList>>;

impl Minimizer {
    /// A list search with default settings: sigma is 0.1, ties and ends are in the list's order.
    pub fn new(algorithm: Algorithm) -> Minimizer {
        let ProbDdSettings { sigma, tie, feedback } = ProbDdSettings::default();
        Minimizer { algorithm, sigma, tie, order: Order::Forward, seed: 0, feedback }
    }

    /// The search over targets of these weights, which only the weighted one looks at.
    pub fn search<T: Target>(&self, mut targets: Vec<T>, weights: &[u32]) -> ListSearch<T> {
        let mut weights = weights.to_vec();
        if self.order == Order::Backward && self.algorithm != Algorithm::Splitting {
            targets.reverse();
            weights.reverse();
        }
        Over::start(targets, |_| self.strategy(&weights))
    }

    fn strategy(&self, weights: &[u32]) -> AnyList {
        let n = weights.len();
        let Minimizer { sigma, tie, feedback, .. } = *self;
        let settings = ProbDdSettings { sigma, tie, feedback };
        match self.algorithm {
            Algorithm::Ddmin => AnyList::Ddmin(Ddmin::new(n)),
            Algorithm::DdminComplements => AnyList::Ddmin(Ddmin::complements(n)),
            Algorithm::Opdd => AnyList::Opdd(Opdd::new(n)),
            Algorithm::ProbDd => AnyList::ProbDd(ProbDd::new(n, settings)),
            Algorithm::Cdd => AnyList::Cdd(Cdd::new(n, sigma, feedback)),
            Algorithm::Weighted => AnyList::Weighted(Weighted::new(weights, settings)),
            Algorithm::ActiveCoarsen => {
                AnyList::ActiveCoarsen(ActiveCoarsen::new(n, sigma, self.seed))
            }
            Algorithm::Splitting => AnyList::Splitting(Splitting::new(n, self.order)),
        }
    }
}

/// Any list algorithm.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "each variant is the algorithm of its name")]
pub enum AnyList {
    Ddmin(Ddmin),
    Opdd(Opdd),
    ProbDd(ProbDd),
    Cdd(Cdd),
    Weighted(Weighted),
    ActiveCoarsen(ActiveCoarsen),
    Splitting(Splitting),
}

impl AnyList {
    fn as_strategy(&self) -> &dyn Strategy<Configuration = ListConfiguration> {
        match self {
            AnyList::Ddmin(ddmin) => ddmin,
            AnyList::Opdd(opdd) => opdd,
            AnyList::ProbDd(probdd) => probdd,
            AnyList::Cdd(cdd) => cdd,
            AnyList::Weighted(weighted) => weighted,
            AnyList::ActiveCoarsen(active_coarsen) => active_coarsen,
            AnyList::Splitting(splitting) => splitting,
        }
    }

    fn strategy(&mut self) -> &mut dyn Strategy<Configuration = ListConfiguration> {
        match self {
            AnyList::Ddmin(ddmin) => ddmin,
            AnyList::Opdd(opdd) => opdd,
            AnyList::ProbDd(probdd) => probdd,
            AnyList::Cdd(cdd) => cdd,
            AnyList::Weighted(weighted) => weighted,
            AnyList::ActiveCoarsen(active_coarsen) => active_coarsen,
            AnyList::Splitting(splitting) => splitting,
        }
    }
}

impl Strategy for AnyList {
    type Configuration = ListConfiguration;

    fn propose(&mut self, best: &Best<ListConfiguration>) -> Option<Query<Subset>> {
        self.strategy().propose(best)
    }

    fn next_stage(&mut self, best: &Best<ListConfiguration>) -> bool {
        self.strategy().next_stage(best)
    }

    fn undecided(&self, best: &Best<ListConfiguration>) -> Option<Vec<Belief>> {
        self.as_strategy().undecided(best)
    }

    fn react(&mut self, best: &Best<ListConfiguration>, change: &Subset, feedback: &Feedback) {
        self.strategy().react(best, change, feedback);
    }
}
