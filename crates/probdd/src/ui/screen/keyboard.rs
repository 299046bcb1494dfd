//! The keys that are typed on the terminal, as bytes.

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::os::fd::AsFd;
use std::time::Duration;

/// At most so many bytes are read at once.
const MOST: usize = 256;

/// Standard input, or the terminal of the process if that is something else.
#[derive(Debug)]
pub(super) struct Keyboard(File);

impl Keyboard {
    pub(super) fn open() -> io::Result<Keyboard> {
        let stdin = io::stdin();
        if stdin.is_terminal() {
            return Ok(Keyboard(stdin.as_fd().try_clone_to_owned()?.into()));
        }
        File::open("/dev/tty").map(Keyboard)
    }

    /// Waits for keys, at most for this time.
    ///
    /// # Errors
    /// When the terminal is gone.
    pub(super) fn read(&mut self, time: Duration) -> io::Result<Vec<u8>> {
        let mut polled = [PollFd::new(&self.0, PollFlags::IN)];
        let time = Timespec::try_from(time).map_err(io::Error::other)?;
        match poll(&mut polled, Some(&time)) {
            Ok(0) | Err(Errno::INTR) => return Ok(Vec::new()),
            Ok(_) => {}
            Err(error) => return Err(error.into()),
        }
        let mut bytes = [0; MOST];
        match self.0.read(&mut bytes)? {
            0 => Err(io::ErrorKind::UnexpectedEof.into()),
            read => Ok(bytes[..read].to_vec()),
        }
    }
}
