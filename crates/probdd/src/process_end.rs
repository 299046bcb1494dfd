//! How a process ended, in words that continue a sentence after its name.

use probdd_exec::End;

/// How a process ended that runs once per query.
pub(crate) fn of_program(end: End) -> String {
    match end {
        End::Exited(code) => format!("exited with {code}"),
        End::TimedOut => "did not end in time".into(),
        End::Lost | End::Answered | End::Garbled => lost(),
        End::Signaled(_) | End::Interrupted | End::OutOfDisk => of_conversation(end),
    }
}

/// How a process ended that should have answered a question.
pub(crate) fn of_conversation(end: End) -> String {
    match end {
        End::Exited(code) => format!("exited with {code} instead of answering"),
        End::Signaled(signal) => format!("was killed by signal {signal}"),
        End::TimedOut => "did not answer in time".into(),
        End::Interrupted => "was interrupted".into(),
        End::OutOfDisk => "wrote more than --disk allows".into(),
        End::Garbled => "gave an invalid answer".into(),
        End::Lost | End::Answered => lost(),
    }
}

fn lost() -> String {
    "killed or stopped its supervisor process".into()
}
