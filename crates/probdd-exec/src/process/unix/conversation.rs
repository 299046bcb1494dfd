//! [`ask`]: a process that is told a line and answers with one, again and again.
//!
//! It runs in a slot like any other process, with the same limits; but it does not end with the
//! query.

use std::io::{self, Write};
use std::time::Duration;

use rustix::io::ioctl_fionread;

use super::slot::{Conversation, Slot};
use super::start_failure::Failure;
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
    let reply = if slot.is_running() {
        Watch::resume(launch, slot, most).reply_to(line, interrupt, false)
    } else {
        let watch = Watch::start(launch, slot, most);
        watch.and_then(|watch| watch.reply_to(line, interrupt, true))
    };
    reply.map_err(|failure| failure.of(launch.program))
}

impl Watch<'_> {
    fn reply_to(
        mut self,
        line: &[u8],
        interrupt: &Interrupt,
        is_new: bool,
    ) -> Result<Replied, Failure> {
        if (!is_new && self.has_spoken()?) || !self.tell(line)? {
            return Ok(self.unread());
        }
        let cause = self.wait(interrupt)?;
        self.drain()?;
        let reply = match cause {
            Cause::Answered => self.reply(),
            Cause::Ended => self.ended(line.len() + 1)?,
            Cause::Deadline => self.killed(End::TimedOut),
            Cause::Quota => self.killed(End::OutOfDisk),
            Cause::Interrupt => self.killed(End::Interrupted),
        };
        Ok(self.replied(reply))
    }

    /// Whether the process has answered before it was asked.
    fn has_spoken(&mut self) -> io::Result<bool> {
        Ok(self.listen()? || !self.answer.is_empty())
    }

    /// Kills a process that has not read the line.
    fn unread(mut self) -> Replied {
        self.slot.dismiss();
        self.capture.push(&std::mem::take(&mut self.answer));
        self.replied(Reply::Unread(End::Garbled))
    }

    /// Writes the line; returns whether there was room for it, which there is unless the process does
    /// not read.
    fn tell(&mut self, line: &[u8]) -> io::Result<bool> {
        let Some(Conversation { questions, .. }) = &mut self.slot.conversation else {
            return Ok(false);
        };
        let whole = [line, b"\n"].concat();
        match questions.write(&whole) {
            Ok(written) => Ok(written == whole.len()),
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => Ok(false),
            // Nobody reads it; the supervisor reports that, or is dead.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(true),
            Err(error) => Err(error),
        }
    }

    fn reply(&mut self) -> Reply {
        let mut answer = std::mem::take(&mut self.answer);
        match answer.iter().position(|byte| *byte == b'\n') {
            Some(end) if end + 1 == answer.len() => {
                answer.truncate(end);
                Reply::Line(answer)
            }
            _ => Reply::Noise(answer),
        }
    }

    fn ended(&mut self, asked: usize) -> Result<Reply, Failure> {
        let exit = self.slot.exit();
        let end = end(exit)?;
        self.capture.push(&std::mem::take(&mut self.answer));
        // What it has not read of the line is in the pipe, which the supervisor holds open as well.
        let left = self.slot.conversation.as_ref().map(|talk| ioctl_fionread(&talk.questions));
        Ok(match left {
            Some(Ok(left)) if exit.is_some() && left == asked as u64 => Reply::Unread(end),
            _ => Reply::Ended(end),
        })
    }

    fn killed(&mut self, end: End) -> Reply {
        self.slot.dismiss();
        Reply::Ended(end)
    }

    fn replied(self, reply: Reply) -> Replied {
        let wall = self.started.elapsed();
        let cpu = self.slot.cpu_since();
        let (output, is_output_truncated) = self.capture.into_bytes();
        Replied { reply, output, is_output_truncated, wall, cpu }
    }
}
