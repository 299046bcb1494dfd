//! One run, from the settings to the exit code: the pipeline.

mod check_order;

use crate::error::{Exit, Failure};
use crate::interestingness_test::Test;
use crate::messages::{process, unreliable, weak_test};
use crate::recorder::Recorder;
use crate::reduction::{Halted, Reduction, document, token_count};
use crate::report::{Header, Minimality, Report, Size, Summary};
use crate::settings::{Mode, Polish, Settings, Strategy, Structure, Verbosity};
use crate::settings::{unit_name, written};
use crate::state::{Directory, START_OVER, State, VERSION};
use crate::transformers::Transformers;
use crate::ui;
use probdd_core::AfterFail;
use probdd_exec::{CheckOracle, End, Error, Event, Halt, Interrupt, Limits, Outcome, Protection};
use probdd_exec::{Manner, Scheduler, Stop, Tester, remove_stale};
use probdd_syntax::{Document, Fallback, Unit};
use serde_json::Value;
use std::process::ExitCode;
use std::time::Duration;

/// The least deadline that is derived from the baseline.
const LEAST_TIMEOUT: u64 = 10;

/// How often the baseline fits into the deadline that is derived from it.
const TIMEOUT_FACTOR: u32 = 10;

/// Reduces; the state directory is gone after a run that came to its end.
///
/// # Errors
/// When the input is not interesting, or something could not be read, run or written.
pub fn run(settings: &Settings, state: Option<State>) -> Result<ExitCode, Failure> {
    let (directory, journal) = state.map(|state| (state.directory, state.journal)).unzip();
    let interrupt = Interrupt::on_signals()?;
    remove_stale();
    let input = &settings.input;
    let limits = Limits { timeout: settings.timeout, ..Limits::default() };
    let (jobs, manner) = (settings.jobs as usize, settings.feedback.map(Mode::manner));
    let tester = settings.test.tester(input, limits, manner.unwrap_or(Manner::InOrder), jobs);
    let oracle = |_| CheckOracle::new(tester.clone(), settings.confinement, interrupt.clone());
    let oracles = (0..jobs / tester.lanes()).map(oracle).collect::<Result<_, Error>>()?;
    let mut scheduler = Scheduler::new(oracles, settings.budget.clone(), interrupt.clone())
        .with_rule(settings.rule)
        .with_journal(journal.unwrap_or_default());
    // Dropped before the scheduler.
    let _over = Over(interrupt);

    let document = document(&settings.strategy, &input.bytes, &scheduler.stopping());
    let tokens = token_count(&settings.strategy, &document);
    let size = Size { bytes: input.bytes.len(), tokens };
    let mut recorder = Recorder::new(settings, size, scheduler.is_replaying());
    // Opened before the test runs for the first time: nobody knows what it does to directories.
    let answers = directory.as_ref().map(Directory::answers);
    let transformers = Transformers::new(settings, answers.as_deref(), &scheduler.interrupt());
    let header =
        begin(settings, &tester, &mut scheduler, &mut recorder, &document).map_err(|failure| {
            recorder.hide_status();
            // A run that did not get further leaves nothing that one could go on with.
            let directory = directory.as_ref().filter(|_| !scheduler.is_replaying());
            directory.map(Directory::remove).and_then(Result::err).unwrap_or(failure)
        })?;
    drop(document);

    let mut reduction = Reduction::new(settings, &mut scheduler, &mut recorder, transformers?);
    let ended = reduction.run();
    let best = reduction.into_best();
    let ended = ended.and_then(|certified| {
        if best != input.bytes {
            scheduler.conclude(&best, |event| recorder.on(&event))?;
        }
        Ok(certified)
    });
    if scheduler.is_replaying() {
        recorder.hide_status();
        return Err(not_replayed(ended));
    }
    if let Err(Halt::Unreliable(runs)) = ended {
        recorder.restore(scheduler.trusted().unwrap_or(&input.bytes))?;
        return Err(kept(settings, unreliable::best(runs)));
    }
    recorder.tally.waste(&scheduler.wasted(), &scheduler.undone());
    recorder.tally.checks.set_redundant(&scheduler.plan().redundant());
    let wall = scheduler.elapsed();
    let stop = conclude(settings, &header, &mut recorder, (&best, wall), ended)?;
    if let (None, Some(directory)) = (stop, &directory) {
        directory.remove().unwrap_or_else(|failure| ui::warning(&failure.error.to_string()));
    }
    Ok(exit_code(stop))
}

