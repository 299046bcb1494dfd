//! The input of a tree search: a quantified tree, its edits, the tokens that edits keep, and the links
//! between names.

pub(crate) mod builder;
pub(crate) mod edit;
pub(crate) mod kept;
pub(crate) mod links;
#[cfg(test)]
pub(crate) mod sketch;
pub(crate) mod tree;
