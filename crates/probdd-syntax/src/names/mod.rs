//! Names: which name refers to which.

pub(crate) mod links;
mod named_tree;
mod places;
mod program;
mod scopes;
