//! Modes of feedback: how the checks of a test run, what the search learns of them, and the table that
//! compares the modes.

use crate::statistics::geometric_mean;
use crate::table::padded;
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

/// A table for each search: queries in each mode, and at the end the geometric means of their shares of those with
/// the verdict alone.
pub(super) fn tables(rows: &[Row]) -> String {
    let table = |rows: &[Row]| {
        let row = |row: &Row| {
            let cells = row.queries.iter().map(f64::to_string);
            std::iter::once(row.test.clone()).chain(cells).collect()
        };
        let share = |mode: usize| {
            let shares: Vec<f64> =
                rows.iter().map(|row| row.queries[mode] / row.queries[0]).collect();
            format!("{:.3}", geometric_mean(&shares))
        };
        let mut cells: Vec<Vec<String>> = rows.iter().map(row).collect();
        cells.push(
            [vec!["mean of binary".to_owned()], (0..MODES.len()).map(share).collect()].concat(),
        );
        let head = std::iter::once(&*rows[0].search).chain(MODES.map(|(mode, _)| mode));
        padded(&head.map(str::to_owned).collect::<Vec<_>>(), &cells)
    };
    let tables: Vec<String> =
        rows.chunk_by(|one, other| one.search == other.search).map(table).collect();
    tables.join("\n")
}
