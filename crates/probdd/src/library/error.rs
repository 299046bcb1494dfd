//! Why a reduction has no result.

use crate::error::{Failure, Halted};
use probdd_core::Verdict;
use probdd_exec::{Halt, Runs};

/// Why a reduction has no result.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The reduction has no test.
    #[error("the reduction has no test: call `test` or `test_program`")]
    NoTest,
    /// An option is wrong, the input cannot be reduced, or a file cannot be read.
    #[error("{message}")]
    Refused {
        /// What is wrong, with its causes.
        message: String,
        /// What can be done about it.
        hints: Vec<String>,
    },
    /// The unmodified input is not interesting, so there is nothing to preserve.
    #[error("the input is not interesting: the test says {}", .0.name())]
    NotInteresting(Verdict),
    /// The test says different things about the same bytes.
    #[error("the test is unreliable: {hits} of {runs} runs on the same bytes were interesting")]
    Unreliable {
        /// How many runs were interesting.
        hits: u32,
        /// How many runs there were.
        runs: u32,
    },
    /// The run was stopped before the test on the whole input had ended.
    #[error("stopped before the test on the whole input had ended")]
    Stopped,
    /// A test that is a program could not be run.
    #[error(transparent)]
    Test(#[from] probdd_exec::Error),
    /// The thread of the reduction could not be started.
    #[error("cannot start a thread")]
    Thread(#[source] std::io::Error),
}

impl Error {
    /// Returns what can be done about it, a line each.
    pub fn hints(&self) -> &[String] {
        match self {
            Error::Refused { hints, .. } => hints,
            _ => &[],
        }
    }

    /// What is wrong, with a hint.
    pub(super) fn refused(message: impl Into<String>, hint: impl Into<String>) -> Error {
        Error::Refused { message: message.into(), hints: vec![hint.into()] }
    }

    /// Why a query did not come to its end.
    pub(super) fn of_halt(halt: Halted) -> Error {
        match halt {
            Halt::Stopped(_) => Error::Stopped,
            Halt::Failed(error) => Error::Test(error),
            Halt::Listener(failure) => failure.into(),
            Halt::Unreliable(runs) | Halt::Refuted(runs) => Error::unreliable(runs),
        }
    }

    pub(super) fn unreliable(runs: Runs) -> Error {
        Error::Unreliable { hits: runs.hits, runs: runs.total }
    }
}

impl From<Failure> for Error {
    fn from(failure: Failure) -> Error {
        match failure.error.downcast::<probdd_exec::Error>() {
            Ok(error) => Error::Test(error),
            Err(error) => Error::Refused { message: format!("{error:#}"), hints: failure.hints },
        }
    }
}
