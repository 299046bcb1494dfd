//! One run, from the command line to the exit code, step by step.

mod baseline;
mod beginning;
mod checks_of_run;
mod conclusion;
mod running;
mod timeout;

use crate::command_line::{ReduceArgs, ResumeArgs};
use crate::error::{Exit, Failure, Halted};
use crate::messages::{failures, unreliable};
use crate::reduction::Reduction;
use crate::settings::Settings;
use crate::state::{self, Directory, Resumed, State, UnfinishedRun};
use crate::transformers::{TransformerSettings, Transformers};
use crate::ui;
use probdd_exec::{Halt, Limits, Stop};
use running::Running;
use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

/// How long an answer of a transformer may take if the user sets no time limit.
const TRANSFORMER_TIMEOUT: Duration = Duration::from_secs(10);

/// Starts a reduction, or goes on with it: checks what was typed, reads the input, claims the
/// output, looks into the state directory, and runs.
pub(crate) fn start(args: ReduceArgs, arguments: &[OsString]) -> Result<ExitCode, Failure> {
    let is_restart = args.restart;
    let mut settings = Settings::new(args, None)?;
    let _lock = settings.destination.claim()?;
    let state = beginning::state(&mut settings, arguments, is_restart)?;
    run(&settings, state)
}

/// Resumes a reduction, if there is something left to do.
pub(crate) fn resume(typed: ResumeArgs) -> Result<ExitCode, Failure> {
    let run_found = match state::resume(typed)? {
        Resumed::Nothing(why) => {
            ui::note(format!("nothing to resume: {why}"));
            return Ok(ExitCode::SUCCESS);
        }
        Resumed::Run(run_found) => run_found,
    };
    let UnfinishedRun { settings, lock: _lock, state, found } = *run_found;
    beginning::note_resumed(&settings, found, "");
    run(&settings, Some(state))
}

/// Runs the test on the input, reduces, confirms the result, and writes it with the report. A
/// finished run removes its state directory.
fn run(settings: &Settings, state: Option<State>) -> Result<ExitCode, Failure> {
    let directory = state.as_ref().map(|state| state.directory.clone());
    let mut running = Running::open(settings, state)?;
    // Opened before the test runs for the first time, because it may change directories.
    let answers = directory.as_ref().map(Directory::answers);
    let transformers = transformers(&running, answers.as_deref());
    let header = baseline::baseline(&mut running)
        .map_err(|failure| abandoned(&mut running, directory.as_ref(), failure))?;
    let Reduced { best, ended } = reduce(&mut running, transformers?);
    let ended = ended.and_then(|certified| confirm(&mut running, &best).map(|()| certified));
    let Running { scheduler, recorder, .. } = &mut running;
    if scheduler.is_replaying() {
        recorder.hide_status();
        return Err(failures::not_replayed(ended));
    }
    if let Err(Halt::Unreliable(runs)) = ended {
        recorder.restore(scheduler.trusted().unwrap_or(&settings.input.bytes))?;
        // What is on record ends here, whoever goes on with it.
        directory.as_ref().map_or(Ok(()), Directory::remove)?;
        return Err(failures::with_best_result(settings, unreliable::best(runs)));
    }
    let stop = conclusion::conclude(&mut running, &header, &best, ended)?;
    if let (None, Some(directory)) = (stop, &directory) {
        directory.remove().unwrap_or_else(|failure| ui::warning(&failure.error.to_string()));
    }
    Ok(exit_code(stop))
}

/// The end of the passes.
struct Reduced {
    best: Vec<u8>,
    /// Whether the best candidate is certified to be 1-minimal.
    ended: Result<bool, Halted>,
}

/// Runs all passes.
fn reduce(running: &mut Running, transformers: Transformers) -> Reduced {
    let Running { settings, scheduler, recorder, .. } = running;
    let mut reduction = Reduction::new(settings, scheduler, recorder, transformers);
    let ended = reduction.run();
    Reduced { best: reduction.into_best(), ended }
}

/// Runs the test on the result again, to notice a test that is unreliable.
fn confirm(running: &mut Running, best: &[u8]) -> Result<(), Halted> {
    let Running { settings, scheduler, recorder, .. } = running;
    if best == settings.input.bytes {
        return Ok(());
    }
    scheduler.conclude(best, |event| recorder.on(&event))
}

/// Cleans up after a baseline that failed: a new run has nothing that could be resumed.
fn abandoned(running: &mut Running, directory: Option<&Directory>, failure: Failure) -> Failure {
    running.recorder.hide_status();
    let directory = directory.filter(|_| !running.scheduler.is_replaying());
    directory.map(Directory::remove).and_then(Result::err).unwrap_or(failure)
}

fn transformers(running: &Running, answers: Option<&Path>) -> Result<Transformers, Failure> {
    let settings = running.settings;
    let timeout = settings.timeout.unwrap_or(TRANSFORMER_TIMEOUT);
    let common = TransformerSettings {
        input_dir: settings.input.dir.clone(),
        input_name: settings.input.name.clone(),
        language: settings.strategy.language().map(Into::into),
        limits: Limits { timeout: Some(timeout), ..Limits::default() },
        confinement: settings.confinement,
        interrupt: running.interrupt(),
    };
    Transformers::new(&settings.transformers, &common, answers)
}

fn exit_code(stop: Option<Stop>) -> ExitCode {
    match stop {
        None => ExitCode::SUCCESS,
        Some(Stop::Interrupted) => Exit::Interrupted.into(),
        Some(Stop::Queries | Stop::Time) => Exit::StoppedEarly.into(),
    }
}
