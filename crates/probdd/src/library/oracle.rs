//! The test of a reduction as the scheduler sees it.

use super::answer::Answer;
use super::candidate::Candidate;
use super::error::Error;
use crate::input::Input;
use crate::settings::Plan;
use probdd_exec::{
    Check, CheckOracle, Form, Interrupt, Limits, Oracle, Outcome, Surroundings, Tester,
    remove_stale,
};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The test of a reduction.
#[derive(Clone)]
pub(super) enum Test {
    Function(Arc<Function>),
    /// A program, by its path.
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
    /// Prepares as many oracles as there are jobs.
    pub(super) fn oracles(
        &self,
        plan: &Plan,
        input: &Input,
        jobs: usize,
        interrupt: &Interrupt,
    ) -> Result<Vec<AnyOracle>, Error> {
        let form = input.form();
        match self {
            Test::Function(function) => {
                let oracle = |_| AnyOracle::Function(Arc::clone(function), form.clone());
                Ok((0..jobs).map(oracle).collect())
            }
            Test::Program(path) => {
                remove_stale();
                let limits = Limits { timeout: plan.timeout, ..Limits::default() };
                let surroundings = Surroundings::new(input.dir.clone(), form, limits);
                let tester = Tester::Program(Check::new(program(path)?, surroundings));
                let oracle = |_| {
                    let confinement = plan.confinement.clone();
                    let oracle = CheckOracle::new(tester.clone(), confinement, interrupt.clone())?;
                    Ok(AnyOracle::Program(Box::new(oracle)))
                };
                (0..jobs).map(oracle).collect()
            }
        }
    }
}

/// The absolute path of a program.
fn program(path: &Path) -> Result<PathBuf, Error> {
    if path.extension().is_some_and(|extension| extension == "toml") {
        let message = format!("`{}` describes checks, and no program", path.display());
        return Err(Error::refused(message, "let a function return the results of the checks"));
    }
    std::path::absolute(path).map_err(|cause| {
        let message = format!("cannot find the interestingness test `{}`: {cause}", path.display());
        Error::Refused { message, hints: Vec::new() }
    })
}

impl AnyOracle {
    /// Sets the time limit of the following queries; a function has none.
    pub(super) fn limit(&mut self, timeout: Duration) {
        if let AnyOracle::Program(oracle) = self {
            oracle.tester.limits().timeout = Some(timeout);
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
}
