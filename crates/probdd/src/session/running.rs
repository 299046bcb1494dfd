//! What the steps of a run share: settings, test, scheduler, recorder.

use super::clock::Clock;
use super::oracle::{RunOracle, oracles};
use crate::command_line::FeedbackMode;
use crate::error::Failure;
use crate::output::Finds;
use crate::property::Signatures;
use crate::recorder::Recorder;
use crate::settings::Settings;
use probdd_exec::{
    Budget, Confinement, Controls, Interrupt, Journal, Limits, Manner, Outcome, Scheduler,
    Surroundings, Tester, Watch, Witness, remove_stale,
};

/// What a run shares with the thread that waits for its end.
#[derive(Clone, Debug)]
pub(super) struct Shared {
    pub(super) recorder: Recorder,
    pub(super) interrupt: Interrupt,
    pub(super) watch: Watch,
    pub(super) controls: Controls,
    pub(super) clock: Clock,
}

/// A run in progress.
pub(super) struct Running<'a> {
    pub(super) settings: &'a Settings,
    /// The test.
    pub(super) tester: Tester,
    pub(super) recorder: Recorder,
    /// Dropped before the scheduler.
    stop_speculation: StopSpeculation,
    pub(super) scheduler: Scheduler<RunOracle>,
}

impl<'a> Running<'a> {
    /// Prepares the test and the scheduler.
    pub(super) fn open(
        settings: &'a Settings,
        journal: Journal,
        shared: Shared,
    ) -> Result<Running<'a>, Failure> {
        let Shared { recorder, interrupt, watch, controls, clock } = shared;
        remove_stale();
        let input = &settings.input;
        let limits = Limits { timeout: settings.timeout, ..Limits::default() };
        let jobs = settings.jobs as usize;
        let manner = settings.feedback.map_or(Manner::InOrder, FeedbackMode::manner);
        let surroundings =
            Surroundings::new(input.dir.clone(), input.form(), limits).with(settings.with.clone());
        let tester = settings.test.tester(surroundings, manner, jobs);
        let witness = witness(settings)?;
        let oracles = oracles(settings, &tester, jobs, &interrupt, witness.as_ref())?;
        #[cfg(feature = "remote")]
        super::elsewhere::listen(settings, &oracles, &controls, &recorder);
        // Its clock starts now.
        let budget = Budget { max_time: clock.left(), ..settings.budget.clone() };
        let scheduler = Scheduler::new(oracles, budget, interrupt.clone())
            .with_rule(settings.rule)
            .with_journal(journal)
            .watched_by(watch)
            .controlled_by(controls);
        scheduler.publish();
        Ok(Running {
            settings,
            tester,
            recorder,
            stop_speculation: StopSpeculation(interrupt),
            scheduler,
        })
    }

    /// Confines the following queries in another way than the settings say.
    pub(super) fn confine(&self, confinement: Confinement) {
        self.scheduler.change_oracles(move |oracle| oracle.confine(confinement.clone()));
    }

    /// The interrupt of the run and of its transformers.
    pub(super) fn interrupt(&self) -> Interrupt {
        self.stop_speculation.0.clone()
    }
}

/// What keeps other failures, if the user wants them.
fn witness(settings: &Settings) -> Result<Option<Witness>, Failure> {
    let Some(directory) = &settings.keep_finds else { return Ok(None) };
    let signatures = Signatures::new(settings.signatures())?;
    let finds = Finds::new(directory, signatures, settings.test.property(), &settings.input)?;
    let see = move |candidate: &[u8], outcome: &Outcome| finds.see(candidate, outcome);
    Ok(Some(Witness::new(see)))
}

/// Stops, when it is dropped, the tests that still run for wrong guesses.
struct StopSpeculation(Interrupt);

impl Drop for StopSpeculation {
    fn drop(&mut self) {
        self.0.raise();
    }
}
