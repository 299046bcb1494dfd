//! What a query finds out: the outcome of one run of the test, and the answer of all runs.

use super::check_run::CheckRun;
use crate::process::{End, Ended};
use probdd_core::Verdict;
use std::time::Duration;

/// The exit code of a test that cannot decide, as for `git bisect run`.
pub(super) const EXIT_UNRESOLVED: i32 = 125;

/// What one run of the test found out, and what it cost.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// What the end means for the candidate.
    pub verdict: Verdict,
    /// How the test ended.
    pub end: End,
    /// Standard output and standard error of the test in the order in which they were written; at
    /// most the first [`Limits::output_bytes`](super::Limits::output_bytes).
    pub output: Vec<u8>,
    /// Whether the test wrote more than that.
    pub output_truncated: bool,
    /// The time from before the start of the test to its end.
    pub wall: Duration,
    /// User and system time of the test and of the descendants that it waited for.
    pub cpu: Duration,
    /// The checks that ran, if the test is made of checks or reports some.
    pub checks: Vec<CheckRun>,
    /// How often a persistent test was started again for this query, because its process had ended before
    /// it read the query.
    pub restarts: u32,
    /// Whether a descendant of the test could not be killed and still runs.
    pub has_survivors: bool,
    /// Whether the test has left mounts in its directory, which were detached.
    pub left_mounts: bool,
}

impl Outcome {
    /// Returns the outcome of a program that ended like this, without output, cost and checks.
    pub(super) fn of_end(end: End) -> Outcome {
        Outcome::new(verdict(end), end)
    }

    /// Returns an outcome without output, cost and checks.
    pub fn new(verdict: Verdict, end: End) -> Outcome {
        Outcome {
            verdict,
            end,
            output: Vec::new(),
            output_truncated: false,
            wall: Duration::ZERO,
            cpu: Duration::ZERO,
            checks: Vec::new(),
            restarts: 0,
            has_survivors: false,
            left_mounts: false,
        }
    }
}

impl From<Ended> for Outcome {
    fn from(ended: Ended) -> Outcome {
        Outcome {
            output: ended.output,
            output_truncated: ended.is_output_truncated,
            wall: ended.wall,
            cpu: ended.cpu,
            has_survivors: ended.has_survivors,
            ..Outcome::of_end(ended.end)
        }
    }
}

/// The outcome of one check of a test.
pub(super) struct CheckOutcome {
    pub(super) check: usize,
    pub(super) run: CheckRun,
    /// Interesting if the check holds; without checks.
    pub(super) outcome: Outcome,
}

/// Returns what the end of a test says about the candidate.
fn verdict(end: End) -> Verdict {
    match end {
        End::Exited(0) => Verdict::Interesting,
        End::Exited(EXIT_UNRESOLVED)
        | End::TimedOut
        | End::OutOfDisk
        | End::Interrupted
        | End::Lost
        | End::Answered
        | End::Garbled => Verdict::Unresolved,
        End::Exited(_) | End::Signaled(_) => Verdict::Uninteresting,
    }
}

/// The result of all runs of one candidate.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The verdict, the end that it stands on, and the cost of all runs.
    pub outcome: Outcome,
    /// How many runs there were, and how many of them were interesting.
    pub runs: Runs,
    /// The wall time of the slowest run.
    pub slowest: Duration,
    /// The limit of each run, if it was lower than that of the test.
    pub deadline: Option<Duration>,
}

/// Counts of the runs of one candidate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Runs {
    /// Interesting runs.
    pub hits: u32,
    /// All runs.
    pub total: u32,
}

impl Runs {
    /// Whether some runs were interesting and some were not.
    pub fn are_mixed(self) -> bool {
        0 < self.hits && self.hits < self.total
    }

    /// Returns the share of interesting runs.
    pub fn rate(self) -> f64 {
        f64::from(self.hits) / f64::from(self.total.max(1))
    }
}
