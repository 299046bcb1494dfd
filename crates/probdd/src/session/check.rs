//! `probdd check`: does the test do what a reduction needs? It runs as a reduction would run it, nothing
//! is reduced, and nothing is written.

mod probes;
mod siblings;

use super::beginning;
use super::clock::Process;
use super::learning;
use super::preparation::{Activity, Preparation};
use super::running::Running;
use crate::command_line::ReduceArgs;
use crate::error::{Exit, Failure};
use crate::interestingness_test::Test;
use crate::messages::check::Finding;
use crate::messages::reasons::Reasons;
use crate::messages::slow;
use crate::settings::Settings;
use crate::ui;
use probes::Probes;
use std::ffi::OsString;
use std::sync::Arc;

/// Runs the test in every way that tells something about it, and says what was found.
pub(crate) fn check(
    mut args: ReduceArgs,
    arguments: &[OsString],
    process: Process,
) -> Result<Exit, Failure> {
    #[cfg(feature = "remote")]
    super::elsewhere::refuse(&args, "check")?;
    let preparation = Preparation::new(process, args.run.max_time, args.run.quiet)?;
    // Its own words take the place of the status of a run.
    args.run.quiet = true;
    let (clock, arguments) = (preparation.clock, arguments.to_vec());
    let (settings, findings) = preparation.step(slow::READING, move |activity| {
        let mut settings = Settings::new(args, None)?;
        learning::learn(&mut settings, &arguments, activity)?;
        let settings = Arc::new(settings);
        let beginning = beginning::of_work(&settings, None, activity.interrupt.clone(), clock)?;
        let mut running = Running::open(&settings, beginning.journal, beginning.shared)?;
        let findings = examine(&mut running, activity)?;
        drop(running);
        Ok((settings, findings))
    })?;
    ui::findings(&settings.test.to_string(), &settings.input.shown_name(), &findings);
    let is_sound = !findings.iter().any(Finding::is_fault);
    Ok(if is_sound { Exit::Success } else { Exit::NotInteresting })
}

/// All that is to be said about the test.
fn examine(running: &mut Running, activity: &Activity) -> Result<Vec<Finding>, Failure> {
    let mut probes = Probes::new(running, activity)?;
    let on_input = probes.on_input()?;
    let mut findings = on_input.findings(&Reasons::new(running.settings));
    if on_input.is_interesting() {
        findings.extend(probes.on_trivial_inputs()?);
        if !matches!(running.settings.test, Test::Process { .. }) {
            findings.extend(probes::side_by_side(running)?);
        }
    } else if on_input.is_never_interesting() {
        findings.extend(probes.why_not(on_input.last())?);
    }
    Ok(findings)
}
