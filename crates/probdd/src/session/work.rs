//! What a run does between its first query and its last, on a thread of its own.

use super::baseline::baseline;
use super::running::{Running, Shared};
use super::side_by_side;
use super::test_warnings;
use crate::candidate::fixer;
use crate::command_line::{Polish, Value};
use crate::error::{Failure, Halted};
use crate::reduction::Reduction;
use crate::settings::{Settings, Structure};
use crate::transformers::{TransformerSettings, Transformers};
use probdd_exec::Journal;
use probdd_syntax::{Document, Unit};
use std::path::{Path, PathBuf};
use std::sync::mpsc::Sender;

/// What is needed to begin.
#[derive(Debug)]
pub(super) struct Beginning {
    pub(super) journal: Journal,
    /// The answers of transformers on record.
    pub(super) answers: Option<PathBuf>,
    /// The record of how tests that run at the same time are kept apart.
    pub(super) apart: Option<PathBuf>,
    pub(super) shared: Shared,
}

/// The end of the work. The best candidate is with the listeners.
#[derive(Debug)]
pub(super) struct Ended {
    /// Whether the best candidate is certified to be 1-minimal.
    pub(super) how: Result<bool, Halted>,
    pub(super) reading: Reading,
}

/// What the summary says about the text of the result.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reading {
    pub(super) tokens: usize,
    /// How many bytes of it are comments.
    pub(super) comment_bytes: usize,
    /// The word for a piece of it.
    pub(super) granularity: &'static str,
}

/// Runs the test on the input, reduces, confirms the result, and sends how that ended. Then it stops
/// the tests that still run for wrong guesses.
pub(super) fn work(
    settings: &Settings,
    beginning: Beginning,
    ended: &Sender<Result<Ended, Failure>>,
) {
    let Beginning { journal, answers, apart, shared } = beginning;
    let mut running = match Running::open(settings, journal, shared) {
        Ok(running) => running,
        Err(failure) => {
            let _ = ended.send(Err(failure));
            return;
        }
    };
    // Nobody receives it if the session has ended the run.
    let _ = ended.send(reduce(&mut running, answers.as_deref(), apart.as_deref()));
}

fn reduce(
    running: &mut Running,
    answers: Option<&Path>,
    apart: Option<&Path>,
) -> Result<Ended, Failure> {
    // Opened before the test runs for the first time, because it may change directories.
    let transformers = transformers(running, answers);
    let watch = side_by_side::watch(running);
    let (slowest, document) = baseline(running)?;
    side_by_side::keep_apart(running, watch, apart);
    test_warnings::warn(running, slowest);
    let programs = programs(running);
    let Running { settings, scheduler, recorder, .. } = &mut *running;
    let method = settings.method();
    let fixer = fixer(method, programs)?;
    let reduction = Reduction::new(method, scheduler, recorder, transformers?, fixer);
    let reduction = reduction.with_input(document);
    let (how, best) = reduction.run_and_confirm();
    running.scheduler.publish();
    Ok(Ended { how, reading: Reading::of(running.settings, &best) })
}

fn transformers(running: &Running, answers: Option<&Path>) -> Result<Transformers, Failure> {
    Transformers::new(&running.settings.transformers, &programs(running), answers)
}

/// What the user's programs other than the test are started with.
fn programs(running: &Running) -> TransformerSettings {
    let settings = running.settings;
    TransformerSettings::new(
        &settings.input,
        settings.strategy.language(),
        settings.timeout,
        settings.confinement.clone(),
        running.interrupt(),
    )
}

impl Reading {
    /// Reads the result.
    fn of(settings: &Settings, best: &[u8]) -> Reading {
        let result = settings.strategy.document(best, &|| false);
        let tokens = settings.strategy.counting(&settings.input.bytes).tokens_of(&result);
        let comment_bytes = result.comment_bytes();
        Reading { tokens, comment_bytes, granularity: granularity(settings, Some(&result)) }
    }

    /// The reading of a result that is not read.
    pub(super) fn without_document(settings: &Settings, tokens: usize) -> Reading {
        Reading { tokens, comment_bytes: 0, granularity: granularity(settings, None) }
    }
}

/// The word for a piece of the result. The last check tries each token alone as well as each subtree, and
/// each statement of a text without a grammar.
fn granularity(settings: &Settings, result: Option<&Document>) -> &'static str {
    if let Structure::Binary = settings.strategy.structure {
        let container = result.and_then(|result| probdd_syntax::container(result.text()));
        return container.map_or("run", |_| "part");
    }
    let has_ladder = settings.strategy.polish >= Polish::Tokens;
    if has_ladder && settings.method().is_certifying() {
        let is_read_by_lines =
            matches!(settings.strategy.structure, Structure::Units(Unit::Bracket));
        return if is_read_by_lines { "statement" } else { Unit::Token.word() };
    }
    match settings.strategy.units.last() {
        Some(unit) => unit.word(),
        None if result.is_none_or(|result| result.fallback().is_none()) => "token-tree",
        None => Unit::Bracket.word(),
    }
}
