//! The checks of the test after the baseline: their order, costs and time limits.

use crate::command_line::{FeedbackMode, Value};
use crate::error::Failure;
use crate::interestingness_test::Test;
use crate::report::CheckHeader;
use probdd_exec::{CheckPlan, CheckRun, CheckSpec, Expense, Outcome, Tester, derived_timeout};
use std::sync::Arc;
use std::time::Duration;

/// The checks of a run whose baseline is known.
pub(crate) struct ChecksOfRun<'a> {
    pub(crate) test: &'a Test,
    pub(crate) tester: &'a Tester,
    pub(crate) baseline: &'a Outcome,
    pub(crate) choices: ChoicesAboutChecks<'a>,
}

/// What the user has chosen about checks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ChoicesAboutChecks<'a> {
    /// How checks run and what the search learns from them; `None` for a program.
    pub(crate) feedback: Option<FeedbackMode>,
    /// The costs of some checks in milliseconds.
    pub(crate) costs: &'a [(String, u64)],
    /// The time limit of each check that has no limit of its own; `None` derives it from the baseline.
    pub(crate) timeout: Option<Duration>,
    /// How many candidates are tested against the same best.
    pub(crate) batch: usize,
}

impl ChecksOfRun<'_> {
    /// The descriptions of the checks, unless the test itself runs them.
    fn specs(&self) -> &[CheckSpec] {
        match self.tester {
            Tester::Checks(checks) => checks.specs(),
            _ => &[],
        }
    }

    fn run(&self, spec: &CheckSpec) -> Option<&CheckRun> {
        self.baseline.checks.iter().find(|check| check.name == spec.name)
    }

    /// The time limit of each check; empty if the test itself runs its checks.
    pub(crate) fn timeouts(&self) -> Vec<Option<Duration>> {
        let timeout = |spec: &CheckSpec| {
            let derived = || self.run(spec).map(|run| derived_timeout(run.slowest));
            spec.timeout.or(self.choices.timeout).or_else(derived)
        };
        self.specs().iter().map(timeout).collect()
    }

    /// The checks in the first line of the trace.
    pub(crate) fn headers(&self, timeouts: &[Option<Duration>]) -> Vec<CheckHeader> {
        let header =
            |name: &Arc<str>| CheckHeader { name: name.to_string(), cost: None, timeout: None };
        let Tester::Checks(checks) = self.tester else {
            return self.baseline.checks.iter().map(|check| header(&check.name)).collect();
        };
        let has_costs = self.choices.feedback == Some(FeedbackMode::Dedup);
        let one = |(spec, timeout): (&CheckSpec, &Option<Duration>)| CheckHeader {
            cost: has_costs.then(|| self.cost(spec)),
            timeout: timeout.map(|timeout| timeout.as_secs_f64()),
            ..header(&spec.name)
        };
        checks.specs().iter().zip(timeouts).map(one).collect()
    }

    /// The checks as the scheduler uses them.
    pub(crate) fn plan(&self) -> Result<CheckPlan, Failure> {
        let ChoicesAboutChecks { feedback, batch, .. } = self.choices;
        if let (Tester::Checks(checks), Some(mode)) = (self.tester, feedback) {
            let names = checks.specs().iter().map(|spec| Arc::clone(&spec.name)).collect();
            let plan = CheckPlan::new(names, mode.learns_from_checks());
            return Ok(match mode {
                FeedbackMode::Binary | FeedbackMode::Cov => plan.in_order(checks.order()),
                // A batch accepts candidates that were tested a while ago.
                FeedbackMode::Dedup => plan.economical(self.expenses(), batch == 1),
                FeedbackMode::Parallel => plan,
                // Which checks are aborted depends on time.
                FeedbackMode::ParallelAbort => CheckPlan::default(),
            });
        }
        plan_of_reports(self.baseline, feedback)
    }

    /// The cost, dependencies and declared redundancy of each check.
    fn expenses(&self) -> Vec<Expense> {
        let expense = |(check, spec): (usize, &CheckSpec)| Expense {
            cost: self.cost(spec) as f64,
            after: spec.after.clone(),
            redundant: self.test.redundant(check),
        };
        self.specs().iter().enumerate().map(expense).collect()
    }

    /// The cost of a check in milliseconds: what the user gave, or else the measured time on the
    /// input, rounded to a power of two.
    fn cost(&self, spec: &CheckSpec) -> u64 {
        let given = self.choices.costs.iter().rev().find(|(name, _)| **name == *spec.name);
        if let Some((_, cost)) = given {
            return *cost;
        }
        // Waiting is a cost, too, but on a busy machine much of it is waiting for a core.
        let time =
            self.run(spec).map_or(Duration::ZERO, |run| run.cpu.max(run.wall / 2) / run.runs);
        power_of_two(time.as_secs_f64() * 1e3)
    }
}

/// The checks that the test itself has run on the input, as the scheduler uses them.
pub(crate) fn plan_of_reports(
    baseline: &Outcome,
    feedback: Option<FeedbackMode>,
) -> Result<CheckPlan, Failure> {
    let names: Vec<_> = baseline.checks.iter().map(|check| Arc::clone(&check.name)).collect();
    if let (Some(mode), true) = (feedback, names.is_empty()) {
        let name = mode.word();
        let message = format!("--feedback {name} has no effect: the test reports no checks");
        return Err(Failure::usage(message).hint(
            "a script reports each check by a line `name held` or `name failed`, appended to the file \
             $PROBDD_FEEDBACK; or describe the checks in a checks.toml",
        ));
    }
    Ok(CheckPlan::new(names, feedback.is_none_or(FeedbackMode::learns_from_checks)))
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
