//! The test of a reduction as the scheduler sees it.

use super::answer::Answer;
use super::candidate::Candidate;
use super::error::Error;
use crate::checks_of_run::{ChecksOfRun, ChoicesAboutChecks, plan_of_reports};
use crate::command_line::{FeedbackMode, ReduceArgs};
use crate::input::Input;
use crate::interestingness_test;
use crate::settings::{Plan, feedback_mode};
use probdd_exec::{
    CheckOracle, CheckPlan, Form, Interrupt, Limits, Manner, Oracle, Outcome, Surroundings, Tester,
    remove_stale,
};
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The test of a reduction.
#[derive(Clone)]
pub(super) enum Test {
    Function(Arc<Function>),
    /// A program, or a description of checks, by its path.
    Program(PathBuf),
}

pub(super) type Function = dyn Fn(&Candidate) -> Answer + Send + Sync;

/// An oracle for one job.
pub(super) enum AnyOracle {
    Function(Arc<Function>, Form),
    Program(Box<CheckOracle>),
}

impl fmt::Debug for Test {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Test::Function(_) => to.write_str("Function"),
            Test::Program(path) => to.debug_tuple("Program").field(path).finish(),
        }
    }
}

impl Test {
    /// Prepares the test; a function has nothing to prepare.
    pub(super) fn prepare(
        &self,
        args: &ReduceArgs,
        plan: &Plan,
        input: &Input,
        jobs: usize,
    ) -> Result<Prepared, Error> {
        let path = match self {
            Test::Function(function) => {
                let (function, form) = (Arc::clone(function), input.form());
                let feedback = feedback_mode(args, None)?;
                return Ok(Prepared::Function { function, form, feedback });
            }
            Test::Program(path) => path,
        };
        let args = ReduceArgs { test: Some(path.clone()), ..args.clone() };
        let test = interestingness_test::Test::new(&args)?;
        let feedback = feedback_mode(&args, Some(&test))?;
        let limits = Limits { timeout: plan.timeout, ..Limits::default() };
        let surroundings = Surroundings::new(input.dir.clone(), input.form(), limits);
        let manner = feedback.map_or(Manner::InOrder, FeedbackMode::manner);
        let tester = Box::new(test.tester(surroundings, manner, jobs));
        Ok(Prepared::Programs { test, tester, feedback })
    }
}

/// A test that is ready to run.
pub(super) enum Prepared {
    Function {
        function: Arc<Function>,
        form: Form,
        feedback: Option<FeedbackMode>,
    },
    /// A program, or the programs of checks.
    Programs {
        test: interestingness_test::Test,
        tester: Box<Tester>,
        feedback: Option<FeedbackMode>,
    },
}

impl Prepared {
    /// As many oracles as fit into the jobs.
    pub(super) fn oracles(
        &self,
        plan: &Plan,
        jobs: usize,
        interrupt: &Interrupt,
    ) -> Result<Vec<AnyOracle>, Error> {
        match self {
            Prepared::Function { function, form, .. } => {
                let oracle = |_| AnyOracle::Function(Arc::clone(function), form.clone());
                Ok((0..jobs).map(oracle).collect())
            }
            Prepared::Programs { tester, .. } => {
                remove_stale();
                let oracle = |_| {
                    let confinement = plan.confinement.clone();
                    let oracle =
                        CheckOracle::new(Tester::clone(tester), confinement, interrupt.clone())?;
                    Ok(AnyOracle::Program(Box::new(oracle)))
                };
                (0..jobs / tester.lanes()).map(oracle).collect()
            }
        }
    }

    /// What the scheduler has to know of the checks, and the time limit of each that a program is.
    pub(super) fn checks(
        &self,
        args: &ReduceArgs,
        plan: &Plan,
        baseline: &Outcome,
    ) -> Result<(CheckPlan, Vec<Option<Duration>>), Error> {
        match self {
            Prepared::Function { feedback, .. } => {
                Ok((plan_of_reports(baseline, *feedback)?, Vec::new()))
            }
            Prepared::Programs { test, tester, feedback } => {
                let choices = ChoicesAboutChecks {
                    feedback: *feedback,
                    costs: &args.check_cost,
                    timeout: plan.timeout,
                    batch: args.batch as usize,
                };
                let checks = ChecksOfRun { test, tester, baseline, choices };
                Ok((checks.plan()?, checks.timeouts()))
            }
        }
    }
}

impl AnyOracle {
    /// Sets the time limit of the following queries; a function has none.
    pub(super) fn limit(&mut self, timeout: Duration) {
        if let AnyOracle::Program(oracle) = self {
            oracle.tester.limits().timeout = Some(timeout);
        }
    }

    /// Sets the time limit of each check.
    pub(super) fn limit_checks(&mut self, timeouts: &[Option<Duration>]) {
        if let AnyOracle::Program(oracle) = self {
            oracle.tester.set_deadlines(timeouts);
        }
    }
}

impl Oracle for AnyOracle {
    fn query(
        &mut self,
        candidate: &[u8],
        cancel: &Interrupt,
    ) -> Result<Outcome, probdd_exec::Error> {
        match self {
            AnyOracle::Function(function, form) => {
                let began = Instant::now();
                let answer = function(&Candidate::new(candidate, form));
                Ok(answer.outcome(began.elapsed()))
            }
            AnyOracle::Program(oracle) => oracle.query(candidate, cancel),
        }
    }

    fn set_order(&mut self, order: &[usize]) {
        if let AnyOracle::Program(oracle) = self {
            oracle.set_order(order);
        }
    }

    fn set_deadline(&mut self, deadline: Option<Duration>) {
        if let AnyOracle::Program(oracle) = self {
            oracle.set_deadline(deadline);
        }
    }
}
