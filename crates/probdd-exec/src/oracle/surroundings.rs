//! What surrounds a test, or another program that is run on candidates: where the input lies, what
//! the candidate is called, the environment, the limits.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::Error;
use crate::process::{Environment, Launch, Site};
use crate::sandbox::{Companion, Form, Place, Sandbox};

/// The variables that a query sets; all others are inherited.
const INPUT_DIR: &str = "PROBDD_INPUT_DIR";
const TEMPORARY: &str = "TMPDIR";
pub(super) const FEEDBACK: &str = "PROBDD_FEEDBACK";
pub(super) const CHECKS_DIR: &str = "CHECKS_DIR";
/// Shells set it themselves; other programs would inherit the directory that we were started in.
const DIRECTORY: &str = "PWD";

const VARIABLES: [&str; 5] = [INPUT_DIR, TEMPORARY, FEEDBACK, CHECKS_DIR, DIRECTORY];

/// What surrounds the programs that are run on candidates.
#[derive(Clone, Debug)]
pub struct Surroundings {
    input_dir: PathBuf,
    form: Form,
    companions: Vec<Companion>,
    environment: Environment,
    /// What each of them may use up.
    pub limits: Limits,
}

/// What a test may use up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The test is killed after this long; `None` lets it run.
    pub timeout: Option<Duration>,
    /// Nothing runs longer than this, not even a check with a limit of its own.
    pub deadline: Option<Duration>,
    /// How many bytes of its output are kept.
    pub output_bytes: usize,
}

impl Default for Limits {
    /// No timeout, 64 KiB of output.
    fn default() -> Limits {
        Limits { timeout: None, deadline: None, output_bytes: 64 << 10 }
    }
}

impl Limits {
    /// Returns how long a program may run that may have a limit of its own.
    pub(super) fn timeout_of(&self, own: Option<Duration>) -> Option<Duration> {
        own.or(self.timeout).into_iter().chain(self.deadline).min()
    }
}

impl Surroundings {
    /// Surroundings for candidates of a form, of an input in `input_dir`, with the environment of this
    /// process.
    ///
    /// # Panics
    /// When the directory is not absolute.
    pub fn new(input_dir: PathBuf, form: Form, limits: Limits) -> Surroundings {
        assert!(input_dir.is_absolute(), "the input directory's path is absolute");
        let environment = Environment::inherited_without(&VARIABLES);
        Surroundings { input_dir, form, companions: Vec::new(), environment, limits }
    }

    /// Returns the directory that the input lies in.
    pub fn input_dir(&self) -> &Path {
        &self.input_dir
    }

    /// Gives every query files and directories besides the candidate.
    #[must_use]
    pub fn with(self, companions: Vec<Companion>) -> Surroundings {
        Surroundings { companions, ..self }
    }

    /// Makes the directory of a query about a candidate.
    pub(crate) fn place<'s>(
        &self,
        sandbox: &'s mut Sandbox,
        candidate: &[u8],
    ) -> Result<Place<'s>, Error> {
        sandbox.place(&self.form, &self.companions, candidate)
    }

    /// Returns the files and directories that every query has besides the candidate.
    pub fn companions(&self) -> &[Companion] {
        &self.companions
    }

    /// Returns what a candidate becomes in the directory of a query.
    pub fn form(&self) -> &Form {
        &self.form
    }

    /// Returns the launch of a program.
    pub(crate) fn launch<'a>(
        &'a self,
        program: &'a Path,
        arguments: &'a [&'a OsStr],
        site: Site<'a>,
    ) -> Launch<'a> {
        Launch {
            program,
            arguments,
            environment: &self.environment,
            variables: vec![
                (INPUT_DIR, self.input_dir.as_os_str()),
                (TEMPORARY, site.tmp.as_os_str()),
                (DIRECTORY, site.directory.as_os_str()),
            ],
            timeout: self.limits.timeout_of(None),
            output_bytes: self.limits.output_bytes,
            site,
        }
    }
}
