//! What was asked before and was uninteresting. It belongs to one text and one round: nothing else may decide what a
//! round asks, so that a result that is reduced again stays the same.
//!
//! The bytes that were tested before are in the history of the scheduler, which answers for them. This is what the
//! history cannot answer: candidates that were *like* a new one.

mod refusals;

use crate::candidate::Failures;
pub(super) use refusals::{Refusals, is_part};
use std::sync::Arc;

/// What is known from earlier questions.
#[derive(Debug, Default)]
pub(super) struct Memory {
    /// Candidates, whatever their blanks and names.
    pub(super) failures: Arc<Failures>,
    /// What each pass has removed in vain, as tokens of the text.
    pub(super) refusals: Refusals,
}

impl Memory {
    /// What is still known of the text if it is read otherwise: its tokens are others.
    pub(super) fn read_otherwise(&self) -> Memory {
        Memory { failures: Arc::clone(&self.failures), refusals: Refusals::default() }
    }
}
