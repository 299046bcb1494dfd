//! A slot runs one process after another, each after all descendants of the one before have ended.
//!
//! A slot owns a [supervisor](super::supervisor), a process that starts the others and adopts their
//! orphans. So every descendant of the supervisor belongs to the query that runs in this slot, however
//! many slots there are, and whatever the descendant has done to its session, its group or its
//! environment. The supervisor also kills them when this process is killed.

#![allow(unsafe_code, reason = "fork has no safe interface")]

use std::io::{self, PipeReader, PipeWriter, Read, Write};
use std::os::fd::{AsRawFd, RawFd};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, ioctl_fionbio};
use rustix::process::{Pid, Signal, WaitOptions, kill_process, waitpid};

use super::cgroup;
use super::protection::Shield;
use super::protocol::{ENDED, KILL, QUIT, RUN};
use super::shared_memory::{Exit, SharedMemory};
use super::supervisor::Post;
use super::{kill, procfs};
use crate::Error;
use crate::process::confinement::Confinement;
use crate::process::launch::Launch;

/// A supervisor that was told to kill answers within its own patience. One that takes longer does not
/// run: a test may have stopped it.
const PATIENCE: Duration = Duration::from_secs(20);

/// How a process reads and writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stdio {
    /// Its standard input is empty; all that it writes is its output.
    Silent,
    /// It reads lines and answers them; what it writes to standard error is its output. A slot runs only
    /// one such process, so that the next one cannot read lines that were meant for this one.
    Conversing,
}

/// Our ends of the pipes of a conversation. Neither blocks.
#[derive(Debug)]
pub(super) struct Conversation {
    pub(super) questions: PipeWriter,
    pub(super) answers: PipeReader,
}

/// Runs processes, one at a time.
#[derive(Debug)]
pub(crate) struct Slot {
    /// `None` when it has ended.
    supervisor: Option<Pid>,
    /// When it is closed, the supervisor knows that we have ended.
    pub(super) socket: UnixStream,
    /// The output of the processes.
    pub(super) pipe: PipeReader,
    /// For a process that converses.
    pub(super) conversation: Option<Conversation>,
    memory: SharedMemory,
    home: PathBuf,
    confinement: Confinement,
    is_usable: bool,
    /// Whether a process was started, and its end is not known.
    is_running: bool,
    /// The CPU time of the process when it was last asked for, and at its end.
    cpu: Duration,
    cpu_at_end: Duration,
}

/// Makes the pipes of a conversation: our ends, and standard input and standard output of the process.
fn converse() -> io::Result<(Conversation, (PipeReader, PipeWriter))> {
    let (input, questions) = io::pipe()?;
    let (answers, output) = io::pipe()?;
    ioctl_fionbio(&questions, true)?;
    ioctl_fionbio(&answers, true)?;
    Ok((Conversation { questions, answers }, (input, output)))
}

/// Starts the supervisor; this process drops its copies of the supervisor's ends.
fn fork(post: Post) -> io::Result<Pid> {
    // SAFETY: the child has one thread, this one, with a copy of our memory. It stays within
    // `supervise`, never unwinds or returns into our code, and takes no lock that another thread may
    // have held: those of the allocator are made usable by the C library.
    match unsafe { libc::fork() } {
        0 => post.supervise(),
        process => {
            Pid::from_raw(process).filter(|_| process > 0).ok_or_else(io::Error::last_os_error)
        }
    }
}

impl Slot {
    /// Starts a supervisor. Should it be killed, its processes are recognized by `home` in their
    /// environment. When we are killed, the supervisor calls `clean` with `home` after the last process
    /// has ended; until then it has a copy of `kept` open.
    pub(crate) fn new(
        home: &Path,
        kept: &impl AsRawFd,
        confinement: Confinement,
        stdio: Stdio,
        clean: fn(&Path),
    ) -> Result<Slot, Error> {
        let shield = Shield::new(home, confinement.protection)?;
        Slot::open(home, kept.as_raw_fd(), confinement, stdio, (shield, clean)).map_err(Error::Slot)
    }

