//! [`ask`]: a process that is told a line and answers with one, again and again.
//!
//! It lives in a slot like any other, which starts it, bounds it, and kills it with all that is below
//! it; it only does not end with the query.

use std::io::{self, Write};
use std::time::Instant;

use rustix::io::ioctl_fionread;

use super::failure;
use super::region::Answer;
use super::slot::{Conversation, Slot};
use super::{Capture, Cause, Watch, end, read};
use crate::process::quota::Quota;
use crate::process::{End, Launch, Replied, Reply};
use crate::{Error, Interrupt};

/// Tells the process of a slot a line, which it is started for if there is none, and waits for what
/// it says, its end, its deadline or the interrupt. An answer of more than `most` bytes is none.
///
/// # Errors
/// When the process could not be started or could not be waited for; then it does not run.
pub(crate) fn ask(
    launch: &Launch,
    (line, most): (&[u8], usize),
    slot: &mut Slot,
    interrupt: &Interrupt,
) -> Result<Replied, Error> {
    let started = Instant::now();
    if interrupt.is_raised() {
        return Ok(Replied::by(Reply::Ended(End::Interrupted), started));
    }
    let is_new = !slot.is_running();
    if is_new {
        match slot.start(launch) {
            // Its supervisor was killed in between.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {}
            Err(error) => return Err(failure::start(launch.program, error)),
            Ok(()) => {}
        }
    }
    let deadline = launch.timeout.and_then(|timeout| started.checked_add(timeout));
    let quota = slot.confinement().disk.map(|bytes| Quota::new(launch.place, bytes));
    let capture = Capture::new(launch.output_bytes);
    let mut watch = Watch { slot, capture, said: Vec::new(), most, deadline, quota };
    let failed = |source| failure::supervision(launch.program, source);
    if !is_new && watch.has_spoken().map_err(failed)? {
        return Ok(watch.unread(started));
    }
    match watch.until_reply(line, interrupt, started) {
        Ok(Spoken::Replied(replied)) => Ok(replied),
        Ok(Spoken::NotStarted(error)) => Err(failure::start(launch.program, error)),
        Err(source) => Err(failed(source)),
    }
}

/// What has come of a question.
enum Spoken {
    Replied(Replied),
    NotStarted(io::Error),
}

impl Watch<'_> {
    fn until_reply(
        mut self,
        line: &[u8],
        interrupt: &Interrupt,
        started: Instant,
    ) -> io::Result<Spoken> {
        if !self.tell(line)? {
            return Ok(Spoken::Replied(self.unread(started)));
        }
        let cause = self.wait(interrupt)?;
        self.drain()?;
        let reply = match cause {
            Cause::Said => self.reply(),
            Cause::Answer => match self.slot.answer() {
                Some(Answer { errno: errno @ 1.., .. }) => {
                    return Ok(Spoken::NotStarted(io::Error::from_raw_os_error(errno)));
                }
                answer => self.ended(answer, end(answer), line.len() + 1),
            },
            Cause::Deadline => self.killed(End::TimedOut),
            Cause::Quota => self.killed(End::OutOfDisk),
            Cause::Interrupt => self.killed(End::Interrupted),
        };
        Ok(Spoken::Replied(self.replied(reply, started)))
    }

    /// Whether the process has said something that it was not asked for.
    fn has_spoken(&mut self) -> io::Result<bool> {
        Ok(self.listen()? || !self.said.is_empty())
    }

    /// Does without a process that does not listen.
    fn unread(mut self, started: Instant) -> Replied {
        self.slot.dismiss();
        self.capture.push(&std::mem::take(&mut self.said));
        self.replied(Reply::Unread(End::Garbled), started)
    }

    /// Writes the line; whether there was room for it, which there is unless the process does not
    /// read.
    fn tell(&mut self, line: &[u8]) -> io::Result<bool> {
        let Some(Conversation { questions, .. }) = &mut self.slot.conversation else {
            return Ok(false);
        };
        let whole = [line, b"\n"].concat();
        match questions.write(&whole) {
            Ok(written) => Ok(written == whole.len()),
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => Ok(false),
            // Nobody is there to read it; the supervisor says so, or is dead.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(true),
            Err(error) => Err(error),
        }
    }

    /// Takes what the process has said; whether it is a line, or too much for one.
    pub(super) fn listen(&mut self) -> io::Result<bool> {
        let mut piece = [0; 4 << 10];
        let mut length = 0;
        if let Some(Conversation { answers, .. }) = &mut self.slot.conversation {
            length = read(answers, &mut piece)?;
            self.said.extend_from_slice(&piece[..length]);
        }
        Ok(piece[..length].contains(&b'\n') || self.said.len() > self.most)
    }

    fn reply(&mut self) -> Reply {
        let mut said = std::mem::take(&mut self.said);
        match said.iter().position(|byte| *byte == b'\n') {
            Some(end) if end + 1 == said.len() => {
                said.truncate(end);
                Reply::Line(said)
            }
            _ => Reply::Noise(said),
        }
    }

    fn ended(&mut self, answer: Option<Answer>, end: End, asked: usize) -> Reply {
        self.capture.push(&std::mem::take(&mut self.said));
        // What it has left of the question is in the pipe: the supervisor holds that open as well.
        let left = self.slot.conversation.as_ref().map(|talk| ioctl_fionread(&talk.questions));
        match left {
            Some(Ok(left)) if answer.is_some() && left == asked as u64 => Reply::Unread(end),
            _ => Reply::Ended(end),
        }
    }

    fn killed(&mut self, end: End) -> Reply {
        self.slot.dismiss();
        Reply::Ended(end)
    }

    fn replied(self, reply: Reply, started: Instant) -> Replied {
        let wall = started.elapsed();
        let cpu = self.slot.cpu_since();
        let is_output_truncated = self.capture.is_truncated();
        let output = self.capture.into_bytes();
        Replied { reply, output, is_output_truncated, wall, cpu }
    }
}

impl Replied {
    /// A reply that nothing was asked for.
    fn by(reply: Reply, started: Instant) -> Replied {
        Replied {
            reply,
            output: Vec::new(),
            is_output_truncated: false,
            wall: started.elapsed(),
            cpu: std::time::Duration::ZERO,
        }
    }
}
