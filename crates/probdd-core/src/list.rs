//! Searches over a list: which elements can be removed?
//!
//! A search knows the elements of a list by their indices `0..n`. A change is a [`Subset`]: the
//! elements to remove.

mod active_coarsen;
mod all_at_once;
pub(crate) mod beliefs;
mod blocks;
mod cdd;
mod configuration;
mod ddmin;
mod elements;
mod fixpoint;
mod groups;
mod halving;
mod minimize;
mod minimizer;
mod one_minimal;
mod opdd;
mod over;
pub(crate) mod probability;
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
pub use configuration::{ListConfiguration, search};
pub use ddmin::Ddmin;
pub use elements::{Elements, certifying};
pub use fixpoint::Fixpoint;
pub(crate) use halving::Halving;
pub use halving::Order;
pub use minimize::{minimize, minimize_with};
pub use minimizer::{Algorithm, AnyList, ListSearch, Minimizer};
pub use one_minimal::{Direction, OneMinimal};
pub use opdd::Opdd;
pub use over::{Over, Target};
pub use probdd::{ProbDd, ProbDdSettings};
pub use splitting::Splitting;
pub use subset::Subset;
pub use tie::Tie;
pub use weighted::Weighted;
