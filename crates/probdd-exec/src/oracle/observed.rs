//! What a command does, whatever it should do: how it ends, and what it prints.

use super::expectation::{Expectation, printed_texts};
use crate::process::{End, Ended};
use std::path::Path;
use std::time::Duration;

/// What a check did on a candidate. Nothing is judged.
#[derive(Clone, Debug)]
pub struct Observed {
    /// How it ended.
    pub end: End,
    /// What it printed to standard output; of a very long text the beginning.
    pub stdout: Vec<u8>,
    /// The same for standard error.
    pub stderr: Vec<u8>,
    /// How long it ran.
    pub wall: Duration,
}

impl Observed {
    /// What was seen of a run whose output is in the files of this name.
    pub(super) fn new(ended: &Ended, printed: &Path) -> Observed {
        let mut texts = printed_texts(printed).into_iter();
        let mut next = || texts.next().unwrap_or_default();
        Observed { end: ended.end, stdout: next(), stderr: next(), wall: ended.wall }
    }

    /// Whether a check that did this holds.
    #[must_use]
    pub fn meets(&self, expectation: &Expectation) -> bool {
        let texts = vec![self.stdout.clone(), self.stderr.clone()];
        expectation.judge_texts(self.end, texts).verdict.is_interesting()
    }
}
