//! Passes the events of a run on to everything that keeps or shows them: the result file, the
//! trace, the counts, the terminal.

use crate::error::Failure;
use crate::output::Destination;
use crate::report::{Header, Size, Tally, Trace};
use crate::settings::Settings;
use crate::ui::Status;
use probdd_exec::{Event, Pass};
use std::path::PathBuf;

/// Listens to the events of a run and passes each on to everything that keeps or shows it.
#[derive(Debug)]
pub struct Recorder {
    trace: Option<Trace>,
    trace_path: Option<PathBuf>,
    status: Status,
    destination: Destination,
    pass: Option<Pass>,
    is_written: bool,
    /// What the report will say.
    pub tally: Tally,
}

impl Recorder {
    /// Shows that the run began; nothing is written before [`begin`](Recorder::begin). `input` is
    /// the size of the unmodified input.
    pub fn new(settings: &Settings, input: Size) -> Recorder {
        Recorder {
            trace: None,
            trace_path: settings.trace.clone(),
            status: Status::new(settings.verbosity, input.tokens),
            destination: settings.destination.clone(),
            pass: None,
            is_written: false,
            tally: Tally::new(input),
        }
    }

    /// Opens the trace and writes the first line; to be called once, after the baseline.
    ///
    /// # Errors
    /// When the trace cannot be written.
    pub fn begin(&mut self, header: &Header) -> Result<(), Failure> {
        let Some(path) = &self.trace_path else { return Ok(()) };
        self.trace.insert(Trace::create(path)?).begin(header)
    }

    /// Hears of an event.
    ///
    /// # Errors
    /// When the result or the trace cannot be written.
    pub fn on(&mut self, event: &Event) -> Result<(), Failure> {
        match event {
            Event::PassBegan(pass) => self.pass = Some((*pass).clone()),
            Event::Reduced(candidate) => {
                self.destination.replace(&candidate.bytes)?;
                self.is_written = true;
            }
            Event::Baseline(_)
            | Event::Committed(_)
            | Event::Repeated(_)
            | Event::Rejected
            | Event::PassEnded => {}
        }
        if let Some(trace) = &mut self.trace {
            trace.on(event, self.pass.as_ref(), self.tally.input)?;
        }
        self.tally.on(event);
        self.status.on(event, &self.tally);
        Ok(())
    }

    /// Tells the user something about the input or the result, at once and in the report.
    pub fn warn(&mut self, warning: String) {
        self.status.warn(&warning);
        self.tally.warnings.push(warning);
    }

    /// Ends the run with this result: the file is there, the status line is gone.
    ///
    /// # Errors
    /// When the result cannot be written.
    pub fn finish(&mut self, best: &[u8]) -> Result<(), Failure> {
        self.status.finish();
        self.destination.finish(best, self.is_written)
    }

    /// Takes the status line away, before something else is printed.
    pub fn hide_status(&mut self) {
        self.status.finish();
    }
}
