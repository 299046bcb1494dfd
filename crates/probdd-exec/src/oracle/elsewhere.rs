//! A test that another machine runs: the steps of a query, and the outcome of what they did.
//!
//! How a step gets there, and how its end comes back, is not known here. A test that is a process
//! which answers one query after another cannot be taken apart into steps.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use super::expectation::{Expectation, MOST_BYTES};
use super::observed::Observed;
use super::outcome::Outcome;
use super::surroundings::Limits;
use crate::process::End;

/// One program of a query.
#[derive(Clone, Debug)]
pub struct Step {
    /// The number of the check; 0 for a test that is one program.
    pub number: usize,
    /// What it runs.
    pub command: StepCommand,
    /// The time after which it is killed.
    pub timeout: Option<Duration>,
    /// Whether standard output and standard error are told apart.
    pub is_apart: bool,
    /// The numbers of the steps that it needs: it runs only if they may hold.
    pub needs: Vec<usize>,
    pub(super) expectation: Option<Expectation>,
}

/// What a step runs.
#[derive(Clone, Debug)]
pub enum StepCommand {
    /// The test, by its absolute path here; its arguments are the paths of the candidate.
    Test(PathBuf),
    /// A command of the shell; `$1` is the candidate's path.
    Shell(OsString),
    /// A program, by its absolute path or relative to the query's directory, and its arguments.
    Program(PathBuf, Vec<OsString>),
}

/// The steps of a query.
#[derive(Clone, Debug)]
pub struct Steps {
    /// The steps, in the order in which they run.
    pub steps: Vec<Step>,
    /// Whether a step that cannot hold any more is the last one.
    pub is_until_failure: bool,
}

/// What a step did.
#[derive(Clone, Debug)]
pub struct Ran {
    /// The number of the step.
    pub number: usize,
    /// How it ended.
    pub end: End,
    /// Standard output; with standard error, in the order in which they were written, unless they
    /// were to be told apart.
    pub stdout: Vec<u8>,
    /// Standard error, if it was to be told apart.
    pub stderr: Vec<u8>,
    /// The time that it took.
    pub wall: Duration,
    /// User and system time.
    pub cpu: Duration,
}

impl Step {
    /// Whether the step may hold after this end, whatever it has printed.
    pub fn may_hold(&self, end: End) -> bool {
        match &self.expectation {
            Some(expectation) => expectation.may_hold(end),
            None => true,
        }
    }

    /// How many bytes of each output are of use, to a test that keeps so many.
    pub fn most_output(&self, limits: &Limits) -> u64 {
        if self.is_apart { MOST_BYTES } else { limits.output_bytes as u64 }
    }
}

impl Ran {
    /// Returns the outcome of the program, with the texts to be searched if they are apart.
    pub(super) fn into_outcome(self, is_apart: bool, most: usize) -> (Outcome, Vec<Vec<u8>>) {
        let Ran { end, mut stdout, stderr, wall, cpu, .. } = self;
        let outcome = Outcome { wall, cpu, ..Outcome::of_end(end) };
        if is_apart {
            return (outcome, vec![stdout, stderr]);
        }
        let output_truncated = stdout.len() > most;
        stdout.truncate(most);
        (Outcome { output: stdout, output_truncated, ..outcome }, Vec::new())
    }
}

