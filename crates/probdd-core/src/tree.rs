//! Searches over trees, as papers have them: which nodes can be removed, or replaced by one of their
//! descendants?
//!
//! A change is [`Edits`](crate::Edits) of the [`Tree`](crate::Tree).

mod batch;
mod chisel;
pub(crate) mod configuration;
mod hdd;
mod perses;
mod product;
pub(crate) mod replacements;
mod tpdd;

pub use chisel::{Chisel, ChiselOptions, Need, Needs, Program, Statement};
pub use configuration::{TreeConfiguration, search};
pub use hdd::{Hdd, HddForm};
pub use perses::{Deletions, Perses};
pub use tpdd::Tpdd;
