//! One run, from the settings to the exit code: the pipeline.

use crate::error::{Exit, Failure};
use crate::recorder::Recorder;
use crate::reduction::{Halted, Reduction, document, token_count};
use crate::report::{Header, Minimality, Report, Size, Summary};
use crate::settings::{Reducer, Settings, Strategy, Structure, Verbosity};
use crate::settings::{format_name, minimizer_name};
use crate::ui;
use probdd_core::list::{Order, Tie};
use probdd_exec::{Check, CheckOracle, End, Error, Event, Halt, Interrupt, Limits, Outcome};
use probdd_exec::{Scheduler, Stop, sandbox};
use probdd_syntax::{Document, Fallback, Unit};
use serde_json::{Value, json};
use std::process::ExitCode;
use std::time::Duration;

/// The least deadline that is derived from the baseline.
const LEAST_TIMEOUT: u64 = 10;

/// What a user is told whose test accepts nothing at all.
const TOO_WEAK: &str = "the test is interesting for an empty file: it is too weak; let it also look \
                        for what you are after, for example a message of the compiler";

/// How often the baseline fits into the deadline that is derived from it.
const TIMEOUT_FACTOR: u32 = 10;

/// Reduces.
///
/// # Errors
/// When the input is not interesting, or something could not be read, run or written.
pub fn run(settings: &Settings) -> Result<ExitCode, Failure> {
    let interrupt = Interrupt::on_signals()?;
    sandbox::remove_stale();
    let input = &settings.input;
    let check = Check::new(settings.test.clone(), input.dir.clone(), input.name.clone())
        .with_limits(Limits { timeout: settings.timeout, ..Limits::default() });
    let oracle = CheckOracle::new(check, interrupt.clone())?;
    let mut scheduler = Scheduler::new(oracle, settings.budget.clone(), interrupt);

    let document = document(&settings.strategy, &input.bytes, &scheduler.stopping());
    let tokens = token_count(&settings.strategy, &document);
    let size = Size { bytes: input.bytes.len(), tokens };
    let mut recorder = Recorder::new(settings, size);
    let outcome = match scheduler.baseline::<Failure>(&input.bytes) {
        Ok(outcome) => outcome,
        Err(halt) => {
            recorder.hide_status();
            return Err(no_baseline(settings, halt));
        }
    };
    if !outcome.verdict.is_interesting() {
        recorder.hide_status();
        return Err(not_interesting(settings, &outcome));
    }
    let timeout = settings.timeout.unwrap_or_else(|| derived_timeout(outcome.wall));
    scheduler.oracle().check.limits().timeout = Some(timeout);
    settings.destination.keep_original(input)?;
    let header = Header {
        probdd: env!("CARGO_PKG_VERSION"),
        input: size,
        elements: elements(settings, &document),
        settings: written(settings, timeout),
    };
    recorder.begin(&header)?;
    recorder.on(&Event::Baseline(&outcome))?;
    if let Some(warning) = fallback_warning(settings, &document) {
        recorder.warn(warning);
    }
    drop(document);

    let mut reduction = Reduction::new(settings, &mut scheduler, &mut recorder);
    let ended = reduction.run();
    let best = reduction.into_best();
    let wall = scheduler.elapsed();
    conclude(settings, &header, &mut recorder, (&best, wall), ended)
}

/// Writes what there is to write at the end of a run, also of one that was stopped or failed.
fn conclude(
    settings: &Settings,
    header: &Header,
    recorder: &mut Recorder,
    (best, wall): (&[u8], Duration),
    ended: Result<bool, Halted>,
) -> Result<ExitCode, Failure> {
    recorder.finish(best)?;
    let result = document(&settings.strategy, best, &|| false);
    let tokens = token_count(&settings.strategy, &result);
    if best.is_empty() {
        recorder.warn(TOO_WEAK.into());
    }
    let stop = match &ended {
        Err(Halt::Stopped(stop)) => Some(*stop),
        _ => None,
    };
    let summary = Summary {
        result: Size { bytes: best.len(), tokens },
        minimality: Minimality {
            certified: matches!(ended, Ok(true)),
            granularity: granularity(settings, &result),
        },
        wall,
        warnings: recorder.tally.warnings.clone(),
    };
    match ended {
        Err(Halt::Failed(error)) => return Err(kept(settings, error.into())),
        Err(Halt::Listener(failure)) => return Err(kept(settings, failure)),
        Ok(_) | Err(Halt::Stopped(_)) => {}
    }
    if let Some(path) = &settings.report {
        let texts = (settings.input.bytes.as_slice(), best);
        let stopped = stop.map(stop_name);
        let facts = (&recorder.tally, &summary);
        Report::new(header, grammar(settings), texts, facts, stopped).write(path)?;
    }
    if settings.verbosity != Verbosity::Quiet {
        ui::summary(settings, &recorder.tally, &summary, stop);
    }
    Ok(match stop {
        None => ExitCode::SUCCESS,
        Some(Stop::Interrupted) => Exit::Interrupted.into(),
        Some(Stop::Queries | Stop::Time) => Exit::StoppedEarly.into(),
    })
}

