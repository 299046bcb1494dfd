//! For programs: the reductions of the tool as values, with functions as tests.
//!
//! Nothing here prints, changes the process, or keeps state between two reductions.

mod answer;
mod candidate;
mod error;
mod list;
mod oracle;
mod reduced;
mod reduction;
mod running;
mod source;
mod stopper;
mod value;
mod watcher;
mod work;

pub use answer::Answer;
pub use candidate::Candidate;
pub use error::Error;
pub use list::{List, ReducedList};
pub use reduced::{Improvement, Point, Reduced};
pub use reduction::Reduction;
pub use running::Running;
pub use source::Source;
pub use stopper::Stopper;
pub use value::minimize_value;
