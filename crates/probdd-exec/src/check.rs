//! One check of an interestingness test: the program, what its exit code means, its limits.
//!
//! It runs one query at a time and remembers nothing: which candidates to ask about is the
//! scheduler's business, how processes are started and killed is that of `process`.

use std::ffi::OsString;
use std::path::{Component, Path, PathBuf};
use std::time::Duration;

use probdd_core::Verdict;

pub use crate::process::End;
use crate::process::{self, Ended, Environment, Launch};
use crate::said::{self, CheckRun};
use crate::sandbox::{Place, Sandbox};
use crate::{Error, Interrupt};

/// The exit code that says that the test cannot decide (as for `git bisect run`).
pub(crate) const EXIT_UNRESOLVED: i32 = 125;

/// The variables that a query sets; everything else passes through.
pub(crate) const INPUT_DIR: &str = "PROBDD_INPUT_DIR";
pub(crate) const TEMPORARY: &str = "TMPDIR";
pub(crate) const FEEDBACK: &str = "PROBDD_FEEDBACK";
pub(crate) const CHECKS_DIR: &str = "CHECKS_DIR";
/// Shells set it themselves. Other programs would inherit the name of the directory that we were
/// started in.
pub(crate) const DIRECTORY: &str = "PWD";

/// All of them.
pub(crate) const VARIABLES: [&str; 5] = [INPUT_DIR, TEMPORARY, FEEDBACK, CHECKS_DIR, DIRECTORY];

/// One interestingness test, as it is run for every query.
///
/// The test runs in a fresh directory that holds only the candidate, with the candidate's absolute
/// path as `$1`; `$PROBDD_INPUT_DIR` names the directory of the input, `$TMPDIR` one that is removed
/// after the query, `$PROBDD_FEEDBACK` a file that it may append lines to, each the name of a check and
/// `held` or `failed`. Its standard input is empty.
#[derive(Clone, Debug)]
pub struct Check {
    program: PathBuf,
    input_dir: PathBuf,
    candidate_name: OsString,
    environment: Environment,
    limits: Limits,
}

/// What a test may use up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// It is killed after this long; `None` lets it run.
    pub timeout: Option<Duration>,
    /// Of its output, this many bytes are kept.
    pub output_bytes: usize,
}

impl Default for Limits {
    /// No timeout, 64 KiB of output.
    fn default() -> Limits {
        Limits { timeout: None, output_bytes: 64 << 10 }
    }
}

/// What one query found out, and what it cost.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// What the end means for the candidate.
    pub verdict: Verdict,
    /// How the test ended.
    pub end: End,
    /// Its standard output and standard error in the order in which they were written; the first
    /// [`Limits::output_bytes`] of it.
    pub output: Vec<u8>,
    /// Whether the test wrote more than that.
    pub output_truncated: bool,
    /// From before the start of the test to its end.
    pub wall: Duration,
    /// User and system time of the test and of those of its descendants that it waited for.
    pub cpu: Duration,
    /// The checks that ran of a test that is made of checks, or says so.
    pub checks: Vec<CheckRun>,
    /// How many processes of a persistent test were started anew for this query because the one
    /// before it had not waited for it.
    pub restarts: u32,
    /// Whether something that the test has started could not be killed, and is left behind.
    pub has_survivors: bool,
}

impl Check {
    /// The test `program` on candidates that are called `candidate_name`, with today's environment
    /// and without a timeout. `input_dir` is where the input lies.
    ///
    /// # Panics
    /// When a path is not absolute, or the name is not a plain file name.
    pub fn new(program: PathBuf, input_dir: PathBuf, candidate_name: OsString) -> Check {
        assert!(program.is_absolute(), "the test's path is absolute");
        assert!(input_dir.is_absolute(), "the input directory's path is absolute");
        assert!(is_plain(&candidate_name), "the candidate's name is a plain file name");
        Check {
            program,
            input_dir,
            candidate_name,
            environment: Environment::inherited_without(&VARIABLES),
            limits: Limits::default(),
        }
    }

    /// The same test with these limits.
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> Check {
        Check { limits, ..self }
    }

    /// The limits, to be changed in place.
    pub fn limits(&mut self) -> &mut Limits {
        &mut self.limits
    }

    /// Runs one query: is `candidate` interesting?
    ///
    /// It returns when the test has ended, at the deadline, or soon after `interrupt` is raised;
    /// neither the test nor any descendant of it runs on, whatever it did to its session, its signals
    /// or its environment, and its directory is gone.
    ///
    /// # Errors
    /// When the candidate could not be written, or the test not be started or watched. This says
    /// nothing about the candidate.
    pub fn run(
        &self,
        sandbox: &mut Sandbox,
        candidate: &[u8],
        interrupt: &Interrupt,
    ) -> Result<Outcome, Error> {
        let mut place = sandbox.place(&self.candidate_name, candidate)?;
        let feedback = place.home.join("feedback");
        let ended = self.run_in(&mut place, &feedback, interrupt)?;
        Ok(Outcome { checks: said::take(&feedback), ..Outcome::from(ended) })
    }

    fn run_in(
        &self,
        place: &mut Place,
        feedback: &Path,
        interrupt: &Interrupt,
    ) -> Result<Ended, Error> {
        let Place { candidate, work, tmp, home, own_home, slot, .. } = place;
        let launch = Launch {
            program: &self.program,
            arguments: &[candidate.as_os_str()],
            directory: work,
            place: home,
            home: own_home.as_deref(),
            environment: &self.environment,
            variables: &[
                (INPUT_DIR, self.input_dir.as_os_str()),
                (TEMPORARY, tmp.as_os_str()),
                (FEEDBACK, feedback.as_os_str()),
                (DIRECTORY, work.as_os_str()),
            ],
            timeout: self.limits.timeout,
            output_bytes: self.limits.output_bytes,
        };
        process::run(&launch, slot, interrupt)
    }
}

/// Whether the name denotes a file in whatever directory it is joined to.
pub(crate) fn is_plain(name: &OsString) -> bool {
    let path = Path::new(name);
    let mut components = path.components();
    matches!(
        (components.next(), components.next()),
        (Some(Component::Normal(only)), None) if only == name
    )
}

impl From<Ended> for Outcome {
    fn from(ended: Ended) -> Outcome {
        Outcome {
            verdict: verdict(ended.end),
            end: ended.end,
            output: ended.output,
            output_truncated: ended.is_output_truncated,
            wall: ended.wall,
            cpu: ended.cpu,
            checks: Vec::new(),
            restarts: 0,
            has_survivors: ended.has_survivors,
        }
    }
}

/// What the end of a test says about the candidate.
fn verdict(end: End) -> Verdict {
    match end {
        End::Exited(0) => Verdict::Interesting,
        End::Exited(EXIT_UNRESOLVED)
        | End::TimedOut
        | End::OutOfDisk
        | End::Interrupted
        | End::Lost
        | End::Answered
        | End::Garbled => Verdict::Unresolved,
        End::Exited(_) | End::Signaled(_) => Verdict::Uninteresting,
    }
}
