//! `--remote`, before the first query: the servers are there, and their workers run the test to its end.

use super::learning::tester;
use super::oracle::RunOracle;
use crate::command_line::ReduceArgs;
use crate::error::Failure;
use crate::messages::remote;
use crate::recorder::Recorder;
use crate::settings::{Settings, Verbosity};
use crate::ui;
use probdd_exec::{CheckOracle, Controls, Interrupt, Oracle, Outcome};
use probdd_remote::{Error, Farm};

/// Connects to the servers, runs a control, and tells the user about it. Without `--remote` this does
/// nothing. If no server answers and the user wants that, the run goes on here.
///
/// # Errors
/// When no server answers, or one cannot run the test. Nothing has been written.
pub(super) fn connect(settings: &mut Settings) -> Result<(), Failure> {
    let Some(elsewhere) = &settings.elsewhere else { return Ok(()) };
    let farm = match (Farm::connect(elsewhere.options.clone()), elsewhere.fallback) {
        (Err(error @ Error::Unreachable(_)), Some(jobs)) => {
            ui::warning(&format!("{error}: {}", remote::here_from_now(jobs as usize)));
            settings.jobs = jobs;
            return Ok(());
        }
        (farm, _) => farm?,
    };
    let tester = tester(settings);
    let meeting = farm.meet(&tester, &elsewhere.files)?;
    for absent in &meeting.absent {
        ui::warning(&format!("{absent}; the other servers do its work meanwhile"));
    }
    if settings.verbosity != Verbosity::Quiet {
        ui::note(remote::meeting(elsewhere, &meeting));
    }
    if let Some(elsewhere) = &mut settings.elsewhere {
        elsewhere.farm = Some(farm);
    }
    Ok(())
}

/// Tells the user, during a run, what happens to the servers, and when tests begin to run here.
pub(super) fn listen(
    settings: &Settings,
    oracles: &[RunOracle],
    controls: &Controls,
    recorder: &Recorder,
) {
    let warn = |recorder: Recorder| move |text: String| recorder.warn(text);
    if let Some(farm) = settings.elsewhere.as_ref().and_then(|elsewhere| elsewhere.farm.as_ref()) {
        farm.on_news(warn(recorder.clone()));
    }
    for oracle in oracles {
        if let RunOracle::There(there) = oracle {
            there.on_fallback(controls, warn(recorder.clone()));
        }
    }
}

/// Refuses `--remote` for a command that does something else than a reduction.
pub(super) fn refuse(args: &ReduceArgs, command: &str) -> Result<(), Failure> {
    if args.run.remote.remote.is_empty() {
        return Ok(());
    }
    let message = format!("`probdd {command}` runs the test here: --remote has no effect");
    Err(Failure::usage(message).hint("leave out the options of --remote"))
}

/// The error for an input that is not interesting there: what the same test says here, if it runs
/// here.
pub(super) fn not_interesting(settings: &Settings, there: &Outcome, failure: Failure) -> Failure {
    let Some(elsewhere) = settings.elsewhere.as_ref().filter(|elsewhere| elsewhere.farm.is_some())
    else {
        return failure;
    };
    let tester = tester(settings);
    let oracle = CheckOracle::new(tester, settings.confinement.clone(), Interrupt::never());
    let here =
        oracle.and_then(|mut oracle| oracle.query(&settings.input.bytes, &Interrupt::never()));
    match here {
        Ok(here) if here.verdict.is_interesting() => remote::only_here(elsewhere, there, failure),
        _ => failure.hint(remote::NEITHER),
    }
}
