//! What a process is started with, and what is known after its end.

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
    /// A signal that was not ours killed it: this one.
    Signaled(i32),
    /// We killed it at its deadline.
    TimedOut,
    /// We killed it, or did not even start it, because the [`Interrupt`](crate::Interrupt) was
    /// raised.
    Interrupted,
    /// We killed it, because its files took more than they may.
    OutOfDisk,
    /// Somebody killed or stopped what watched over it: the process itself, if it is told to kill
    /// its parent. It does not run any more.
    Lost,
    /// It did not end: it answered, and waits for the next question.
    Answered,
    /// It answered something else than was asked for, and so we killed it.
    Garbled,
}

impl End {
    /// Whether somebody put an end to it who did not let it say anything.
    pub(crate) fn is_violent(self) -> bool {
        matches!(self, End::Lost | End::Signaled(KILLED))
    }
}

/// SIGKILL, everywhere.
const KILLED: i32 = 9;

/// What to start, and where.
#[derive(Clone, Debug)]
pub(crate) struct Launch<'a> {
    /// The program's absolute path: nothing is looked up on PATH.
    pub(crate) program: &'a Path,
    /// Its arguments.
    pub(crate) arguments: &'a [&'a OsStr],
    /// Where it runs.
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
    /// What `$HOME` is, if not what it is in the environment.
    pub(crate) home: Option<&'a Path>,
    /// Its directory for temporary files.
    pub(crate) tmp: &'a Path,
}

/// What a process says to a line that it was told.
#[derive(Debug)]
pub(crate) enum Reply {
    /// A line, without its end. The process goes on.
    Line(Vec<u8>),
    /// Something that is not one line. The process goes on.
    Noise(Vec<u8>),
    /// It has ended, or was killed.
    Ended(End),
    /// It has ended without having read the line, or had said something before it was asked.
    Unread(End),
}

/// What is known about a reply.
#[derive(Debug)]
pub(crate) struct Replied {
    pub(crate) reply: Reply,
    /// What it wrote to standard error meanwhile.
    pub(crate) output: Vec<u8>,
    pub(crate) is_output_truncated: bool,
    pub(crate) wall: Duration,
    /// User and system time of the process and of the descendants that it waited for, meanwhile.
    pub(crate) cpu: Duration,
}

/// What is known about a process after its end.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) end: End,
    pub(crate) output: Vec<u8>,
    pub(crate) is_output_truncated: bool,
    pub(crate) wall: Duration,
    /// User and system time of the process and of the descendants that were waited for.
    pub(crate) cpu: Duration,
    /// Whether it, or something that it has started, could not be killed.
    pub(crate) has_survivors: bool,
}

impl Ended {
    /// The end of a process that was never started, because an interrupt came first.
    pub(super) fn before_start() -> Ended {
        Ended {
            end: End::Interrupted,
            output: Vec::new(),
            is_output_truncated: false,
            wall: Duration::ZERO,
            cpu: Duration::ZERO,
            has_survivors: false,
        }
    }

    /// What a shell says of a program that there is not.
    pub(crate) fn not_found() -> Ended {
        Ended { end: End::Exited(127), ..Ended::before_start() }
    }

    pub(super) fn new(end: End, capture: Capture, wall: Duration, cpu: Duration) -> Ended {
        let is_output_truncated = capture.is_truncated();
        let (output, has_survivors) = (capture.into_bytes(), false);
        Ended { end, output, is_output_truncated, wall, cpu, has_survivors }
    }
}

/// A snapshot of our environment, in the form in which the system takes it: made once, since it is
/// the same for every query.
#[derive(Clone, Debug)]
pub(crate) struct Environment {
    pub(super) entries: Vec<CString>,
}

impl Environment {
    /// Our environment without the variables that every query sets anew.
    pub(crate) fn inherited_without(names: &[&str]) -> Environment {
        let passes = |name: &OsString| !names.iter().any(|own| name == own);
        let entries = std::env::vars_os()
            .filter(|(name, _)| passes(name))
            .filter_map(|(name, value)| entry(name, &value).ok())
            .collect();
        Environment { entries }
    }
}

/// `name=value` as the system takes it.
pub(super) fn entry(name: OsString, value: &OsStr) -> Result<CString, std::ffi::NulError> {
    let mut bytes = name.into_vec();
    bytes.push(b'=');
    bytes.extend_from_slice(value.as_bytes());
    CString::new(bytes)
}
