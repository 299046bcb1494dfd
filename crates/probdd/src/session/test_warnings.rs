//! Before the first pass: does a test that names the original really test the candidate? Is there a time
//! limit in it that it nearly needs? Does it tell what hangs from what does not?

use super::learning::changed;
use super::running::Running;
use crate::error::Failure;
use crate::messages::reasons::Reasons;
use crate::messages::warnings;
use crate::property::Property;
use std::time::{Duration, Instant};

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
    if let Some(hang) = running.settings.test.property().and_then(Property::wanted_hang) {
        warn_about_hang(running, hang);
    }
    let Some(original) = reasons.original() else { return };
    let empty = changed(running.settings, &|_| Vec::new());
    if let Ok(true) = running.scheduler.run_alone::<Failure>(&empty) {
        running.recorder.warn(warnings::reads_original(&original));
    }
}

/// Warns about a command that hangs on the empty file, too, or that runs there nearly as long as one that
/// hangs has to. It runs once, off the record.
fn warn_about_hang(running: &mut Running, hang: Duration) {
    let empty = changed(running.settings, &|_| Vec::new());
    let began = Instant::now();
    let warning = match running.scheduler.run_alone::<Failure>(&empty) {
        Ok(true) => Some(warnings::always_hangs()),
        Ok(false) => warnings::nearly_hangs(began.elapsed(), hang),
        Err(_) => None,
    };
    if let Some(warning) = warning {
        running.recorder.warn(warning);
    }
}
