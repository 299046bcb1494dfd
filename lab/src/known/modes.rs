//! Modes of feedback: how the checks of a test run, what the search learns of them, and the table that
//! compares the modes.

use crate::statistics::geometric_mean;
use probdd_core::{AfterFail, CheckState, Feedback, FeedbackSettings, Verdict};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy)]
pub(crate) enum Mode {
    /// Only the verdict is known.
    Binary,
    /// Checks run up to the first that fails.
    First(AfterFail),
    /// All checks run.
    All,
}

pub(crate) const MODES: [(&str, Mode); 4] = [
    ("binary", Mode::Binary),
    ("failed", Mode::First(AfterFail::Failed)),
    ("unknown", Mode::First(AfterFail::Unknown)),
    ("parallel", Mode::All),
];

/// A search on a test: its median queries in each mode.
#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    pub(crate) search: String,
    pub(crate) test: String,
    pub(crate) queries: [f64; 4],
    /// The mean size of the result in each mode, where it may differ.
    pub(crate) sizes: Option<Vec<f64>>,
}

pub(super) fn settings(mode: Mode, checks: usize) -> FeedbackSettings {
    match mode {
        Mode::Binary => FeedbackSettings::BINARY,
        Mode::First(after_fail) => FeedbackSettings { checks, after_fail },
        Mode::All => FeedbackSettings { checks, after_fail: AfterFail::Unknown },
    }
}

/// What a search is told about checks that hold or fail.
pub(super) fn feedback(holds: impl Iterator<Item = bool>, mode: Mode) -> Feedback {
    let mut has_failed = false;
    let state = |holds: bool| {
        if has_failed && !matches!(mode, Mode::All) {
            return CheckState::NotRun;
        }
        has_failed |= !holds;
        if holds { CheckState::Held } else { CheckState::Failed }
    };
    let states: Vec<CheckState> = holds.map(state).collect();
    let verdict = if has_failed { Verdict::Uninteresting } else { Verdict::Interesting };
    match mode {
        Mode::Binary => verdict.into(),
        Mode::First(_) | Mode::All => Feedback { verdict, checks: states },
    }
}

/// Prints a table for each search.
pub(super) fn print(rows: &[Row]) {
    for rows in rows.chunk_by(|one, other| one.search == other.search) {
        let names = cells(MODES.map(|(mode, _)| mode));
        println!("{:<18}{names}   failed  unknown parallel of binary", rows[0].search);
        for Row { test, queries, sizes, .. } in rows {
            if let Some(sizes) = sizes {
                println!("{test:<18} tokens left: {sizes:?}");
            }
            println!("{test:<18}{}{}", cells(queries), shares(|mode| ratio(queries, mode)));
        }
        let ratios = |mode| rows.iter().map(|row| ratio(&row.queries, mode)).collect::<Vec<_>>();
        println!("{:<54}{}\n", "geometric mean", shares(|mode| geometric_mean(&ratios(mode))));
    }
}

/// The queries of a mode, as a share of those with the verdict alone.
fn ratio(queries: &[f64; 4], mode: usize) -> f64 {
    queries[mode] / queries[0]
}

fn shares(share: impl Fn(usize) -> f64) -> String {
    cells((1..MODES.len()).map(|mode| format!("{:.3}", share(mode))))
}

fn cells(values: impl IntoIterator<Item = impl ToString>) -> String {
    values.into_iter().fold(String::new(), |line, value| format!("{line}{:>9}", value.to_string()))
}
