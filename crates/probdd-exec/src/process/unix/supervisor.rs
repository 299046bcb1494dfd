//! The process between us and the processes of a slot: it starts them, kills them when told to or when
//! we have ended, adopts and kills their orphans, and finally removes the slot's directory.
//!
//! It is a fork of ours with one thread, in a session of its own, so that a signal to our group does
//! not reach it. Between two messages it only waits. It needs one system call to see that a process has
//! left no descendants.

#![allow(unsafe_code, reason = "prctl, signals, dup2, close_range and wait4")]

use std::io::{self, PipeReader, PipeWriter, Read, Write};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, AsRawFd, OwnedFd, RawFd};
use std::os::unix::net::UnixStream;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;

use super::cgroup::Groups;
use super::private_tmp::PrivateTmp;
use super::protection::Shield;
use super::protocol::{ENDED, KILL, NAME, QUIT, RUN};
use super::shared_memory::{Exit, Order, SharedMemory};
use super::spawn::{Bounds, Stack, start};
use super::{kill, signals};
use crate::process::confinement::Confinement;

/// How long killed processes may take to end.
const PATIENCE: Duration = Duration::from_secs(5);

/// The time for removing the directory when we have ended.
const CLEANING_SECONDS: u32 = 60;

/// What a supervisor begins with.
pub(super) struct Post<'a> {
    pub(super) socket: UnixStream,
    /// The output of the processes.
    pub(super) writer: PipeWriter,
    /// Standard input and standard output of the processes, if they converse.
    pub(super) conversation: Option<(PipeReader, PipeWriter)>,
    /// A descriptor that stays open until the supervisor ends.
    pub(super) kept: RawFd,
    pub(super) confinement: Confinement,
    pub(super) shield: Option<Shield>,
    pub(super) memory: &'a SharedMemory,
    /// The directory, and how it is removed when we have ended.
    pub(super) home: &'a Path,
    pub(super) clean: fn(&Path),
}

/// What processes are started with.
struct Runner {
    bounds: Bounds,
    stack: Stack,
    /// A `/tmp` of its own for every process, or why there is none.
    private_tmp: Option<io::Result<PrivateTmp>>,
}

/// Why a wait was over.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wakeup {
    Ended,
    Told,
    /// We have ended.
    Orphaned,
}

impl Post<'_> {
    /// Runs the supervisor from its fork to its end.
    pub(super) fn supervise(mut self) -> ! {
        // The frames that the fork has copied must not be unwound.
        let _ = catch_unwind(AssertUnwindSafe(|| {
            self.detach();
            let name = self.home.file_name().unwrap_or_default();
            let groups = Groups::new(name, &self.confinement);
            let memory = self.confinement.memory.filter(|_| !groups.bounds_memory);
            let (file, shield) = (self.confinement.disk, self.shield.take());
            let bounds = Bounds { file, memory, shield };
            let private_tmp = self.private_tmp();
            let mut run = Runner { bounds, stack: Stack::new(), private_tmp };
            while self.serve(&mut run) {}
            groups.leave();
        }));
        signals::exit_now(0)
    }

    /// Enters a mount namespace, if every process is to have a `/tmp` of its own.
    fn private_tmp(&self) -> Option<io::Result<PrivateTmp>> {
        let shared = self.confinement.private_tmp.as_ref()?;
        Some(PrivateTmp::enter(self.home, shared, &self.confinement))
    }

    /// Separates the supervisor from the process that it was forked from.
    fn detach(&self) {
        // SAFETY: the calls take numbers and strings that end; the descriptors are open.
        unsafe {
            libc::setsid();
            libc::prctl(libc::PR_SET_CHILD_SUBREAPER, 1);
            libc::prctl(libc::PR_SET_NAME, NAME.as_ptr());
            libc::chdir(c"/".as_ptr());
            let nothing = libc::open(c"/dev/null".as_ptr(), libc::O_RDONLY | libc::O_CLOEXEC);
            let ends = self.conversation.as_ref();
            let (input, answers) = ends.map_or((nothing, self.writer.as_raw_fd()), |ends| {
                (ends.0.as_raw_fd(), ends.1.as_raw_fd())
            });
            libc::dup2(input, 0);
            libc::dup2(answers, 1);
            libc::dup2(self.writer.as_raw_fd(), 2);
        }
        signals::block_all_with_default_effect();
        let shield = self.shield.as_ref().map_or(self.kept, Shield::rules);
        let mut kept = [self.socket.as_raw_fd(), self.kept, shield];
        kept.sort_unstable();
        let mut first = 3;
        for descriptor in kept {
            close_from_to(first, descriptor - 1);
            first = first.max(descriptor + 1);
        }
        close_from_to(first, RawFd::MAX);
    }

    /// Handles one message; returns whether there may be another one.
    fn serve(&mut self, runner: &mut Runner) -> bool {
        match receive(&mut self.socket) {
            Some(RUN) => self.run(runner),
            Some(QUIT) => false,
            // It was told to kill a process that had just ended by itself.
            Some(_) => true,
            None => {
                self.leave(runner);
                false
            }
        }
    }

    fn run(&mut self, runner: &mut Runner) -> bool {
        let mut wakeup = Wakeup::Ended;
        let exit = match runner.start(&self.memory.order()) {
            Ok((leader, pidfd)) => {
                self.memory.set_leader(leader);
                wakeup = wait(&pidfd, Some(&mut self.socket), None);
                end(leader, &pidfd)
            }
            Err(exit) => exit,
        };
        runner.clear();
        self.memory.set_exit(exit);
        let is_heard = wakeup != Wakeup::Orphaned && self.socket.write_all(&[ENDED]).is_ok();
        if !is_heard {
            self.leave(runner);
        }
        is_heard
    }

    fn leave(&self, runner: &mut Runner) {
        runner.clear();
        signals::end_in(CLEANING_SECONDS);
        (self.clean)(self.home);
    }
}

