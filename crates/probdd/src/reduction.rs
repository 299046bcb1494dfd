//! A reduction: what is asked about a text, in which order, until nothing changes.
//!
//! [`plan`] says what a run does; [`run`] does it. The passes are in the other files, by what they reduce.

mod ask;
mod brackets;
mod chisel;
mod each;
mod files;
mod inside;
mod ladder;
mod layout;
mod lists;
mod memory;
mod origins;
mod parts;
mod plan;
mod prepare;
mod run;
mod search;
mod state;
mod suggestions;
#[cfg(test)]
mod tests;
mod text;

pub(crate) use state::Reduction;
