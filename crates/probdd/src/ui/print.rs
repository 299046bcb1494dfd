//! Lines on standard error: notes and warnings.

use console::Style;
use std::fmt::Display;
use std::io::Write;

/// Prints a note.
pub(crate) fn note(text: impl Display) {
    labelled(&Style::new().cyan(), "note", text);
}

/// Prints a warning.
pub(crate) fn warning(text: &str) {
    labelled(&Style::new().yellow().bold(), "warning", text);
}

/// Prints a line with a coloured label.
pub(super) fn labelled(style: &Style, label: &str, text: impl Display) {
    line(&format!("{}: {text}", style.clone().for_stderr().apply_to(label)));
}

/// Prints a line. A closed standard error is not a failure.
pub(super) fn line(line: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{line}");
}
