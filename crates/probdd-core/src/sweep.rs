//! Sweeps: each element or node alone, so that a result is 1-minimal; and everything at once, which
//! often is the first query.

mod all_at_once;
mod fixpoint;
mod one_minimal;
mod tree;

pub use all_at_once::AllAtOnce;
pub use fixpoint::Fixpoint;
pub use one_minimal::{Direction, OneMinimal};
pub use tree::Sweep;