impl From<Ran> for Observed {
    fn from(ran: Ran) -> Observed {
        Observed { end: ran.end, stdout: ran.stdout, stderr: ran.stderr, wall: ran.wall }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{
        Check, CheckCommand, CheckSpec, Checks, Manner, Pattern, Stream, Surroundings, Tester,
    };
    use super::*;
    use crate::sandbox::Form;
    use probdd_core::Verdict;
    use regex::bytes::Regex;

    fn surroundings() -> Surroundings {
        Surroundings::new("/in".into(), Form::file("a.c".into()), Limits::default())
    }

    fn ran(number: usize, code: i32, stdout: &str) -> Ran {
        let (end, stdout) = (End::Exited(code), stdout.as_bytes().to_vec());
        let (wall, cpu) = (Duration::from_millis(2), Duration::from_millis(1));
        Ran { number, end, stdout, stderr: Vec::new(), wall, cpu }
    }

    /// Checks `a`, `b` whose output has to have an x, and `c` after `a`.
    fn checks(manner: Manner) -> Tester {
        let spec = |name: &str, after: &[usize], has_pattern: bool| {
            let regex = Regex::new("x").expect("it is one");
            let pattern = Pattern { stream: Stream::Stdout, is_wanted: true, regex, except: None };
            let patterns = if has_pattern { vec![pattern] } else { Vec::new() };
            CheckSpec {
                name: name.into(),
                command: CheckCommand::Shell(name.into()),
                expectation: Expectation { patterns, ..Expectation::default() },
                timeout: None,
                after: after.to_vec(),
            }
        };
        let specs = vec![spec("a", &[], false), spec("b", &[], true), spec("c", &[0], false)];
        Tester::Checks(Checks::new(specs, "/in".into(), surroundings()).in_manner(manner, 3))
    }

    fn outcome(tester: &Tester, ran: Vec<Ran>) -> (Verdict, Vec<(String, bool)>) {
        let outcome = tester.outcome_elsewhere(ran, b"", Duration::from_millis(9));
        assert_eq!(outcome.wall, Duration::from_millis(9));
        let checks = outcome.checks.iter().map(|check| (check.name.to_string(), check.has_held));
        (outcome.verdict, checks.collect())
    }

    #[test]
    fn a_program_is_one_step_whose_end_and_reports_are_the_outcome() {
        let tester = Tester::Program(Check::new("/t/test.sh".into(), surroundings()));
        let steps = tester.steps().steps;
        assert!(
            matches!(&steps[0].command, StepCommand::Test(program) if program.ends_with("test.sh"))
        );
        let outcome =
            tester.outcome_elsewhere(vec![ran(0, 125, "said")], b"built held\n", Duration::ZERO);
        assert_eq!((outcome.verdict, outcome.end), (Verdict::Unresolved, End::Exited(125)));
        assert_eq!((outcome.output, &*outcome.checks[0].name), (b"said".to_vec(), "built"));
    }

    #[test]
    fn what_ran_after_a_check_that_does_not_hold_does_not_count() {
        let tester = checks(Manner::InOrder);
        let held = |name: &str, has_held| (name.to_owned(), has_held);
        let (a, b, c) = (held("a", true), held("b", true), held("c", true));
        let all = outcome(&tester, vec![ran(0, 0, ""), ran(1, 0, "x"), ran(2, 0, "")]);
        assert_eq!(all, (Verdict::Interesting, vec![a.clone(), b, c]));
        // Only here it is known that the output of `b` is wrong.
        let cut = outcome(&tester, vec![ran(0, 0, ""), ran(1, 0, "y"), ran(2, 0, "")]);
        assert_eq!(cut, (Verdict::Uninteresting, vec![a.clone(), held("b", false)]));
        let short = outcome(&tester, vec![ran(0, 0, "")]);
        assert_eq!(short, (Verdict::Unresolved, vec![a]));
    }

    #[test]
    fn side_by_side_all_count_that_have_what_they_need() {
        let tester = checks(Manner::SideBySide);
        let held = |name: &str, has_held| (name.to_owned(), has_held);
        let both = outcome(&tester, vec![ran(0, 1, ""), ran(1, 0, "x"), ran(2, 0, "")]);
        assert_eq!(both, (Verdict::Uninteresting, vec![held("a", false), held("b", true)]));
    }

    #[test]
    fn observing_takes_no_step_for_the_last() {
        let steps = checks(Manner::InOrder).observing_steps();
        assert!(!steps.is_until_failure);
        assert!(steps.steps.iter().all(|step| step.is_apart && step.may_hold(End::Exited(3))));
    }
}
