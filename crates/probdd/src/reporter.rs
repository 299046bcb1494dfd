//! Where a reduction reports to.

use crate::error::Failure;
use crate::report::Asked;
use probdd_exec::Event;
use std::fmt::Debug;

/// Takes the events of a reduction, and counts what it asks.
pub(crate) trait Reporter: Debug {
    /// Handles an event. An error ends the run.
    fn on(&self, event: &Event) -> Result<(), Failure>;

    /// Tells the user about something.
    fn warn(&self, warning: String);

    /// Tells the user about something, unless they were told before.
    fn warn_once(&self, warning: &str);

    /// Notes that the best candidate, with so many tokens, was shown to be 1-minimal.
    fn certify(&self, tokens: usize);

    /// What the round has asked so far.
    fn asked(&self) -> Asked;
}
