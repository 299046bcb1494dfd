//! A command of the user that runs once, beside the tests: it says that a run has ended.

use std::ffi::OsStr;
use std::io;
use std::process::{Command, Stdio};

/// Runs a shell command to its end, with some variables. Its output goes where ours goes; it has no
/// input. Returns whether it succeeded.
///
/// # Errors
/// When it cannot be started.
pub fn run_command(command: &OsStr, variables: &[(&str, &OsStr)]) -> io::Result<bool> {
    let mut shell = Command::new("/bin/sh");
    shell.arg("-c").arg(command).stdin(Stdio::null());
    shell.envs(variables.iter().copied());
    Ok(shell.status()?.success())
}
