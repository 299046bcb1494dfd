//! The interestingness test, as it was typed.

pub mod checks_toml;

use crate::command_line::args::ReduceArgs;
use crate::error::{self, Failure};
use crate::input::Input;
use crate::interestingness_test::checks_toml::ChecksFile;
use probdd_exec::{Check, Checks, Limits, Manner, Persistent, Surroundings, Tester};
use std::ffi::{OsStr, OsString};
use std::fmt::{self, Display};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// The interestingness test.
#[derive(Clone, Debug)]
pub enum Test {
    /// A program, by its absolute path.
    Program(PathBuf),
    /// A process that answers one query after another.
    Process {
        /// What is started, a shell command.
        command: OsString,
        /// Where it is started.
        directory: PathBuf,
    },
    /// Checks that all have to hold.
    Checks(ChecksFile),
}

impl Test {
    /// Finds the test, and the inputs beside it.
    ///
    /// # Errors
    /// When there is no such file.
    pub fn new(args: &ReduceArgs) -> Result<(Test, Vec<&Path>), Failure> {
        let inputs = args.input.iter().map(PathBuf::as_path);
        let first = args.test.as_deref();
        let Some(command) = &args.persistent else {
            let program = find(first.unwrap_or(Path::new("")))?;
            let test = if ChecksFile::is_one(&program) {
                Test::Checks(ChecksFile::read(&program)?)
            } else {
                Test::Program(program)
            };
            return Ok((test, inputs.collect()));
        };
        if command.as_bytes().trim_ascii().is_empty() {
            return Err(Failure::usage("--persistent names no command"));
        }
        let here = std::env::current_dir();
        let directory =
            here.map_err(|cause| error::io("cannot find the current directory", cause))?;
        // A command line that had a test keeps it, and its place.
        let first = first.filter(|_| args.input.is_empty());
        let inputs = first.into_iter().chain(inputs).collect();
        Ok((Test::Process { command: command.clone(), directory }, inputs))
    }

    /// Whether it is a process.
    pub fn is_process(&self) -> bool {
        matches!(self, Test::Process { .. })
    }

    /// The shell command of a process.
    pub fn command(&self) -> Option<&OsStr> {
        match self {
            Test::Program(_) | Test::Checks(_) => None,
            Test::Process { command, .. } => Some(command),
        }
    }

    /// The description of its checks, where they are described.
    pub fn checks(&self) -> Option<&ChecksFile> {
        match self {
            Test::Checks(checks) => Some(checks),
            Test::Program(_) | Test::Process { .. } => None,
        }
    }

    /// The files that it is known to consist of: for a command, the words of it that name some.
    pub fn files(&self) -> Vec<PathBuf> {
        match self {
            Test::Program(program) => vec![program.clone()],
            Test::Checks(checks) => checks.files.clone(),
            Test::Process { command, directory } => named_files(command, directory),
        }
    }

    /// How it is run on candidates for an input; of checks, at most `jobs` at a time.
    pub fn tester(&self, input: &Input, limits: Limits, manner: Manner, jobs: usize) -> Tester {
        let surroundings = Surroundings::new(input.dir.clone(), input.name.clone(), limits);
        match self {
            Test::Program(program) => Tester::Program(Check::new(program.clone(), surroundings)),
            Test::Process { command, directory } => {
                let (command, directory) = (command.clone(), directory.clone());
                Tester::Process(Persistent::new(command, directory, surroundings))
            }
            Test::Checks(ChecksFile { specs, dir, .. }) => {
                let checks = Checks::new(specs.clone(), dir.clone(), surroundings);
                Tester::Checks(checks.in_manner(manner, jobs))
            }
        }
    }
}

impl Display for Test {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Test::Program(program) => program.display().fmt(to),
            Test::Checks(checks) => checks.path.display().fmt(to),
            Test::Process { command, .. } => command.display().fmt(to),
        }
    }
}

/// The files that the words of a command name.
pub fn named_files(command: &OsStr, directory: &Path) -> Vec<PathBuf> {
    let words = command.as_bytes().split(u8::is_ascii_whitespace);
    let words = words.filter(|word| !word.is_empty());
    let paths = words.map(|word| directory.join(OsStr::from_bytes(word)));
    paths.filter(|path| path.is_file()).collect()
}

/// The absolute path of a program. A name without a slash is looked for in the current directory,
/// never on PATH.
fn find(typed: &Path) -> Result<PathBuf, Failure> {
    let shown = typed.display();
    let attempt = || format!("cannot find the interestingness test `{shown}`");
    let kind = std::fs::metadata(typed).map_err(|cause| {
        let failure = error::io(attempt(), cause);
        match typed.components().count() {
            1 => failure.hint("it is looked for in the current directory, not on PATH"),
            _ => failure,
        }
    })?;
    if kind.is_dir() {
        return Err(Failure::usage(format!("the interestingness test `{shown}` is a directory")));
    }
    std::path::absolute(typed).map_err(|cause| error::io(attempt(), cause))
}
