//! Before the first pass: does a test that names the original really test the candidate? Is there a time
//! limit in it that it nearly needs?

use super::learning::changed;
use super::running::Running;
use crate::error::Failure;
use crate::messages::reasons::Reasons;
use crate::messages::warnings;
use std::time::Duration;

/// Warns about a test that reads the original, and finds every candidate interesting. Only a test whose
/// text names the original runs once more, on the empty file, and off the record. Warns, too, about a
/// limit in its text that its `slowest` run on the input nearly reached.
pub(super) fn warn(running: &mut Running, slowest: Duration) {
    if running.scheduler.is_replaying() {
        return;
    }
    let reasons = Reasons::new(running.settings);
    if let Some(warning) = reasons.own_limit(slowest) {
        running.recorder.warn(warning);
    }
    let Some(original) = reasons.original() else { return };
    let empty = changed(running.settings, &|_| Vec::new());
    if let Ok(true) = running.scheduler.run_alone::<Failure>(&empty) {
        running.recorder.warn(warnings::reads_original(&original));
    }
}
