//! Searches over a list: which elements can go?
//!
//! A list of `n` elements is known by the indices `0..n` alone. A change is a [`Subset`]: the
//! elements to remove.

mod all_at_once;
mod inference;
mod probability;
mod probdd;
mod progress;
mod runs;
mod splitting;
mod subset;
mod tie;

pub use all_at_once::AllAtOnce;
pub use probdd::{History, ProbDd, ProbDdSettings};
pub use splitting::{Order, Splitting};
pub use subset::Subset;
pub use tie::Tie;
