//! Passes the events of a run to its listeners, which two threads share: the one that computes, and
//! the session, which ends a run without waiting for a long computation.

use crate::error::{Exit, Failure};
use crate::listeners::Listeners;
use crate::output::ResultWriter;
use crate::report::{Asked, Header, Size};
use crate::reporter::Reporter;
use crate::state::Watched;
use crate::ui::RunView;
use probdd_exec::{Answer, CheckStates, Event};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Passes each event of a run to its listeners. Clones share them.
#[derive(Clone, Debug)]
pub(crate) struct Recorder(Arc<Mutex<Listeners>>);

impl Recorder {
    /// Shows that the run has begun. Nothing is written before [`begin`](Recorder::begin). `input`
    /// is the size of the unmodified input, as far as it is known.
    pub(crate) fn new(
        run: RunView,
        input: Size,
        result: ResultWriter,
        watched: Watched,
        is_replaying: bool,
    ) -> Recorder {
        let listeners = Listeners::new(run, input, result, watched, is_replaying);
        Recorder(Arc::new(Mutex::new(listeners)))
    }

    /// The listeners. While a caller has them, every event of another thread waits.
    pub(crate) fn listeners(&self) -> MutexGuard<'_, Listeners> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The listeners, unless the session has ended the run.
    fn open_listeners(&self) -> Result<MutexGuard<'_, Listeners>, Failure> {
        let listeners = self.listeners();
        if listeners.is_closed() {
            return Err(Failure::new(Exit::Interrupted, anyhow::anyhow!("the run has ended")));
        }
        Ok(listeners)
    }

    /// Takes the answer of the baseline. The sizes in the header are known later.
    pub(crate) fn prepare(&self, header: Header, answer: Answer, states: CheckStates) {
        if let Ok(mut listeners) = self.open_listeners() {
            listeners.prepare(header, answer, states);
        }
    }

    /// Begins the records of the run once it is known how many tokens and elements the input has.
    pub(crate) fn begin(&self, tokens: usize, elements: usize) -> Result<(), Failure> {
        self.open_listeners()?.begin(tokens, elements)
    }

    /// Writes a large result that waits, while other threads go on.
    pub(crate) fn write_result(&self) -> Result<(), Failure> {
        let result = self.listeners().result();
        let note = result.write_waiting()?;
        self.listeners().note(note);
        Ok(())
    }

    /// Prints a warning, and keeps it for the report.
    pub(crate) fn warn(&self, warning: String) {
        if let Ok(mut listeners) = self.open_listeners() {
            listeners.warn(warning);
        }
    }
}

impl Reporter for Recorder {
    fn on(&self, event: &Event) -> Result<(), Failure> {
        self.open_listeners()?.on(event)
    }

    fn warn(&self, warning: String) {
        Recorder::warn(self, warning);
    }

    fn warn_once(&self, warning: &str) {
        if !self.listeners().tally.warnings.iter().any(|known| known == warning) {
            self.warn(warning.into());
        }
    }

    fn certify(&self, tokens: usize) {
        self.listeners().tally.certify(tokens);
    }

    fn asked(&self) -> Asked {
        self.listeners().tally.asked
    }
}
