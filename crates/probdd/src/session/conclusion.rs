//! The last step of a run, also of one that was stopped or failed: the result, the report, the
//! summary.

use super::facts;
use super::work::{Ended, Reading};
use crate::error::{Exit, Failure};
use crate::listeners::Listeners;
use crate::messages::{unreliable, weak_test};
use crate::report::{
    Content, Minimality, ReadTrace, Size, Summary, Told, write_page, write_report,
};
use crate::settings::{Settings, Verbosity};
use crate::ui;
use probdd_exec::{Halt, Rule, Standing, Stop};
use std::time::Duration;

/// Writes the result, the report and the summary. Returns why the run stopped early, if it did.
pub(super) fn conclude(
    settings: &Settings,
    listeners: &mut Listeners,
    standing: &Standing,
    ended: Ended,
    wall: Duration,
) -> Result<Option<Stop>, Failure> {
    let candidate = listeners.best();
    let best = candidate.as_ref().map_or(&settings.input.bytes, |candidate| &candidate.bytes);
    listeners.tally.waste(&standing.wasted, &standing.undone);
    listeners.tally.checks.set_redundant(&standing.redundant);
    listeners.finish(best)?;
    let trace = listeners.trace_text()?;
    let Reading { tokens, comment_bytes, granularity } = ended.reading;
    let may_be_few = match settings.test.property() {
        Some(property) => !property.is_only_an_end(),
        None => settings.strategy.is_of_lines(),
    };
    let language = settings.strategy.language();
    if let Some(warning) = weak_test::warning(language, best, tokens, may_be_few) {
        listeners.warn(warning);
    }
    listeners.warn_of_slippage();
    let (certified, stop) = match ended.how {
        Ok(certified) => (certified, None),
        Err(Halt::Stopped(stop)) => (false, Some(stop)),
        Err(Halt::Failed(error)) => {
            return Err(error.into());
        }
        Err(Halt::Unreliable(runs) | Halt::Refuted(runs)) => {
            return Err(unreliable::best(runs));
        }
        Err(Halt::Listener(failure)) => {
            return Err(failure);
        }
    };
    let summary = Summary {
        result: Size { bytes: best.len(), tokens },
        files: settings
            .input
            .files
            .as_ref()
            .map(|_| [&settings.input.bytes, best].map(|bundle| Content::of_bundle(bundle))),
        minimality: Minimality {
            // An unreliable test certifies nothing, unless the user has stated its rate.
            certified: certified && (is_rate_stated(settings) || !listeners.tally.is_unreliable()),
            granularity,
        },
        comment_bytes,
        stop,
        wall,
    };
    if let (Some(path), Some(header)) = (&settings.report, listeners.header()) {
        write_report(path, settings, header, &listeners.tally, &summary, best)?;
    }
    if let (Some(path), Some(trace)) = (&settings.html, &trace) {
        let facts = facts::of_run(settings, &listeners.tally, &summary);
        let told = Told { facts, tests: facts::of_tests(&standing.ended) };
        let trace = ReadTrace::parse(trace).map_err(|error| Failure::new(Exit::Bug, error))?;
        write_page(path, &trace, &settings.input.bytes, &told)?;
    }
    if settings.verbosity != Verbosity::Quiet {
        ui::summary(settings, &listeners.tally, &summary);
    }
    Ok(stop)
}

fn is_rate_stated(settings: &Settings) -> bool {
    matches!(settings.rule, Rule::Rate(_))
}
