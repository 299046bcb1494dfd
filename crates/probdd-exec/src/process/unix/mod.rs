//! Processes on Linux.
//!
//! Each process runs in a [`slot`], whose [`supervisor`] starts it and kills its descendants; we
//! [`watch`] it meanwhile.

mod cgroup;
mod conversation;
mod crash;
mod foreground;
mod kill;
mod private_tmp;
mod procfs;
mod protection;
mod protocol;
mod run;
mod shared_memory;
mod signals;
mod slot;
mod spawn;
mod start_failure;
mod supervisor;
mod system_calls;
mod watch;

pub(crate) use cgroup::remove_groups;
pub(crate) use conversation::ask;
pub use crash::{catch_crashes, crash};
pub use foreground::run_on_terminal;
pub(crate) use kill::kill_marked as kill_below;
pub(crate) use procfs::started;
pub(crate) use run::run;
pub(crate) use signals::{exit_now, keep_ends_of_children, receive};
pub(crate) use slot::{Slot, Stdio};
