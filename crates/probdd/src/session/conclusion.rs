//! The last step of a run, also of one that was stopped or failed: the result, the report, the
//! summary.

use super::running::Running;
use crate::command_line::{Polish, Value};
use crate::error::{Failure, Halted};
use crate::messages::{failures, unreliable, weak_test};
use crate::report::{Header, Minimality, Size, Summary, write_report};
use crate::settings::{Settings, Structure, Verbosity};
use crate::ui;
use probdd_exec::{Halt, Stop};
use probdd_syntax::{Document, Unit};

/// Writes the result, the report and the summary. Returns why the run stopped early, if it did.
pub(super) fn conclude(
    running: &mut Running,
    header: &Header,
    best: &[u8],
    ended: Result<bool, Halted>,
) -> Result<Option<Stop>, Failure> {
    let Running { settings, recorder, scheduler, .. } = running;
    recorder.tally.waste(&scheduler.wasted(), &scheduler.undone());
    recorder.tally.checks.set_redundant(&scheduler.plan().redundant());
    let wall = scheduler.elapsed();
    recorder.finish(best)?;
    let result = settings.strategy.document(best, &|| false);
    let tokens = settings.strategy.token_count(&result);
    if let Some(warning) = weak_test::warning(settings.strategy.language(), best, tokens) {
        recorder.warn(warning);
    }
    let (certified, stop) = match ended {
        Ok(certified) => (certified, None),
        Err(Halt::Stopped(stop)) => (false, Some(stop)),
        Err(Halt::Failed(error)) => {
            return Err(failures::with_best_result(settings, error.into()));
        }
        Err(Halt::Unreliable(runs)) => {
            return Err(failures::with_best_result(settings, unreliable::best(runs)));
        }
        Err(Halt::Listener(failure)) => {
            return Err(failures::with_best_result(settings, failure));
        }
    };
    let summary = Summary {
        result: Size { bytes: best.len(), tokens },
        minimality: Minimality { certified, granularity: granularity(settings, &result) },
        stop,
        wall,
    };
    if let Some(path) = &settings.report {
        write_report(path, settings, header, &recorder.tally, &summary, best)?;
    }
    if settings.verbosity != Verbosity::Quiet {
        ui::summary(settings, &recorder.tally, &summary);
    }
    Ok(stop)
}

/// The word for a piece of the result. The ladder tries each token alone as well as each subtree.
fn granularity(settings: &Settings, result: &Document) -> &'static str {
    if let Structure::Binary = settings.strategy.structure {
        return probdd_syntax::container(result.text()).map_or("run", |_| "part");
    }
    let has_ladder = settings.strategy.polish >= Polish::Tokens;
    if has_ladder && settings.is_fixpoint {
        return Unit::Token.word();
    }
    match settings.strategy.units.last() {
        Some(unit) => unit.word(),
        None if result.fallback().is_none() => "token-tree",
        None => Unit::Bracket.word(),
    }
}
