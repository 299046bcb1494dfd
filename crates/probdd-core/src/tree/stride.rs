//! How many edits are tried at once while they keep succeeding one after another.

/// The logarithm of the most edits that are tried at once.
const LONGEST: u32 = 16;

/// How many edits have succeeded in a row. Edits that do so were mostly made possible by one earlier
/// change, and succeed together as well.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stride {
    accepted: u32,
    /// The logarithm of the most edits.
    longest: u32,
}

impl Stride {
    /// No edit has succeeded yet.
    pub(super) fn growing() -> Stride {
        Stride { accepted: 0, longest: LONGEST }
    }

    /// Always one edit.
    pub(super) fn single() -> Stride {
        Stride { accepted: 0, longest: 0 }
    }

    /// How many edits to try next: one until two have succeeded, then twice as many after each
    /// success.
    pub(super) fn length(self) -> usize {
        1 << self.accepted.saturating_sub(1).min(self.longest)
    }

    pub(super) fn accepted(&mut self) {
        self.accepted += 1;
    }

    pub(super) fn rejected(&mut self) {
        self.accepted = 0;
    }
}
