//! Names: which name refers to which.

pub(crate) mod links;
mod places;
mod program;
mod scopes;
mod source;
