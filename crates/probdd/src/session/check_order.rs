//! In which order checks run: their dependencies, costs and redundancy, known since the baseline.

use crate::command_line::{FeedbackMode, Value};
use crate::error::Failure;
use crate::settings::Settings;
use probdd_exec::{CheckPlan, CheckSpec, Checks, Expense, Outcome, Tester};
use std::sync::Arc;
use std::time::Duration;

/// The checks of the test, as the scheduler uses them.
pub(super) fn plan(
    settings: &Settings,
    tester: &Tester,
    baseline: &Outcome,
) -> Result<CheckPlan, Failure> {
    if let (Tester::Checks(checks), Some(mode)) = (tester, settings.feedback) {
        let names = checks.specs().iter().map(|spec| Arc::clone(&spec.name)).collect();
        let plan = CheckPlan::new(names, mode.learns_from_checks());
        return Ok(match mode {
            FeedbackMode::Binary | FeedbackMode::Cov => plan.in_order(checks.order()),
            // A batch accepts candidates that were tested a while ago.
            FeedbackMode::Dedup => {
                plan.economical(expenses(settings, checks, baseline), settings.batch == 1)
            }
            FeedbackMode::Parallel => plan,
            // Which checks are aborted depends on time.
            FeedbackMode::ParallelAbort => CheckPlan::default(),
        });
    }
    let names: Vec<_> = baseline.checks.iter().map(|check| Arc::clone(&check.name)).collect();
    if let (Some(mode), true) = (settings.feedback, names.is_empty()) {
        let name = mode.word();
        let message = format!("--feedback {name} has no effect: the test reports no checks");
        return Err(Failure::usage(message).hint(
            "a script reports each check by a line `name held` or `name failed`, appended to the file \
             $PROBDD_FEEDBACK; or describe the checks in a checks.toml",
        ));
    }
    Ok(CheckPlan::new(names, settings.feedback.is_none_or(FeedbackMode::learns_from_checks)))
}

/// The cost, dependencies and declared redundancy of each check.
fn expenses(settings: &Settings, checks: &Checks, baseline: &Outcome) -> Vec<Expense> {
    let expense = |(check, spec): (usize, &CheckSpec)| Expense {
        cost: cost(settings, spec, baseline) as f64,
        after: spec.after.clone(),
        redundant: settings.test.checks().and_then(|file| file.redundant[check]),
    };
    checks.specs().iter().enumerate().map(expense).collect()
}

/// The cost of a check in milliseconds: what the user gave, or else the measured time on the input,
/// rounded to a power of two.
pub(super) fn cost(settings: &Settings, spec: &CheckSpec, baseline: &Outcome) -> u64 {
    let given = settings.check_costs.iter().rev().find(|(name, _)| **name == *spec.name);
    if let Some((_, cost)) = given {
        return *cost;
    }
    let run = baseline.checks.iter().find(|check| check.name == spec.name);
    // Waiting is a cost, too, but on a busy machine much of it is waiting for a core.
    let time = run.map_or(Duration::ZERO, |run| run.cpu.max(run.wall / 2) / run.runs);
    power_of_two(time.as_secs_f64() * 1e3)
}

/// The nearest power of two, at least 1.
fn power_of_two(number: f64) -> u64 {
    let mut power = 1;
    while number > power as f64 * std::f64::consts::SQRT_2 {
        power *= 2;
    }
    power
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_are_powers_of_two() {
        for (number, power) in [(0.0, 1), (1.4, 1), (1.5, 2), (100.0, 128), (90.0, 64)] {
            assert_eq!(power_of_two(number), power, "{number}");
        }
    }
}
