//! The command line: what the user typed, before it is checked against the input. Only this file
//! and its folder know the argument parser.

mod args;
mod checks;
mod drop_in;
mod groups;
mod habits;
mod options;
mod parsers;
#[cfg(test)]
mod reference;
#[cfg(feature = "remote")]
mod remote;
mod secrets;
mod shorthand;
mod values;

pub(crate) use args::{
    Command, ReduceArgs, ReportArgs, ResumeArgs, RunArgs, Usage, command, parse, parse_reduction,
    refused_by_resume, unknown_option,
};
pub(crate) use checks::{Role, TypedCheck};
pub(crate) use drop_in::drop_in;
pub(crate) use habits::{advice, misplaced_command};
pub(crate) use options::options;
pub(crate) use parsers::{Timeout, duration};
#[cfg(feature = "remote")]
pub(crate) use remote::{RemoteArgs, TlsFile};
pub(crate) use secrets::without_secrets;
pub(crate) use shorthand::completed;
#[cfg(feature = "remote")]
pub(crate) use values::Fallback;
pub(crate) use values::{
    Analysis, Colors, FeedbackMode, Fixpoint, Guard, Part, Polish, PrivateTmp, Progress, Reducer,
    TextFormat, Value,
};
