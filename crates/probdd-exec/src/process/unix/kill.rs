//! Kills processes by where they come from: all descendants of ours, or all that carry a mark.

#![allow(unsafe_code, reason = "waitpid for any child, sigtimedwait, getpgid and kill")]

use std::fs;
use std::mem::MaybeUninit;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::ptr;
use std::time::{Duration, Instant};

use rustix::process::{Pid, PidfdFlags, Signal, pidfd_open, pidfd_send_signal};

use super::procfs::{children, parent_of, processes};

/// How often marked processes are looked for again while there are new ones.
const ROUNDS: usize = 64;

/// Kills all descendants of this process, which is the one that orphans fall to, and waits for
/// their ends; whether nobody is left. SIGCHLD has to be blocked.
///
/// With nobody there it is one system call. Otherwise every round kills all that can be seen, and
/// who was born meanwhile is an orphan of ours in the next one.
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

/// Reaps all children that are dead; whether there are living ones.
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

/// Waits until a child may have died.
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

/// Sends the signal to all descendants of this process and to the groups of its children.
fn kill_below(this: libc::pid_t) {
    let mut parents = children(this);
    for &child in &parents {
        // SAFETY: the calls take numbers. A child of ours keeps its number, and with that its
        // group's, until we wait for it. Groups reach no further than sessions, and all of these
        // were made below us; ours is asked for, in case the child is just being started.
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
            if kill_child(child, parent) {
                parents.push(child);
            }
        }
    }
}

/// Whether it is this parent's child; then it was sent the signal. The pidfd is opened before the
/// question, so that the signal cannot go to a later process with the same number.
fn kill_child(child: libc::pid_t, parent: libc::pid_t) -> bool {
    let Some(id) = Pid::from_raw(child) else { return false };
    let Ok(handle) = pidfd_open(id, PidfdFlags::empty()) else { return false };
    parent_of(child) == Some(parent) && pidfd_send_signal(handle, Signal::KILL).is_ok()
}

/// What the environment of a process holds that was started with its `$TMPDIR` below `home`.
fn mark(home: &Path) -> Vec<u8> {
    [b"\0TMPDIR=", home.as_os_str().as_bytes(), b"/"].concat()
}

/// Kills all processes that carry the mark of this directory: what is left of a slot whose
/// supervisor was killed. It reads all of `/proc`.
pub(crate) fn kill_marked(home: &Path) {
    let mark = &mark(home);
    for _ in 0..ROUNDS {
        let killed = processes().filter(|id| kill_if_marked(*id, mark)).count();
        if killed == 0 {
            return;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

fn kill_if_marked(process: libc::pid_t, mark: &[u8]) -> bool {
    kill_if(process, "environ", |environment| is_in(mark, environment))
}

/// Kills the process if a file of its in `/proc` is of a kind; whether it was. The pidfd is opened
/// before the question, so that the signal cannot go to a later process with the same number.
pub(super) fn kill_if(process: libc::pid_t, file: &str, is_it: impl Fn(&[u8]) -> bool) -> bool {
    let Some(id) = Pid::from_raw(process) else { return false };
    let Ok(handle) = pidfd_open(id, PidfdFlags::empty()) else { return false };
    let text = fs::read(format!("/proc/{process}/{file}")).unwrap_or_default();
    is_it(&text) && pidfd_send_signal(handle, Signal::KILL).is_ok()
}

/// Whether the environment has the mark, as its first entry or a later one.
fn is_in(mark: &[u8], environment: &[u8]) -> bool {
    environment.starts_with(&mark[1..])
        || environment.windows(mark.len()).any(|window| window == mark)
}
