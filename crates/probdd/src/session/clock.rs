//! The clock of `--max-time`, which starts with the process.

use probdd_exec::Interrupt;
use std::time::{Duration, Instant};

/// Before the test on the input has ended, the time may be over for so long: with its answer there is a
/// result, and without it nothing.
const FOR_THE_BASELINE: Duration = Duration::from_secs(1);

/// How the process begins: when, and what signals raise.
#[derive(Debug)]
pub(crate) struct Process {
    pub(crate) began: Instant,
    pub(crate) interrupt: Interrupt,
}

/// When the process began, and how long it may take.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clock {
    began: Instant,
    most: Option<Duration>,
}

impl Clock {
    pub(super) fn new(began: Instant, most: Option<Duration>) -> Clock {
        Clock { began, most }
    }

    /// How much of the time is left.
    pub(super) fn left(self) -> Option<Duration> {
        self.most.map(|most| most.saturating_sub(self.began.elapsed()))
    }

    pub(super) fn is_over(self) -> bool {
        self.left() == Some(Duration::ZERO)
    }

    /// Whether not even the baseline is waited for any more.
    pub(super) fn is_long_over(self) -> bool {
        self.most.is_some_and(|most| self.began.elapsed() >= most.saturating_add(FOR_THE_BASELINE))
    }
}
