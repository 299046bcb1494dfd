//! The searches of probdd.
//!
//! A search knows a tree, or a list, and asks questions about it: "is the input still interesting
//! without these pieces?". The caller answers them. Nothing here does I/O, reads a clock, starts a
//! thread or knows a grammar, so the same answers always lead to the same questions.
//!
//! The only seam is [`Search`]: `ask`, `tell`, `best`.

mod abreast;
pub mod driver;
mod feedback;
mod information;
mod input;
mod key;
pub mod list;
mod search;
pub mod tree;
mod verdict;
mod words;

pub use abreast::Abreast;
pub use driver::{Driver, Strategy};
pub use feedback::{AfterFail, CheckState, Feedback, FeedbackSettings};
pub use information::information;
pub use input::builder::TreeBuilder;
pub use input::bundle;
pub use input::edit::{Edits, Written};
pub use input::kept::Kept;
pub use input::tree::{Kind, MustBeUsed, Node, NodeId, Role, Slot, Tree};
pub use input::twins::Twins;
pub use list::{Over, Target};
pub use search::{Belief, Changes, Class, Query, Search};
pub use verdict::Verdict;
pub use words::{Word, is_of_word, words};
