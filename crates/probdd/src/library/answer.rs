//! What a test that is a function says about a candidate.

use probdd_core::Verdict;
use probdd_exec::{CheckRun, End, Outcome};
use std::time::Duration;

/// What a test says about a candidate.
///
/// A test that returns `bool` or [`Verdict`] needs no `Answer`; they turn into one by themselves. So do
/// the results of *checks*, all of which must hold: the search learns from each of them.
///
/// ```
/// use probdd::Answer;
///
/// assert_eq!(Answer::from(true), Answer::Interesting);
/// let checks = Answer::from([("parses", true), ("crashes", false)]);
/// assert!(matches!(checks, Answer::Checks(_)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The property holds.
    Interesting,
    /// It does not.
    Uninteresting,
    /// The test cannot decide. Searches treat the candidate as uninteresting.
    Unresolved,
    /// The checks that ran, by name, and whether each has held. The candidate is interesting if all have.
    /// The checks of a test are those that it names for the input; later, some may be missing.
    Checks(Vec<(String, bool)>),
}

impl Answer {
    /// The outcome of a test that has taken so long.
    pub(super) fn outcome(self, wall: Duration) -> Outcome {
        let (verdict, checks) = match self {
            Answer::Interesting => (Verdict::Interesting, Vec::new()),
            Answer::Uninteresting => (Verdict::Uninteresting, Vec::new()),
            Answer::Unresolved => (Verdict::Unresolved, Vec::new()),
            Answer::Checks(checks) => {
                let has_held = checks.iter().all(|(_, has_held)| *has_held);
                let verdict = if has_held { Verdict::Interesting } else { Verdict::Uninteresting };
                let run = |(name, has_held): (String, bool)| CheckRun {
                    name: name.into(),
                    has_held,
                    runs: 1,
                    ..CheckRun::default()
                };
                (verdict, checks.into_iter().map(run).collect())
            }
        };
        Outcome { wall, checks, ..Outcome::new(verdict, End::Answered) }
    }
}

impl From<bool> for Answer {
    fn from(is_interesting: bool) -> Answer {
        if is_interesting { Answer::Interesting } else { Answer::Uninteresting }
    }
}

impl From<Verdict> for Answer {
    fn from(verdict: Verdict) -> Answer {
        match verdict {
            Verdict::Interesting => Answer::Interesting,
            Verdict::Uninteresting => Answer::Uninteresting,
            Verdict::Unresolved => Answer::Unresolved,
        }
    }
}

impl<S: Into<String>> From<Vec<(S, bool)>> for Answer {
    fn from(checks: Vec<(S, bool)>) -> Answer {
        Answer::Checks(checks.into_iter().map(|(name, held)| (name.into(), held)).collect())
    }
}

impl<S: Into<String>, const N: usize> From<[(S, bool); N]> for Answer {
    fn from(checks: [(S, bool); N]) -> Answer {
        Vec::from(checks).into()
    }
}
