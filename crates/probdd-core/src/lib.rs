//! The searches of probdd.
//!
//! A search knows a tree, or a list, and asks questions about it: "is the input still interesting
//! without these pieces?". The caller answers them. Nothing here does I/O, reads a clock, starts a
//! thread or knows a grammar, so the same answers always lead to the same questions.
//!
//! The only seam is [`Search`]: `ask`, `tell`, `best`.
//!
//! The algorithms of papers are in [`list`] and [`tree`], one file each. The others are ours.

#![forbid(unsafe_code)]

mod batched;
pub mod driver;
mod feedback;
mod frontier;
mod information;
mod input;
mod key;
pub mod list;
mod minimize;
mod minimizer;
mod nesting;
mod offers;
mod search;
mod splitting;
mod sweep;
pub mod tree;
mod verdict;
mod words;

pub use batched::Batched;
pub use driver::{Driver, Strategy};
pub use feedback::{AfterFail, CheckState, Feedback, FeedbackSettings};
pub use frontier::{Frontier, START_OF_TEST};
pub use information::information;
pub use input::builder::TreeBuilder;
pub use input::bundle;
pub use input::edit::{Edits, Written};
pub use input::kept::Kept;
pub use input::links::Links;
pub use input::tree::{Kind, MustBeUsed, Node, NodeId, Role, Slot, Tree};
pub use input::twins::Twins;
pub use list::{Over, Target};
pub use minimize::{Elements, certifying, minimize, minimize_with};
pub use minimizer::{Algorithm, AnyList, ListSearch, Minimizer};
pub use nesting::{Chain, Nesting, chains};
pub use offers::{Grouping, Offers};
pub use search::{Belief, Changes, Class, Query, Search};
pub use splitting::{Order, Splitting};
pub use sweep::{AllAtOnce, Direction, Fixpoint, OneMinimal, Sweep};
pub use verdict::Verdict;
pub use words::{Word, is_of_word, words};
