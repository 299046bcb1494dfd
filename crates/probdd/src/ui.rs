//! The terminal: messages, the status line, the summary. Nothing else prints.

mod status;

pub use status::Status;

use crate::error::{Exit, Failure};
use crate::report::{Recheck, Size, Summary, Tally};
use crate::settings::{Settings, Verbosity};
use crate::state::Directory;
use console::{Style, style};
use indicatif::HumanCount;
use probdd_exec::{Found, Runs, Stop};
use probdd_syntax::Language;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

/// Of what a test printed, at most so many lines from either end are shown, ...
const EXCERPT_LINES: usize = 15;

/// ... and of a line so many characters.
const EXCERPT_WIDTH: usize = 500;

/// Prints a usage error, or the help that was asked for.
pub fn usage(usage: &clap::Error) -> ExitCode {
    // A closed terminal is no reason to fail.
    let _ = usage.print();
    if usage.use_stderr() { Exit::Usage.into() } else { ExitCode::SUCCESS }
}

/// Prints an error with its causes, what the test said, and what to do.
pub fn failure(failure: &Failure) -> ExitCode {
    let error = Style::new().red().bold().for_stderr();
    message(&error, "error", &failure.error.to_string());
    for cause in failure.error.chain().skip(1) {
        eprint_line(&format!("  caused by: {cause}"));
    }
    match failure.output.as_deref().map(str::trim_end) {
        Some("") => eprint_line("  the test printed nothing"),
        Some(output) => {
            eprint_line("  the test printed:");
            for line in excerpt(output) {
                eprint_line(&format!("  | {line}"));
            }
        }
        None => {}
    }
    let hint = Style::new().cyan().for_stderr();
    failure.hints.iter().for_each(|text| message(&hint, " hint", text));
    failure.exit.into()
}

/// The beginning and the end of what a test printed.
fn excerpt(output: &str) -> Vec<String> {
    let lines: Vec<&str> = output.lines().collect();
    let shown = |line: &&str| line.chars().take(EXCERPT_WIDTH).collect::<String>();
    if lines.len() <= 2 * EXCERPT_LINES + 1 {
        return lines.iter().map(shown).collect();
    }
    let (head, tail) = (&lines[..EXCERPT_LINES], &lines[lines.len() - EXCERPT_LINES..]);
    let gap = format!("... {} more lines ...", lines.len() - 2 * EXCERPT_LINES);
    head.iter().map(shown).chain([gap]).chain(tail.iter().map(shown)).collect()
}

/// Prints that we are at fault.
pub fn bug() -> ExitCode {
    let error = Style::new().red().bold().for_stderr();
    message(&error, "error", "this is a bug in probdd; the best result so far is on disk");
    Exit::Bug.into()
}

/// Prints a warning.
pub fn warning(text: &str) {
    message(&Style::new().yellow().bold().for_stderr(), "warning", text);
}

/// Says that the record of an earlier run is about to be replaced.
pub fn on_replacing(settings: &Settings) {
    let Some(path) = &settings.state else { return };
    if settings.verbosity != Verbosity::Quiet && Directory::at(path.clone()).is_unfinished() {
        let path = from_here(path).display();
        note(&format!("the record of an unfinished run in `{path}` is replaced by that of this"));
    }
}

/// Says where a run goes on.
pub fn on_resuming(settings: &Settings, found: Found) {
    if settings.verbosity != Verbosity::Quiet {
        note(&format!("going on after {}", queries(found.queries)));
    }
    if settings.verbosity == Verbosity::Verbose && found.is_torn {
        note("the last record of the journal was torn, and is dropped");
    }
}

/// Says that a run is complete.
pub fn nothing_to_resume(why: &str) {
    note(&format!("nothing to resume: {why}"));
}

fn note(text: &str) {
    message(&Style::new().cyan().for_stderr(), "note", text);
}

/// Prints the languages that are built in.
pub fn languages() {
    let mut out = std::io::stdout().lock();
    let mut line = |name: &str, extensions: &str, grammar: &str| {
        // A closed pipe is the reader's choice.
        let _ = writeln!(out, "{name:<15} {extensions:<34} {grammar}");
    };
    line("NAME", "EXTENSIONS", "QUANTIFIERS FROM THE RULES OF");
    for language in Language::all() {
        let extensions = language.extensions().join(" ");
        line(language.name(), &extensions, &language.grammar());
    }
    line("none", "everything else", "brackets, indentation, lines, tokens");
    for (name, feature) in Language::left_out() {
        line(name, "", &format!("not built in: cargo install with --features {feature}"));
    }
}

