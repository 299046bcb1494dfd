//! Searches over a list: which elements can go?
//!
//! A list of `n` elements is known by the indices `0..n` alone. A change is a [`Subset`]: the
//! elements to remove.

mod active_coarsen;
mod all_at_once;
pub(crate) mod beliefs;
mod blocks;
mod cdd;
mod configuration;
mod ddmin;
mod fixpoint;
mod groups;
mod halving;
mod minimizer;
mod one_minimal;
mod opdd;
mod probability;
mod probdd;
mod runs;
#[cfg(test)]
mod script;
mod splitting;
mod subset;
mod tie;
mod weighted;

pub use active_coarsen::ActiveCoarsen;
pub use all_at_once::AllAtOnce;
pub use cdd::Cdd;
pub use configuration::ListConfiguration;
pub use ddmin::Ddmin;
pub use fixpoint::Fixpoint;
pub use halving::Order;
pub use minimizer::{Algorithm, AnyList, ListSearch, Minimizer};
pub use one_minimal::{Direction, OneMinimal};
pub use opdd::Opdd;
pub use probdd::{ProbDd, ProbDdSettings};
pub use splitting::Splitting;
pub use subset::Subset;
pub use tie::Tie;
pub use weighted::Weighted;

use crate::driver::{Driver, Strategy};

/// A search over the elements `0..n` by the strategy that is made for so many.
///
/// ```
/// use probdd_core::list::{self, ProbDd, ProbDdSettings};
/// use probdd_core::{Search, Verdict};
///
/// let mut search = list::search(100, |n| ProbDd::new(n, ProbDdSettings::default()));
/// while let Some(query) = search.ask() {
///     let is_needed = query.change.0.contains(&42);
///     let verdict = if is_needed { Verdict::Uninteresting } else { Verdict::Interesting };
///     search.tell(&verdict.into());
/// }
/// assert_eq!(search.best().len(), 99);
/// ```
pub fn search<S>(n: usize, strategy: impl FnOnce(usize) -> S) -> Driver<S>
where
    S: Strategy<Configuration = ListConfiguration>,
{
    Driver::new(ListConfiguration::all(n), strategy(n))
}
