//! Several files as one input: the tree of directories and files, which file refers to which, and
//! how files become fewer.
//!
//! A file is a token or a few of this tree: what is inside of it is read when its turn comes, by its
//! own language.

mod joins;
mod references;
mod tree;

pub use joins::{Join, joins, without_empty_directories};
pub use references::{Reference, order, references};
pub use tree::{Removal, files, token_count};
