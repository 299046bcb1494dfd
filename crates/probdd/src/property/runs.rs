//! The runs of a command from which is learned what it does.

use super::expect::{Expect, expectation};
use probdd_exec::Observed;

/// The runs of one command.
pub(super) struct Runs<'a> {
    /// As it was typed.
    pub(super) typed: &'a str,
    /// On the input.
    pub(super) right: Vec<&'a Observed>,
    /// On texts that are wrong.
    pub(super) wrong: Vec<&'a Observed>,
}

impl Runs<'_> {
    /// Whether the command does this on the input and not on wrong texts.
    pub(super) fn tells(&self, expects: &[Expect]) -> bool {
        let Ok((expectation, _)) = expectation(expects) else { return false };
        self.right.iter().all(|run| run.meets(&expectation))
            && !self.wrong.iter().any(|run| run.meets(&expectation))
    }
}
