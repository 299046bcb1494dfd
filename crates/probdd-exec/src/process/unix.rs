//! [`run`] for Linux: the life of one process and its descendants in a slot.
//!
//! There is no polling: `poll(2)` waits on the slot's supervisor, on the pipe that the process
//! writes to and on the interrupt, until the deadline. The supervisor says that the process has
//! ended when nobody below it is left.

mod cgroup;
mod conversation;
mod failure;
mod protection;
mod region;
mod signals;
mod slot;
mod start;
mod supervisor;
mod sweep;
mod table;

use std::io::{self, PipeReader, Read};
use std::os::fd::AsFd;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;

use super::quota::Quota;
use super::{Capture, End, Ended, Launch};
use crate::{Error, Interrupt};
use region::Answer;

pub(crate) use cgroup::remove_groups;
pub(crate) use conversation::ask;
pub(crate) use signals::{Hangup, exit_now, keep_ends_of_children};
pub(crate) use slot::{Manner, Slot};
pub(crate) use sweep::kill_marked as kill_below;
pub(crate) use table::started;

/// Whose files are ours.
pub(crate) fn user() -> u32 {
    rustix::process::geteuid().as_raw()
}

/// More than a pipe can hold (1 MiB, unless root says otherwise): what is read after the end of the
/// process, at most.
const LEFT_IN_PIPE: usize = 2 << 20;

/// A program that somebody still writes to (or a thread of ours was writing to when another one
/// forked) is tried again this often, at this distance.
const BUSY_RETRIES: usize = 20;
const BUSY_PAUSE: Duration = Duration::from_millis(5);

/// Starts the process, waits for its end, its deadline or the interrupt, and leaves nothing of it.
///
/// # Errors
/// When the process could not be started or could not be waited for; then it does not run.
pub(crate) fn run(launch: &Launch, slot: &mut Slot, interrupt: &Interrupt) -> Result<Ended, Error> {
    let mut retries = 0;
    loop {
        if interrupt.is_raised() {
            return Ok(Ended::before_start());
        }
        match run_once(launch, slot, interrupt)? {
            Attempt::Ended(ended) => return Ok(ended),
            Attempt::NotStarted(error) if is_busy(&error) && retries < BUSY_RETRIES => {
                retries += 1;
                std::thread::sleep(BUSY_PAUSE);
            }
            Attempt::NotStarted(error) => return Err(failure::start(launch.program, error)),
        }
    }
}

/// What has come of a start.
enum Attempt {
    Ended(Ended),
    NotStarted(io::Error),
}

fn run_once(launch: &Launch, slot: &mut Slot, interrupt: &Interrupt) -> Result<Attempt, Error> {
    let started = Instant::now();
    match slot.start(launch) {
        // Its supervisor was killed in between.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {}
        Err(error) => return Ok(Attempt::NotStarted(error)),
        Ok(()) => {}
    }
    let deadline = launch.timeout.and_then(|timeout| started.checked_add(timeout));
    let quota = slot.confinement().disk.map(|bytes| Quota::new(launch.place, bytes));
    let capture = Capture::new(launch.output_bytes);
    let watch = Watch { slot, capture, said: Vec::new(), most: 0, deadline, quota };
    let failed = |source| failure::supervision(launch.program, source);
    watch.until_end(interrupt, started).map_err(failed)
}

fn is_busy(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::ExecutableFileBusy
}

/// Why the wait was over.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cause {
    Answer,
    Said,
    Deadline,
    Quota,
    Interrupt,
}

/// What there is to watch about a running process.
struct Watch<'a> {
    slot: &'a mut Slot,
    capture: Capture,
    /// What a process that converses has said.
    said: Vec<u8>,
    /// So many bytes of that are no answer.
    most: usize,
    deadline: Option<Instant>,
    quota: Option<Quota<'a>>,
}

impl Watch<'_> {
    fn until_end(mut self, interrupt: &Interrupt, started: Instant) -> io::Result<Attempt> {
        let cause = self.wait(interrupt)?;
        if cause != Cause::Answer {
            self.slot.kill();
        }
        let answer = self.slot.answer();
        let wall = started.elapsed();
        self.drain()?;
        if let Some(Answer { errno: errno @ 1.., .. }) = answer {
            return Ok(Attempt::NotStarted(io::Error::from_raw_os_error(errno)));
        }
        let end = match (cause, answer) {
            (Cause::Deadline, _) => End::TimedOut,
            (Cause::Interrupt, _) => End::Interrupted,
            (Cause::Quota, _) => End::OutOfDisk,
            (Cause::Answer | Cause::Said, answer) => end(answer),
        };
        let cpu = Duration::from_micros(answer.map_or(0, |answer| answer.cpu_micros));
        let has_survivors = answer.is_some_and(|answer| answer.is_unclean);
        let ended = Ended::new(end, self.capture, wall, cpu);
        Ok(Attempt::Ended(Ended { has_survivors, ..ended }))
    }

    /// Reads along until the process ends or has to.
    fn wait(&mut self, interrupt: &Interrupt) -> io::Result<Cause> {
        loop {
            let left = self.deadline.map(|at| at.saturating_duration_since(Instant::now()));
            let look = self.quota.as_ref().map(Quota::next);
            let pause = look.map(|at| at.saturating_duration_since(Instant::now()));
            let ready = self.poll(interrupt, left.into_iter().chain(pause).min())?;
            if ready.output {
                self.read_once()?;
            }
            if ready.said && self.listen()? {
                return Ok(Cause::Said);
            }
            if ready.answer {
                return Ok(Cause::Answer);
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
        // A timeout beyond what a timespec can hold is none.
        let timeout = left.and_then(|left| Timespec::try_from(left).ok());
        match poll(&mut fds, timeout.as_ref()) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(errno) => return Err(errno.into()),
        }
        let is_ready = |fd: &PollFd| !fd.revents().is_empty();
        let [answer, output] = [0, 1].map(|own| is_ready(&fds[own]));
        let (said, interrupts) = fds[2..].split_at(usize::from(answers.is_some()));
        let [said, interrupt] = [said, interrupts].map(|fds| fds.iter().any(is_ready));
        Ok(Ready { answer, output, said, interrupt })
    }

    /// Takes what is in the pipe after the end of the process, without waiting for more.
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

    /// Reads one piece, if there is one.
    fn read_once(&mut self) -> io::Result<usize> {
        let mut piece = [0; 16 << 10];
        let length = read(&mut self.slot.pipe, &mut piece)?;
        self.capture.push(&piece[..length]);
        Ok(length)
    }
}

/// Reads a piece of what is in a pipe that does not wait: nothing, if there is none.
fn read(pipe: &mut PipeReader, piece: &mut [u8]) -> io::Result<usize> {
    match pipe.read(piece) {
        Err(error) if error.kind() == io::ErrorKind::WouldBlock => Ok(0),
        Err(error) if error.kind() == io::ErrorKind::Interrupted => Ok(0),
        read => read,
    }
}

/// How a process ended, by what its supervisor says.
fn end(answer: Option<Answer>) -> End {
    let Some(answer) = answer else { return End::Lost };
    let status = ExitStatus::from_raw(answer.status);
    match (status.code(), status.signal()) {
        (Some(code), _) => End::Exited(code),
        (None, Some(signal)) => End::Signaled(signal),
        (None, None) => unreachable!("only ends are waited for"),
    }
}

/// What a poll has found.
#[derive(Clone, Copy)]
#[allow(clippy::struct_excessive_bools, reason = "each is a descriptor")]
struct Ready {
    answer: bool,
    output: bool,
    said: bool,
    interrupt: bool,
}
