//! One run, from the command line to the exit code, step by step.

mod baseline;
mod beginning;
mod check;
mod clock;
mod conclusion;
#[cfg(feature = "remote")]
mod elsewhere;
mod facts;
#[cfg(feature = "remote")]
mod fallback;
mod init;
mod learning;
mod oracle;
mod preparation;
mod running;
mod scratch_files;
mod side_by_side;
mod test_warnings;
mod work;
mod work_thread;

use crate::command_line::{ReduceArgs, ResumeArgs};
use crate::error::{Exit, Failure};
use crate::listeners::Listeners;
use crate::messages::{failures, slow, unreliable};
use crate::settings::Settings;
use crate::state::{self, Directory, Resumed, State, UnfinishedRun};
use crate::ui;
use preparation::Preparation;
use probdd_exec::{Halt, Standing, Stop};
use std::ffi::OsString;
use std::sync::Arc;
use std::time::Duration;
use work::Ended;
use work_thread::WorkThread;

pub(crate) use check::check;
pub(crate) use clock::Process;
pub(crate) use init::init;

/// Starts a reduction, or goes on with it: checks what was typed, reads the input, claims the
/// output, looks into the state directory, and runs.
pub(crate) fn start(
    args: ReduceArgs,
    arguments: &[OsString],
    process: Process,
) -> Result<Exit, Failure> {
    let is_restart = args.restart;
    let preparation = Preparation::new(process, args.run.max_time, args.run.quiet)?;
    let mut settings = preparation.step(slow::READING, |_| Settings::new(args, None))?;
    let _locks = settings.destination.claim()?;
    let arguments = arguments.to_vec();
    let (settings, state) = preparation.step(slow::LOOKING, move |activity| {
        #[cfg(feature = "remote")]
        elsewhere::connect(&mut settings)?;
        let arguments = learning::learn(&mut settings, &arguments, activity)?;
        let state = beginning::state(&mut settings, &arguments, is_restart)?;
        Ok((settings, state))
    })?;
    let state = state.begin(&settings)?;
    run(settings, state, &preparation)
}

/// Resumes a reduction, if there is something left to do.
pub(crate) fn resume(typed: ResumeArgs, process: Process) -> Result<Exit, Failure> {
    let preparation = Preparation::new(process, typed.run.max_time, typed.run.quiet)?;
    let run_found = match preparation.step(slow::READING, |_| state::resume(typed))? {
        Resumed::Nothing(why) => {
            ui::note(format!("nothing to resume: {why}"));
            return Ok(Exit::Success);
        }
        Resumed::Run(run_found) => run_found,
    };
    #[cfg_attr(not(feature = "remote"), allow(unused_mut))]
    let UnfinishedRun { mut settings, state, found } = *run_found;
    let _locks = settings.destination.claim()?;
    #[cfg(feature = "remote")]
    let settings = preparation.step(slow::CONNECTING, move |_| {
        elsewhere::connect(&mut settings)?;
        Ok(settings)
    })?;
    beginning::note_resumed(&settings, found, "");
    run(settings, Some(state), &preparation)
}

/// Runs the test on the input, reduces, confirms the result, and writes it with the report.
fn run(
    settings: Settings,
    state: Option<State>,
    preparation: &Preparation,
) -> Result<Exit, Failure> {
    let settings = Arc::new(settings);
    let directory = state.as_ref().map(|state| state.directory.clone());
    let beginning =
        beginning::of_work(&settings, state, preparation.interrupt.clone(), preparation.clock)?;
    let recorder = beginning.shared.recorder.clone();
    let (ended, thread) = WorkThread::start(Arc::clone(&settings), beginning)?.wait();
    let run = RunEnd { settings, directory, standing: thread.standing(), wall: thread.elapsed() };
    let stop = run.finish(ended, &mut recorder.listeners());
    thread.end();
    stop.map(exit_code)
}

/// A run that has ended, or is left behind.
struct RunEnd {
    settings: Arc<Settings>,
    directory: Option<Directory>,
    standing: Standing,
    wall: Duration,
}

impl RunEnd {
    /// Writes everything about the run. A finished run removes its state directory. Returns why the
    /// run stopped early, if it did.
    fn finish(
        self,
        ended: Result<Ended, Failure>,
        listeners: &mut Listeners,
    ) -> Result<Option<Stop>, Failure> {
        let RunEnd { settings, directory, standing, wall } = self;
        let directory = directory.as_ref();
        let ended = ended.map_err(|failure| {
            listeners.hide_status();
            abandoned(&standing, directory, failure)
        })?;
        if standing.is_replaying {
            listeners.hide_status();
            return Err(failures::not_replayed(ended.how));
        }
        if let Err(edited) = listeners.check_watched() {
            let best = listeners.best();
            listeners.finish(best.as_ref().map_or(&settings.input.bytes, |best| &best.bytes))?;
            // What is on record belongs to two different tests.
            directory.map_or(Ok(()), Directory::remove)?;
            return Err(failures::with_best_result(&settings, edited));
        }
        if let Err(Halt::Unreliable(runs)) = ended.how {
            listeners.restore(&settings.input.bytes)?;
            // What is on record ends here, whoever goes on with it.
            directory.map_or(Ok(()), Directory::remove)?;
            return Err(failures::with_best_result(&settings, unreliable::best(runs)));
        }
        let stop = conclusion::conclude(&settings, listeners, &standing, ended, wall)
            .map_err(|failure| failures::with_record(&settings, failure))?;
        if let (None, Some(directory)) = (stop, directory) {
            directory.remove().unwrap_or_else(|failure| ui::warning(&failure.error.to_string()));
        }
        Ok(stop)
    }
}

/// Cleans up after a baseline that failed: a new run has nothing that could be resumed.
fn abandoned(standing: &Standing, directory: Option<&Directory>, failure: Failure) -> Failure {
    let directory = directory.filter(|_| !standing.is_replaying);
    directory.map(Directory::remove).and_then(Result::err).unwrap_or(failure)
}

fn exit_code(stop: Option<Stop>) -> Exit {
    match stop {
        None => Exit::Success,
        Some(Stop::Interrupted) => Exit::Interrupted,
        Some(Stop::Queries | Stop::Time | Stop::Asked | Stop::Unreachable) => Exit::StoppedEarly,
    }
}
