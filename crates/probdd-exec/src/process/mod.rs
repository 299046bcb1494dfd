//! Runs one process to its end: start, containment, deadline, kill everything.
//!
//! [`launch`] is the same on every platform; `unix` has the functions that another platform would
//! need as well. Candidates and verdicts are not known here. Nothing else in the project starts
//! processes.

#![allow(clippy::disallowed_methods, reason = "nothing else starts processes")]

#[cfg(not(target_os = "linux"))]
compile_error!(
    "probdd-exec runs tests on Linux only: it needs process supervisors, pidfd and /proc. The searches \
     (probdd-core, with `minimize`) and the languages (probdd-syntax) work on this platform, too; \
     docs/install.md has the list."
);

mod capture;
mod confinement;
mod interrupt;
mod launch;
mod quota;
mod unix;

pub use confinement::{Confinement, Protection};
pub use interrupt::{Abort, Interrupt};
pub use launch::End;
pub use unix::{catch_crashes, crash, run_on_terminal};

pub(crate) use launch::{Ended, Environment, Launch, Replied, Reply, Site};
pub(crate) use unix::{
    Slot, Stdio, ask, exit_now, keep_ends_of_children, kill_below, receive, remove_groups, run,
    started,
};
