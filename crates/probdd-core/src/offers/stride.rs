//! How many edits are tried at once while they keep succeeding one after another.

/// The logarithm of the most edits that are tried at once.
const LONGEST: u32 = 16;

/// How many edits have succeeded in a row. Edits that do so were mostly made possible by one earlier
/// change, and succeed together as well.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Stride {
    accepted: u32,
}

impl Stride {
    /// How many edits to try next: one until two have succeeded, then twice as many after each
    /// success.
    pub(super) fn length(self) -> usize {
        1 << self.accepted.saturating_sub(1).min(LONGEST)
    }

    pub(super) fn accepted(&mut self) {
        self.accepted += 1;
    }

    pub(super) fn rejected(&mut self) {
        self.accepted = 0;
    }
}
