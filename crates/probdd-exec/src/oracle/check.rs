//! A test that is one program, started for every query.
//!
//! It remembers nothing: the scheduler decides which candidates to run, `process` starts and kills.

use std::ffi::OsStr;
use std::path::PathBuf;

use super::elsewhere::{Step, StepCommand};
use super::expectation::Expectation;
use super::outcome::Outcome;
use super::surroundings::{FEEDBACK, Surroundings};
use super::{Error, Interrupt, feedback_file};
use crate::process;
use crate::sandbox::{Place, Sandbox};

/// An interestingness test that is one program.
///
/// The test runs in a fresh directory that holds only the candidate, with the candidate's absolute
/// path as `$1`; of several files each has an argument. `$PROBDD_INPUT_DIR` is the directory of the input, `$TMPDIR` a directory that is
/// removed after the query. `$PROBDD_FEEDBACK` is a file to which the test may append lines, each the
/// name of a check and `held` or `failed`. Standard input is empty.
#[derive(Clone, Debug)]
pub struct Check {
    program: PathBuf,
    pub(super) surroundings: Surroundings,
}

impl Check {
    /// The test `program`.
    ///
    /// # Panics
    /// When the path is not absolute.
    pub fn new(program: PathBuf, surroundings: Surroundings) -> Check {
        assert!(program.is_absolute(), "the test's path is absolute");
        Check { program, surroundings }
    }

    /// Returns the only step of a query that another machine runs.
    pub(super) fn step(&self) -> Step {
        Step {
            number: 0,
            command: StepCommand::Test(self.program.clone()),
            timeout: self.surroundings.limits.timeout,
            is_apart: false,
            needs: Vec::new(),
            expectation: Some(Expectation::default()),
        }
    }

    /// Runs one query: is `candidate` interesting?
    ///
    /// This returns when the test has ended, at the deadline, or soon after `interrupt` is raised.
    /// Then the test's directory is removed, and neither the test nor any descendant of it runs,
    /// whatever it did to its session, its signals or its environment.
    ///
    /// # Errors
    /// When the candidate cannot be written, or the test cannot be started or watched. This says
    /// nothing about the candidate.
    pub fn run(
        &self,
        sandbox: &mut Sandbox,
        candidate: &[u8],
        interrupt: &Interrupt,
    ) -> Result<Outcome, Error> {
        let mut place = self.surroundings.place(sandbox, candidate)?;
        let Place { files, slot, .. } = &mut place;
        let feedback = files.home.join("feedback");
        let arguments: Vec<&OsStr> = files.arguments.iter().map(|path| path.as_os_str()).collect();
        let mut launch = self.surroundings.launch(&self.program, &arguments, files.site());
        launch.variables.push((FEEDBACK, feedback.as_os_str()));
        let ended = process::run(&launch, slot, interrupt)?;
        let checks = feedback_file::take(&feedback);
        Ok(Outcome { checks, left_mounts: place.detach_mounts(), ..Outcome::from(ended) })
    }
}
