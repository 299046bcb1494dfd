//! What one query found out, check by check.

use crate::Verdict;

/// The answer to a query whose test may be made of several checks, all of which have to hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Feedback {
    /// Whether all of them hold.
    pub verdict: Verdict,
    /// What is known of each check, in their order. Nothing when the test is not made of checks, or
    /// when it ended otherwise than by them.
    pub checks: Vec<CheckState>,
}

/// What one check said of one candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CheckState {
    /// It ran, and it holds.
    Held,
    /// It ran, and it does not hold, or it could not decide.
    Failed,
    /// It did not run, because of another one that failed.
    NotRun,
}

impl Feedback {
    /// An uninteresting candidate of which nothing else is known.
    pub const UNINTERESTING: Feedback =
        Feedback { verdict: Verdict::Uninteresting, checks: Vec::new() };

    /// Whether all checks were observed to hold.
    pub fn is_interesting(&self) -> bool {
        self.verdict.is_interesting()
    }
}

impl From<Verdict> for Feedback {
    fn from(verdict: Verdict) -> Feedback {
        Feedback { verdict, checks: Vec::new() }
    }
}
