//! The passes of a run over its best candidate: which searches, in which order, to which end.

mod as_it_is;
mod chisel;
mod format;
mod ladder;
mod lists;
mod pass;
mod rendering;
mod tidying;
mod transformer_offers;
mod trees;

pub use pass::*;
