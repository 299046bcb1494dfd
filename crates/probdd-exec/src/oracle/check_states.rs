//! The states of all checks after one query, and the feedback to a search, in few bytes.

use probdd_core::{CheckState, Feedback, Verdict};

/// The most checks that a test may be made of.
pub const MOST_CHECKS: usize = 64;

/// The state of each check, in the order of the checks: two bits each, up to the first that is zero.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CheckStates(u128);

/// A [`Feedback`] in few bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PackedFeedback {
    pub(crate) verdict: Verdict,
    pub(crate) states: CheckStates,
}

impl CheckStates {
    /// No state is known, or the test is not made of checks.
    pub const NONE: CheckStates = CheckStates(0);

    /// Packs these states.
    ///
    /// # Panics
    /// When there are more than [`MOST_CHECKS`].
    pub fn new(states: &[CheckState]) -> CheckStates {
        assert!(states.len() <= MOST_CHECKS, "a test has at most {MOST_CHECKS} checks");
        let bits = |state: &CheckState| match state {
            CheckState::Held => 1,
            CheckState::Failed => 2,
            CheckState::NotRun => 3,
        };
        CheckStates(states.iter().rev().fold(0, |all, state| all << 2 | bits(state)))
    }

    /// Returns the states one by one.
    pub fn iter(self) -> impl Iterator<Item = CheckState> {
        let states = (0..MOST_CHECKS).map(move |check| match self.0 >> (2 * check) & 3 {
            1 => Some(CheckState::Held),
            2 => Some(CheckState::Failed),
            3 => Some(CheckState::NotRun),
            _ => None,
        });
        states.map_while(|state| state)
    }
}

impl PackedFeedback {
    /// An uninteresting candidate whose checks are not known.
    pub(crate) const UNINTERESTING: PackedFeedback =
        PackedFeedback::new(Verdict::Uninteresting, CheckStates::NONE);

    pub(crate) const fn new(verdict: Verdict, states: CheckStates) -> PackedFeedback {
        PackedFeedback { verdict, states }
    }

    pub(crate) fn is_interesting(&self) -> bool {
        self.verdict.is_interesting()
    }
}

impl From<Verdict> for PackedFeedback {
    fn from(verdict: Verdict) -> PackedFeedback {
        PackedFeedback::new(verdict, CheckStates::NONE)
    }
}

impl From<&PackedFeedback> for Feedback {
    fn from(PackedFeedback { verdict, states }: &PackedFeedback) -> Feedback {
        Feedback { verdict: *verdict, checks: states.iter().collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use CheckState::{Failed, Held, NotRun};

    #[test]
    fn states_come_back_as_they_were() {
        for length in [0, 1, 2, 3, 7, MOST_CHECKS] {
            let states: Vec<_> = [Held, Failed, NotRun].into_iter().cycle().take(length).collect();
            assert_eq!(CheckStates::new(&states).iter().collect::<Vec<_>>(), states);
        }
        assert_eq!(CheckStates::new(&[]), CheckStates::NONE);
    }
}
