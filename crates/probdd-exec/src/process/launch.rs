//! What a process is started with, and what is known of it afterwards.

use std::ffi::{CString, OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::Path;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::capture::Capture;

/// How a process ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum End {
    /// It exited by itself, with this code.
    Exited(i32),
    /// This signal killed it; we did not send it.
    Signaled(i32),
    /// We killed it at its deadline.
    TimedOut,
    /// We killed it, or did not start it, because the [`Interrupt`](crate::Interrupt) was raised.
    Interrupted,
    /// We killed it because its files took more space than they may.
    OutOfDisk,
    /// Its supervisor was killed or stopped, perhaps by the process itself. It does not run any more.
    Lost,
    /// It has not ended: it answered, and waits for the next query.
    Answered,
    /// We killed it because its answer was not of the form that was asked for.
    Garbled,
}

impl End {
    /// Whether it was killed without a chance to say anything.
    pub(crate) fn is_violent(self) -> bool {
        matches!(self, End::Lost | End::Signaled(KILLED))
    }
}

/// SIGKILL on every platform.
const KILLED: i32 = 9;

/// What to start, and where.
#[derive(Clone, Debug)]
pub(crate) struct Launch<'a> {
    /// The program's absolute path: nothing is looked up on PATH.
    pub(crate) program: &'a Path,
    pub(crate) arguments: &'a [&'a OsStr],
    pub(crate) site: Site<'a>,
    /// The variables that are the same for every query.
    pub(crate) environment: &'a Environment,
    /// The variables of this query; none of them is in `environment`.
    pub(crate) variables: Vec<(&'a str, &'a OsStr)>,
    /// The time after which it is killed.
    pub(crate) timeout: Option<Duration>,
    /// How many bytes of its output are kept.
    pub(crate) output_bytes: usize,
}

/// Where a program runs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Site<'a> {
    /// Its working directory, absolute.
    pub(crate) directory: &'a Path,
    /// The directory that all its files should be in.
    pub(crate) place: &'a Path,
    /// The value of `$HOME`, if it differs from the environment's.
    pub(crate) home: Option<&'a Path>,
    /// Its directory for temporary files.
    pub(crate) tmp: &'a Path,
}

/// What a process answers to a line.
#[derive(Debug)]
pub(crate) enum Reply {
    /// A line, without its end. The process goes on.
    Line(Vec<u8>),
    /// Something other than one line. The process goes on.
    Noise(Vec<u8>),
    /// Nothing: it has ended, or was killed.
    Ended(End),
    /// Nothing: it has ended without reading the line, or had written before it was asked.
    Unread(End),
}

/// A reply, and what it cost.
#[derive(Debug)]
pub(crate) struct Replied {
    pub(crate) reply: Reply,
    /// Standard error since the last reply.
    pub(crate) output: Vec<u8>,
    pub(crate) is_output_truncated: bool,
    pub(crate) wall: Duration,
    /// User and system time since the last reply, of the process and of the descendants that it waited
    /// for.
    pub(crate) cpu: Duration,
}

/// What is known of a process after its end.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) end: End,
    /// Standard output and standard error.
    pub(crate) output: Vec<u8>,
    pub(crate) is_output_truncated: bool,
    pub(crate) wall: Duration,
    /// User and system time of the process and of the descendants that it waited for.
    pub(crate) cpu: Duration,
    /// Whether a descendant could not be killed.
    pub(crate) has_survivors: bool,
}

impl Ended {
    /// A process that was not started, because an interrupt came first.
    pub(super) fn before_start() -> Ended {
        Ended::new(End::Interrupted, Capture::new(0), Duration::ZERO, Duration::ZERO)
    }

    /// A program that does not exist, as a shell reports it.
    pub(crate) fn not_found() -> Ended {
        Ended { end: End::Exited(127), ..Ended::before_start() }
    }

    pub(super) fn new(end: End, capture: Capture, wall: Duration, cpu: Duration) -> Ended {
        let (output, is_output_truncated) = capture.into_bytes();
        Ended { end, output, is_output_truncated, wall, cpu, has_survivors: false }
    }
}

/// A snapshot of our environment, in the form in which the system takes it: made once, because it is
/// the same for every query.
#[derive(Clone, Debug)]
pub(crate) struct Environment {
    pub(super) entries: Vec<CString>,
}

impl Environment {
    /// Takes our environment without the variables that every query sets.
    pub(crate) fn inherited_without(names: &[&str]) -> Environment {
        let inherited =
            std::env::vars_os().filter(|(name, _)| !names.iter().any(|own| name == own));
        let entries = inherited.filter_map(|(name, value)| entry(name, &value).ok()).collect();
        Environment { entries }
    }
}

/// Returns `name=value` as the system takes it.
pub(super) fn entry(name: OsString, value: &OsStr) -> Result<CString, std::ffi::NulError> {
    let mut bytes = name.into_vec();
    bytes.push(b'=');
    bytes.extend_from_slice(value.as_bytes());
    CString::new(bytes)
}
