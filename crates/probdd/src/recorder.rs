//! Passes the events of a run on to everything that keeps or shows them: the result file, the
//! trace, the counts, the terminal.

use crate::error::Failure;
use crate::output::Destination;
use crate::report::{
    ChecksTally, Header, Replaced, Size, Tally, Trace, note_survivors, survivors_in_all,
};
use crate::settings::Settings;
use crate::ui::{self, Status};
use probdd_exec::{Event, Outcome, Pass};
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
    /// Whether everything is told again that an earlier run had heard: the result on disk is as
    /// good as what is heard of, or better.
    is_replaying: bool,
    /// The best candidate of the replay.
    replayed: Option<Vec<u8>>,
    /// What the report will say.
    pub tally: Tally,
}

impl Recorder {
    /// Shows that the run began; nothing is written before [`begin`](Recorder::begin). `input` is
    /// the size of the unmodified input; a replay begins with what is on record of an earlier run.
    pub fn new(settings: &Settings, input: Size, is_replaying: bool) -> Recorder {
        let replaced = settings.test.is_process().then(Replaced::default);
        Recorder {
            trace: None,
            trace_path: settings.trace.clone(),
            status: Status::new(settings.verbosity, input.tokens),
            destination: settings.destination.clone(),
            pass: None,
            is_written: false,
            is_replaying,
            replayed: None,
            tally: Tally { replaced, ..Tally::new(input) },
        }
    }

    /// Opens the trace and writes the first line; to be called once, after the baseline.
    ///
    /// # Errors
    /// When the trace cannot be written.
    pub fn begin(&mut self, header: &Header) -> Result<(), Failure> {
        self.tally.checks = ChecksTally::new(&header.checks);
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
            Event::Reduced(candidate) if self.is_replaying => {
                self.replayed = Some(candidate.bytes.clone());
            }
            Event::ReplayEnded => self.end_replay()?,
            Event::Reduced(candidate) => {
                self.destination.replace(&candidate.bytes)?;
                self.is_written = true;
            }
            Event::Unreliable(answer) => {
                self.warn(format!(
                    "the test is unreliable: the best candidate was interesting in {}; from here on \
                     candidates are run until it is clear how often they are",
                    ui::share_of_runs(answer.runs)
                ));
            }
            Event::Rechecked(_)
            | Event::Verified(_)
            | Event::Refuted(..)
            | Event::Baseline(..)
            | Event::Committed(_)
            | Event::Repeated(_)
            | Event::Rejected
            | Event::PassEnded => {}
        }
        if let Some(trace) = &mut self.trace {
            trace.on(event, self.pass.as_ref(), self.tally.input)?;
        }
        self.tally.on(event);
        match event {
            Event::Baseline(_, states) => self.tally.checks.note_states(*states),
            Event::Committed(committed) => self.tally.checks.note_states(committed.states),
            Event::Verified(answer) | Event::Refuted(answer, _) => {
                self.tally.checks.note_extra(&answer.outcome.checks);
            }
            _ => {}
        }
        event.outcome().into_iter().for_each(|outcome| self.on_outcome(outcome));
        self.status.on(event, &self.tally);
        Ok(())
    }

    /// Tells the user what is odd about a query, or about another run of one, when it happens first.
    fn on_outcome(&mut self, outcome: &Outcome) {
        let replaced = self.tally.replaced.as_mut().and_then(|replaced| replaced.note(outcome));
        let survived = note_survivors(&mut self.tally.survivors, outcome);
        let unknown = self.tally.checks.note(outcome);
        for told in [replaced, survived, unknown].into_iter().flatten() {
            self.warn(told);
        }
    }

    /// The result is written again: of a machine that stopped, the last one may be missing.
    fn end_replay(&mut self) -> Result<(), Failure> {
        self.is_replaying = false;
        if let Some(best) = self.replayed.take() {
            self.destination.replace(&best)?;
            self.is_written = true;
        }
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
        let replaced = self.tally.replaced.and_then(|replaced| replaced.in_all());
        for told in [replaced, survivors_in_all(self.tally.survivors)].into_iter().flatten() {
            self.warn(told);
        }
        self.end_replay()?;
        self.destination.finish(best, self.is_written)
    }

    /// Goes back to an earlier candidate, because the best one is none.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn restore(&mut self, trusted: &[u8]) -> Result<(), Failure> {
        self.status.finish();
        self.destination.replace(trusted)
    }

    /// Takes the status line away, before something else is printed.
    pub fn hide_status(&mut self) {
        self.status.finish();
    }
}
