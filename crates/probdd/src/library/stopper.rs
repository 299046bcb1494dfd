//! Stopping a reduction from outside.

use super::error::Error;
use probdd_exec::{Controls, Interrupt};

/// Stops a reduction. Clones stop the same one.
///
/// ```
/// use probdd::{Reduction, Stopper};
///
/// let stopper = Stopper::new()?;
/// let from_the_test = stopper.clone();
/// let reduced = Reduction::of("one two three four")
///     .test(move |candidate| {
///         if candidate.len() < 10 {
///             from_the_test.stop();
///         }
///         candidate.text().contains("three")
///     })
///     .stopped_by(&stopper)
///     .run()?;
/// assert!(reduced.stop.is_some() && reduced.text().contains("three"));
/// # Ok::<(), probdd::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Stopper {
    pub(super) interrupt: Interrupt,
    pub(super) controls: Controls,
}

impl Stopper {
    /// Returns a stopper of a reduction that is still to be started.
    ///
    /// # Errors
    /// When the process has no file descriptors left.
    pub fn new() -> Result<Stopper, Error> {
        Ok(Stopper { interrupt: Interrupt::by_hand()?, controls: Controls::default() })
    }

    /// Ends the reduction with the best candidate so far. A function that is called as a test comes to
    /// its end; a program is killed.
    pub fn stop(&self) {
        self.controls.quit(&self.interrupt);
    }

    /// Whether [`stop`](Stopper::stop) was called.
    pub fn is_stopped(&self) -> bool {
        self.interrupt.is_raised()
    }
}
