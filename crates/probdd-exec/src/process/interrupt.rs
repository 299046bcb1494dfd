//! Ctrl-C as a value that can be checked between queries, and waited for during one.
//!
//! An interrupt is raised once and remains raised. The scheduler raises interrupts of its own to cancel
//! guesses that turned out wrong.

use std::io::{self, PipeReader, PipeWriter, Read, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::Builder;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, poll};

use crate::Error;

/// The exit code of a process that a signal ends at once.
const EXIT_INTERRUPTED: i32 = 130;

/// Signals this soon after the first one are echoes of it: `timeout` sends its signal to us and then to
/// our group, and a closing terminal sends SIGHUP twice. Nobody presses keys that fast.
const ECHO: Duration = Duration::from_millis(50);

/// Tells a query to stop. Clones share their state.
#[derive(Clone, Debug)]
pub struct Interrupt {
    /// Raised when one of these is.
    states: Vec<Arc<State>>,
}

#[derive(Debug)]
struct State {
    is_raised: AtomicBool,
    /// Whether somebody looks whether it is raised.
    is_heeded: AtomicBool,
    /// Holds one byte once the interrupt is raised. It is never read, so that every poll finds it.
    reader: PipeReader,
    writer: PipeWriter,
}

impl Interrupt {
    /// Returns an interrupt that is never raised; [`raise`](Interrupt::raise) has no effect on it.
    pub fn never() -> Interrupt {
        Interrupt { states: Vec::new() }
    }

    /// Returns an interrupt that only [`raise`](Interrupt::raise) raises.
    ///
    /// # Errors
    /// When there are no file descriptors left.
    pub fn by_hand() -> Result<Interrupt, Error> {
        let (reader, writer) = io::pipe().map_err(Error::Signals)?;
        let (is_raised, is_heeded) = (AtomicBool::new(false), AtomicBool::new(false));
        let state = State { is_raised, is_heeded, reader, writer };
        Ok(Interrupt { states: vec![Arc::new(state)] })
    }

    /// Returns an interrupt that is raised when this one or the other one is.
    #[must_use]
    pub fn or(&self, other: &Interrupt) -> Interrupt {
        Interrupt { states: self.states.iter().chain(&other.states).cloned().collect() }
    }

    /// Returns an interrupt that the first signal raises which would end this process: SIGINT, SIGTERM,
    /// SIGHUP, SIGQUIT, SIGUSR1, and so on. The second one ends the process at once with exit code 130,
    /// and the supervisors kill the tests; so does the first one before [`heed`](Interrupt::heed).
    ///
    /// A signal that was ignored remains so (`nohup`). Call this once in a process, before threads and
    /// tests are started. `before_exit` runs before a signal ends the process; it has to be quick.
    ///
    /// # Errors
    /// When it was called before, or when the handlers cannot be installed.
    pub fn on_signals(before_exit: impl Fn(Abort) + Send + 'static) -> Result<Interrupt, Error> {
        let interrupt = Interrupt::by_hand()?;
        let mut signals = super::receive().map_err(Error::Signals)?;
        super::keep_ends_of_children();
        let raised = interrupt.clone();
        let listen = move || {
            let (mut first, mut signal) = (None, [0]);
            while signals.read_exact(&mut signal).is_ok() {
                let now = Instant::now();
                let since_first = now.duration_since(*first.get_or_insert(now));
                match Meaning::of(since_first, raised.is_heeded()) {
                    Meaning::Raise => raised.raise(),
                    Meaning::Abort(abort) => {
                        before_exit(abort);
                        super::exit_now(EXIT_INTERRUPTED)
                    }
                }
            }
        };
        let thread = Builder::new().name("signals".into());
        thread.spawn(listen).map_err(Error::Signals)?;
        Ok(interrupt)
    }

    /// From here on the caller looks whether the interrupt is raised: the first signal does not end the
    /// process at once.
    pub fn heed(&self) {
        self.states.iter().for_each(|state| state.is_heeded.store(true, Ordering::Release));
    }

