//! Names: which name refers to which.

pub(crate) mod any_text;
#[cfg(feature = "sexpr")]
mod expressions;
mod items;
mod links;
mod must_be_used;
mod named_tree;
mod occurrences;
mod paths;
mod program;
mod scopes;
mod three_address;
mod visibility;
pub(crate) mod words;
