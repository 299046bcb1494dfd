//! [`run`] for Linux: the life of one process in its own session.
//!
//! There is no polling: `poll(2)` waits on the process itself (a pidfd), on the pipe that it writes
//! to and on the interrupt, until the deadline. Another unix needs only another way to wait
//! for the end of a process.
//!
//! Containment so far is the process group and, where the process did not end well, the session:
//! a descendant that calls `setsid` itself is not found.

mod failure;
mod group;
mod signals;
mod spawn;

use std::io::{self, PipeReader, Read};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, ioctl_fionbio};
use rustix::process::{PidfdFlags, pidfd_open};

use super::{Capture, End, Ended, Launch};
use crate::{Error, Interrupt};
use group::Group;

pub(crate) use signals::{Hangup, keep_ends_of_children};

/// More than a pipe can hold (1 MiB, unless root says otherwise): what is read after the end of the
/// process, at most.
const LEFT_IN_PIPE: usize = 2 << 20;

/// Starts the process, waits for its end, its deadline or the interrupt, and leaves nothing of it.
///
/// # Errors
/// When the process could not be started or could not be waited for; then it does not run.
pub(crate) fn run(launch: &Launch, interrupt: &Interrupt) -> Result<Ended, Error> {
    if interrupt.is_raised() {
        return Ok(Ended::before_start());
    }
    let started = Instant::now();
    let unsupervised = |source| failure::supervision(launch.program, source);
    let (pipe, writer) = io::pipe().map_err(unsupervised)?;
    ioctl_fionbio(&pipe, true).map_err(|errno| unsupervised(errno.into()))?;
    let group = spawn::spawn(launch, &writer)?;
    // The end of what the process writes is seen only when nobody else can write.
    drop(writer);
    let watch = Watch {
        leader: pidfd_open(group.leader(), PidfdFlags::empty())
            .map_err(|errno| unsupervised(errno.into()))?,
        pipe: Some(pipe),
        capture: Capture::new(launch.output_bytes),
        deadline: launch.timeout.and_then(|timeout| started.checked_add(timeout)),
    };
    watch.until_end(group, interrupt, started).map_err(unsupervised)
}

/// Kills what every [`run`] of this process has started and ends this process at once, without
/// unwinding, destructors or exit handlers.
pub(crate) fn abort(exit_code: i32) -> ! {
    group::kill_all();
    signals::exit_now(exit_code)
}

/// Why the wait was over.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cause {
    Exit,
    Deadline,
    Interrupt,
}

/// What there is to watch about a running process.
struct Watch {
    leader: OwnedFd,
    /// What it writes; `None` after its end.
    pipe: Option<PipeReader>,
    capture: Capture,
    deadline: Option<Instant>,
}

impl Watch {
    fn until_end(
        mut self,
        group: Group,
        interrupt: &Interrupt,
        started: Instant,
    ) -> io::Result<Ended> {
        let cause = self.wait(interrupt)?;
        let wall = started.elapsed();
        group.kill();
        if cause != Cause::Exit {
            group.kill_session();
        }
        self.drain()?;
        if cause == Cause::Exit && self.pipe.is_some() {
            // Somebody still holds the pipe: a member of the group that is just dying, or a
            // descendant that left the group (`timeout`, a shell with job control).
            group.kill_session();
        }
        let (end, cpu) = group.reap()?;
        let end = match cause {
            Cause::Exit => end,
            Cause::Deadline => End::TimedOut,
            Cause::Interrupt => End::Interrupted,
        };
        Ok(Ended::new(end, self.capture, wall, cpu))
    }

    /// Reads along until the process ends or has to.
    fn wait(&mut self, interrupt: &Interrupt) -> io::Result<Cause> {
        loop {
            let left = self.deadline.map(|at| at.saturating_duration_since(Instant::now()));
            let ready = self.poll(interrupt.fd(), left)?;
            if ready.output {
                self.read_once()?;
            }
            if ready.exit {
                return Ok(Cause::Exit);
            }
            if ready.interrupt {
                return Ok(Cause::Interrupt);
            }
            if left == Some(Duration::ZERO) {
                return Ok(Cause::Deadline);
            }
        }
    }

    fn poll(&self, interrupt: Option<BorrowedFd>, left: Option<Duration>) -> io::Result<Ready> {
        let pipe = self.pipe.as_ref().map(AsFd::as_fd);
        let mut fds: Vec<_> = [Some(self.leader.as_fd()), pipe, interrupt]
            .into_iter()
            .flatten()
            .map(|fd| PollFd::from_borrowed_fd(fd, PollFlags::IN))
            .collect();
        // A timeout beyond what a timespec can hold is none.
        let timeout = left.and_then(|left| Timespec::try_from(left).ok());
        match poll(&mut fds, timeout.as_ref()) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(errno) => return Err(errno.into()),
        }
        let is_ready = |fd: &PollFd| !fd.revents().is_empty();
        Ok(Ready {
            exit: is_ready(&fds[0]),
            output: pipe.is_some() && is_ready(&fds[1]),
            interrupt: interrupt.is_some() && fds.last().is_some_and(is_ready),
        })
    }

    /// Takes what is in the pipe after the end of the process, without waiting for more: a
    /// descendant may hold the other end for ever.
    fn drain(&mut self) -> io::Result<()> {
        let mut read = 0;
        while read < LEFT_IN_PIPE {
            match self.read_once()? {
                0 => break,
                some => read += some,
            }
        }
        Ok(())
    }

    /// Reads one piece, if there is one; closes the pipe at its end.
    fn read_once(&mut self) -> io::Result<usize> {
        let Some(pipe) = &mut self.pipe else { return Ok(0) };
        let mut piece = [0; 16 << 10];
        match pipe.read(&mut piece) {
            Ok(0) => self.pipe = None,
            Ok(length) => {
                self.capture.push(&piece[..length]);
                return Ok(length);
            }
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
        Ok(0)
    }
}

/// What a poll has found.
#[derive(Clone, Copy)]
struct Ready {
    exit: bool,
    output: bool,
    interrupt: bool,
}
