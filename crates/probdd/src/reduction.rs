//! The passes of a run over its best candidate: which searches, and in which order.

mod blanks;
mod chisel;
mod definitions;
mod failures;
mod files;
mod filters;
mod finishing;
mod fixing;
mod format;
mod growth;
mod guests;
mod inside;
mod ladder;
mod large;
mod lists;
mod mark;
mod nesting;
mod offers;
mod origins;
mod outlook;
mod outside;
mod pass;
mod recount;
mod regions;
mod rendering;
mod rounds;
mod single_query;
mod sizes;
mod start;
mod stays;
#[cfg(test)]
mod tests;
mod trees;
mod windows;

pub(crate) use fixing::fixer;
pub(crate) use pass::Reduction;
