//! What only the run knows, for the page of `--html`: the test, the command, the end.

use crate::command_line::without_secrets;
use crate::files::from_here;
use crate::messages::numbers::time;
use crate::property::shell_word;
use crate::report::{Fact, Summary, Tally, TestRow};
use crate::settings::Settings;
use probdd_exec::{EndedTest, Fate, Stop};
use std::time::Duration;

/// The facts of a run that has ended.
pub(super) fn of_run(settings: &Settings, tally: &Tally, summary: &Summary) -> Vec<Fact> {
    let arguments = without_secrets(&std::env::args_os().collect::<Vec<_>>());
    let arguments: Vec<String> =
        arguments.iter().map(|argument| shell_word(&argument.to_string_lossy())).collect();
    let result = settings.destination.path().map(|path| from_here(path).display().to_string());
    let files = settings.test.files();
    let process = settings.test.command().map(|command| command.to_string_lossy().into_owned());
    let file = || Some(from_here(files.first()?).display().to_string());
    let property = settings.test.property().map(ToString::to_string);
    let warnings = Some(tally.warnings.join("\n")).filter(|text| !text.is_empty());
    let facts = [
        ("property", property),
        ("test", process.or_else(file)),
        ("result", result),
        ("end", Some(end(summary).to_owned())),
        ("wall time", Some(time(summary.wall))),
        ("jobs", Some(settings.jobs.to_string())),
        ("grammar", settings.strategy.grammar()),
        ("command", Some(arguments.join(" "))),
        ("warnings", warnings),
    ];
    facts.into_iter().filter_map(|(name, fact)| Some((name, fact?))).collect()
}

/// The tests that have ended, in the times of the first of them.
pub(super) fn of_tests(ended: &[EndedTest]) -> Vec<TestRow> {
    let Some(first) = ended.iter().map(|test| test.began).min() else { return Vec::new() };
    let millis = |time: Duration| (time.as_secs_f64() * 10_000.0).round() / 10.0;
    let row = |test: &EndedTest| {
        let fate = match test.fate {
            Fate::Wanted => 0,
            Fate::Ahead => 1,
            Fate::Cancelled => 2,
        };
        (test.worker, millis(test.began - first), millis(test.ended - test.began), fate)
    };
    ended.iter().map(row).collect()
}

fn end(summary: &Summary) -> &'static str {
    match summary.stop {
        None if summary.minimality.certified => "1-minimal, certified",
        None => "complete, not certified to be 1-minimal",
        Some(Stop::Queries) => "stopped early: --max-queries reached",
        Some(Stop::Time) => "stopped early: --max-time reached",
        Some(Stop::Asked) => "stopped early: by the key q",
        Some(Stop::Unreachable) => "stopped early: no server of --remote answers",
        Some(Stop::Interrupted) => "interrupted",
    }
}
