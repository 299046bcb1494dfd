//! Searches over a list, as papers have them: which elements can be removed?
//!
//! A search knows the elements of a list by their indices `0..n`. A change is a [`Subset`]: the
//! elements to remove.

mod active_coarsen;
mod cdd;
pub(crate) mod configuration;
pub(crate) mod covprobdd;
mod ddmin;
mod groups;
mod opdd;
mod over;
pub(crate) mod probability;
mod probdd;
pub(crate) mod runs;
#[cfg(test)]
pub(crate) mod script;
mod subset;
mod tie;
mod weighted;

pub use active_coarsen::ActiveCoarsen;
pub use cdd::Cdd;
pub use configuration::{ListConfiguration, search};
pub use ddmin::Ddmin;
pub use opdd::Opdd;
pub use over::{Over, Target};
pub use probdd::{ProbDd, ProbDdSettings};
pub use subset::Subset;
pub use tie::Tie;
pub use weighted::Weighted;