/// Prints the end of a run: on stdout, unless the result itself goes there.
pub fn summary(settings: &Settings, tally: &Tally, summary: &Summary, stop: Option<Stop>) {
    let text = describe(settings, tally, summary, stop);
    if settings.destination.path().is_some() {
        let mut out = std::io::stdout().lock();
        let _ = out.write_all(text.as_bytes());
    } else {
        let _ = std::io::stderr().lock().write_all(text.as_bytes());
    }
}

fn describe(settings: &Settings, tally: &Tally, summary: &Summary, stop: Option<Stop>) -> String {
    let (input, result) = (tally.input, summary.result);
    let name = settings.input.name.to_string_lossy();
    let sizes = format!(
        "{name}: {} -> {} tokens ({}), {} -> {} bytes\n",
        HumanCount(input.tokens as u64),
        style(HumanCount(result.tokens as u64)).bold(),
        share(result, input),
        HumanCount(input.bytes as u64),
        HumanCount(result.bytes as u64),
    );
    let minimality = match (stop, summary.minimality.certified) {
        (Some(Stop::Queries), _) => "stopped early: --max-queries is reached".to_owned(),
        (Some(Stop::Time), _) => "stopped early: --max-time is over".to_owned(),
        (Some(Stop::Interrupted), _) => "interrupted".to_owned(),
        (None, true) => {
            format!("1-minimal, certified: {}", no_piece(summary.minimality.granularity))
        }
        (None, false) => "not certified to be 1-minimal (--fixpoint certifies)".to_owned(),
    };
    let place = match settings.destination.path() {
        Some(path) => format!("  result: {}\n", from_here(path).display()),
        None => String::new(),
    };
    let state = settings.state.as_deref().filter(|_| stop.is_some());
    let go_on = state.map_or_else(String::new, |path| {
        format!("  go on with: probdd resume {}\n", from_here(path).display())
    });
    let rate = rate(tally);
    format!("{sizes}  {}\n  {minimality}\n{rate}{place}{go_on}", cost(tally, summary))
}

/// A path as it is named from the current directory, where it lies below it.
fn from_here(path: &Path) -> &Path {
    let here = std::env::current_dir().ok();
    here.and_then(|here| path.strip_prefix(here).ok()).unwrap_or(path)
}

fn cost(tally: &Tally, summary: &Summary) -> String {
    let queries = tally.queries;
    let seconds = summary.wall.as_secs_f64();
    let timed_out = match queries.timed_out {
        0 => String::new(),
        some => format!(", {} timed out", HumanCount(some)),
    };
    format!(
        "{} in {} ({:.1}/s), {} of them interesting{timed_out}",
        self::queries(queries.committed),
        time(summary.wall),
        queries.committed as f64 / seconds.max(1e-9),
        HumanCount(queries.interesting),
    )
}

/// How often something was interesting, in words.
pub fn share_of_runs(runs: Runs) -> String {
    format!("{} of {} runs ({:.0} %)", runs.hits, runs.total, 100.0 * runs.rate())
}

/// How often the result was interesting when it was looked at last, if not always.
fn rate(tally: &Tally) -> String {
    match tally.rechecks.last() {
        Some(Recheck(_, hits, total)) if hits < total => {
            let runs = share_of_runs(Runs { hits: *hits, total: *total });
            format!("  the result was interesting in {runs}\n")
        }
        _ => String::new(),
    }
}

/// So many queries, in words.
fn queries(number: u64) -> String {
    let noun = if number == 1 { "query" } else { "queries" };
    format!("{} {noun}", HumanCount(number))
}

fn no_piece(granularity: &str) -> String {
    match granularity {
        "token-tree" => "no list element, optional part or list of the syntax tree can go".into(),
        "bracket" => "no bracketed group, line or token can go".into(),
        unit => format!("no {unit} can go"),
    }
}

/// How much is left, as a percentage with as many digits as it takes.
fn share(result: Size, input: Size) -> String {
    let percent = 100.0 * result.tokens as f64 / input.tokens.max(1) as f64;
    if percent < 10.0 { format!("{percent:.2} %") } else { format!("{percent:.0} %") }
}

/// A duration in the units that a person would choose.
fn time(duration: Duration) -> String {
    let seconds = duration.as_secs();
    match seconds {
        0..60 => format!("{:.1} s", duration.as_secs_f64()),
        60..3600 => format!("{} min {} s", seconds / 60, seconds % 60),
        _ => format!("{} h {} min", seconds / 3600, seconds % 3600 / 60),
    }
}

fn message(style: &Style, label: &str, text: &str) {
    eprint_line(&format!("{}: {text}", style.apply_to(label)));
}

/// A line on stderr; a closed one is no reason to fail.
fn eprint_line(line: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{line}");
}
