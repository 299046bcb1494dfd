//! What users are told while a command or a test on the input takes long.

use super::numbers::time;
use crate::property::Property;
use crate::settings::Settings;
use std::time::Duration;

/// So long nobody needs to be told anything.
pub(crate) const LONG: Duration = Duration::from_secs(10);

/// So long a run may compute before its status line says what.
pub(crate) const NOTICEABLE: Duration = Duration::from_secs(2);

/// What takes long before a command of the user runs.
pub(crate) const READING: &str = "still reading the input";
pub(crate) const LOOKING: &str = "still looking for the record of an interrupted run";
#[cfg(feature = "remote")]
pub(crate) const CONNECTING: &str = "still connecting to the servers of --remote";

/// What is computed between two queries, of which the last was of this pass. Without one, the input is
/// read.
pub(crate) fn computing(pass: Option<&str>) -> String {
    match pass {
        Some(pass) => format!("computing the next candidate (pass {pass})"),
        None => "reading the input".into(),
    }
}

/// A command of `-- CMD` whose behaviour is learned takes long, of at most this time.
pub(crate) fn learning(on: &str, most: Duration) -> String {
    format!(
        "the command on the {on} has not ended after {}; it may take {} (--timeout TIME). {HANG}",
        time(LONG),
        time(most)
    )
}

/// The test of `probdd check` takes long, of at most this time.
pub(crate) fn check(most: Duration) -> String {
    format!(
        "the test has not ended after {}; it is taken to hang after {} (--timeout TIME)",
        time(LONG),
        time(most)
    )
}

/// The test on the input takes long, before the search begins.
pub(crate) fn baseline(settings: &Settings) -> String {
    let property = settings.test.property();
    if let Some(hang) = property.and_then(Property::wanted_hang) {
        return format!("the command on the input has to run for at least {}", time(hang));
    }
    let what = property.map_or("test", |_| "command");
    let limit = match (settings.timeout, settings.budget.max_time) {
        (Some(most), _) => format!("it may take {} (--timeout)", time(most)),
        (None, Some(most)) => format!("--max-time ends the run after {}", time(most)),
        (None, None) => "nothing limits it (--timeout TIME, --max-time TIME)".into(),
    };
    let hang = property.map_or(String::new(), |_| format!(". {HANG}"));
    format!("the {what} on the input has not ended after {}; {limit}{hang}", time(LONG))
}

/// It is tried whether a command runs so long on the input.
pub(crate) fn hanging(most: Duration) -> String {
    format!(
        "the command on the input still runs after {}; it has to for {}",
        time(LONG),
        time(most)
    )
}

/// What to do about a command that hangs.
const HANG: &str = "If it hangs, and the result should do so, too: --expect hang before the `--`";