/// A failure in the middle of a run: nothing is lost, and the user is told where it is.
fn kept(settings: &Settings, failure: Failure) -> Failure {
    match settings.destination.path() {
        Some(path) => failure.hint(format!("the best result so far is in `{}`", path.display())),
        None => failure,
    }
}

/// Ten times the baseline, rounded up to a power of two, at least 10 s.
fn derived_timeout(baseline: Duration) -> Duration {
    let baselines = baseline * TIMEOUT_FACTOR;
    let seconds = baselines.as_secs() + u64::from(baselines.subsec_nanos() > 0);
    let rounded =
        if seconds <= LEAST_TIMEOUT { LEAST_TIMEOUT } else { seconds.next_power_of_two() };
    Duration::from_secs(rounded)
}

/// What to tell a user when the query on the unmodified input could not be answered.
fn no_baseline(settings: &Settings, halt: Halted) -> Failure {
    match halt {
        Halt::Listener(failure) => failure,
        Halt::Stopped(_) => {
            let message =
                "interrupted before the test on the whole input had ended: nothing is written";
            Failure::new(Exit::Interrupted, anyhow::anyhow!(message))
        }
        Halt::Failed(error) => {
            let is_program =
                !matches!(error, Error::NotExecutable { .. } | Error::NoInterpreter { .. });
            let failure = Failure::from(error);
            if is_program || !settings.input.is_program() {
                return failure;
            }
            let hint = "the test comes first, but here only the input is a program: \
                        probdd <TEST> <INPUT>";
            Failure { hints: vec![hint.into()], ..failure }
        }
    }
}

/// What to tell a user whose test says no to the unmodified input.
fn not_interesting(settings: &Settings, outcome: &Outcome) -> Failure {
    let (test, input) = (settings.test.display(), settings.input.path.display());
    let end = match outcome.end {
        End::Exited(code) => format!("`{test}` exited with {code}"),
        End::Signaled(signal) => format!("`{test}` was killed by signal {signal}"),
        End::TimedOut => format!("`{test}` did not end in time"),
        End::Interrupted => format!("`{test}` was interrupted"),
        End::Lost => format!("`{test}` killed or stopped the process that watches over it"),
    };
    let message = format!("the input is not interesting: on `{input}`, {end}");
    let mut failure = Failure::new(Exit::NotInteresting, anyhow::anyhow!(message));
    failure.hints = hints(outcome.end, settings);
    failure.output = Some(String::from_utf8_lossy(&outcome.output).into_owned());
    failure
}

fn hints(end: End, settings: &Settings) -> Vec<String> {
    let name = settings.input.name.to_string_lossy();
    let place = format!(
        "the test runs in a fresh directory that holds only `{name}`: name other files by absolute \
         paths, or relative to the test (\"$(dirname \"$0\")\") or to $PROBDD_INPUT_DIR"
    );
    let again =
        "try it by hand: copy the input alone into an empty directory and run the test there";
    let first = match end {
        End::Exited(126) => "126 means that a command could not be run: look at its permissions",
        End::Exited(127) => "127 means that a command was not found: is a tool missing on PATH?",
        End::Exited(125) => "125 means that the test cannot tell; 0 means interesting",
        End::Exited(_) => {
            "0 means interesting; a test that ends with `grep -q` says so when it finds"
        }
        End::TimedOut => "give it more time: --timeout SECONDS, or auto",
        End::Signaled(_) | End::Interrupted | End::Lost => "see why it ended",
    };
    vec![first.into(), place, again.into()]
}

