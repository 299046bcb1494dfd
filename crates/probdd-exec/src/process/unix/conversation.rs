//! [`ask`]: a process that is told a line and answers with one, again and again.
//!
//! It runs in a slot like any other process, with the same limits; but it does not end with the
//! query.

use std::io::{self, Write};
use std::time::Duration;

use rustix::io::ioctl_fionread;

use super::shared_memory::Answer;
use super::slot::{Conversation, Slot};
use super::start_failure;
use super::watch::{Cause, Watch, end};
use crate::process::launch::{End, Launch, Replied, Reply};
use crate::{Error, Interrupt};

/// Writes a line to the process of a slot, which is started if none runs, and waits for its answer,
/// its end, its deadline or the interrupt. An answer of more than `most` bytes is [`Reply::Noise`].
///
/// # Errors
/// When the process cannot be started or waited for; then it does not run.
pub(crate) fn ask(
    launch: &Launch,
    (line, most): (&[u8], usize),
    slot: &mut Slot,
    interrupt: &Interrupt,
) -> Result<Replied, Error> {
    if interrupt.is_raised() {
        let (output, zero) = (Vec::new(), Duration::ZERO);
        let reply = Reply::Ended(End::Interrupted);
        return Ok(Replied { reply, output, is_output_truncated: false, wall: zero, cpu: zero });
    }
    let not_started = |error| start_failure::start(launch.program, error);
    let failed = |source| start_failure::supervision(launch.program, source);
    let watch = if slot.is_running() {
        let mut watch = Watch::resume(launch, slot, most);
        if watch.has_spoken().map_err(failed)? {
            return Ok(watch.unread());
        }
        watch
    } else {
        Watch::start(launch, slot, most).map_err(not_started)?
    };
    match watch.until_reply(line, interrupt).map_err(failed)? {
        Spoken::Replied(replied) => Ok(replied),
        Spoken::NotStarted(error) => Err(not_started(error)),
    }
}

/// The result of a question.
enum Spoken {
    Replied(Replied),
    NotStarted(io::Error),
}

impl Watch<'_> {
    fn until_reply(mut self, line: &[u8], interrupt: &Interrupt) -> io::Result<Spoken> {
        if !self.tell(line)? {
            return Ok(Spoken::Replied(self.unread()));
        }
        let cause = self.wait(interrupt)?;
        self.drain()?;
        let reply = match cause {
            Cause::Answered => self.reply(),
            Cause::Ended => match self.slot.answer() {
                Some(Answer { errno: errno @ 1.., .. }) => {
                    return Ok(Spoken::NotStarted(io::Error::from_raw_os_error(errno)));
                }
                answer => self.ended(answer, end(answer), line.len() + 1),
            },
            Cause::Deadline => self.killed(End::TimedOut),
            Cause::Quota => self.killed(End::OutOfDisk),
            Cause::Interrupt => self.killed(End::Interrupted),
        };
        Ok(Spoken::Replied(self.replied(reply)))
    }

    /// Whether the process has said something that it was not asked for.
    fn has_spoken(&mut self) -> io::Result<bool> {
        Ok(self.listen()? || !self.answer.is_empty())
    }

    /// Does without a process that does not listen.
    fn unread(mut self) -> Replied {
        self.slot.dismiss();
        self.capture.push(&std::mem::take(&mut self.answer));
        self.replied(Reply::Unread(End::Garbled))
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

    fn reply(&mut self) -> Reply {
        let mut said = std::mem::take(&mut self.answer);
        match said.iter().position(|byte| *byte == b'\n') {
            Some(end) if end + 1 == said.len() => {
                said.truncate(end);
                Reply::Line(said)
            }
            _ => Reply::Noise(said),
        }
    }

    fn ended(&mut self, answer: Option<Answer>, end: End, asked: usize) -> Reply {
        self.capture.push(&std::mem::take(&mut self.answer));
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

    fn replied(self, reply: Reply) -> Replied {
        let wall = self.started.elapsed();
        let cpu = self.slot.cpu_since();
        let is_output_truncated = self.capture.is_truncated();
        let output = self.capture.into_bytes();
        Replied { reply, output, is_output_truncated, wall, cpu }
    }
}
