//! What is made of the checks of a test.

use crate::args::{FeedbackArg, ReduceArgs};
use crate::error::Failure;
use crate::test::Test;
use probdd_exec::Manner;

/// What is made of the checks of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// They run up to the first that fails; a search is told the verdict.
    Binary,
    /// The same, and a search is told what each said.
    Cov,
    /// All run that can, side by side, and a search is told what each said.
    Parallel,
    /// They run side by side until one fails; a search is told the verdict.
    ParallelAbort,
}

impl Mode {
    /// The word for it in options, traces and reports.
    pub fn name(self) -> &'static str {
        match self {
            Mode::Binary => "binary",
            Mode::Cov => "cov",
            Mode::Parallel => "parallel",
            Mode::ParallelAbort => "parallel-abort",
        }
    }

    /// Whether a search is told what each check said.
    pub fn is_told(self) -> bool {
        matches!(self, Mode::Cov | Mode::Parallel)
    }

    /// How checks are run.
    pub fn manner(self) -> Manner {
        match self {
            Mode::Binary | Mode::Cov => Manner::InOrder,
            Mode::Parallel => Manner::SideBySide,
            Mode::ParallelAbort => Manner::SideBySideUntilFailure,
        }
    }
}

/// What was chosen, or is best; none for a test of which it is not known whether it has checks.
pub(super) fn mode(args: &ReduceArgs, test: &Test) -> Result<Option<Mode>, Failure> {
    let chosen = args.feedback.map(|mode| match mode {
        FeedbackArg::Binary => Mode::Binary,
        FeedbackArg::Cov => Mode::Cov,
        FeedbackArg::Parallel => Mode::Parallel,
        FeedbackArg::ParallelAbort => Mode::ParallelAbort,
    });
    if test.checks().is_some() {
        return Ok(Some(chosen.unwrap_or(Mode::Cov)));
    }
    match chosen {
        Some(mode @ (Mode::Parallel | Mode::ParallelAbort)) => {
            let name = mode.name();
            let message =
                format!("--feedback {name} has no effect on a test that runs its own checks");
            Err(Failure::usage(message).hint("describe them in a checks.toml, or leave it out"))
        }
        chosen => Ok(chosen),
    }
}
