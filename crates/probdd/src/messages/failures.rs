//! Errors of a run that could not begin or did not reach its end.

use super::unreliable;
use crate::error::{Exit, Failure, Halted, START_OVER};
use crate::settings::Settings;
use probdd_exec::{Error, Halt};

/// The error for a query on the unmodified input that had no answer.
pub(crate) fn no_baseline(settings: &Settings, halt: Halted) -> Failure {
    match halt {
        Halt::Listener(failure) => failure,
        Halt::Unreliable(runs) | Halt::Refuted(runs) => unreliable::baseline(settings, runs),
        Halt::Stopped(_) => {
            interrupted("interrupted before the test on the whole input ended: nothing is written")
        }
        Halt::Failed(error) => {
            let is_no_program =
                matches!(error, Error::NotExecutable { .. } | Error::NoInterpreter { .. });
            let failure = Failure::from(error);
            if !is_no_program || !settings.input.is_program() {
                return failure;
            }
            let hint = "the test comes first, but here only the input is a program: \
                        probdd <TEST> <INPUT>";
            Failure { hints: vec![hint.into()], ..failure }
        }
    }
}

/// The error for a resumed run that did not get to where the original run was.
pub(crate) fn not_replayed(ended: Result<bool, Halted>) -> Failure {
    match ended {
        Err(Halt::Failed(error)) => error.into(),
        Err(Halt::Listener(failure)) => failure,
        Err(Halt::Unreliable(runs) | Halt::Refuted(runs)) => unreliable::best(runs),
        Err(Halt::Stopped(_)) => {
            interrupted("interrupted while repeating the recorded queries: nothing has changed")
        }
        Ok(_) => {
            Failure::usage("the journal continues after the end of the search").hint(START_OVER)
        }
    }
}

/// Adds to an error in the middle of a run where the best result is.
pub(crate) fn with_best_result(settings: &Settings, failure: Failure) -> Failure {
    match settings.destination.path() {
        Some(path) => failure.hint(format!("the best result so far is in `{}`", path.display())),
        None => failure,
    }
}

/// The error for a run that was interrupted.
pub(crate) fn interrupted(message: &'static str) -> Failure {
    Failure::new(Exit::Interrupted, anyhow::anyhow!(message))
}
