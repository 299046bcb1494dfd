//! Progress on standard error: the screen or a status line on a terminal, an occasional plain line
//! elsewhere.

use super::print::{line, note, warning};
use super::screen::{self, RunView, Screen};
use crate::command_line::Progress;
use crate::messages::numbers::{count, queries, time};
use crate::messages::slow;
use crate::report::{Size, Tally};
use crate::settings::{Settings, Verbosity};
use console::Term;
use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use probdd_exec::{Committed, Event};
use std::fmt;
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
    verbosity: Verbosity,
    began: Instant,
    last_line: Instant,
}

#[derive(Debug)]
enum Shown {
    Nothing,
    Screen(Screen),
    StatusLine,
    PlainLines,
}

impl Status {
    /// Begins to show progress on an input of this size, as far as it is known.
    pub(crate) fn new(run: RunView, size: Size) -> Status {
        let verbosity = run.settings.verbosity;
        let style = Shown::new(run, size);
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        if let Shown::StatusLine = style {
            show(&bar, size.bytes);
        }
        let now = Instant::now();
        Status { bar, style, verbosity, began: now, last_line: now }
    }

    /// Shows an event after it was counted.
    pub(crate) fn on(&mut self, event: &Event, tally: &Tally) {
        if let (Event::Committed(committed), Verbosity::Verbose) = (event, self.verbosity) {
            self.bar.suspend(|| line(&describe_query(committed, tally)));
        }
        match &self.style {
            Shown::Screen(screen) => screen.on(event, tally),
            Shown::StatusLine => self.bar.set_message(self.describe(tally)),
            Shown::PlainLines if self.last_line.elapsed() >= PAUSE => {
                self.last_line = Instant::now();
                line(&format!("{}, {}", self.describe(tally), time(self.began.elapsed())));
            }
            Shown::Nothing | Shown::PlainLines => {}
        }
    }

    /// Shows what has been computed for so long, until the next event.
    pub(crate) fn show_computing(&mut self, tally: &Tally, long: Duration) {
        let what = slow::computing(tally.passes.last().map(|pass| pass.pass));
        match &self.style {
            Shown::StatusLine => {
                self.bar.set_message(format!("{}, {what}", self.describe(tally)));
            }
            Shown::PlainLines if long.min(self.last_line.elapsed()) >= slow::LONG => {
                self.last_line = Instant::now();
                line(&format!("{}, {what} for {}", self.describe(tally), time(long)));
            }
            // The screen looks for itself.
            Shown::Nothing | Shown::PlainLines | Shown::Screen(_) => {}
        }
    }

    /// Prints a warning without breaking the status line.
    pub(crate) fn warn(&self, text: &str) {
        self.show_message(true, text);
        self.bar.suspend(|| warning(text));
    }

    /// Prints a note without breaking the status line, unless the user wants no notes.
    pub(crate) fn note(&self, text: &str) {
        if self.verbosity != Verbosity::Quiet {
            self.show_message(false, text);
            self.bar.suspend(|| note(text));
        }
    }

    fn show_message(&self, is_warning: bool, text: &str) {
        if let Shown::Screen(screen) = &self.style {
            screen.say(is_warning, text);
        }
    }

    /// Removes the status line or the screen.
    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
        if let Shown::Screen(screen) = &self.style {
            screen.close();
        }
    }

    fn describe(&self, tally: &Tally) -> String {
        let (committed, rate) = (tally.queries.committed, tally.rate(self.began.elapsed()));
        // Not a time, because there is one clock in the line, and it goes on while a query runs.
        let last = match tally.last_reduction {
            0 => "no reduction yet".to_owned(),
            last => format!("last reduction {} ago", queries(committed.saturating_sub(last))),
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

impl Shown {
    /// What suits the terminal, unless the user has chosen. `--verbose` prints each query, which the
    /// screen would hide.
    fn new(run: RunView, size: Size) -> Shown {
        let Settings { progress, verbosity, .. } = *run.settings;
        let suits = || verbosity == Verbosity::Normal && can_move_cursor() && screen::fits();
        match progress {
            _ if verbosity == Verbosity::Quiet => Shown::Nothing,
            Progress::None => Shown::Nothing,
            Progress::Tui => Shown::wanted_screen(run, size),
            Progress::Auto if suits() => {
                Screen::open(run, size).map_or_else(|_| Shown::lines(), Shown::Screen)
            }
            Progress::Auto | Progress::Line => Shown::lines(),
        }
    }

    /// The screen, as the user wants, or the reason why there is none.
    fn wanted_screen(run: RunView, size: Size) -> Shown {
        Screen::open(run, size).map_or_else(
            |cause| {
                warning(&format!("there is no screen: {cause}"));
                Shown::lines()
            },
            Shown::Screen,
        )
    }

    fn lines() -> Shown {
        if can_move_cursor() { Shown::StatusLine } else { Shown::PlainLines }
    }
}

/// Shows the status line.
fn show(bar: &ProgressBar, bytes: usize) {
    bar.set_draw_target(ProgressDrawTarget::stderr());
    let template = ProgressStyle::with_template("{spinner} {msg}, {clock}");
    let style = template.unwrap_or_else(|_| ProgressStyle::default_spinner());
    let clock = |state: &ProgressState, out: &mut dyn fmt::Write| {
        let _ = out.write_str(&time(state.elapsed()));
    };
    bar.set_style(style.with_key("clock", clock));
    bar.set_message(format!("{} bytes, running the test on the input", count(bytes)));
    bar.enable_steady_tick(TICK);
}

/// Whether standard error is a terminal on which a line can be written again.
fn can_move_cursor() -> bool {
    Term::stderr().is_term() && std::env::var_os("TERM").is_some_and(|term| term != "dumb")
}

fn describe_query(committed: &Committed, tally: &Tally) -> String {
    let pass = tally.passes.last();
    let file = pass.and_then(|pass| pass.file.as_deref());
    format!(
        "{:>6} {:<9} {:>9} tokens  {:<13} {:>8.1} ms{}",
        committed.query,
        pass.map_or("", |pass| pass.pass),
        count(committed.candidate.tokens),
        committed.outcome.verdict.name(),
        committed.outcome.wall.as_secs_f64() * 1e3,
        file.map(|file| format!("  {file}")).unwrap_or_default(),
    )
}
