//! Watches a process: reads what it writes until it ends or answers, or until it has to be killed at
//! its deadline, because it fills the disk, or because the interrupt is raised.
//!
//! There is no polling: `poll(2)` waits on the slot's supervisor, on the pipes that the process
//! writes to and on the interrupt, until the deadline. The supervisor says that the process has
//! ended when none of its descendants is left.

use std::io::{self, PipeReader, Read};
use std::os::fd::AsFd;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;

use super::shared_memory::Exit;
use super::slot::{Conversation, Slot};
use super::start_failure::Failure;
use crate::Interrupt;
use crate::process::capture::Capture;
use crate::process::launch::{End, Launch};
use crate::process::quota::Quota;

/// The most that is read after the end of the process: more than a pipe can hold (1 MiB, unless root
/// has set another size).
const LEFT_IN_PIPE: usize = 2 << 20;

/// Why a wait was over.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Cause {
    Ended,
    Answered,
    Deadline,
    Quota,
    Interrupt,
}

/// A running process, and what it may do.
pub(super) struct Watch<'a> {
    pub(super) slot: &'a mut Slot,
    pub(super) capture: Capture,
    /// What a process that converses has answered.
    pub(super) answer: Vec<u8>,
    /// An answer that is longer than this is cut short.
    most: usize,
    pub(super) started: Instant,
    deadline: Option<Instant>,
    quota: Option<Quota<'a>>,
}

impl<'a> Watch<'a> {
    pub(super) fn start(
        launch: &Launch<'a>,
        slot: &'a mut Slot,
        most: usize,
    ) -> Result<Watch<'a>, Failure> {
        let started = Instant::now();
        match slot.start(launch) {
            // The supervisor was killed in between, which the wait finds out.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {}
            started => started.map_err(Failure::ToStart)?,
        }
        Ok(Watch { started, ..Watch::resume(launch, slot, most) })
    }

    /// Watches the process that runs in the slot.
    pub(super) fn resume(launch: &Launch<'a>, slot: &'a mut Slot, most: usize) -> Watch<'a> {
        let started = Instant::now();
        let deadline = launch.timeout.and_then(|timeout| started.checked_add(timeout));
        let quota = slot.confinement().disk.map(|bytes| Quota::new(launch.site.place, bytes));
        let capture = Capture::new(launch.output_bytes);
        Watch { slot, capture, answer: Vec::new(), most, started, deadline, quota }
    }

    /// Reads until the process ends or has to.
    pub(super) fn wait(&mut self, interrupt: &Interrupt) -> io::Result<Cause> {
        loop {
            let left = self.deadline.map(|at| at.saturating_duration_since(Instant::now()));
            let look = self.quota.as_ref().map(Quota::next);
            let pause = look.map(|at| at.saturating_duration_since(Instant::now()));
            let ready = self.poll(interrupt, left.into_iter().chain(pause).min())?;
            if ready.output {
                self.read_once()?;
            }
            if ready.answer && self.listen()? {
                return Ok(Cause::Answered);
            }
            if ready.exit {
                return Ok(Cause::Ended);
            }
            if ready.interrupt {
                return Ok(Cause::Interrupt);
            }
            if left == Some(Duration::ZERO) {
                return Ok(Cause::Deadline);
            }
            if self.quota.as_mut().is_some_and(Quota::is_exceeded) {
                return Ok(Cause::Quota);
            }
        }
    }

    fn poll(&self, interrupt: &Interrupt, left: Option<Duration>) -> io::Result<Ready> {
        let own = [self.slot.socket.as_fd(), self.slot.pipe.as_fd()];
        let watched = |fd| PollFd::from_borrowed_fd(fd, PollFlags::IN);
        let answers = self.slot.conversation.as_ref().map(|talk| talk.answers.as_fd());
        let others = answers.into_iter().chain(interrupt.fds());
        let mut fds: Vec<_> = own.into_iter().chain(others).map(watched).collect();
        // A timeout that does not fit into a timespec is none.
        let timeout = left.and_then(|left| Timespec::try_from(left).ok());
        match poll(&mut fds, timeout.as_ref()) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(errno) => return Err(errno.into()),
        }
        let is_ready = |fd: &PollFd| !fd.revents().is_empty();
        let [exit, output] = [0, 1].map(|own| is_ready(&fds[own]));
        let (answer, interrupts) = fds[2..].split_at(usize::from(answers.is_some()));
        let [answer, interrupt] = [answer, interrupts].map(|fds| fds.iter().any(is_ready));
        Ok(Ready { exit, output, answer, interrupt })
    }

    /// Reads what is left in the pipe after the end of the process, without waiting for more.
    pub(super) fn drain(&mut self) -> io::Result<()> {
        let mut read = 0;
        while read < LEFT_IN_PIPE {
            match self.read_once()? {
                0 => break,
                some => read += some,
            }
        }
        Ok(())
    }

    /// Takes what the process has answered; returns whether that is a line, or too much for one.
    pub(super) fn listen(&mut self) -> io::Result<bool> {
        let mut piece = [0; 4 << 10];
        let mut length = 0;
        if let Some(Conversation { answers, .. }) = &mut self.slot.conversation {
            length = read(answers, &mut piece)?;
            self.answer.extend_from_slice(&piece[..length]);
        }
        Ok(piece[..length].contains(&b'\n') || self.answer.len() > self.most)
    }

    fn read_once(&mut self) -> io::Result<usize> {
        let mut piece = [0; 16 << 10];
        let length = read(&mut self.slot.pipe, &mut piece)?;
        self.capture.push(&piece[..length]);
        Ok(length)
    }
}

/// Reads a piece from a pipe that does not block; nothing if it is empty.
fn read(pipe: &mut PipeReader, piece: &mut [u8]) -> io::Result<usize> {
    match pipe.read(piece) {
        Err(error) if error.kind() == io::ErrorKind::WouldBlock => Ok(0),
        Err(error) if error.kind() == io::ErrorKind::Interrupted => Ok(0),
        read => read,
    }
}

/// Returns how a process ended by itself, from what its supervisor says.
pub(super) fn end(exit: Option<Exit>) -> Result<End, Failure> {
    let Some(exit) = exit else { return Ok(End::Lost) };
    if exit.errno != 0 {
        let error = io::Error::from_raw_os_error(exit.errno);
        let is_private = exit.lacks_private_tmp;
        return Err(if is_private {
            Failure::NoPrivateTmp(error)
        } else {
            Failure::ToStart(error)
        });
    }
    let status = ExitStatus::from_raw(exit.status);
    Ok(match (status.code(), status.signal()) {
        (Some(code), _) => End::Exited(code),
        (None, Some(signal)) => End::Signaled(signal),
        (None, None) => unreachable!("only ends are waited for"),
    })
}

/// Which descriptors are ready.
#[derive(Clone, Copy)]
#[allow(clippy::struct_excessive_bools, reason = "each is a descriptor")]
struct Ready {
    exit: bool,
    output: bool,
    answer: bool,
    interrupt: bool,
}
