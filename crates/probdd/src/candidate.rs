//! Candidates: how the edits of a search become bytes, and which bytes are worth a test.
//!
//! Every candidate of every pass goes through the same layers, from the inside out: [`Rendering`] writes what is
//! kept of a document, [`InWindow`] puts the rest of the text around it, [`Fixing`] lets the user's program put it
//! right. What is not worth a test is refused in the same layers: what is not simpler, what has more syntax errors,
//! what lacks lines that must stay, what is too large.

mod failures;
mod filters;
mod fixing;
mod growth;
mod kept_lines;
mod outlook;
mod outside;
mod recount;
mod rendering;

pub(crate) use failures::Failures;
pub(crate) use filters::{Simplicity, SimplicityFilter};
pub(crate) use fixing::{Fixing, SharedFixer, fixer};
pub(crate) use growth::Bound;
pub(crate) use kept_lines::KeptLines;
pub(crate) use outside::{InWindow, Outside};
pub(crate) use recount::Recount;
pub(crate) use rendering::{FixedText, Rendering};
