//! The first query, on the unmodified input, and what is known after it: time limits, checks, the
//! first line of the trace.

use super::running::Running;
use crate::checks_of_run::{ChecksOfRun, ChoicesAboutChecks};
use crate::command_line::{FeedbackMode, Reducer, Value as _};
use crate::error::Failure;
use crate::files::sha256;
use crate::messages::{failures, not_interesting, unreliable, warnings};
use crate::report::{FileHeader, Header, Size};
use crate::settings::{FEEDBACK_OF_REPORTS, Settings, learns_from_checks};
use crate::state::VERSION;
use probdd_exec::{CheckPlan, derived_timeout};
use probdd_syntax::Document;
use serde_json::Value;
use std::time::Duration;

/// Runs the test on the input, reads the input, and opens the outputs of the run. Returns the time of
/// the slowest run, and the input as it was read.
pub(super) fn baseline(running: &mut Running) -> Result<(Duration, Document), Failure> {
    let Running { settings, tester, recorder, scheduler, .. } = running;
    let input = &settings.input;
    let answer = scheduler
        .baseline::<Failure>(&input.bytes)
        .map_err(|halt| failures::no_baseline(settings, halt))?;
    if !answer.outcome.verdict.is_interesting() {
        return Err(if answer.runs.are_mixed() {
            unreliable::baseline(settings, answer.runs)
        } else {
            let failure = not_interesting::failure(settings, &answer.outcome);
            #[cfg(feature = "remote")]
            let failure = super::elsewhere::not_interesting(settings, &answer.outcome, failure);
            failure
        });
    }
    let query_timeout = settings.timeout.unwrap_or_else(|| derived_timeout(answer.slowest));
    scheduler.change_oracles(move |oracle| {
        oracle.change(|tester| tester.limits().timeout = Some(query_timeout));
    });
    if settings.lowers_deadlines() {
        scheduler.lower_deadlines(query_timeout, &answer);
    }
    let checks = ChecksOfRun {
        test: &settings.test,
        tester,
        baseline: &answer.outcome,
        choices: choices(settings),
    };
    let timeouts = checks.timeouts();
    let headers = checks.headers(&timeouts);
    scheduler.change_oracles(move |oracle| oracle.change(|tester| tester.set_deadlines(&timeouts)));
    let plan = checks.plan()?;
    let states = plan.states(&answer.outcome);
    let header = Header {
        probdd: VERSION,
        name: input.shown_name(),
        input: Size { bytes: input.bytes.len(), tokens: 0 },
        sha256: sha256(&input.bytes),
        elements: 0,
        files: input.files.iter().flat_map(|_| FileHeader::all(&input.bytes)).collect(),
        settings: completed(settings, query_timeout, feedback_mode(settings, &plan)),
        checks: headers,
    };
    scheduler.set_plan(plan);
    settings.destination.keep_original(input)?;
    recorder.prepare(header, answer.clone(), states);
    let document = settings.strategy.document(&input.bytes, &scheduler.stopping());
    recorder.begin(settings.strategy.token_count(&document), elements(settings, &document))?;
    for warning in warnings::of_baseline(settings, &document, &answer.outcome) {
        recorder.warn(warning);
    }
    Ok((answer.slowest, document))
}

/// What the user has chosen about checks.
fn choices(settings: &Settings) -> ChoicesAboutChecks<'_> {
    ChoicesAboutChecks {
        feedback: settings.feedback,
        costs: &settings.check_costs,
        timeout: settings.timeout,
        batch: settings.batch,
    }
}

/// The feedback mode, now that it is known whether the test reports checks.
fn feedback_mode(settings: &Settings, plan: &CheckPlan) -> Option<FeedbackMode> {
    let reported = || Some(FEEDBACK_OF_REPORTS).filter(|_| !plan.names().is_empty());
    settings.feedback.or_else(reported)
}

/// The number of elements of the list, or of removable nodes of the tree.
fn elements(settings: &Settings, document: &Document) -> usize {
    let tree = document.tree();
    match settings.strategy.reducer {
        Reducer::List => tree.len() - 1,
        _ => tree.nodes().filter(|(id, _)| tree.is_removable(*id)).count(),
    }
}

/// The settings with what is known since the baseline.
fn completed(settings: &Settings, timeout: Duration, mode: Option<FeedbackMode>) -> Value {
    let mut value = settings.as_json();
    value["timeout"] = timeout.as_secs_f64().into();
    if let Some(mode) = mode {
        value["feedback"] = mode.word().into();
    }
    let learns = mode.is_some_and(FeedbackMode::learns_from_checks);
    if learns && learns_from_checks(&settings.strategy) {
        value["after_fail"] = settings.after_fail.word().into();
    }
    value
}
