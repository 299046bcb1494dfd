//! A slot: where one process after another runs, each with nobody left of the one before.
//!
//! A slot has a process of its own, the [supervisor](super::supervisor), which starts them and is
//! the one that their orphans fall to. So whatever is below it belongs to the query that runs in
//! this slot, however many slots there are, whatever it has done to its session, its group or its
//! environment; and there is somebody to kill it when we are killed ourselves.

#![allow(unsafe_code, reason = "fork has no safe interface")]

use std::io::{self, PipeReader, PipeWriter, Read, Write};
use std::os::fd::AsRawFd;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, ioctl_fionbio};
use rustix::process::{Pid, Signal, WaitOptions, kill_process, waitpid};

use super::cgroup;
use super::protection::Shield;
use super::region::{Answer, Region};
use super::supervisor::Post;
use super::sweep;
use crate::process::Launch;
use crate::{Confinement, Error};

/// What is said to a supervisor.
pub(super) const RUN: u8 = b'r';
pub(super) const KILL: u8 = b'k';
pub(super) const QUIT: u8 = b'q';
/// What it says: that a process was started and has ended, and nothing of it is left.
pub(super) const ENDED: u8 = b'e';

/// A supervisor that was told to kill answers within its own patience; one that takes longer does
/// not run (a test may have stopped it).
const PATIENCE: Duration = Duration::from_secs(20);

/// One place for processes to run in, one at a time.
#[derive(Debug)]
pub(crate) struct Slot {
    /// `None` when it is dead.
    supervisor: Option<Pid>,
    /// Its closing tells the supervisor that we are gone.
    pub(super) socket: UnixStream,
    /// What the processes write.
    pub(super) pipe: PipeReader,
    region: Region,
    home: PathBuf,
    confinement: Confinement,
    is_usable: bool,
}

/// What a slot's two processes talk over.
struct Ends {
    socket: UnixStream,
    their_socket: UnixStream,
    pipe: PipeReader,
    writer: PipeWriter,
}

impl Ends {
    fn new() -> io::Result<Ends> {
        let (socket, their_socket) = UnixStream::pair()?;
        let (pipe, writer) = io::pipe()?;
        ioctl_fionbio(&pipe, true)?;
        Ok(Ends { socket, their_socket, pipe, writer })
    }
}

impl Slot {
    /// A slot whose processes are known by having `home` in their environment, should the supervisor
    /// be killed. When we are killed the supervisor calls `clean` with it, after the last process;
    /// until then it has a copy of `kept` open.
    pub(crate) fn new(
        home: &Path,
        kept: &impl AsRawFd,
        confinement: Confinement,
        clean: fn(&Path),
    ) -> Result<Slot, Error> {
        let shield = Shield::new(home, confinement.protection)?;
        let ends = Ends::new().map_err(Error::Slot)?;
        let region = Region::new().map_err(Error::Slot)?;
        let kept = kept.as_raw_fd();
        // SAFETY: the child has one thread, this one, with a copy of our memory. It stays within
        // `supervise`, never unwinds or returns into our code, and takes no lock that another
        // thread may have held: those of the allocator are made usable by the C library.
        let supervisor = match unsafe { libc::fork() } {
            0 => {
                let (socket, writer) = (ends.their_socket, ends.writer);
                let post = Post { socket, writer, kept, confinement, shield, region, home, clean };
                post.supervise()
            }
            process => Pid::from_raw(process).filter(|_| process > 0),
        };
        let supervisor = supervisor.ok_or_else(|| Error::Slot(io::Error::last_os_error()))?;
        let Ends { socket, pipe, .. } = ends;
        Ok(Slot {
            supervisor: Some(supervisor),
            socket,
            pipe,
            region,
            home: home.into(),
            confinement,
            is_usable: true,
        })
    }

    /// What processes may do here.
    pub(crate) fn confinement(&self) -> &Confinement {
        &self.confinement
    }

    /// Whether another process may be run here.
    pub(crate) fn is_usable(&self) -> bool {
        self.is_usable
    }

    /// Starts a process; [`Slot::answer`] follows, whatever comes of it.
    pub(super) fn start(&mut self, launch: &Launch) -> io::Result<()> {
        self.region.write(launch)?;
        self.socket.write_all(&[RUN])
    }

    /// Kills the process and its descendants.
    pub(super) fn kill(&mut self) {
        let told = self.socket.write_all(&[KILL]);
        if told.is_err() || !self.answers_within(PATIENCE) {
            self.bury();
        }
    }

    /// How the process ended, when there is something to read on the socket; `None` when the
    /// supervisor is dead. Then what ran in the slot has been killed as well.
    pub(super) fn answer(&mut self) -> Option<Answer> {
        let mut byte = [0];
        match self.socket.read_exact(&mut byte) {
            Ok(()) if self.is_usable && byte == [ENDED] => {
                let answer = self.region.answer();
                self.is_usable = !answer.is_unclean;
                Some(answer)
            }
            _ => {
                self.bury();
                None
            }
        }
    }

    fn answers_within(&self, patience: Duration) -> bool {
        let mut fds = [PollFd::new(&self.socket, PollFlags::IN)];
        let timeout = Timespec::try_from(patience).ok();
        loop {
            match poll(&mut fds, timeout.as_ref()) {
                Err(Errno::INTR) => {}
                ready => return ready.is_ok_and(|ready| ready > 0),
            }
        }
    }

    /// Does without the supervisor, and what it has not done.
    fn bury(&mut self) {
        self.is_usable = false;
        if let Some(supervisor) = self.supervisor.take() {
            let _ = kill_process(supervisor, Signal::KILL);
            wait(supervisor);
            sweep::kill_marked(&self.home);
            cgroup::remove_groups(|name| self.home.ends_with(name));
        }
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        if !self.is_usable {
            // It is to leave the directory to its successor.
            let _ = self.socket.write_all(&[QUIT]);
        }
        let _ = self.socket.shutdown(std::net::Shutdown::Both);
        if let Some(supervisor) = self.supervisor {
            wait(supervisor);
        }
    }
}

/// Waits for the end of a child.
fn wait(child: Pid) {
    while let Err(Errno::INTR) = waitpid(Some(child), WaitOptions::empty()) {}
}
