//! A process group (and session) of ours: who is in it dies with it.

#![allow(unsafe_code, reason = "wait4, for the processor time of one process, and getsid")]

use std::collections::BTreeSet;
use std::io;
use std::mem::MaybeUninit;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::sync::{Mutex, MutexGuard, PoisonError, RwLock};
use std::time::Duration;

use rustix::process::{Pid, PidfdFlags, Signal, kill_process_group, pidfd_open, pidfd_send_signal};

use crate::process::End;

/// The groups that run now, by their leader. Signals are a matter of the whole process, and so is
/// what the second one has to kill.
static LIVE: Mutex<BTreeSet<i32>> = Mutex::new(BTreeSet::new());

/// Held for reading while a group is started and entered into [`LIVE`]; [`kill_all`] takes it for
/// writing, so that it misses none, and starts do not wait for each other.
static STARTING: RwLock<()> = RwLock::new(());

/// How often the session is searched again when new members keep appearing.
const SWEEPS: usize = 16;

/// A running or dead but not yet reaped leader, and with that an id that nobody else can get.
///
/// Dropping it without [`reap`](Group::reap) kills and reaps it.
#[derive(Debug)]
pub(super) struct Group {
    leader: Pid,
    is_reaped: bool,
}

impl Group {
    /// Starts a group with what `spawn` starts, the leader of a session of its own.
    pub(super) fn start<E>(spawn: impl FnOnce() -> Result<Pid, E>) -> Result<Group, E> {
        let starting = STARTING.read().unwrap_or_else(PoisonError::into_inner);
        let leader = spawn()?;
        live().insert(leader.as_raw_pid());
        drop(starting);
        Ok(Group { leader, is_reaped: false })
    }

    pub(super) fn leader(&self) -> Pid {
        self.leader
    }

    /// Kills every member of the group.
    pub(super) fn kill(&self) {
        // It fails only when nobody is left.
        let _ = kill_process_group(self.leader, Signal::KILL);
    }

    /// Kills also those who left the group but not the session, as `timeout` and the jobs of a
    /// shell with job control do. It reads all of `/proc`, hence not at every query.
    pub(super) fn kill_session(&self) {
        kill_sessions(&BTreeSet::from([self.leader.as_raw_pid()]));
    }

    /// Waits for the leader's end, which comes by itself or has been brought about.
    pub(super) fn reap(mut self) -> io::Result<(End, Duration)> {
        self.wait()
    }

    fn wait(&mut self) -> io::Result<(End, Duration)> {
        self.is_reaped = true;
        let leader = self.leader.as_raw_pid();
        // Before the id may go to another process.
        live().remove(&leader);
        wait4(leader)
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        if !self.is_reaped {
            self.kill();
            self.kill_session();
            // There is nobody left to tell about a failure.
            let _ = self.wait();
        }
    }
}

/// Kills every group and session that runs, and keeps new ones from being started, for ever: the
/// caller ends this process.
pub(super) fn kill_all() {
    let starting = STARTING.write().unwrap_or_else(PoisonError::into_inner);
    std::mem::forget(starting);
    let live = live();
    for &leader in live.iter() {
        if let Some(leader) = Pid::from_raw(leader) {
            let _ = kill_process_group(leader, Signal::KILL);
        }
    }
    kill_sessions(&live);
}

fn live() -> MutexGuard<'static, BTreeSet<i32>> {
    LIVE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Kills the members of these sessions, again and again while there are new ones.
fn kill_sessions(sessions: &BTreeSet<i32>) {
    if sessions.is_empty() {
        return;
    }
    let mut killed = BTreeSet::new();
    for _ in 0..SWEEPS {
        let before = killed.len();
        for process in processes() {
            if kill_if_in(process, sessions) {
                killed.insert(process.as_raw_pid());
            }
        }
        if killed.len() == before {
            return;
        }
    }
}

/// Whether the process is a member; then it was sent the signal. The pidfd is opened before the
/// question, so that the signal cannot go to a later process with the same id.
fn kill_if_in(process: Pid, sessions: &BTreeSet<i32>) -> bool {
    let Ok(handle) = pidfd_open(process, PidfdFlags::empty()) else { return false };
    sessions.contains(&session_of(process)) && pidfd_send_signal(handle, Signal::KILL).is_ok()
}

/// The session's id; -1 when the process is gone, 0 for those of the kernel (for which rustix's
/// `getsid` has no answer).
fn session_of(process: Pid) -> i32 {
    // SAFETY: it only takes and returns numbers.
    unsafe { libc::getsid(process.as_raw_pid()) }
}

/// All processes that can be seen now.
fn processes() -> impl Iterator<Item = Pid> {
    std::fs::read_dir("/proc")
        .into_iter()
        .flatten()
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok())
        .filter_map(Pid::from_raw)
}

/// Reaps one child: how it ended, and the processor time of it and of its reaped descendants.
fn wait4(process: i32) -> io::Result<(End, Duration)> {
    let mut status = 0;
    let mut usage = MaybeUninit::<libc::rusage>::uninit();
    loop {
        // SAFETY: both pointers are to live, writable places of the types that wait4 fills.
        let reaped = unsafe { libc::wait4(process, &raw mut status, 0, usage.as_mut_ptr()) };
        if reaped == process {
            break;
        }
        let error = io::Error::last_os_error();
        if error.kind() != io::ErrorKind::Interrupted {
            return Err(error);
        }
    }
    // SAFETY: wait4 has succeeded, and then it has filled the structure.
    let usage = unsafe { usage.assume_init() };
    Ok((end(ExitStatus::from_raw(status)), duration(usage.ru_utime) + duration(usage.ru_stime)))
}

fn end(status: ExitStatus) -> End {
    match (status.code(), status.signal()) {
        (Some(code), _) => End::Exited(code),
        (None, Some(signal)) => End::Signaled(signal),
        (None, None) => unreachable!("wait4 without options reports only ends"),
    }
}

fn duration(time: libc::timeval) -> Duration {
    let seconds = u64::try_from(time.tv_sec).unwrap_or(0);
    let micros = u64::try_from(time.tv_usec).unwrap_or(0);
    Duration::from_secs(seconds) + Duration::from_micros(micros)
}