/// What the user should know when the tree is not the grammar's.
fn fallback_warning(settings: &Settings, document: &Document) -> Option<String> {
    let Strategy::Tree { structure: Structure::Grammar(language), .. } = settings.strategy else {
        return None;
    };
    let why = match document.fallback()? {
        Fallback::NotParsed => "is too large, or nests too deep, for the parser".to_owned(),
        Fallback::Errors { error_bytes } => {
            let percent = 100 * error_bytes / document.text().len().max(1);
            format!("does not parse as {} ({percent} % of it are errors)", language.name())
        }
    };
    Some(format!("the input {why}: it is reduced by brackets, lines and tokens"))
}

/// What a piece of the result is.
fn granularity(settings: &Settings, result: &Document) -> &'static str {
    match &settings.strategy {
        Strategy::Tree { structure: Structure::Grammar(_), .. } if result.fallback().is_none() => {
            "token-tree"
        }
        Strategy::Tree { .. } => "bracket",
        Strategy::List { units, .. } => unit_name(*units.last().unwrap_or(&Unit::Line)),
    }
}

fn elements(settings: &Settings, document: &Document) -> usize {
    let tree = document.tree();
    match &settings.strategy {
        Strategy::Tree { .. } => tree.nodes().filter(|(id, _)| tree.is_removable(*id)).count(),
        Strategy::List { .. } => tree.len() - 1,
    }
}

fn grammar(settings: &Settings) -> Option<String> {
    match settings.strategy {
        Strategy::Tree { structure: Structure::Grammar(language), .. } => Some(language.grammar()),
        _ => None,
    }
}

/// The settings that the queries depend on, as trace and report show them.
fn written(settings: &Settings, timeout: Duration) -> Value {
    let mut value = match &settings.strategy {
        Strategy::Tree { structure, reducer, is_replacing } => json!({
            "reducer": reducer.name(),
            "language": match structure {
                Structure::Grammar(language) => language.name(),
                Structure::Brackets => "none",
            },
            "sigma": match reducer {
                Reducer::Tpdd { sigma } => Some(*sigma),
                _ => None,
            },
            "polish": if *is_replacing { "templates" } else { "none" },
        }),
        Strategy::List { units, .. } => json!({
            "reducer": "list",
            "granularity": units.iter().map(|unit| unit_name(*unit)).collect::<Vec<_>>(),
            "polish": "none",
        }),
    };
    if let Some(minimizer) = settings.strategy.minimizer() {
        value["minimizer"] = minimizer_name(minimizer.algorithm).into();
        value["sigma"] = minimizer.sigma.into();
        value["tie"] = tie_name(minimizer.tie).into();
        value["order"] = order_name(minimizer.order).into();
    }
    if let Strategy::Tree { reducer: Reducer::Chisel(chisel), .. } = &settings.strategy {
        value["chisel"] = json!({
            "replacements": chisel.options.is_replacing,
            "dependencies": chisel.options.keeps_dependencies,
            "dce": chisel.is_removing_unused,
        });
    }
    value["format"] = format_name(settings.format).into();
    value["fixpoint"] = settings.is_fixpoint.into();
    value["timeout"] = timeout.as_secs_f64().into();
    value["seed"] = settings.seed.into();
    value
}

fn tie_name(tie: Tie) -> &'static str {
    match tie {
        Tie::Index => "index",
        Tie::Random { .. } => "random",
    }
}

fn order_name(order: Order) -> &'static str {
    match order {
        Order::Forward => "forward",
        Order::Backward => "backward",
        Order::Auto => "auto",
    }
}

fn unit_name(unit: Unit) -> &'static str {
    match unit {
        Unit::Line => "line",
        Unit::Token => "token",
        Unit::Char => "char",
        Unit::Byte => "byte",
        Unit::Bracket => "bracket",
    }
}

fn stop_name(stop: Stop) -> &'static str {
    match stop {
        Stop::Queries => "max-queries",
        Stop::Time => "max-time",
        Stop::Interrupted => "interrupted",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_derived_deadline_is_a_power_of_two_above_ten_seconds() {
        let derived = |seconds| derived_timeout(Duration::from_secs_f64(seconds)).as_secs();
        assert_eq!(derived(0.01), 10);
        assert_eq!(derived(1.0), 10);
        assert_eq!(derived(1.01), 16);
        assert_eq!(derived(1.6), 16);
        assert_eq!(derived(60.0), 1024);
    }
}
