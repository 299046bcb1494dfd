//! Lines on standard error: notes and warnings. While the screen is up they wait.

use super::foreign::plain;
use console::Style;
use std::fmt::Display;
use std::io::Write;
use std::sync::{Mutex, PoisonError};

/// The lines that wait for the end of the screen, if it is up.
static HELD: Mutex<Option<Vec<String>>> = Mutex::new(None);

/// Prints what the user has asked for, on standard output. A closed pipe is the reader's choice.
pub(crate) fn result(text: &str) {
    let _ = std::io::stdout().lock().write_all(plain(text).as_bytes());
}

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
    let text = text.to_string();
    put(&format!("{}: {}", style.clone().for_stderr().apply_to(label), plain(&text)));
}

/// Prints a line.
pub(super) fn line(line: &str) {
    put(&plain(line));
}

/// Prints a line as it is, or keeps it while the screen is up. A closed standard error is not a failure.
fn put(line: &str) {
    let mut held = HELD.lock().unwrap_or_else(PoisonError::into_inner);
    match &mut *held {
        Some(lines) => lines.push(line.to_owned()),
        None => print(line),
    }
}

/// Keeps lines from here on.
pub(super) fn hold() {
    let mut held = HELD.lock().unwrap_or_else(PoisonError::into_inner);
    held.get_or_insert_default();
}

/// Prints the lines that were kept, and those to come at once.
pub(super) fn release() {
    let held = HELD.lock().unwrap_or_else(PoisonError::into_inner).take();
    held.into_iter().flatten().for_each(|line| print(&line));
}

fn print(line: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{line}");
}
