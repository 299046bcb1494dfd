//! The summary at the end of a run.

use crate::files::from_here;
use crate::messages::numbers::{count, queries, share_of_runs, time};
use crate::report::{Size, Summary, Tally};
use crate::settings::Settings;
use console::style;
use indicatif::HumanCount;
use probdd_exec::{Rule, Stop};
use std::io::Write;

/// Prints the end of a run: on standard output, unless the result itself goes there.
pub(crate) fn summary(settings: &Settings, tally: &Tally, summary: &Summary) {
    let text = describe(settings, tally, summary);
    if settings.destination.path().is_some() {
        let _ = std::io::stdout().lock().write_all(text.as_bytes());
    } else {
        let _ = std::io::stderr().lock().write_all(text.as_bytes());
    }
}

fn describe(settings: &Settings, tally: &Tally, summary: &Summary) -> String {
    let (input, result) = (tally.input, summary.result);
    let mut lines = vec![
        format!(
            "{}: {} -> {} tokens ({}), {} -> {} bytes",
            settings.input.name.to_string_lossy(),
            count(input.tokens),
            style(count(result.tokens)).bold(),
            share(result, input),
            count(input.bytes),
            count(result.bytes),
        ),
        cost(tally, summary),
        minimality(settings, tally, summary),
    ];
    if let Some(runs) = tally.rechecks.last().map(|recheck| recheck.runs())
        && runs.hits < runs.total
    {
        lines.push(format!("the result was interesting in {}", share_of_runs(runs)));
    }
    if let Some(path) = settings.destination.path() {
        lines.push(format!("result: {}", from_here(path).display()));
    }
    if let (Some(path), Some(_)) = (&settings.state, summary.stop) {
        lines.push(format!("continue with: probdd resume {}", from_here(path).display()));
    }
    lines.join("\n  ") + "\n"
}

fn minimality(settings: &Settings, tally: &Tally, summary: &Summary) -> String {
    match summary.stop {
        Some(Stop::Queries) => "stopped early: --max-queries reached".into(),
        Some(Stop::Time) => "stopped early: --max-time reached".into(),
        Some(Stop::Interrupted) => "interrupted".into(),
        None if summary.minimality.certified => {
            let what = no_piece(summary.minimality.granularity);
            format!("1-minimal, certified: {what} ({})", conditions(settings, summary))
        }
        None if tally.is_unreliable() && settings.is_fixpoint => {
            let what = no_piece(summary.minimality.granularity);
            format!("1-minimal as far as an unreliable test can tell: {what}")
        }
        None => "not certified to be 1-minimal (--fixpoint certifies it)".into(),
    }
}

fn cost(tally: &Tally, summary: &Summary) -> String {
    let replayed = match tally.replayed {
        0 => String::new(),
        some => format!(", {} of them before it was interrupted,", HumanCount(some)),
    };
    let timed_out = match tally.queries.timed_out {
        0 => String::new(),
        some => format!(", {} timed out", HumanCount(some)),
    };
    format!(
        "{}{replayed} in {} ({:.1}/s), {} interesting{timed_out}",
        queries(tally.queries.committed),
        time(summary.wall),
        tally.rate(summary.wall),
        HumanCount(tally.queries.interesting),
    )
}

/// How sure the certificate is, and of what it says nothing.
fn conditions(settings: &Settings, summary: &Summary) -> String {
    let runs = match settings.rule {
        Rule::Trusted | Rule::Times(1) => "one run each".to_owned(),
        Rule::Times(times) => format!("one run each, {times} for an interesting one"),
        Rule::Rate(rate) => {
            format!("for a test that is interesting in {:.0} % of runs", 100.0 * rate)
        }
    };
    let is_of_tokens = ["token", "token-tree", "bracket"].contains(&summary.minimality.granularity);
    match summary.comment_bytes {
        _ if !is_of_tokens => runs,
        0 => format!("{runs}; white space aside"),
        bytes => format!("{runs}; white space and {} bytes of comments aside", count(bytes)),
    }
}

fn no_piece(granularity: &str) -> String {
    match granularity {
        "token-tree" => {
            "no list element, optional part or list of the syntax tree can be removed".into()
        }
        "part" => {
            "no part of the file's format, and no byte of what the parts contain, can be removed"
                .into()
        }
        "run" => "no byte can be removed".into(),
        "bracket" => "no bracketed group, line or token can be removed".into(),
        unit => format!("no {unit} can be removed"),
    }
}

/// The share of tokens that is left, with more digits where it is small.
fn share(result: Size, input: Size) -> String {
    let percent = 100.0 * result.tokens as f64 / input.tokens.max(1) as f64;
    if percent < 10.0 { format!("{percent:.2} %") } else { format!("{percent:.0} %") }
}
