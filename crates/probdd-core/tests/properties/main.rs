//! One property suite for every [`Search`](probdd_core::Search), against brute force and against
//! naive versions of most searches.
//!
//! `oracle` drives a search and checks what must hold of all of them; `lists` and `trees` make
//! random inputs; the modules after them instantiate the suite.

mod batched;
mod checks;
mod chisel;
mod frontier;
mod list_searches;
mod lists;
mod minimizing_trees;
mod nesting;
mod oracle;
mod reference_checks;
mod reference_frontier;
mod reference_lists;
mod reference_probdd;
mod reference_tpdd;
mod separators;
mod splitting;
mod tree_searches;
mod trees;
