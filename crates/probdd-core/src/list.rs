//! Searches over a list: which elements can go?
//!
//! A list of `n` elements is known by the indices `0..n` alone. A change is a [`Subset`]: the
//! elements to remove.

/// A search that is another one, its field 0, under a name of its own.
macro_rules! is_the_search_inside {
    (impl $(<$($parameter:ident),+>)? Search for $name:ty $(where $($bound:tt)+)?) => {
        impl $(<$($parameter),+>)? $crate::Search for $name $(where $($bound)+)? {
            type Change = $crate::list::Subset;

            fn ask(&self) -> Option<&$crate::Query<$crate::list::Subset>> {
                self.0.ask()
            }

            fn tell(&mut self, feedback: &$crate::Feedback) {
                self.0.tell(feedback);
            }

            fn best(&self) -> &$crate::list::Subset {
                self.0.best()
            }
        }
    };
}

mod active_coarsen;
mod all_at_once;
pub(crate) mod beliefs;
mod blocks;
mod cdd;
mod ddmin;
mod fixpoint;
mod groups;
mod halving;
mod inference;
mod minimizer;
mod one_minimal;
mod opdd;
mod probability;
mod probdd;
mod progress;
mod reversed;
mod rounds;
mod runs;
#[cfg(test)]
mod script;
mod splitting;
mod staged;
mod subset;
mod tie;
mod weighted;

pub use active_coarsen::ActiveCoarsen;
pub use all_at_once::AllAtOnce;
pub use cdd::Cdd;
pub use ddmin::{Cut, Ddmin};
pub use fixpoint::Fixpoint;
pub use halving::Order;
pub use minimizer::{Algorithm, ListSearch, Minimizer};
pub use one_minimal::{Direction, OneMinimal};
pub use opdd::Opdd;
pub use probdd::{History, ProbDd, ProbDdSettings};
pub use reversed::Reversed;
pub use splitting::Splitting;
pub use subset::Subset;
pub use tie::Tie;
pub use weighted::Weighted;