    fn is_heeded(&self) -> bool {
        self.states.iter().any(|state| state.is_heeded.load(Ordering::Acquire))
    }

    /// Raises the interrupt: every query that runs or is started under it ends at once.
    pub fn raise(&self) {
        for state in &self.states {
            if !state.is_raised.swap(true, Ordering::AcqRel) {
                // This cannot fail: an empty pipe has room, and its other end is open.
                let _ = (&state.writer).write_all(&[1]);
            }
        }
    }

    /// Whether the interrupt was raised.
    pub fn is_raised(&self) -> bool {
        self.states.iter().any(|state| state.is_raised.load(Ordering::Acquire))
    }

    /// Waits until the interrupt is raised, or a descriptor can be read; returns whether it was raised.
    pub fn wait_or(&self, other: impl AsFd) -> bool {
        let other = other.as_fd();
        while !self.is_raised() {
            let fds = self.fds().chain([other]);
            let mut polled: Vec<PollFd> =
                fds.map(|fd| PollFd::from_borrowed_fd(fd, PollFlags::IN)).collect();
            // A signal, or a system that is short of memory: look again.
            if poll(&mut polled, None).is_ok() {
                break;
            }
        }
        self.is_raised()
    }

    /// Returns descriptors of which one becomes and remains readable when the interrupt is raised.
    pub(crate) fn fds(&self) -> impl Iterator<Item = BorrowedFd<'_>> {
        self.states.iter().map(|state| state.reader.as_fd())
    }
}

/// Why a signal ends the process at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Abort {
    /// Nobody looks yet whether the interrupt is raised.
    Unheeded,
    /// It is the second one.
    Second,
}

/// What a signal means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meaning {
    Raise,
    Abort(Abort),
}

impl Meaning {
    /// Returns the meaning of a signal that comes this long after the first one.
    fn of(since_first: Duration, is_heeded: bool) -> Meaning {
        match is_heeded {
            false => Meaning::Abort(Abort::Unheeded),
            true if since_first < ECHO => Meaning::Raise,
            true => Meaning::Abort(Abort::Second),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_echo_of_a_signal_is_not_a_second_signal() {
        let meaning = |millis| Meaning::of(Duration::from_millis(millis), true);
        assert_eq!([0, 2].map(meaning), [Meaning::Raise; 2]);
        assert_eq!(meaning(100), Meaning::Abort(Abort::Second));
    }

    #[test]
    fn a_signal_that_nobody_would_notice_ends_the_process() {
        assert_eq!(Meaning::of(Duration::ZERO, false), Meaning::Abort(Abort::Unheeded));
    }

    #[test]
    fn clones_are_raised_together_and_others_are_not() {
        let interrupt = Interrupt::by_hand().expect("there are descriptors");
        let other = Interrupt::by_hand().expect("there are descriptors");
        interrupt.clone().raise();
        assert!(interrupt.is_raised() && !other.is_raised());
    }

    #[test]
    fn a_combined_interrupt_is_raised_by_either() {
        let [mine, yours] = [(); 2].map(|()| Interrupt::by_hand().expect("there are descriptors"));
        let ours = mine.or(&yours);
        yours.raise();
        assert!(ours.is_raised() && !mine.is_raised());
    }

    #[test]
    fn a_wait_ends_by_the_interrupt_or_by_the_other_descriptor() {
        let interrupt = Interrupt::by_hand().expect("there are descriptors");
        let (reader, mut writer) = io::pipe().expect("there are descriptors");
        writer.write_all(b"x").expect("the reader is open");
        assert!(!interrupt.wait_or(&reader));
        let (silent, _open) = io::pipe().expect("there are descriptors");
        let other = interrupt.clone();
        let thread = std::thread::spawn(move || other.wait_or(&silent));
        interrupt.raise();
        assert!(thread.join().expect("it does not panic"));
    }

    #[test]
    fn the_never_interrupt_cannot_be_raised() {
        let never = Interrupt::never();
        never.raise();
        assert!(!never.is_raised());
    }
}