/// Ends, when it is dropped, whatever still runs for a guess that nobody will ask for.
struct Over(Interrupt);

impl Drop for Over {
    fn drop(&mut self) {
        self.0.raise();
    }
}

/// Asks about the input, and opens what is written of the run.
fn begin(
    settings: &Settings,
    tester: &Tester,
    scheduler: &mut Scheduler<CheckOracle>,
    recorder: &mut Recorder,
    document: &Document,
) -> Result<Header, Failure> {
    let input = &settings.input;
    let answer =
        scheduler.baseline::<Failure>(&input.bytes).map_err(|halt| no_baseline(settings, halt))?;
    if !answer.outcome.verdict.is_interesting() {
        return Err(if answer.runs.are_mixed() {
            unreliable::input(settings, answer.runs)
        } else {
            not_interesting(settings, &answer.outcome)
        });
    }
    let timeout = settings.timeout.unwrap_or_else(|| derived_timeout(answer.slowest));
    scheduler.change_oracles(move |oracle| oracle.tester.limits().timeout = Some(timeout));
    let deadlines = check_order::deadlines(settings, tester, &answer.outcome);
    let checks = check_order::header(settings, tester, &answer.outcome, &deadlines);
    scheduler.change_oracles(move |oracle| oracle.tester.set_deadlines(&deadlines));
    let plan = check_order::plan(settings, tester, &answer.outcome)?;
    let states = plan.states(&answer.outcome);
    let mode = check_order::mode(settings, &plan);
    scheduler.set_plan(plan);
    settings.destination.keep_original(input)?;
    let header = Header {
        probdd: VERSION,
        input: recorder.tally.input,
        elements: elements(settings, document),
        settings: completed(settings, timeout, mode),
        checks,
    };
    recorder.begin(&header)?;
    recorder.on(&Event::Baseline(&answer, states))?;
    if let Some(warning) = check_order::contradiction(&answer.outcome) {
        recorder.warn(warning);
    }
    if settings.confinement.protection == Protection::Full {
        recorder.warn("--sandbox full: $HOME is an empty directory for the test".into());
    }
    if let Some(program) = &settings.unused_test {
        let program = program.display();
        recorder.warn(format!("--persistent takes the place of `{program}`, which is not run"));
    }
    if let Some(warning) = fallback_warning(settings, document) {
        recorder.warn(warning);
    }
    Ok(header)
}

/// What to tell a user when a resumed run did not even get to where it had been.
fn not_replayed(ended: Result<bool, Halted>) -> Failure {
    match ended {
        Err(Halt::Failed(error)) => error.into(),
        Err(Halt::Listener(failure)) => failure,
        Err(Halt::Unreliable(runs)) => unreliable::best(runs),
        Err(Halt::Stopped(_)) => {
            let message = "interrupted before it was where it had been: nothing has changed";
            Failure::new(Exit::Interrupted, anyhow::anyhow!(message))
        }
        Ok(_) => Failure::usage("the journal goes on after the end of the search").hint(START_OVER),
    }
}

/// Writes what there is to write at the end of a run, also of one that was stopped or failed.
fn conclude(
    settings: &Settings,
    header: &Header,
    recorder: &mut Recorder,
    (best, wall): (&[u8], Duration),
    ended: Result<bool, Halted>,
) -> Result<Option<Stop>, Failure> {
    recorder.finish(best)?;
    let result = document(&settings.strategy, best, &|| false);
    let tokens = token_count(&settings.strategy, &result);
    if let Some(warning) = weak_test::warning(&settings.strategy, best, tokens) {
        recorder.warn(warning);
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
        Err(Halt::Unreliable(runs)) => return Err(kept(settings, unreliable::best(runs))),
        Err(Halt::Listener(failure)) => return Err(kept(settings, failure)),
        Ok(_) | Err(Halt::Stopped(_)) => {}
    }
    if let Some(path) = &settings.report {
        let texts = (settings.input.bytes.as_slice(), best);
        let stopped = stop.map(stop_name);
        let facts = (&recorder.tally, &summary);
        Report::new(header, settings.strategy.grammar(), texts, facts, stopped).write(path)?;
    }
    if settings.verbosity != Verbosity::Quiet {
        ui::summary(settings, &recorder.tally, &summary, stop);
    }
    Ok(stop)
}

