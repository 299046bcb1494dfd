//! Progress on standard error: a status line on a terminal, an occasional plain line elsewhere.

use super::print::{line, note, warning};
use crate::messages::numbers::{count, queries, time};
use crate::report::Tally;
use crate::settings::Verbosity;
use console::Term;
use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressStyle};
use probdd_exec::{Committed, Event};
use std::time::{Duration, Instant};

/// The interval between updates of the status line while a query runs.
const TICK: Duration = Duration::from_millis(250);

/// The minimum time between two plain lines.
const PAUSE: Duration = Duration::from_secs(5);

/// The display of progress.
#[derive(Debug)]
pub(crate) struct Status {
    /// The status line; hidden without a terminal.
    bar: ProgressBar,
    style: Shown,
    is_verbose: bool,
    began: Instant,
    last_line: Instant,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shown {
    Nothing,
    StatusLine,
    PlainLines,
}

impl Status {
    /// Begins to show progress on an input with a number of bytes.
    pub(crate) fn new(verbosity: Verbosity, bytes: usize) -> Status {
        let style = match verbosity {
            Verbosity::Quiet => Shown::Nothing,
            _ if Term::stderr().is_term() => Shown::StatusLine,
            _ => Shown::PlainLines,
        };
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        if style == Shown::StatusLine {
            bar.set_draw_target(ProgressDrawTarget::stderr());
            let template = ProgressStyle::with_template("{spinner} {msg}, {elapsed} elapsed");
            bar.set_style(template.unwrap_or_else(|_| ProgressStyle::default_spinner()));
            bar.set_message(format!("{} bytes, running the test on the input", count(bytes)));
            bar.enable_steady_tick(TICK);
        }
        let now = Instant::now();
        let is_verbose = verbosity == Verbosity::Verbose;
        Status { bar, style, is_verbose, began: now, last_line: now }
    }

    /// Shows an event after it was counted.
    pub(crate) fn on(&mut self, event: &Event, tally: &Tally) {
        if let (Event::Committed(committed), true) = (event, self.is_verbose) {
            let pass = tally.passes.last().map_or("", |pass| pass.pass);
            self.bar.suspend(|| line(&describe_query(committed, pass)));
        }
        match self.style {
            Shown::StatusLine => self.bar.set_message(self.describe(tally)),
            Shown::PlainLines if self.last_line.elapsed() >= PAUSE => {
                self.last_line = Instant::now();
                let elapsed = time(self.began.elapsed());
                line(&format!("{}, {elapsed} elapsed", self.describe(tally)));
            }
            Shown::Nothing | Shown::PlainLines => {}
        }
    }

    /// Prints a warning without breaking the status line.
    pub(crate) fn warn(&self, text: &str) {
        self.bar.suspend(|| warning(text));
    }

    /// Prints a note without breaking the status line, unless the user wants no notes.
    pub(crate) fn note(&self, text: &str) {
        if self.style != Shown::Nothing {
            self.bar.suspend(|| note(text));
        }
    }

    /// Removes the status line.
    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }

    fn describe(&self, tally: &Tally) -> String {
        let elapsed = self.began.elapsed();
        let committed = tally.queries.committed;
        let rate = committed as f64 / elapsed.as_secs_f64().max(1e-3);
        // A point in time, because a time span would be out of date while a query runs.
        let last = match tally.last_reduction {
            Duration::ZERO => "no reduction yet".to_owned(),
            last => format!("last reduction at {}", time(last)),
        };
        let percent = 100.0 * tally.best.tokens as f64 / tally.input.tokens.max(1) as f64;
        let timed_out = match tally.queries.timed_out {
            0 => String::new(),
            some => format!(", {} timed out", HumanCount(some)),
        };
        format!(
            "{} tokens ({percent:.1} %), {} ({rate:.1}/s){timed_out}, {last}",
            count(tally.best.tokens),
            queries(committed),
        )
    }
}

fn describe_query(committed: &Committed, pass: &str) -> String {
    format!(
        "{:>6} {pass:<9} {:>9} tokens  {:<13} {:>8.1} ms",
        committed.query,
        count(committed.candidate.tokens),
        committed.outcome.verdict.name(),
        committed.outcome.wall.as_secs_f64() * 1e3,
    )
}
