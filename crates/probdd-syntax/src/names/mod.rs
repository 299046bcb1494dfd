//! Names: which name refers to which.

pub(crate) mod links;
mod named;
mod named_tree;
mod occurrences;
mod program;
mod scopes;
mod visibility;
