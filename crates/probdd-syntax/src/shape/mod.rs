//! How the children of one node group into lists, items and options.

pub(crate) mod affixes;
pub(crate) mod bonds;
pub(crate) mod conditions;
pub(crate) mod corrections;
pub(crate) mod guess;
pub(crate) mod labelled_blocks;
pub(crate) mod lists;
pub(crate) mod matching;
pub(crate) mod parts;
pub(crate) mod steps;
