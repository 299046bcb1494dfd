//! A transformer as the user named it, or as it was found.

use super::clang_delta;
use crate::files::named_in_command;
use std::ffi::OsString;
use std::fmt::{self, Display};
use std::path::PathBuf;

/// A transformer that a run uses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Transformer {
    /// A process that answers one question after another.
    Command {
        /// The shell command that starts it.
        command: OsString,
        /// The directory in which it is started.
        directory: PathBuf,
    },
    ClangDelta(PathBuf),
}

impl Transformer {
    /// The files that the transformer is known to use.
    pub(crate) fn files(&self) -> Vec<PathBuf> {
        match self {
            Transformer::Command { command, directory } => named_in_command(command, directory),
            Transformer::ClangDelta(program) => vec![program.clone()],
        }
    }
}

impl Display for Transformer {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Transformer::Command { command, .. } => command.display().fmt(to),
            Transformer::ClangDelta(_) => clang_delta::NAME.fmt(to),
        }
    }
}
