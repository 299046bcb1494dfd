//! How the checks of a test run, and what the search learns from them: defaults and contradictions.

use super::Strategy;
use crate::command_line::{FeedbackMode, ReduceArgs, Reducer, Value};
use crate::error::Failure;
use crate::interestingness_test::Test;
use probdd_core::{AfterFail, Algorithm};
use probdd_exec::CheckSpec;

/// The default for checks that probdd runs: users need not know the cheapest order.
const FEEDBACK_OF_OUR_CHECKS: FeedbackMode = FeedbackMode::Dedup;

/// The default for a test that runs its checks itself and reports them.
pub(crate) const FEEDBACK_OF_REPORTS: FeedbackMode = FeedbackMode::Cov;

/// The mode that the user chose, or the default; `None` for a program, which may or may not report
/// checks, and for a function of the caller (`None` as the test).
pub(crate) fn feedback_mode(
    args: &ReduceArgs,
    test: Option<&Test>,
) -> Result<Option<FeedbackMode>, Failure> {
    use FeedbackMode::{Dedup, Parallel, ParallelAbort};
    if let Some(checks) = test.and_then(Test::checks) {
        let default = match checks.as_slice() {
            // With a single command there is nothing to be learned but the verdict.
            [_] if test.is_some_and(|test| test.property().is_some()) => FeedbackMode::Binary,
            _ => FEEDBACK_OF_OUR_CHECKS,
        };
        let mode = args.feedback.unwrap_or(default);
        check_costs(args, mode, &checks)?;
        return Ok(Some(mode));
    }
    if !args.check_cost.is_empty() {
        let message = "--check-cost has no effect on a test that runs its own checks";
        return Err(Failure::usage(message).hint("leave it out"));
    }
    if let Some(mode @ (Parallel | ParallelAbort | Dedup)) = args.feedback {
        let mode = mode.word();
        let message = format!("--feedback {mode} has no effect on a test that runs its own checks");
        return Err(
            Failure::usage(message).hint("describe the checks in a checks.toml, or leave it out")
        );
    }
    Ok(args.feedback)
}

/// Rejects costs of unknown checks, and costs that have no effect.
fn check_costs(args: &ReduceArgs, mode: FeedbackMode, checks: &[CheckSpec]) -> Result<(), Failure> {
    let names: Vec<&str> = checks.iter().map(|spec| &*spec.name).collect();
    match args.check_cost.iter().find(|(name, _)| !names.contains(&name.as_str())) {
        Some((name, _)) => {
            let message = format!("--check-cost names `{name}`, but there is no such check");
            Err(Failure::usage(message).hint(format!("the checks are: {}", names.join(", "))))
        }
        None if mode != FeedbackMode::Dedup && !args.check_cost.is_empty() => {
            let message = "--check-cost has no effect without --feedback dedup: the order is the \
                           one in the file";
            Err(Failure::usage(message).hint("add --feedback dedup, or leave it out"))
        }
        None => Ok(()),
    }
}

/// What the search assumes about checks that did not run. The defaults do better than the other
/// choice (`lab evaluate checks`).
pub(super) fn after_fail(args: &ReduceArgs, strategy: &Strategy) -> Result<AfterFail, Failure> {
    use FeedbackMode::{Binary, ParallelAbort};
    let Some(chosen) = args.after_fail else {
        return Ok(AfterFail::Failed);
    };
    if matches!(args.feedback, Some(Binary | ParallelAbort)) {
        let message = "--after-fail has no effect if the search learns only the verdict";
        return Err(Failure::usage(message).hint("add --feedback cov, or leave it out"));
    }
    if !learns_from_checks(strategy) {
        let message = "--after-fail has no effect on this search, which does not learn from checks";
        return Err(Failure::usage(message).hint("choose another --reducer or --minimizer"));
    }
    Ok(chosen)
}

/// Whether the search has a model of the checks.
pub(crate) fn learns_from_checks(strategy: &Strategy) -> bool {
    use Algorithm::{ActiveCoarsen, Ddmin, DdminComplements, Opdd, Splitting};
    match strategy.minimizer {
        Some(minimizer) => !matches!(
            minimizer.algorithm,
            Ddmin | DdminComplements | Opdd | ActiveCoarsen | Splitting
        ),
        None => !matches!(strategy.reducer, Reducer::Pardis | Reducer::Frontier),
    }
}
