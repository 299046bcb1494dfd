//! Searches on properties that are known: no tool runs, and every table is exact.

pub(crate) mod checks;
mod dependencies;
pub(crate) mod lists;
pub(crate) mod modes;
pub(crate) mod property;
mod trees;
