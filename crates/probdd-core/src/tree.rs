//! Searches over trees: which nodes can be removed, or replaced by one of their descendants?
//!
//! A change is [`Edits`](crate::Edits) of the [`Tree`](crate::Tree).

mod batch;
mod chisel;
mod configuration;
mod frontier;
mod hdd;
mod nesting;
mod offers;
mod perses;
mod product;
mod replacements;
mod stride;
mod sweep;
mod tpdd;

pub use crate::input::links::Links;
pub use chisel::{Chisel, ChiselOptions, Need, Needs, Program, Statement};
pub use configuration::{TreeConfiguration, search};
pub use frontier::{Frontier, START_OF_TEST};
pub use hdd::{Hdd, HddForm};
pub use nesting::{Chain, Nesting, chains};
pub use offers::{Grouping, Offers};
pub use perses::{Deletions, Perses};
pub use sweep::Sweep;
pub use tpdd::Tpdd;
