//! What a session does for a test that is made of checks.

use super::derived_timeout;
use crate::error::Failure;
use crate::interestingness_test::checks_toml::ChecksFile;
use crate::report::CheckHeader;
use crate::settings::{Mode, Settings};
use probdd_exec::{CheckPlan, CheckRun, CheckSpec, Checks, End, Expense, Outcome, Tester};
use std::sync::Arc;
use std::time::Duration;

/// The checks of the test, now that the input was found interesting.
pub(super) fn plan(
    settings: &Settings,
    tester: &Tester,
    baseline: &Outcome,
) -> Result<CheckPlan, Failure> {
    if let (Tester::Checks(checks), Some(mode)) = (tester, settings.feedback) {
        let names = checks.specs().iter().map(|spec| Arc::clone(&spec.name)).collect();
        let plan = CheckPlan::new(names, mode.is_told());
        return Ok(match mode {
            Mode::Binary | Mode::Cov => plan.in_order(checks.order()),
            // Of a batch, candidates are accepted that were tested a while ago.
            Mode::Dedup => {
                plan.economical(expenses(settings, checks, baseline), settings.batch == 1)
            }
            Mode::Parallel => plan,
            // Which of them are cut short is a matter of time.
            Mode::ParallelAbort => CheckPlan::default(),
        });
    }
    let names: Vec<_> = baseline.checks.iter().map(|check| Arc::clone(&check.name)).collect();
    if let (Some(mode), true) = (settings.feedback, names.is_empty()) {
        let name = mode.name();
        let message = format!("--feedback {name} has no effect: the test has reported no checks");
        return Err(Failure::usage(message).hint(
            "a script reports them by lines as `name held` and `name failed` that it appends to \
             $PROBDD_FEEDBACK; or describe them in a checks.toml",
        ));
    }
    Ok(CheckPlan::new(names, settings.feedback.is_none_or(Mode::is_told)))
}

/// What each check costs: the power of two next to what it took on the input, if nothing was given.
fn expenses(settings: &Settings, checks: &Checks, baseline: &Outcome) -> Vec<Expense> {
    let expense = |(check, spec): (usize, &CheckSpec)| Expense {
        cost: cost(settings, spec, baseline) as f64,
        after: spec.after.clone(),
        redundant: settings.test.checks().and_then(|file| file.redundant[check]),
    };
    checks.specs().iter().enumerate().map(expense).collect()
}

/// The same of one check, in milliseconds.
fn cost(settings: &Settings, spec: &CheckSpec, baseline: &Outcome) -> u64 {
    let given = settings.check_costs.iter().rev().find(|(name, _)| **name == *spec.name);
    if let Some((_, cost)) = given {
        return *cost;
    }
    let run = baseline.checks.iter().find(|check| check.name == spec.name);
    // Waiting costs as well; but on a busy machine much of it is waiting for a core.
    let time = run.map_or(Duration::ZERO, |run| run.cpu.max(run.wall / 2) / run.runs);
    power_of_two(time.as_secs_f64() * 1e3)
}

/// The next power of two, from 1 on.
fn power_of_two(number: f64) -> u64 {
    let mut power = 1;
    while number > power as f64 * std::f64::consts::SQRT_2 {
        power *= 2;
    }
    power
}

/// What is made of the checks, now that it is known whether there are any.
pub(super) fn mode(settings: &Settings, plan: &CheckPlan) -> Option<Mode> {
    let reported = || Some(Mode::OF_REPORTS).filter(|_| !plan.names().is_empty());
    settings.feedback.or_else(reported)
}

/// The deadline of each check; nothing where the test runs its checks itself.
pub(super) fn deadlines(
    settings: &Settings,
    tester: &Tester,
    baseline: &Outcome,
) -> Vec<Option<Duration>> {
    let Tester::Checks(checks) = tester else { return Vec::new() };
    let deadline = |spec: &CheckSpec| {
        let is_it = |check: &&CheckRun| check.name == spec.name;
        let slowest = baseline.checks.iter().find(is_it).map(|check| check.slowest);
        spec.timeout.or(settings.timeout).or_else(|| slowest.map(derived_timeout))
    };
    checks.specs().iter().map(deadline).collect()
}

/// What the first line of the trace says of each check.
pub(super) fn header(
    settings: &Settings,
    tester: &Tester,
    baseline: &Outcome,
    deadlines: &[Option<Duration>],
) -> Vec<CheckHeader> {
    let Tester::Checks(checks) = tester else {
        let reported = |check: &CheckRun| CheckHeader {
            name: check.name.to_string(),
            cost: None,
            timeout: None,
        };
        return baseline.checks.iter().map(reported).collect();
    };
    let is_priced = settings.feedback == Some(Mode::Dedup);
    let one = |(spec, deadline): (&CheckSpec, &Option<Duration>)| CheckHeader {
        name: spec.name.to_string(),
        cost: is_priced.then(|| cost(settings, spec, baseline)),
        timeout: deadline.map(|deadline| deadline.as_secs_f64()),
    };
    checks.specs().iter().zip(deadlines).map(one).collect()
}

/// What the user should know of a check that failed though the input is interesting.
pub(super) fn contradiction(baseline: &Outcome) -> Option<String> {
    let failed = baseline.checks.iter().find(|check| !check.has_held)?;
    Some(format!(
        "the test reports that the check `{}` failed, and yet that the input is interesting: its exit \
         code decides",
        failed.name
    ))
}

/// Why the unmodified input is not interesting.
pub(super) fn end(file: &ChecksFile, outcome: &Outcome) -> String {
    let failed = outcome.checks.iter().find(|check| !check.has_held);
    match failed {
        Some(CheckRun { name, fault: Some(fault), .. }) => {
            format!("the check `{name}` of `{}` {fault}", file.path.display())
        }
        _ => format!("the checks of `{}` did not all run", file.path.display()),
    }
}

/// What to do about it.
pub(super) fn hints(end: End, name: &str) -> Vec<String> {
    let place = format!(
        "the checks run in a fresh directory that holds only `{name}`, and share it: what one writes \
         the next finds. Files beside the checks are `$CHECKS_DIR/NAME`, those beside the input \
         `$PROBDD_INPUT_DIR/NAME`"
    );
    let again = "try it by hand: copy the input alone into an empty directory and run the checks there, \
                 one after another";
    let first = match end {
        End::Exited(126) => "126 means that a command could not be run: look at its permissions",
        End::Exited(127) => "127 means that a command was not found: is a tool missing on PATH?",
        End::Exited(125) => "125 means that the check cannot tell",
        End::Exited(0) => "",
        End::Exited(_) | End::Signaled(_) => {
            "0 means that the check holds, unless its `exit` says otherwise; 128 and more is the \
             signal that killed it"
        }
        End::TimedOut => "give it more time: timeout = SECONDS, or --timeout SECONDS for all",
        End::OutOfDisk => "let it write more: --disk SIZE",
        _ => "see why it ended",
    };
    let hints = [first, &place, again].into_iter().filter(|hint| !hint.is_empty());
    hints.map(str::to_owned).collect()
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
