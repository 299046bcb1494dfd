//! What the checks of a test said of one candidate, in sixteen bytes.

use probdd_core::{CheckState, Feedback, Verdict};

/// A test may be made of so many checks.
pub const MOST_CHECKS: usize = 64;

/// A state for each check, in their order: two bits each, as many as there are before the first that
/// is zero.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct States(u128);

/// What a search is told of a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Told {
    pub(crate) verdict: Verdict,
    pub(crate) states: States,
}

impl States {
    /// Nothing is known of any check, or the test is not made of checks.
    pub const NONE: States = States(0);

    /// These states.
    ///
    /// # Panics
    /// When there are more than [`MOST_CHECKS`].
    pub fn new(states: &[CheckState]) -> States {
        assert!(states.len() <= MOST_CHECKS, "a test has at most {MOST_CHECKS} checks");
        let bits = |state: &CheckState| match state {
            CheckState::Held => 1,
            CheckState::Failed => 2,
            CheckState::NotRun => 3,
        };
        States(states.iter().rev().fold(0, |all, state| all << 2 | bits(state)))
    }

    /// They, one by one.
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

impl Told {
    /// An uninteresting candidate of which nothing else is known.
    pub(crate) const UNINTERESTING: Told =
        Told { verdict: Verdict::Uninteresting, states: States::NONE };

    pub(crate) fn is_interesting(self) -> bool {
        self.verdict.is_interesting()
    }
}

impl From<Verdict> for Told {
    fn from(verdict: Verdict) -> Told {
        Told { verdict, states: States::NONE }
    }
}

impl From<Told> for Feedback {
    fn from(Told { verdict, states }: Told) -> Feedback {
        Feedback { verdict, checks: states.iter().collect() }
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
            assert_eq!(States::new(&states).iter().collect::<Vec<_>>(), states);
        }
        assert_eq!(States::new(&[]), States::NONE);
    }
}