fn exit_code(stop: Option<Stop>) -> ExitCode {
    match stop {
        None => ExitCode::SUCCESS,
        Some(Stop::Interrupted) => Exit::Interrupted.into(),
        Some(Stop::Queries | Stop::Time) => Exit::StoppedEarly.into(),
    }
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
        Halt::Unreliable(runs) => unreliable::input(settings, runs),
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
    let (test, input) = (&settings.test, settings.input.path.display());
    let end = match outcome.end {
        _ if test.is_process() => process::end(&test.to_string(), outcome),
        end => match test.checks() {
            Some(file) => check_order::end(file, outcome),
            None => end_of_program(test, end),
        },
    };
    let message = format!("the input is not interesting: on `{input}`, {end}");
    let mut failure = Failure::new(Exit::NotInteresting, anyhow::anyhow!(message));
    failure.hints = hints(outcome.end, settings);
    failure.output = Some(String::from_utf8_lossy(&outcome.output).into_owned());
    failure
}

fn end_of_program(test: &Test, end: End) -> String {
    match end {
        End::Exited(code) => format!("`{test}` exited with {code}"),
        End::Signaled(signal) => format!("`{test}` was killed by signal {signal}"),
        End::TimedOut => format!("`{test}` did not end in time"),
        End::Interrupted => format!("`{test}` was interrupted"),
        End::OutOfDisk => format!("`{test}` wrote more than --disk allows"),
        End::Lost | End::Answered | End::Garbled => {
            format!("`{test}` killed or stopped the process that watches over it")
        }
    }
}

fn hints(end: End, settings: &Settings) -> Vec<String> {
    let name = settings.input.name.to_string_lossy();
    if settings.test.is_process() {
        let hints = process::hints(end, &name).into_iter();
        return hints.chain(confined(settings)).collect();
    }
    if settings.test.checks().is_some() {
        let hints = check_order::hints(end, &name).into_iter();
        return hints.chain(confined(settings)).collect();
    }
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
        End::OutOfDisk => "let it write more: --disk SIZE",
        _ => "see why it ended",
    };
    let mut hints = vec![first.into(), place, again.into()];
    hints.extend(confined(settings));
    hints
}

/// What else may keep a test from working.
fn confined(settings: &Settings) -> Option<String> {
    let confinement = &settings.confinement;
    let limits = match (confinement.memory, confinement.disk) {
        (None, None) => None,
        _ => Some("less memory or room than it needs (--memory, --disk)"),
    };
    let sandbox = match confinement.protection {
        Protection::None => None,
        Protection::Write => Some("writing outside of its directory and of $TMPDIR (--sandbox)"),
        Protection::Full => {
            Some("writing outside of its directory and of $TMPDIR, sockets, and $HOME (--sandbox)")
        }
    };
    let kept: Vec<_> = [limits, sandbox].into_iter().flatten().collect();
    (!kept.is_empty())
        .then(|| format!("it does not get all that it has without: {}", kept.join(", ")))
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

/// What a piece of the result is. The ladder tries every token alone as well as every subtree.
fn granularity(settings: &Settings, result: &Document) -> &'static str {
    let has_ladder = matches!(
        settings.strategy,
        Strategy::Tree { polish, .. } if polish >= Polish::Tokens
    );
    if has_ladder && settings.is_fixpoint {
        return unit_name(Unit::Token);
    }
    match settings.strategy.units().last() {
        Some(unit) => unit_name(*unit),
        None if result.fallback().is_none() => "token-tree",
        None => unit_name(Unit::Bracket),
    }
}

fn elements(settings: &Settings, document: &Document) -> usize {
    let tree = document.tree();
    match &settings.strategy {
        Strategy::Tree { .. } => tree.nodes().filter(|(id, _)| tree.is_removable(*id)).count(),
        Strategy::List { .. } => tree.len() - 1,
    }
}

/// The settings with what is known since the baseline.
fn completed(settings: &Settings, timeout: Duration, mode: Option<Mode>) -> Value {
    let mut value = written(settings);
    value["timeout"] = timeout.as_secs_f64().into();
    if let Some(mode) = mode {
        value["feedback"] = mode.name().into();
    }
    if mode.is_some_and(Mode::is_told) {
        value["after_fail"] = match settings.after_fail {
            AfterFail::Failed => "failed",
            AfterFail::Unknown => "unknown",
        }
        .into();
    }
    value
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
