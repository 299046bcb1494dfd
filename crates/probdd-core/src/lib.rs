//! The searches of probdd.
//!
//! A search knows a tree (or a list, which is a tree of one level) and asks questions about it:
//! "is the input still interesting without these pieces?". Whoever runs it answers. Nothing here
//! does I/O, reads a clock, starts a thread or knows a grammar, so the same answers always lead to
//! the same questions.
//!
//! The one seam is [`Search`]: `ask`, `tell`, `best`.

pub mod abreast;
pub mod driver;
pub mod edit;
pub mod feedback;
mod key;
pub mod list;
mod over;
pub mod search;
pub mod tree;
pub mod verdict;

pub use abreast::Abreast;
pub use driver::{Driver, Strategy};
pub use edit::{Edits, Kept, Written};
pub use feedback::{AfterFail, CheckState, Feedback, FeedbackSettings};
pub use over::{Over, Target};
pub use search::{Changes, Class, Query, Search};
pub use tree::{Kind, Node, NodeId, Role, Slot, Tree, TreeBuilder};
pub use verdict::Verdict;
