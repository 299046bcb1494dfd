//! Errors: the message with its causes, the output of the test, and hints.

use super::print::{labelled, line};
use super::screen;
use crate::command_line::Usage;
use crate::error::{Exit, Failure};
use console::Style;
use probdd_exec::Abort;
use std::fmt::Display;

/// How many lines at either end of a test's output are shown.
const EXCERPT_LINES: usize = 15;

/// How many characters of a line are shown.
const EXCERPT_WIDTH: usize = 500;

/// Prints a usage error, or the help that the user asked for.
pub(crate) fn usage(usage: &Usage) -> Exit {
    if usage.use_stderr() {
        let text = usage.render().to_string();
        error(text.strip_prefix("error: ").unwrap_or(&text).trim_end());
        return Exit::Usage;
    }
    // A closed terminal is not a failure.
    let _ = usage.print();
    Exit::Success
}

/// Prints an error.
pub(crate) fn failure(failure: &Failure) -> Exit {
    error(&failure.error);
    for cause in failure.error.chain().skip(1) {
        line(&format!("  caused by: {cause}"));
    }
    match failure.output.as_deref().map(str::trim_end) {
        Some("") => line("  the test printed nothing"),
        Some(output) => {
            line("  the test printed:");
            for text in excerpt(output) {
                line(&format!("  | {text}"));
            }
        }
        None => {}
    }
    let hint = Style::new().cyan();
    failure.hints.iter().for_each(|text| labelled(&hint, " hint", text));
    failure.exit
}

/// Prints, or at least gives the terminal back, before a signal ends the process at once.
pub(crate) fn aborted(abort: Abort) {
    match abort {
        Abort::Unheeded => error("interrupted before anything was done"),
        // Nothing that could wait for a reader of standard error.
        Abort::Second => screen::close(),
    }
}

/// Prints the error for a bug in probdd. The panic has already printed its own message.
pub(crate) fn bug() -> Exit {
    error("this is a bug in probdd; the best result so far is on disk");
    Exit::Bug
}

fn error(message: impl Display) {
    labelled(&Style::new().red().bold(), "error", message);
}

/// The beginning and the end of a test's output.
fn excerpt(output: &str) -> Vec<String> {
    let lines: Vec<&str> = output.lines().collect();
    let shown = |line: &&str| line.chars().take(EXCERPT_WIDTH).collect::<String>();
    if lines.len() <= 2 * EXCERPT_LINES + 1 {
        return lines.iter().map(shown).collect();
    }
    let (head, tail) = (&lines[..EXCERPT_LINES], &lines[lines.len() - EXCERPT_LINES..]);
    let gap = format!("... {} more lines ...", lines.len() - 2 * EXCERPT_LINES);
    head.iter().map(shown).chain([gap]).chain(tail.iter().map(shown)).collect()
}
