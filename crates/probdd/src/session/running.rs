//! What the steps of a run share: settings, test, scheduler, recorder.

use crate::command_line::FeedbackMode;
use crate::error::Failure;
use crate::output::ResultWriter;
use crate::recorder::Recorder;
use crate::report::Size;
use crate::settings::Settings;
use crate::state::State;
use probdd_exec::{
    CheckOracle, Error, Interrupt, Limits, Manner, Scheduler, Surroundings, Tester, remove_stale,
};
use probdd_syntax::Document;

/// A run in progress.
pub(super) struct Running<'a> {
    pub(super) settings: &'a Settings,
    /// The test.
    pub(super) tester: Tester,
    /// The unmodified input, until the baseline has run.
    pub(super) document: Option<Document>,
    pub(super) recorder: Recorder,
    /// Dropped before the scheduler.
    stop_speculation: StopSpeculation,
    pub(super) scheduler: Scheduler<CheckOracle>,
}

impl<'a> Running<'a> {
    /// Prepares the test, the scheduler, the parsed input and the recorder.
    pub(super) fn open(
        settings: &'a Settings,
        state: Option<State>,
    ) -> Result<Running<'a>, Failure> {
        let (journal, owns_result) =
            state.map(|state| (state.journal, state.owns_result)).unwrap_or_default();
        let interrupt = Interrupt::on_signals()?;
        remove_stale();
        let input = &settings.input;
        let limits = Limits { timeout: settings.timeout, ..Limits::default() };
        let jobs = settings.jobs as usize;
        let manner = settings.feedback.map_or(Manner::InOrder, FeedbackMode::manner);
        let surroundings = Surroundings::new(input.dir.clone(), input.name.clone(), limits);
        let tester = settings.test.tester(surroundings, manner, jobs);
        let oracle = |_| CheckOracle::new(tester.clone(), settings.confinement, interrupt.clone());
        let oracles = (0..jobs / tester.lanes()).map(oracle).collect::<Result<_, Error>>()?;
        let scheduler = Scheduler::new(oracles, settings.budget.clone(), interrupt.clone())
            .with_rule(settings.rule)
            .with_journal(journal);
        let strategy = &settings.strategy;
        let document = strategy.document(&input.bytes, &scheduler.stopping());
        let size = Size { bytes: input.bytes.len(), tokens: strategy.token_count(&document) };
        let destination = settings.destination.clone();
        let result = ResultWriter::new(destination, settings.reduction(), owns_result);
        let recorder = Recorder::new(settings, size, result, scheduler.is_replaying());
        Ok(Running {
            settings,
            tester,
            document: Some(document),
            recorder,
            stop_speculation: StopSpeculation(interrupt),
            scheduler,
        })
    }

    /// The interrupt of the run and of its transformers.
    pub(super) fn interrupt(&self) -> Interrupt {
        self.stop_speculation.0.clone()
    }
}

/// Stops, when it is dropped, the tests that still run for wrong guesses.
struct StopSpeculation(Interrupt);

impl Drop for StopSpeculation {
    fn drop(&mut self) {
        self.0.raise();
    }
}
