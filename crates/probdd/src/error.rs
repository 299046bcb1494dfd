//! What a user is told when something is wrong: what, because of what, and what to do.

use crate::state::START_OVER;
use std::fmt::Display;
use std::process::ExitCode;

/// An error that ends the tool.
#[derive(Debug)]
pub struct Failure {
    /// What the exit code says about it.
    pub exit: Exit,
    /// What was attempted on which file, and its causes.
    pub error: anyhow::Error,
    /// What the user may do about it, each an advice of one line.
    pub hints: Vec<String>,
    /// Lines to show as they are: what the interestingness test printed.
    pub output: Option<String>,
}

/// The exit codes of the tool, beside 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Wrong usage, or a file could not be read or written.
    Usage = 1,
    /// The input is not interesting.
    NotInteresting = 2,
    /// Stopped early as asked, with a valid result.
    StoppedEarly = 3,
    /// Our own fault.
    Bug = 70,
    /// Interrupted; the best result is on disk.
    Interrupted = 130,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}

impl Failure {
    /// A usage or I/O error.
    pub fn usage(message: impl Display) -> Failure {
        Failure::new(Exit::Usage, anyhow::anyhow!("{message}"))
    }

    /// An error with its causes.
    pub fn new(exit: Exit, error: anyhow::Error) -> Failure {
        Failure { exit, error, hints: Vec::new(), output: None }
    }

    /// The same with an advice.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Failure {
        self.hints.push(hint.into());
        self
    }
}

/// Something that failed on a file, as a usage or I/O error.
pub(crate) fn io(attempt: impl Display, cause: std::io::Error) -> Failure {
    Failure::new(Exit::Usage, anyhow::Error::new(cause).context(attempt.to_string()))
}

impl From<probdd_exec::Error> for Failure {
    fn from(error: probdd_exec::Error) -> Failure {
        use probdd_exec::Error as E;
        let hint = match &error {
            E::NotExecutable(file, _) => {
                Some(format!("make it executable: chmod +x {}", file.display()))
            }
            E::InterpreterMissing { interpreter, .. }
                if interpreter.as_os_str().as_encoded_bytes().ends_with(b"\r") =>
            {
                Some(
                    "its lines end as on Windows: remove the carriage returns, with dos2unix"
                        .into(),
                )
            }
            E::InterpreterMissing { .. } | E::LoaderMissing { .. } => {
                Some("look at its first line (`#!...`), and install what that names".into())
            }
            E::NoInterpreter { .. } => {
                Some("let its first line say what runs it, for example #!/bin/sh".into())
            }
            E::Protection { .. } => Some(
                "enable it (lsm=landlock,... on the kernel's command line), run a newer kernel, or \
                 go on without: --sandbox none"
                    .into(),
            ),
            E::TemporaryDirectory { .. } | E::WriteCandidate { .. } => {
                Some("set TMPDIR to a directory with room".into())
            }
            E::DamagedJournal { .. } | E::ForeignJournal { .. } => Some(START_OVER.into()),
            E::WriteJournal { .. } => {
                Some("when there is room, `probdd resume` goes on; --no-state does without".into())
            }
            _ => None,
        };
        let failure = Failure::new(Exit::Usage, anyhow::Error::new(error));
        match hint {
            Some(hint) => failure.hint(hint),
            None => failure,
        }
    }
}
