//! The input as a search sees it: a quantified tree, edits of it, the tokens that they keep, and
//! which names refer to which.

pub(crate) mod builder;
pub(crate) mod edit;
pub(crate) mod kept;
pub(crate) mod links;
#[cfg(test)]
pub(crate) mod sketch;
pub(crate) mod tree;
