//! Before the first pass: does a test that names the original really test the candidate?

use super::learning::changed;
use super::running::Running;
use crate::error::Failure;
use crate::messages::reasons::Reasons;
use crate::messages::warnings;

/// Warns about a test that reads the original, and finds every candidate interesting. Only a test whose
/// text names the original runs once more, on the empty file, and off the record.
pub(super) fn warn(running: &mut Running) {
    if running.scheduler.is_replaying() {
        return;
    }
    let Some(original) = Reasons::new(running.settings).original() else { return };
    let empty = changed(running.settings, &|_| Vec::new());
    if let Ok(true) = running.scheduler.run_alone::<Failure>(&empty) {
        running.recorder.warn(warnings::reads_original(&original));
    }
}
