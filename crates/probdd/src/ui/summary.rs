//! The summary at the end of a run.

use super::foreign::plain;
use crate::files::from_here;
use crate::messages::numbers::{count, queries, share_of_runs, time};
use crate::report::{Size, Summary, Tally};
use crate::settings::Settings;
use console::style;
use indicatif::HumanCount;
use probdd_exec::{Rule, Stop};
use probdd_syntax::shortest_run;
use std::io::Write;
use std::path::Path;

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
    let [before, after] = summary
        .files
        .map_or([input.bytes, result.bytes], |files| files.map(|content| content.bytes));
    let mut lines = vec![
        format!(
            "{}: {}{} -> {} tokens ({}), {} -> {} bytes",
            plain(&settings.input.shown_name()),
            files(summary),
            count(input.tokens),
            style(count(result.tokens)).bold(),
            share(result, input),
            count(before),
            count(after),
        ),
        cost(tally, summary),
        minimality(settings, tally, summary),
    ];
    if let Some(runs) = tally.result_runs
        && runs.hits < runs.total
    {
        lines.push(format!("the result was interesting in {}", share_of_runs(runs)));
    }
    if let Some(path) = settings.destination.path() {
        lines.push(format!("result: {}", shown(path)));
    }
    if let (Some(path), Some(_)) = (&settings.state, summary.stop) {
        lines.push(format!("continue with: probdd resume {}", shown(path)));
    }
    lines.join("\n  ") + "\n"
}

fn shown(path: &Path) -> String {
    plain(&from_here(path).display().to_string()).into_owned()
}

/// How many files there were and are.
fn files(summary: &Summary) -> String {
    let Some([before, after]) = summary.files else { return String::new() };
    format!("{} -> {} files, ", count(before.files), style(count(after.files)).bold())
}

fn minimality(settings: &Settings, tally: &Tally, summary: &Summary) -> String {
    match summary.stop {
        Some(Stop::Queries) => "stopped early: --max-queries reached".into(),
        Some(Stop::Time) => "stopped early: --max-time reached".into(),
        Some(Stop::Asked) => "stopped early: by the key q".into(),
        Some(Stop::Unreachable) => "stopped early: no server of --remote answers".into(),
        Some(Stop::Interrupted) => "interrupted".into(),
        None if summary.minimality.certified => {
            let what = no_piece(summary);
            format!("1-minimal, certified: {what} ({})", conditions(settings, summary))
        }
        None if tally.is_unreliable() && settings.method().is_certifying() => {
            let what = no_piece(summary);
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
    let is_of_tokens =
        ["token", "token-tree", "bracket", "statement"].contains(&summary.minimality.granularity);
    match summary.comment_bytes {
        _ if !is_of_tokens => runs,
        0 => format!("{runs}; white space aside"),
        bytes => format!("{runs}; white space and {} bytes of comments aside", count(bytes)),
    }
}

/// What of the result cannot be removed.
fn no_piece(summary: &Summary) -> String {
    let run = match shortest_run(summary.result.bytes) {
        1 => "byte".to_owned(),
        length => format!("run of {length} bytes, as the file is divided,"),
    };
    match summary.minimality.granularity {
        "token-tree" => {
            "no list element, optional part or list of the syntax tree can be removed".into()
        }
        "part" => {
            format!(
                "no part of the file's format, and no {run} of what the parts contain, can be removed"
            )
        }
        "run" => format!("no {run} can be removed"),
        "statement" => "no token, line, statement or pair of lines can be removed".into(),
        "bracket" => "no bracketed group, line or token can be removed".into(),
        unit => format!("no {unit} can be removed"),
    }
}

/// The share of tokens that is left, with more digits where it is small.
fn share(result: Size, input: Size) -> String {
    let percent = 100.0 * result.tokens as f64 / input.tokens.max(1) as f64;
    if percent < 10.0 { format!("{percent:.2} %") } else { format!("{percent:.0} %") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Minimality;
    use std::time::Duration;

    #[test]
    fn a_large_file_has_longer_runs_and_the_certificate_says_so() {
        let said = |granularity, bytes| {
            no_piece(&Summary {
                result: Size { bytes, tokens: 1 },
                files: None,
                minimality: Minimality { certified: true, granularity },
                comment_bytes: 0,
                stop: None,
                wall: Duration::ZERO,
            })
        };
        assert_eq!(said("run", 262_144), "no byte can be removed");
        let large = "no run of 2 bytes, as the file is divided, can be removed";
        assert_eq!(said("run", 262_145), large);
        assert!(said("part", 600_000).contains("no run of 3 bytes"));
        assert_eq!(said("token", 600_000), "no token can be removed");
    }
}
