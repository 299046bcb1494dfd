//! A program of the user, such as a pager, that has the terminal until it ends.

#![allow(unsafe_code, reason = "the signals of a thread have no safe interface")]

use rustix::io::Errno;
use rustix::process::{
    Pid, Signal, WaitId, WaitIdOptions, WaitIdStatus, getpgrp, kill_process_group, waitid,
};
use rustix::termios::tcsetpgrp;
use std::io;
use std::mem::MaybeUninit;
use std::os::fd::BorrowedFd;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

/// Runs a shell command on a file, and waits for its end. It has the terminal for itself, so that Ctrl-C interrupts it and not this process. It is not stopped by Ctrl-Z, because
/// nobody could let it go on.
///
/// # Errors
/// When it cannot be started.
pub fn run_on_terminal(command: &str, file: &Path, terminal: BorrowedFd) -> io::Result<()> {
    let child = Command::new("sh")
        .args(["-c", &format!("{command} \"$0\"")])
        .arg(file)
        .process_group(0)
        .spawn()?;
    let group = Pid::from_child(&child);
    // Whoever takes the terminal back from the background is stopped otherwise.
    block(libc::SIGTTOU, libc::SIG_BLOCK);
    let ended = lend(terminal, group);
    block(libc::SIGTTOU, libc::SIG_UNBLOCK);
    ended
}

fn lend(terminal: BorrowedFd, group: Pid) -> io::Result<()> {
    tcsetpgrp(terminal, group)?;
    let ended = wait(group);
    tcsetpgrp(terminal, getpgrp())?;
    ended
}

/// Waits for the end of a process. One that was stopped, also because it wanted the terminal too early,
/// goes on.
fn wait(process: Pid) -> io::Result<()> {
    loop {
        match waitid(WaitId::Pid(process), WaitIdOptions::EXITED | WaitIdOptions::STOPPED) {
            Ok(Some(status)) if !WaitIdStatus::stopped(&status) => return Ok(()),
            Ok(_) => kill_process_group(process, Signal::CONT)?,
            Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
}

/// Blocks a signal for this thread, or lets it come again.
fn block(signal: i32, how: i32) {
    let mut signals = MaybeUninit::uninit();
    // SAFETY: the set is made before it is used, and the calls take no other pointer.
    unsafe {
        libc::sigemptyset(signals.as_mut_ptr());
        libc::sigaddset(signals.as_mut_ptr(), signal);
        libc::pthread_sigmask(how, signals.as_ptr(), std::ptr::null_mut());
    }
}
