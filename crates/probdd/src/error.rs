//! The errors that end a run: a message with its causes, hints, and an exit code.

use probdd_exec::Halt;
use std::fmt::Display;
use std::io;
use std::path::{Path, PathBuf};

/// A hint for a state directory that cannot be resumed.
pub(crate) const START_OVER: &str = "start over: add --restart to the original command; the best \
     result so far can serve as the input";

/// Why a run did not reach its end.
pub(crate) type Halted = Halt<Failure>;

/// An error that ends the tool.
#[derive(Debug)]
pub(crate) struct Failure {
    /// The exit code of the tool.
    pub(crate) exit: Exit,
    /// What was attempted on which file, and the causes.
    pub(crate) error: anyhow::Error,
    /// What the user can do about it, one line each.
    pub(crate) hints: Vec<String>,
    /// The output of the interestingness test, to be shown as it is.
    pub(crate) output: Option<String>,
}

/// The exit codes of the tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// The result cannot be reduced further, or the tool has said what it was asked for.
    Success = 0,
    /// A usage error, or a file that cannot be read or written.
    Usage = 1,
    /// The input is not interesting, or the test is unreliable.
    NotInteresting = 2,
    /// Stopped early as requested, with a valid result if the baseline had ended.
    StoppedEarly = 3,
    /// A bug in probdd.
    Bug = 70,
    /// Interrupted; the best result is on disk if the baseline had ended.
    Interrupted = 130,
}

impl Failure {
    /// Makes a usage or I/O error without causes.
    pub(crate) fn usage(message: impl Display) -> Failure {
        Failure::new(Exit::Usage, anyhow::anyhow!("{message}"))
    }

    /// Makes an error without hints.
    pub(crate) fn new(exit: Exit, error: anyhow::Error) -> Failure {
        Failure { exit, error, hints: Vec::new(), output: None }
    }

    /// Adds a hint.
    #[must_use]
    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Failure {
        self.hints.push(hint.into());
        self
    }
}

/// Turns the I/O error of an attempt, such as "read the input", on a path into a [`Failure`].
pub(crate) fn cannot<'a>(
    attempt: &'a str,
    path: &'a Path,
) -> impl Fn(io::Error) -> Failure + Copy + 'a {
    move |cause| failed(format!("cannot {attempt} `{}`", path.display()), cause)
}

/// Makes a [`Failure`] from a message and the I/O error that caused it.
pub(crate) fn failed(message: impl Display, cause: io::Error) -> Failure {
    Failure::new(Exit::Usage, anyhow::Error::new(cause).context(message.to_string()))
}

pub(crate) fn current_directory() -> Result<PathBuf, Failure> {
    std::env::current_dir().map_err(|cause| failed("cannot find the current directory", cause))
}

impl From<probdd_exec::Error> for Failure {
    fn from(error: probdd_exec::Error) -> Failure {
        let hints = [hint(&error), interpreter_hint(&error)];
        let failure = Failure::new(Exit::Usage, anyhow::Error::new(error));
        hints.into_iter().flatten().fold(failure, Failure::hint)
    }
}

/// The first line that a script needs, by the extension of its name.
const INTERPRETERS: [(&str, &str); 9] = [
    ("py", "#!/usr/bin/env python3"),
    ("pl", "#!/usr/bin/env perl"),
    ("rb", "#!/usr/bin/env ruby"),
    ("js", "#!/usr/bin/env node"),
    ("mjs", "#!/usr/bin/env node"),
    ("lua", "#!/usr/bin/env lua"),
    ("php", "#!/usr/bin/env php"),
    ("bash", "#!/usr/bin/env bash"),
    ("zsh", "#!/usr/bin/env zsh"),
];

/// What a script needs that does not say what runs it.
fn interpreter_hint(error: &probdd_exec::Error) -> Option<String> {
    use probdd_exec::Error as E;
    let (E::NoInterpreter(file) | E::NotExecutable(file, _)) = error else { return None };
    let start = std::fs::read(file).unwrap_or_default();
    if start.starts_with(b"#!") || start.starts_with(b"\x7fELF") {
        return None;
    }
    let extension = file.extension().unwrap_or_default();
    let known = INTERPRETERS.iter().find(|(known, _)| extension == *known);
    let line = known.map_or("#!/bin/sh", |(_, line)| *line);
    Some(format!("name its interpreter in its first line, for example {line}"))
}

/// What the user can do about an error of the test runner.
fn hint(error: &probdd_exec::Error) -> Option<String> {
    use probdd_exec::Error as E;
    let hint = match error {
        E::NotExecutable(file, _) => {
            return Some(format!("make it executable: chmod +x {}", file.display()));
        }
        E::InterpreterMissing { interpreter, .. }
            if interpreter.as_os_str().as_encoded_bytes().ends_with(b"\r") =>
        {
            "its lines end as on Windows: remove the carriage returns, with dos2unix"
        }
        E::InterpreterMissing { .. } | E::LoaderMissing { .. } => {
            "look at its first line (`#!...`), and install the program that it names"
        }
        E::Protection { .. } => {
            "enable it (lsm=landlock,... on the kernel's command line), run a newer kernel, or \
             do without: --sandbox none"
        }
        E::TemporaryDirectory { .. } | E::WriteCandidate { .. } => {
            "set TMPDIR to a directory with free space"
        }
        E::PrivateTmp(_) => {
            "it takes the right to make mount namespaces and overlays; do without: --private-tmp off, \
             and -j 1 for a test that writes in /tmp"
        }
        E::ChangedCompanion(_) => {
            "let the test work on a copy of it, or name it as an input: --keep leaves it as it is"
        }
        E::DamagedJournal { .. } | E::ForeignJournal { .. } => START_OVER,
        E::WriteJournal { .. } => {
            "free some space, then continue with `probdd resume`; --no-state writes no journal"
        }
        _ => return None,
    };
    Some(hint.into())
}
