//! Passes each event of a run to its listeners: the result file, the trace, the counts, the
//! terminal.

use crate::error::Failure;
use crate::messages::unreliable;
use crate::output::ResultWriter;
use crate::report::{ChecksTally, Header, Size, Tally, Trace};
use crate::settings::Settings;
use crate::ui::Status;
use probdd_exec::Event;
use std::path::PathBuf;

/// Passes each event of a run to its listeners.
#[derive(Debug)]
pub(crate) struct Recorder {
    trace: Option<Trace>,
    trace_path: Option<PathBuf>,
    status: Status,
    result: ResultWriter,
    /// Whether the events repeat those of an earlier run, which has already written its result.
    is_replaying: bool,
    /// The best candidate of the replay.
    replayed: Option<Vec<u8>>,
    /// The counts for the report.
    pub(crate) tally: Tally,
}

impl Recorder {
    /// Shows that the run has begun. Nothing is written before [`begin`](Recorder::begin). `input`
    /// is the size of the unmodified input.
    pub(crate) fn new(
        settings: &Settings,
        input: Size,
        result: ResultWriter,
        is_replaying: bool,
    ) -> Recorder {
        let has_process = settings.test.command().is_some();
        Recorder {
            trace: None,
            trace_path: settings.trace.clone(),
            status: Status::new(settings.verbosity, input.tokens),
            result,
            is_replaying,
            replayed: None,
            tally: Tally::new(input, has_process),
        }
    }

    /// Opens the trace and writes its first line, once, after the baseline.
    pub(crate) fn begin(&mut self, header: &Header) -> Result<(), Failure> {
        self.tally.checks = ChecksTally::new(&header.checks);
        let path = self.trace_path.as_deref();
        self.trace = path.map(|path| Trace::create(path, header)).transpose()?;
        Ok(())
    }

    /// Handles an event.
    pub(crate) fn on(&mut self, event: &Event) -> Result<(), Failure> {
        match event {
            Event::Reduced(candidate) if self.is_replaying => {
                self.replayed = Some(candidate.bytes.clone());
            }
            Event::ReplayEnded => self.end_replay()?,
            Event::Reduced(candidate) => self.replace(&candidate.bytes)?,
            Event::Unreliable(answer) => self.warn(unreliable::warning(answer.runs)),
            Event::PassBegan(_)
            | Event::Rechecked(_)
            | Event::Verified(_)
            | Event::Refuted(..)
            | Event::Baseline(..)
            | Event::Committed(_)
            | Event::Repeated(_)
            | Event::Rejected
            | Event::PassEnded => {}
        }
        if let Some(trace) = &mut self.trace {
            trace.on(event)?;
        }
        for warning in self.tally.on(event) {
            self.warn(warning);
        }
        self.status.on(event, &self.tally);
        Ok(())
    }

    /// Writes the result of the replay again: if the machine crashed, the file may be out of date.
    fn end_replay(&mut self) -> Result<(), Failure> {
        self.is_replaying = false;
        self.replayed.take().map_or(Ok(()), |best| self.replace(&best))
    }

    fn replace(&mut self, best: &[u8]) -> Result<(), Failure> {
        if let Some(note) = self.result.replace(best)? {
            self.status.note(&note);
        }
        Ok(())
    }

    /// Prints a warning, and keeps it for the report.
    pub(crate) fn warn(&mut self, warning: String) {
        self.status.warn(&warning);
        self.tally.warnings.push(warning);
    }

    /// Ends the run: writes the result and removes the status line.
    pub(crate) fn finish(&mut self, best: &[u8]) -> Result<(), Failure> {
        self.status.finish();
        for warning in self.tally.last_warnings() {
            self.warn(warning);
        }
        self.end_replay()?;
        if let Some(note) = self.result.finish(best)? {
            self.status.note(&note);
        }
        Ok(())
    }

    /// Replaces the result by an earlier candidate, because the best one is not interesting.
    pub(crate) fn restore(&mut self, trusted: &[u8]) -> Result<(), Failure> {
        self.status.finish();
        self.replace(trusted)
    }

    /// Removes the status line before something else is printed.
    pub(crate) fn hide_status(&mut self) {
        self.status.finish();
    }
}
