//! Counts, shares and durations in words.

use indicatif::HumanCount;
use probdd_exec::Runs;
use std::time::Duration;

/// A count with thousands separators.
pub(crate) fn count(number: usize) -> String {
    HumanCount(number as u64).to_string()
}

pub(crate) fn queries(number: u64) -> String {
    let noun = if number == 1 { "query" } else { "queries" };
    format!("{} {noun}", HumanCount(number))
}

/// How many of several runs were interesting.
pub(crate) fn share_of_runs(runs: Runs) -> String {
    format!("{} of {} runs ({:.0} %)", runs.hits, runs.total, 100.0 * runs.rate())
}

/// A short duration.
#[cfg(feature = "remote")]
pub(crate) fn milliseconds(duration: Duration) -> String {
    let milliseconds = duration.as_secs_f64() * 1e3;
    let digits = usize::from(milliseconds < 10.0);
    format!("{milliseconds:.digits$} ms")
}

/// A duration in the units that a person would choose.
pub(crate) fn time(duration: Duration) -> String {
    let seconds = duration.as_secs();
    match seconds {
        0..60 => format!("{:.1} s", duration.as_secs_f64()),
        60..3600 => format!("{} min {} s", seconds / 60, seconds % 60),
        _ => format!("{} h {} min", seconds / 3600, seconds % 3600 / 60),
    }
}
