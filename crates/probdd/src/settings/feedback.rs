//! What is made of the checks of a test.

use super::{Reducer, Strategy};
use crate::command_line::args::{AfterFailArg, FeedbackArg, ReduceArgs};
use crate::error::Failure;
use crate::interestingness_test::Test;
use crate::interestingness_test::checks_toml::ChecksFile;
use probdd_core::AfterFail;
use probdd_core::list::Algorithm;
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
    /// They run one after another in the order that costs least, those that decide nothing later; a
    /// search is told what each said.
    Dedup,
}

impl Mode {
    /// The word for it in options, traces and reports.
    pub fn name(self) -> &'static str {
        match self {
            Mode::Binary => "binary",
            Mode::Cov => "cov",
            Mode::Parallel => "parallel",
            Mode::ParallelAbort => "parallel-abort",
            Mode::Dedup => "dedup",
        }
    }

    /// That of a test whose checks we run: nobody should have to know in which order they cost least.
    pub const OF_OUR_CHECKS: Mode = Mode::Dedup;

    /// That of a test which runs its checks itself.
    pub const OF_REPORTS: Mode = Mode::Cov;

    /// Whether a search is told what each check said.
    pub fn is_told(self) -> bool {
        matches!(self, Mode::Cov | Mode::Parallel | Mode::Dedup)
    }

    /// How checks are run.
    pub fn manner(self) -> Manner {
        match self {
            Mode::Binary | Mode::Cov | Mode::Dedup => Manner::InOrder,
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
        FeedbackArg::Dedup => Mode::Dedup,
    });
    if let Some(checks) = test.checks() {
        let mode = chosen.unwrap_or(Mode::OF_OUR_CHECKS);
        check_costs(args, mode, checks)?;
        return Ok(Some(mode));
    }
    if !args.check_cost.is_empty() {
        let message = "--check-cost has no effect on a test that runs its own checks";
        return Err(Failure::usage(message).hint("leave it out"));
    }
    match chosen {
        Some(mode @ (Mode::Parallel | Mode::ParallelAbort | Mode::Dedup)) => {
            let name = mode.name();
            let message =
                format!("--feedback {name} has no effect on a test that runs its own checks");
            Err(Failure::usage(message).hint("describe them in a checks.toml, or leave it out"))
        }
        chosen => Ok(chosen),
    }
}

/// Finds out that the costs that were given are those of checks, and have an effect.
fn check_costs(args: &ReduceArgs, mode: Mode, checks: &ChecksFile) -> Result<(), Failure> {
    let names: Vec<&str> = checks.specs.iter().map(|spec| &*spec.name).collect();
    match args.check_cost.iter().find(|(name, _)| !names.contains(&name.as_str())) {
        Some((name, _)) => {
            let message = format!("--check-cost names `{name}`, and there is no such check");
            Err(Failure::usage(message).hint(format!("the checks are: {}", names.join(", "))))
        }
        None if mode != Mode::Dedup && !args.check_cost.is_empty() => {
            let message =
                "--check-cost has no effect without --feedback dedup: the order is the file's";
            Err(Failure::usage(message).hint("add --feedback dedup, or leave it out"))
        }
        None => Ok(()),
    }
}

/// What is made of the checks that did not run: what was chosen, or does better (measured by
/// `lab evaluate checks`).
pub(super) fn after_fail(args: &ReduceArgs, strategy: &Strategy) -> Result<AfterFail, Failure> {
    let is_frontier = is_frontier(strategy);
    let Some(chosen) = args.after_fail else {
        return Ok(if is_frontier { AfterFail::Unknown } else { AfterFail::Failed });
    };
    if matches!(args.feedback, Some(FeedbackArg::Binary | FeedbackArg::ParallelAbort)) {
        let message = "--after-fail has no effect where a search is told the verdict only";
        return Err(Failure::usage(message).hint("add --feedback cov, or leave it out"));
    }
    if !has_model(strategy) {
        let message = "--after-fail has no effect on this search: it has no model of the checks";
        return Err(Failure::usage(message).hint("choose another --reducer or --minimizer"));
    }
    Ok(match chosen {
        AfterFailArg::Failed => AfterFail::Failed,
        AfterFailArg::Unknown => AfterFail::Unknown,
    })
}

fn is_frontier(strategy: &Strategy) -> bool {
    matches!(strategy, Strategy::Tree { reducer: Reducer::Frontier, .. })
}

/// Whether a search learns from checks.
fn has_model(strategy: &Strategy) -> bool {
    let is_without = |algorithm| {
        matches!(
            algorithm,
            Algorithm::Ddmin | Algorithm::Opdd | Algorithm::ActiveCoarsen | Algorithm::Splitting
        )
    };
    match strategy.minimizer() {
        Some(minimizer) => !is_without(minimizer.algorithm),
        None => !matches!(strategy, Strategy::Tree { reducer: Reducer::Pardis, .. }),
    }
}
