//! The input of a tree search: a quantified tree, its edits, the tokens that edits keep, the links
//! between names, and several files as one text.

pub(crate) mod builder;
pub mod bundle;
pub(crate) mod edit;
pub(crate) mod kept;
pub(crate) mod links;
#[cfg(test)]
pub(crate) mod sketch;
pub(crate) mod tree;
pub(crate) mod twins;
