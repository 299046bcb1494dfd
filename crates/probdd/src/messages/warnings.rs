//! Warnings about the input, the test and its processes.

use crate::process_end::of_conversation;
use crate::settings::Settings;
use probdd_exec::{End, Outcome, Protection};
use probdd_syntax::{Document, Fallback, likelier};
use std::time::Duration;

/// How many characters of an invalid answer are shown.
const SHOWN: usize = 60;

/// Errors in less than one in so many bytes of the input are few.
const FEW: usize = 20;

/// The input is not interesting in compact form.
pub(crate) const NOT_COMPACT: &str =
    "the input is not interesting in compact form: its format is kept";

/// Processes of the test survive.
pub(crate) const SURVIVORS: &str =
    "the test has started a process that cannot be killed; it is left running";

/// A test has mounted something in its directory, and has not unmounted it.
pub(crate) const MOUNTS: &str = "the test leaves mounts in its directory; probdd detaches them after each \
     query. Let the test unmount what it mounts";

/// The process of a persistent test ended or wrote between two queries.
pub(crate) const LEFT: &str = "the persistent process ended, or wrote something, between two queries: \
     another one is started. It should answer until its standard input ends";

/// What the baseline reveals: contradictory checks, a test without $HOME, an unused test, a
/// fallback, another language.
pub(crate) fn of_baseline(
    settings: &Settings,
    document: &Document,
    baseline: &Outcome,
) -> Vec<String> {
    let is_protected = settings.confinement.protection == Protection::Full;
    let home = "--sandbox full: $HOME is an empty directory for the test".to_owned();
    let unused = settings.unused_test.as_deref().map(|program| {
        format!("--persistent takes the place of `{}`, which does not run", program.display())
    });
    let all = [
        contradiction(baseline),
        is_protected.then_some(home),
        unused,
        fallback(settings, document),
        other_language(settings, document),
    ];
    all.into_iter().flatten().collect()
}

/// A check failed although the input is interesting.
fn contradiction(baseline: &Outcome) -> Option<String> {
    let failed = baseline.checks.iter().find(|check| !check.has_held)?;
    Some(format!(
        "the test reports that the check `{}` failed, but exits with 0: its exit code decides",
        failed.name
    ))
}

/// The input does not parse in its language.
fn fallback(settings: &Settings, document: &Document) -> Option<String> {
    let language = settings.strategy.language()?;
    match document.fallback()? {
        Fallback::Large => None,
        Fallback::NotParsed => Some(
            "the input is too large, or nested too deeply, for the parser: it is reduced by \
             brackets, lines and tokens"
                .to_owned(),
        ),
        Fallback::Errors { error_bytes } => {
            let percent = 100 * error_bytes / document.text().len().max(1);
            Some(format!(
                "{percent} % of the input does not parse as {language}: that part is reduced by \
                 brackets, lines and tokens"
            ))
        }
    }
}

/// The input has many errors in its language, and fewer in another one.
fn other_language(settings: &Settings, document: &Document) -> Option<String> {
    let language = settings.strategy.structure.language()?;
    let error_bytes = match document.fallback() {
        None => document.error_bytes(),
        Some(Fallback::Errors { error_bytes }) => error_bytes,
        Some(Fallback::Large | Fallback::NotParsed) => return None,
    };
    let has_many = error_bytes * FEW > document.text().len();
    let other = has_many.then(|| likelier(language, document.text())).flatten()?.name();
    Some(format!("the input looks like {other}: try `-l {other}`"))
}

/// The test reports a check that it did not report for the input.
pub(crate) fn unknown_check(name: &str) -> String {
    format!("the test reports a check `{name}` that it did not report for the input; it is ignored")
}

/// The process of a persistent test was replaced during a query.
pub(crate) fn replaced(outcome: &Outcome) -> String {
    let why = of_conversation(outcome.end);
    let line = outcome.output.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let text: String = String::from_utf8_lossy(line).chars().take(SHOWN).collect();
    let answer = match outcome.end {
        End::Garbled if !outcome.output.is_empty() => format!(", `{}`", text.escape_debug()),
        _ => String::new(),
    };
    format!(
        "the persistent process {why}{answer}: the query is unresolved, and another process is started"
    )
}

/// A run that does not hang should take no more than this share of the time after which it would.
const SHARE_OF_HANG: u32 = 3;

/// The warning about a run that ended by itself after `took`, if others would on a busy machine seem to
/// hang, which have to for so long.
pub(crate) fn nearly_hangs(took: Duration, hang: Duration) -> Option<String> {
    let is_close = took > hang / SHARE_OF_HANG && took < hang;
    let better = (took * 10).as_secs_f64().ceil();
    is_close.then(|| {
        format!(
            "a run that does not hang takes {:.2} s, and one of {} s counts as a hang: on a busy machine, \
             harmless candidates seem to hang. Use --expect hang={better}s",
            took.as_secs_f64(),
            hang.as_secs_f64()
        )
    })
}

/// The warning about a result whose failure is not the input's.
pub(crate) fn fails_otherwise(before: &str, after: &str) -> String {
    format!(
        "the result fails in another way than the input: `{after}` instead of `{before}`; if that is not \
         the same failure, let the test look for its message"
    )
}

/// The warning about a command that hangs whatever its input is.
pub(crate) fn always_hangs() -> String {
    "the command hangs on an empty file, too: make sure that it reads its input".into()
}

/// The warning about a test that reads the original instead of the candidate.
pub(crate) fn reads_original(path: &str) -> String {
    format!(
        "the test reads the original, `{path}`, and finds even the empty file interesting: let it read \
         the candidate, whose path is $1"
    )
}
