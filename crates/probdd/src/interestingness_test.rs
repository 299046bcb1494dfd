//! The interestingness test that the user named: a program, a process, or checks.

mod check_entry;
mod checks_toml;

use crate::command_line::ReduceArgs;
use crate::error::{Failure, cannot, current_directory};
use crate::files::named_in_command;
use crate::property::Property;
use probdd_exec::{Check, CheckSpec, Checks, Manner, Persistent, Surroundings, Tester};
use std::ffi::{OsStr, OsString};
use std::fmt::{self, Display};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

pub(crate) use checks_toml::ChecksFile;

/// The interestingness test.
#[derive(Clone, Debug)]
pub(crate) enum Test {
    /// A program that runs once per query, by its absolute path.
    Program(PathBuf),
    /// A process that answers one query after another.
    Process {
        /// The shell command that starts it.
        command: OsString,
        /// The directory in which it is started.
        directory: PathBuf,
    },
    /// Checks that all have to hold.
    Checks(ChecksFile),
    /// Commands, and what each of them has to do.
    Property(Property),
}

impl Test {
    /// Finds the test.
    pub(crate) fn new(args: &ReduceArgs) -> Result<Test, Failure> {
        if let Some(command) = &args.persistent {
            if command.as_bytes().trim_ascii().is_empty() {
                return Err(Failure::usage("--persistent names no command"));
            }
            return Ok(Test::Process { command: command.clone(), directory: current_directory()? });
        }
        if let Some(property) = Property::new(args)? {
            return Ok(Test::Property(property));
        }
        let program = find(args.test.as_deref().unwrap_or(Path::new("")))?;
        if ChecksFile::is_one(&program) {
            return Ok(Test::Checks(ChecksFile::read(&program)?));
        }
        Ok(Test::Program(program))
    }

    /// The shell command of a process.
    pub(crate) fn command(&self) -> Option<&OsStr> {
        match self {
            Test::Program(_) | Test::Checks(_) | Test::Property(_) => None,
            Test::Process { command, .. } => Some(command),
        }
    }

    /// The checks, if the test has any that probdd runs.
    pub(crate) fn checks(&self) -> Option<Vec<CheckSpec>> {
        match self {
            Test::Checks(checks) => Some(checks.specs.clone()),
            Test::Property(property) => Some(property.specs()),
            Test::Program(_) | Test::Process { .. } => None,
        }
    }

    /// Whether the user has declared a check to be redundant or not.
    pub(crate) fn redundant(&self, check: usize) -> Option<bool> {
        match self {
            Test::Checks(checks) => checks.redundant[check],
            _ => None,
        }
    }

    /// The property, if the test is made from commands.
    pub(crate) fn property(&self) -> Option<&Property> {
        match self {
            Test::Property(property) => Some(property),
            _ => None,
        }
    }

    /// The files that the test is known to use. For a command, these are the words that name files.
    pub(crate) fn files(&self) -> Vec<PathBuf> {
        match self {
            Test::Program(program) => vec![program.clone()],
            Test::Checks(checks) => checks.files.clone(),
            // The programs of a command belong to the system, and its files are companions.
            Test::Property(_) => Vec::new(),
            Test::Process { command, directory } => named_in_command(command, directory),
        }
    }

    /// Prepares the test; at most `jobs` of its checks run at a time.
    pub(crate) fn tester(&self, surroundings: Surroundings, manner: Manner, jobs: usize) -> Tester {
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
            Test::Property(property) => {
                let dir = surroundings.input_dir().to_path_buf();
                let checks = Checks::new(property.specs(), dir, surroundings);
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
            Test::Property(property) => property.fmt(to),
            Test::Process { command, .. } => command.display().fmt(to),
        }
    }
}

/// The absolute path of a program. A name without a slash denotes a file in the current directory,
/// never a program on PATH.
fn find(typed: &Path) -> Result<PathBuf, Failure> {
    let cannot_find = cannot("find the interestingness test", typed);
    let kind = std::fs::metadata(typed).map_err(|cause| match typed.components().count() {
        1 => cannot_find(cause).hint("it must be in the current directory; PATH is not searched"),
        _ => cannot_find(cause),
    })?;
    if kind.is_dir() {
        let message = format!("the interestingness test `{}` is a directory", typed.display());
        return Err(Failure::usage(message));
    }
    std::path::absolute(typed).map_err(cannot_find)
}
