//! How the children of one node group into lists, items and options.

mod affixes;
pub(crate) mod bonds;
mod conditions;
pub(crate) mod corrections;
mod guess;
mod keeping;
mod labelled_blocks;
mod lists;
mod masked;
mod matching;
pub(crate) mod node_shapes;
mod parts;
pub(crate) mod steps;
mod unruled;
