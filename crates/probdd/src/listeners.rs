//! The listeners to the events of a run: the result file, the trace, the counts, the terminal.

use crate::error::Failure;
use crate::messages::unreliable;
use crate::output::{ResultFile, ResultWriter};
use crate::report::{Header, Size, Tally, Trace};
use crate::settings::Settings;
use crate::slippage::Slippage;
use crate::state::Watched;
use crate::ui::{RunView, Status};
use probdd_exec::{Answer, Candidate, CheckStates, Event};
use std::sync::Arc;
use std::time::Duration;

/// Everything that listens to the events of a run.
#[derive(Debug)]
pub(crate) struct Listeners {
    trace: Option<Trace>,
    settings: Arc<Settings>,
    status: Status,
    result: ResultFile,
    /// The files that determine the verdicts.
    watched: Watched,
    /// Whether the events repeat those of an earlier run, which has already written its result.
    is_replaying: bool,
    /// Whether the best candidate of the replay is still to be written.
    is_behind: bool,
    /// The best candidate, unless that is the input.
    best: Option<Arc<Candidate>>,
    /// The answer of the baseline, until the input is read.
    baseline: Option<Baseline>,
    /// What the trace and the report say about the run, once the baseline is answered.
    header: Option<Header>,
    /// What says that the result may have another property than the input.
    slippage: Slippage,
    /// Whether the session has ended the run, so that nothing else is recorded.
    is_closed: bool,
    /// The counts for the report.
    pub(crate) tally: Tally,
}

/// The answer of the baseline.
#[derive(Debug)]
struct Baseline(Answer, CheckStates);

impl Listeners {
    /// Shows that the run has begun. Nothing is written before [`begin`](Recorder::begin). `input`
    /// is the size of the unmodified input.
    pub(crate) fn new(
        run: RunView,
        input: Size,
        result: ResultWriter,
        watched: Watched,
        is_replaying: bool,
    ) -> Listeners {
        let settings = Arc::clone(&run.settings);
        let has_process = settings.test.command().is_some();
        Listeners {
            trace: None,
            status: Status::new(run, input),
            result: ResultFile::new(result),
            watched,
            is_replaying,
            is_behind: false,
            slippage: Slippage::default(),
            is_closed: false,
            best: None,
            baseline: None,
            header: None,
            tally: Tally { is_replaying, ..Tally::new(input, has_process) },
            settings,
        }
    }

    /// Takes the answer of the baseline. The sizes in the header are known later.
    pub(crate) fn prepare(&mut self, header: Header, answer: Answer, states: CheckStates) {
        self.header = Some(header);
        self.baseline = Some(Baseline(answer, states));
    }

    /// Begins the records of the run once it is known how many tokens and elements the input has:
    /// opens the trace, writes its first line, and counts the baseline.
    pub(crate) fn begin(&mut self, tokens: usize, elements: usize) -> Result<(), Failure> {
        let (Some(header), Some(Baseline(answer, states))) =
            (&mut self.header, self.baseline.take())
        else {
            return Ok(());
        };
        header.input.tokens = tokens;
        header.elements = elements;
        self.tally.begin(header);
        let Settings { trace: path, html, input, .. } = &*self.settings;
        if path.is_some() || html.is_some() {
            self.trace =
                Some(Trace::create(path.as_deref(), html.is_some(), header, &input.bytes)?);
        }
        self.on(&Event::Baseline(&answer, states))
    }

    /// What the trace and the report say about the run; `None` before the baseline is answered.
    pub(crate) fn header(&self) -> Option<&Header> {
        self.header.as_ref()
    }

    /// The text of the trace, for the page that --html asks for.
    pub(crate) fn trace_text(&mut self) -> Result<Option<String>, Failure> {
        self.trace.as_mut().map(Trace::text).transpose()
    }

    /// From here on only the session records something.
    pub(crate) fn close(&mut self) {
        self.is_closed = true;
    }

    /// Whether the session has ended the run.
    pub(crate) fn is_closed(&self) -> bool {
        self.is_closed
    }

    /// Whether the baseline is answered, but the input is not read yet.
    pub(crate) fn is_reading(&self) -> bool {
        self.baseline.is_some()
    }

    /// The best candidate, unless that is the input.
    pub(crate) fn best(&self) -> Option<Arc<Candidate>> {
        self.best.clone()
    }

    /// Handles an event.
    pub(crate) fn on(&mut self, event: &Event) -> Result<(), Failure> {
        match event {
            Event::Reduced(candidate) => {
                self.watched.check(false)?;
                self.best = Some(Arc::clone(candidate));
                if self.is_replaying {
                    self.is_behind = true;
                } else {
                    self.replace(candidate)?;
                }
            }
            Event::ReplayEnded => self.end_replay()?,
            Event::Unreliable(runs) => self.warn(unreliable::careful(*runs)),
            Event::SteppedBack(runs, _) => self.warn(unreliable::stepped_back(*runs)),
            Event::PassBegan(_)
            | Event::Asked(_)
            | Event::Skipped
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
        let slipped = self.slippage.on(event, &self.settings);
        for warning in self.tally.on(event).into_iter().chain(slipped) {
            self.warn(warning);
        }
        self.status.on(event, &self.tally);
        Ok(())
    }

    /// Writes the result of the replay again: if the machine crashed, the file may be out of date.
    fn end_replay(&mut self) -> Result<(), Failure> {
        self.is_replaying = false;
        match &self.best {
            Some(best) if std::mem::take(&mut self.is_behind) => self.replace(&Arc::clone(best)),
            _ => Ok(()),
        }
    }

    fn replace(&mut self, best: &Arc<Candidate>) -> Result<(), Failure> {
        let note = self.result.replace(best)?;
        self.note(note);
        Ok(())
    }

    /// The result, for the thread that writes it while the search goes on.
    pub(crate) fn result(&self) -> ResultFile {
        self.result.clone()
    }

    /// Prints what the user should know, if anything.
    pub(crate) fn note(&mut self, note: Option<String>) {
        if let Some(note) = note {
            self.status.note(&note);
        }
    }

    /// Shows what has been computed for so long.
    pub(crate) fn show_computing(&mut self, long: Duration) {
        self.status.show_computing(&self.tally, long);
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
        let note = self.result.finish(best)?;
        self.note(note);
        Ok(())
    }

    /// Replaces the result by the input, because nothing smaller is interesting.
    pub(crate) fn restore(&mut self, input: &[u8]) -> Result<(), Failure> {
        self.status.finish();
        let note = self.result.restore(input)?;
        self.note(note);
        Ok(())
    }

    /// The warning about a result that fails in another way than the input.
    pub(crate) fn warn_of_slippage(&mut self) {
        if let Some(warning) = self.slippage.of_result(&self.settings) {
            self.warn(warning);
        }
    }

    /// Fails if a file that determines the verdicts was edited while the run went on.
    pub(crate) fn check_watched(&mut self) -> Result<(), Failure> {
        self.watched.check(true)
    }

    /// Removes the status line before something else is printed.
    pub(crate) fn hide_status(&mut self) {
        self.status.finish();
    }
}
