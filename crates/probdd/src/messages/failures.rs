//! Errors of a run that could not begin or did not reach its end.

use super::unreliable;
use crate::error::{Exit, Failure, Halted, START_OVER};
use crate::settings::Settings;
use probdd_exec::{Error, Halt, Stop};

/// The error for a query on the unmodified input that had no answer.
pub(crate) fn no_baseline(settings: &Settings, halt: Halted) -> Failure {
    match halt {
        Halt::Listener(failure) => failure,
        Halt::Unreliable(runs) | Halt::Refuted(runs) => unreliable::baseline(settings, runs),
        Halt::Stopped(stop) => {
            stopped(stop, "before the test on the whole input ended: nothing is written")
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
        Err(Halt::Stopped(stop)) => {
            stopped(stop, "while repeating the recorded queries: nothing has changed")
        }
        Ok(_) => {
            Failure::usage("the journal continues after the end of the search").hint(START_OVER)
        }
    }
}

/// The error for a run whose thread has panicked, or has crashed by a signal.
pub(crate) fn bug(signal: Option<i32>) -> Failure {
    let by = match signal {
        Some(signal) => format!("has crashed by signal {signal}"),
        None => "has panicked".to_owned(),
    };
    let error = anyhow::anyhow!("this is a bug in probdd: the thread of the reduction {by}");
    Failure::new(Exit::Bug, error).hint(
        "if the run ends here again, add --restart --continue, which begins anew with the best \
         result, or choose another --reducer",
    )
}

/// Adds to an error in the middle of a run where the best result is.
pub(crate) fn with_best_result(settings: &Settings, failure: Failure) -> Failure {
    match settings.destination.path().filter(|path| path.exists()) {
        Some(path) => failure.hint(format!("the best result so far is in `{}`", path.display())),
        None => failure,
    }
}

/// Adds to an error that ended a run where its best result is, and that the run can go on.
pub(crate) fn with_record(settings: &Settings, failure: Failure) -> Failure {
    let failure = with_best_result(settings, failure);
    match &settings.state {
        Some(_) => failure.hint("the same command goes on where this run ended"),
        None => failure,
    }
}

/// The error for a session that was ended before its first query.
pub(crate) fn unprepared(stop: Stop) -> Failure {
    stopped(stop, "before the search began: nothing is written")
}

/// The error for a run that was ended before it had anything of its own.
pub(crate) fn stopped(stop: Stop, when: &str) -> Failure {
    let (exit, why) = match stop {
        Stop::Interrupted => (Exit::Interrupted, "interrupted"),
        Stop::Time => (Exit::StoppedEarly, "stopped by --max-time"),
        Stop::Queries | Stop::Asked | Stop::Unreachable => (Exit::StoppedEarly, "stopped"),
    };
    let failure = Failure::new(exit, anyhow::anyhow!("{why} {when}"));
    if stop == Stop::Time {
        failure.hint("give it more time, or none: --max-time TIME")
    } else {
        failure
    }
}
