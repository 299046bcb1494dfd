//! How a run begins: anew, with the result of an earlier run, or where it was interrupted.

use super::clock::Clock;
use super::running::Shared;
use super::work::Beginning;
use crate::error::Failure;
use crate::files::from_here;
use crate::messages::numbers::queries;
use crate::output::ResultWriter;
use crate::recorder::Recorder;
use crate::report::Size;
use crate::settings::{Settings, Verbosity};
use crate::state::{self, NewState, State, Unfinished, Watched};
use crate::ui;
use probdd_exec::{Controls, Found, Interrupt, Watch};
use std::ffi::OsString;
use std::sync::Arc;

/// The state that a run begins with.
#[derive(Debug)]
pub(super) enum StateOfRun {
    /// That of an interrupted run.
    Unfinished(State),
    /// One that is to be written, unless the run keeps none.
    New(Option<NewState>),
}

impl StateOfRun {
    /// Writes a new state.
    pub(super) fn begin(self, settings: &Settings) -> Result<Option<State>, Failure> {
        match self {
            StateOfRun::Unfinished(state) => Ok(Some(state)),
            StateOfRun::New(state) => state.map(|state| state.begin(settings)).transpose(),
        }
    }
}

/// The state of a run: that of the same command, if it was interrupted, or else a new one.
pub(super) fn state(
    settings: &mut Settings,
    arguments: &[OsString],
    is_restart: bool,
) -> Result<StateOfRun, Failure> {
    let unfinished =
        if is_restart { Unfinished::Nothing } else { state::unfinished(settings, arguments)? };
    match unfinished {
        Unfinished::Same(state, found) => {
            note_resumed(settings, found, " of the interrupted run; --restart starts over");
            let limit = &mut settings.budget.max_queries;
            *limit = limit.map(|most| most_in_all(most, found));
            return Ok(StateOfRun::Unfinished(state));
        }
        Unfinished::Other(why) => {
            note(settings, format!("the record of an interrupted run is replaced: {why}"));
        }
        Unfinished::Nothing => {}
    }
    settings.destination.check_original(&settings.input)?;
    choose_start(settings);
    state::prepare(settings, arguments).map(StateOfRun::New)
}

/// What the work of a run begins with.
pub(super) fn of_work(
    settings: &Arc<Settings>,
    state: Option<State>,
    interrupt: Interrupt,
    clock: Clock,
) -> Result<Beginning, Failure> {
    let answers = state.as_ref().map(|state| state.directory.answers());
    let apart = state.as_ref().map(|state| state.directory.apart());
    let (journal, owns_result) =
        state.map(|state| (state.journal, state.owns_result)).unwrap_or_default();
    let destination = settings.destination.clone();
    let is_in_place = destination.is_in_place();
    let mut result = ResultWriter::new(destination, settings.reduction(), owns_result);
    if is_in_place {
        let now = settings.destination.read(&settings.input);
        result = result.over(now.as_ref().unwrap_or(&settings.input.bytes));
    }
    let size = Size { bytes: settings.input.bytes.len(), tokens: 0 };
    let (controls, watch) = (Controls::default(), Watch::default());
    let run = ui::RunView {
        settings: Arc::clone(settings),
        controls: controls.clone(),
        interrupt: interrupt.clone(),
        watch: watch.clone(),
    };
    let watched = Watched::new(settings)?;
    let recorder = Recorder::new(run, size, result, watched, journal.is_replaying());
    let shared = Shared { recorder, interrupt, watch, controls, clock };
    Ok(Beginning { journal, answers, apart, shared })
}

/// The limit of a run that goes on. A limit that was reached is granted once more.
fn most_in_all(most: u64, found: Found) -> u64 {
    if found.queries < most { most } else { found.queries + most }
}

/// With `--continue`, the run begins with what stands at the place of the result.
fn choose_start(settings: &mut Settings) {
    let Some(path) = settings.destination.path().filter(|_| settings.continues) else { return };
    let shown = from_here(path).display().to_string();
    let earlier = settings.destination.read(&settings.input).unwrap_or_default();
    if earlier.is_empty() {
        note(settings, format!("there is no `{shown}`: the run begins with the input"));
    } else if earlier.len() >= settings.input.bytes.len() {
        note(
            settings,
            format!("`{shown}` is not smaller than the input: the run begins with the input"),
        );
    } else {
        settings.start = Some(earlier);
    }
}

/// Says that a run goes on.
pub(super) fn note_resumed(settings: &Settings, found: Found, advice: &str) {
    note(settings, format!("continuing after {}{advice}", queries(found.queries)));
    if settings.verbosity == Verbosity::Verbose && found.is_torn {
        ui::note("the last record of the journal is incomplete and is ignored");
    }
}

fn note(settings: &Settings, text: String) {
    if settings.verbosity != Verbosity::Quiet {
        ui::note(text);
    }
}