impl Runner {
    /// Starts the process, with a new `/tmp` if it is to have one.
    fn start(&mut self, order: &Order) -> Result<(libc::pid_t, OwnedFd), Exit> {
        let not_started = |error: &io::Error| Exit {
            errno: error.raw_os_error().unwrap_or(libc::EIO),
            ..Exit::default()
        };
        let renewed = match &mut self.private_tmp {
            Some(Ok(tmp)) => tmp.renew(),
            Some(Err(error)) => return Err(Exit { lacks_private_tmp: true, ..not_started(error) }),
            None => Ok(()),
        };
        renewed.map_err(|error| Exit { lacks_private_tmp: true, ..not_started(&error) })?;
        start(order, &self.bounds, &mut self.stack).map_err(|error| not_started(&error))
    }

    /// Drops the files that the last process has left in its own `/tmp`.
    fn clear(&mut self) {
        if let Some(Ok(tmp)) = &mut self.private_tmp {
            tmp.drop_files();
        }
    }
}

/// Kills the leader and all its descendants, and waits for them.
fn end(leader: libc::pid_t, pidfd: &OwnedFd) -> Exit {
    // The leader has not been waited for, so no other process has its number.
    // SAFETY: it takes numbers.
    unsafe { libc::kill(-leader, libc::SIGKILL) };
    // SAFETY: as above; it may have left its group.
    unsafe { libc::kill(leader, libc::SIGKILL) };
    if wait(pidfd, None, Some(PATIENCE)) != Wakeup::Ended {
        return Exit { is_unclean: true, ..Exit::default() };
    }
    let mut status = 0;
    let mut usage = MaybeUninit::<libc::rusage>::zeroed();
    // SAFETY: the places are writable and of the types that are filled; zeros are a valid value.
    let usage = unsafe {
        libc::wait4(leader, &raw mut status, libc::__WALL, usage.as_mut_ptr());
        usage.assume_init()
    };
    let cpu_micros = micros(usage.ru_utime) + micros(usage.ru_stime);
    let is_unclean = !kill::kill_descendants(PATIENCE);
    Exit { status, cpu_micros, is_unclean, ..Exit::default() }
}

/// Waits for a process to end, for the message to kill it, or until patience is over, which counts as
/// the message.
fn wait(
    pidfd: &OwnedFd,
    mut socket: Option<&mut UnixStream>,
    patience: Option<Duration>,
) -> Wakeup {
    let timeout = patience.and_then(|patience| Timespec::try_from(patience).ok());
    loop {
        let process = PollFd::new(pidfd, PollFlags::IN);
        let mut fds = [process.clone(), process];
        let mut count = 1;
        if let Some(socket) = &socket {
            fds[1] = PollFd::from_borrowed_fd(socket.as_fd(), PollFlags::IN);
            count = 2;
        }
        match poll(&mut fds[..count], timeout.as_ref()) {
            Err(Errno::INTR) => continue,
            Ok(1..) => {}
            _ => return Wakeup::Told,
        }
        if !fds[0].revents().is_empty() {
            return Wakeup::Ended;
        }
        let word = socket.as_mut().and_then(|socket| receive(socket));
        return if word == Some(KILL) { Wakeup::Told } else { Wakeup::Orphaned };
    }
}

/// Receives the next message; `None` if the other end is closed.
fn receive(socket: &mut UnixStream) -> Option<u8> {
    let mut word = [0];
    socket.read_exact(&mut word).ok().map(|()| word[0])
}

fn micros(time: libc::timeval) -> u64 {
    let seconds = u64::try_from(time.tv_sec).unwrap_or(0);
    seconds * 1_000_000 + u64::try_from(time.tv_usec).unwrap_or(0)
}

/// Closes the copies of descriptors that other processes have open.
fn close_from_to(first: RawFd, last: RawFd) {
    if first <= last {
        // SAFETY: nothing here uses any of these descriptors.
        unsafe { libc::syscall(libc::SYS_close_range, first, last, 0) };
    }
}
