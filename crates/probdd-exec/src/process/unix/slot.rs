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
use super::protocol::{ENDED, KILL, QUIT, RUN};
use super::shared_memory::{Answer, SharedMemory};
use super::supervisor::Post;
use super::{kill, procfs};
use crate::Error;
use crate::process::confinement::Confinement;
use crate::process::launch::Launch;

/// A supervisor that was told to kill answers within its own patience; one that takes longer does
/// not run (a test may have stopped it).
const PATIENCE: Duration = Duration::from_secs(20);

/// What becomes of what a process reads and writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Manner {
    /// It has nothing to read; what it writes is its output.
    Silent,
    /// It is told lines, and answers; what it writes to standard error is its output. There is one
    /// such process in a slot: the next one is to find nothing that was meant for this one.
    Conversing,
}

/// Our ends of a conversation. Neither waits.
#[derive(Debug)]
pub(super) struct Conversation {
    pub(super) questions: PipeWriter,
    pub(super) answers: PipeReader,
}

/// One place for processes to run in, one at a time.
#[derive(Debug)]
pub(crate) struct Slot {
    /// `None` when it is dead.
    supervisor: Option<Pid>,
    /// Its closing tells the supervisor that we are gone.
    pub(super) socket: UnixStream,
    /// What the processes write.
    pub(super) pipe: PipeReader,
    /// For one that converses.
    pub(super) conversation: Option<Conversation>,
    memory: SharedMemory,
    home: PathBuf,
    confinement: Confinement,
    is_usable: bool,
    /// Whether a process was started whose end has not been heard of.
    is_running: bool,
    /// What the process had used up when that was last asked, and in the end.
    cpu: Duration,
    cpu_at_end: Duration,
}

/// What a slot's two processes talk over.
struct Ends {
    socket: UnixStream,
    their_socket: UnixStream,
    pipe: PipeReader,
    writer: PipeWriter,
    conversation: Option<Conversation>,
    their_conversation: Option<(PipeReader, PipeWriter)>,
}

impl Ends {
    fn new(manner: Manner) -> io::Result<Ends> {
        let (socket, their_socket) = UnixStream::pair()?;
        let (pipe, writer) = io::pipe()?;
        ioctl_fionbio(&pipe, true)?;
        let (conversation, their_conversation) = match manner {
            Manner::Silent => (None, None),
            Manner::Conversing => {
                let (input, questions) = io::pipe()?;
                let (answers, output) = io::pipe()?;
                ioctl_fionbio(&questions, true)?;
                ioctl_fionbio(&answers, true)?;
                (Some(Conversation { questions, answers }), Some((input, output)))
            }
        };
        Ok(Ends { socket, their_socket, pipe, writer, conversation, their_conversation })
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
        manner: Manner,
        clean: fn(&Path),
    ) -> Result<Slot, Error> {
        let shield = Shield::new(home, confinement.protection)?;
        let ends = Ends::new(manner).map_err(Error::Slot)?;
        let memory = SharedMemory::new().map_err(Error::Slot)?;
        let kept = kept.as_raw_fd();
        // SAFETY: the child has one thread, this one, with a copy of our memory. It stays within
        // `supervise`, never unwinds or returns into our code, and takes no lock that another
        // thread may have held: those of the allocator are made usable by the C library.
        let supervisor = match unsafe { libc::fork() } {
            0 => {
                let (socket, writer) = (ends.their_socket, ends.writer);
                let conversation = ends.their_conversation;
                let post = Post {
                    socket,
                    writer,
                    conversation,
                    kept,
                    confinement,
                    shield,
                    memory,
                    home,
                    clean,
                };
                post.supervise()
            }
            process => Pid::from_raw(process).filter(|_| process > 0),
        };
        let supervisor = supervisor.ok_or_else(|| Error::Slot(io::Error::last_os_error()))?;
        let Ends { socket, pipe, conversation, .. } = ends;
        Ok(Slot {
            supervisor: Some(supervisor),
            socket,
            pipe,
            conversation,
            memory,
            home: home.into(),
            confinement,
            is_usable: true,
            is_running: false,
            cpu: Duration::ZERO,
            cpu_at_end: Duration::ZERO,
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

    /// What becomes of what processes read and write here.
    pub(crate) fn manner(&self) -> Manner {
        if self.conversation.is_some() { Manner::Conversing } else { Manner::Silent }
    }

    /// Whether a process was started that is not known to have ended.
    pub(crate) fn is_running(&self) -> bool {
        self.is_running
    }

    /// Starts a process; [`Slot::answer`] follows, whatever comes of it.
    pub(super) fn start(&mut self, launch: &Launch) -> io::Result<()> {
        self.memory.write(launch)?;
        self.is_running = true;
        self.socket.write_all(&[RUN])
    }

    /// What a process that converses has used up since this was last asked.
    pub(super) fn cpu_since(&mut self) -> Duration {
        let now = match self.memory.leader().filter(|_| self.is_running) {
            Some(leader) => procfs::cpu(leader).unwrap_or(self.cpu),
            None => self.cpu_at_end,
        };
        now.saturating_sub(std::mem::replace(&mut self.cpu, now))
    }

    /// Ends a process that runs, with all below it.
    pub(crate) fn dismiss(&mut self) {
        if self.is_running {
            self.kill();
            self.answer();
        }
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
        self.is_running = false;
        match self.socket.read_exact(&mut byte) {
            Ok(()) if self.is_usable && byte == [ENDED] => {
                let answer = self.memory.answer();
                self.cpu_at_end = Duration::from_micros(answer.cpu_micros);
                self.is_usable = !answer.is_unclean && self.conversation.is_none();
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

    /// Ends the supervisor, which has no process that runs. One that is not usable leaves the
    /// directory to its successor, which may be made when this has returned: the two would have
    /// control groups of the same name.
    pub(crate) fn retire(&mut self) {
        if !self.is_usable {
            let _ = self.socket.write_all(&[QUIT]);
        }
        let _ = self.socket.shutdown(std::net::Shutdown::Both);
        if let Some(supervisor) = self.supervisor.take() {
            wait(supervisor);
        }
    }

    /// Does without the supervisor, and what it has not done.
    fn bury(&mut self) {
        self.is_usable = false;
        if let Some(supervisor) = self.supervisor.take() {
            let _ = kill_process(supervisor, Signal::KILL);
            wait(supervisor);
            kill::kill_marked(&self.home);
            cgroup::remove_groups(|name| self.home.ends_with(name));
        }
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.retire();
    }
}

/// Waits for the end of a child.
fn wait(child: Pid) {
    while let Err(Errno::INTR) = waitpid(Some(child), WaitOptions::empty()) {}
}
