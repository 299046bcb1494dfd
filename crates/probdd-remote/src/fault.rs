//! Why a server has no answer, and what its statuses mean.

use bazel_remote_apis::google::rpc;
use std::fmt::Display;
use tonic::Code;

/// Why a server has no answer. None of these says anything about a candidate.
#[derive(Debug)]
pub(crate) enum Fault {
    /// A blob that we believed the server to have has gone.
    Missing(String),
    /// The action ran out of the time that it was given, says the server.
    TimedOut(String),
    /// Anything else.
    Failed(String),
}

/// The fault that a status stands for, which came inside of an answer.
pub(crate) fn of_rpc(call: &str, status: &rpc::Status) -> Fault {
    of_status(call, Code::from_i32(status.code), &status.message)
}

/// The fault that a status of a call stands for.
pub(crate) fn of_status(call: &str, code: Code, message: &str) -> Fault {
    let what = describe(call, code, message);
    match code {
        Code::FailedPrecondition | Code::NotFound => Fault::Missing(what),
        Code::DeadlineExceeded => Fault::TimedOut(what),
        _ => Fault::Failed(what),
    }
}

/// A status in words. The first line of what a server says is enough.
pub(crate) fn describe(call: impl Display, code: Code, message: &str) -> String {
    let line = message.lines().next().unwrap_or_default();
    let line: String = line.chars().take(300).collect();
    let separator = if line.is_empty() { "" } else { ": " };
    format!("{call}: {code:?}{separator}{line}")
}
