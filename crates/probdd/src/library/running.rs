//! A reduction in progress, on a thread of its own.

use super::error::Error;
use super::reduced::{Improvement, Reduced};
use super::stopper::Stopper;
use super::work::Work;
use std::panic::resume_unwind;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

/// The stack of the thread: some computations are recursive.
const STACK: usize = 256 << 20;

/// A reduction in progress: an iterator over its improvements.
///
/// When it is dropped, the reduction stops.
///
/// ```
/// use probdd::Reduction;
///
/// let mut running = Reduction::of("one two three four")
///     .test(|candidate| candidate.text().contains("three"))
///     .start()?;
/// for improvement in &mut running {
///     println!("{} tokens after {} queries", improvement.tokens(), improvement.query);
/// }
/// assert_eq!(running.finish()?.text().trim(), "three");
/// # Ok::<(), probdd::Error>(())
/// ```
#[derive(Debug)]
pub struct Running {
    stopper: Stopper,
    improvements: Receiver<Improvement>,
    thread: Option<JoinHandle<Result<Reduced, Error>>>,
    has_ended: bool,
}

impl Running {
    pub(super) fn start(work: Work, improvements: Receiver<Improvement>) -> Result<Running, Error> {
        let stopper = work.stopper.clone();
        let thread = Builder::new()
            .name("reduction".into())
            .stack_size(STACK)
            .spawn(move || work.run())
            .map_err(Error::Thread)?;
        Ok(Running { stopper, improvements, thread: Some(thread), has_ended: false })
    }

    /// Returns what stops the reduction, for another thread.
    pub fn stopper(&self) -> Stopper {
        self.stopper.clone()
    }

    /// Waits for the next improvement, for this long. `None` means that there was none, or that the
    /// reduction [has ended](Running::has_ended).
    pub fn next_within(&mut self, timeout: Duration) -> Option<Improvement> {
        match self.improvements.recv_timeout(timeout) {
            Ok(improvement) => Some(improvement),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => {
                self.has_ended = true;
                None
            }
        }
    }

    /// Whether the reduction has ended, and all improvements were received.
    pub fn has_ended(&self) -> bool {
        self.has_ended
    }

    /// Waits for the end.
    ///
    /// # Errors
    /// See [`Reduction::run`](super::Reduction::run).
    ///
    /// # Panics
    /// When the test has panicked.
    pub fn finish(mut self) -> Result<Reduced, Error> {
        let thread = self.thread.take().expect("only this method and `drop` take it");
        thread.join().unwrap_or_else(|panic| resume_unwind(panic))
    }
}

impl Iterator for Running {
    type Item = Improvement;

    fn next(&mut self) -> Option<Improvement> {
        let next = self.improvements.recv().ok();
        self.has_ended |= next.is_none();
        next
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Some(thread) = self.thread.take() {
            self.stopper.stop();
            let _ = thread.join();
        }
    }
}
