//! Kills all descendants of a process, or all processes that carry the mark of a slot. When a test has to
//! be killed is decided in [`watch`](super::watch).

#![allow(unsafe_code, reason = "waitpid for any child, sigtimedwait, getpgid and kill")]

use std::fs;
use std::mem::MaybeUninit;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::ptr;
use std::time::{Duration, Instant};

use rustix::process::{Pid, PidfdFlags, Signal, pidfd_open, pidfd_send_signal};

use super::procfs::{children, parent_of, processes};

/// The most searches for marked processes, while new ones are found.
const ROUNDS: usize = 64;

/// Kills all descendants of this process, which adopts orphans, and waits for their ends; returns
/// whether none is left. SIGCHLD has to be blocked.
///
/// Without descendants this is one system call. Otherwise every round kills all that are visible; a
/// process that was started meanwhile is our orphan in the next round.
pub(super) fn kill_descendants(patience: Duration) -> bool {
    let began = Instant::now();
    loop {
        if !has_children() {
            return true;
        }
        // SAFETY: it only returns a number.
        kill_below(unsafe { libc::getpid() });
        let left = patience.saturating_sub(began.elapsed());
        if left.is_zero() {
            return !has_children();
        }
        wait_for_child(left);
    }
}

/// Reaps the children that have ended; returns whether others run.
fn has_children() -> bool {
    loop {
        // SAFETY: no status is asked for.
        match unsafe { libc::waitpid(-1, ptr::null_mut(), libc::WNOHANG | libc::__WALL) } {
            0 => return true,
            1.. => {}
            _ => return false,
        }
    }
}

/// Waits until a child may have ended.
fn wait_for_child(patience: Duration) {
    let mut set = MaybeUninit::uninit();
    let timeout = libc::timespec {
        tv_sec: patience.as_secs().try_into().unwrap_or(libc::time_t::MAX),
        tv_nsec: patience.subsec_nanos().into(),
    };
    // SAFETY: the set is initialised by the first call; no information is asked for.
    unsafe {
        libc::sigemptyset(set.as_mut_ptr());
        libc::sigaddset(set.as_mut_ptr(), libc::SIGCHLD);
        libc::sigtimedwait(set.as_ptr(), ptr::null_mut(), &raw const timeout);
    }
}

/// Sends SIGKILL to all descendants of this process and to the groups of its children.
fn kill_below(this: libc::pid_t) {
    let mut parents = children(this);
    for &child in &parents {
        // SAFETY: the calls take numbers. A child of ours keeps its number, and with that its
        // group's, until we wait for it. Groups reach no further than sessions, and all of these
        // were made below us; our own group is excluded, in case the child is just being started.
        unsafe {
            let group = libc::getpgid(child);
            if group > 0 && group != libc::getpgid(0) {
                libc::kill(-group, libc::SIGKILL);
            }
            libc::kill(child, libc::SIGKILL);
        }
    }
    while let Some(parent) = parents.pop() {
        for child in children(parent) {
            if kill_if(child, || parent_of(child) == Some(parent)) {
                parents.push(child);
            }
        }
    }
}

/// Sends SIGKILL to a process if it is the right one; returns whether it is. The pidfd is opened before
/// the question, so that a later process with the same number is not hit.
fn kill_if(process: libc::pid_t, is_it: impl FnOnce() -> bool) -> bool {
    let Some(id) = Pid::from_raw(process) else { return false };
    let Ok(handle) = pidfd_open(id, PidfdFlags::empty()) else { return false };
    is_it() && pidfd_send_signal(handle, Signal::KILL).is_ok()
}

/// Returns the mark of a slot: processes that it started have `$TMPDIR` below `home` in their
/// environment.
fn mark(home: &Path) -> Vec<u8> {
    [b"\0TMPDIR=", home.as_os_str().as_bytes(), b"/"].concat()
}

/// Kills all processes that carry the mark of this directory: those that a slot leaves whose supervisor
/// was killed. This reads all of `/proc`.
pub(crate) fn kill_marked(home: &Path) {
    let mark = &mark(home);
    for _ in 0..ROUNDS {
        let is_marked = |environment: &[u8]| is_in(mark, environment);
        let killed = processes().filter(|id| kill_if_file(*id, "environ", is_marked)).count();
        if killed == 0 {
            return;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Kills a process if one of its files in `/proc` has some property; returns whether it has.
pub(super) fn kill_if_file(
    process: libc::pid_t,
    file: &str,
    is_it: impl FnOnce(&[u8]) -> bool,
) -> bool {
    kill_if(process, || is_it(&fs::read(format!("/proc/{process}/{file}")).unwrap_or_default()))
}

/// Whether an environment has the mark, as its first entry or a later one.
fn is_in(mark: &[u8], environment: &[u8]) -> bool {
    environment.starts_with(&mark[1..])
        || environment.windows(mark.len()).any(|window| window == mark)
}
