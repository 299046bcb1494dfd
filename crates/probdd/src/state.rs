//! The state directory: what `probdd resume` needs of a run that did not finish.

mod directory;
pub mod resume;

pub use directory::*;