    fn open(
        home: &Path,
        kept: RawFd,
        confinement: Confinement,
        stdio: Stdio,
        (shield, clean): (Option<Shield>, fn(&Path)),
    ) -> io::Result<Slot> {
        let (socket, their_socket) = UnixStream::pair()?;
        let (pipe, writer) = io::pipe()?;
        ioctl_fionbio(&pipe, true)?;
        let talk = (stdio == Stdio::Conversing).then(converse).transpose()?;
        let (conversation, their_conversation) = talk.unzip();
        let memory = SharedMemory::new()?;
        let supervisor = fork(Post {
            socket: their_socket,
            writer,
            conversation: their_conversation,
            kept,
            confinement: confinement.clone(),
            shield,
            memory: &memory,
            home,
            clean,
        });
        Ok(Slot {
            supervisor: Some(supervisor?),
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

    pub(crate) fn confinement(&self) -> &Confinement {
        &self.confinement
    }

    pub(crate) fn is_usable(&self) -> bool {
        self.is_usable
    }

    /// Returns how the processes read and write.
    pub(crate) fn stdio(&self) -> Stdio {
        if self.conversation.is_some() { Stdio::Conversing } else { Stdio::Silent }
    }

    /// Whether a process was started, and its end is not known.
    pub(crate) fn is_running(&self) -> bool {
        self.is_running
    }

    /// Starts a process; [`Slot::exit`] has to follow, whether or not it starts.
    pub(super) fn start(&mut self, launch: &Launch) -> io::Result<()> {
        self.memory.write(launch)?;
        self.is_running = true;
        self.socket.write_all(&[RUN])
    }

    /// Returns the CPU time of a process that converses since the last call.
    pub(super) fn cpu_since(&mut self) -> Duration {
        let now = match self.memory.leader().filter(|_| self.is_running) {
            Some(leader) => procfs::cpu(leader).unwrap_or(self.cpu),
            None => self.cpu_at_end,
        };
        now.saturating_sub(std::mem::replace(&mut self.cpu, now))
    }

    /// Kills the process that runs, if any, with its descendants.
    pub(crate) fn dismiss(&mut self) {
        if self.is_running {
            self.kill();
            self.exit();
        }
    }

    /// Kills the process and its descendants.
    pub(super) fn kill(&mut self) {
        let told = self.socket.write_all(&[KILL]);
        if told.is_err() || !self.answers_within(PATIENCE) {
            self.bury();
        }
    }

    /// Returns how the process ended, once there is something to read on the socket; `None` if the
    /// supervisor has ended. Then the processes of the slot have been killed as well.
    pub(super) fn exit(&mut self) -> Option<Exit> {
        let mut byte = [0];
        self.is_running = false;
        match self.socket.read_exact(&mut byte) {
            Ok(()) if self.is_usable && byte == [ENDED] => {
                let exit = self.memory.exit();
                self.cpu_at_end = Duration::from_micros(exit.cpu_micros);
                self.is_usable = !exit.is_unclean && self.conversation.is_none();
                Some(exit)
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

    /// Ends the supervisor while no process runs. A supervisor that is not usable leaves the directory to
    /// its successor, which may be started after this returns: both have control groups of the same
    /// name.
    pub(crate) fn retire(&mut self) {
        if !self.is_usable {
            let _ = self.socket.write_all(&[QUIT]);
        }
        let _ = self.socket.shutdown(std::net::Shutdown::Both);
        if let Some(supervisor) = self.supervisor.take() {
            wait(supervisor);
        }
    }

    /// Kills the supervisor and the processes that it leaves.
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

fn wait(child: Pid) {
    while let Err(Errno::INTR) = waitpid(Some(child), WaitOptions::empty()) {}
}
