//! Before the first query of `probdd INPUT -- CMD`: what does CMD do on the input, and is that more than
//! it does on any wrong input?

use super::oracle::{RunOracle, oracles};
use super::preparation::Activity;
use crate::error::Failure;
use crate::messages::{property as messages, slow};
use crate::property::{Context, Learned, Property, Signatures};
use crate::settings::{Settings, Verbosity};
use crate::ui;
use probdd_core::bundle::{Entry, Placed, bundle, entries};
use probdd_exec::{End, Interrupt, Limits, Manner, Observed, Oracle, Surroundings, Tester};
use std::ffi::OsString;
use std::time::Duration;

/// How often the commands run on the input.
const RUNS: usize = 3;

/// How long a command may run, unless the user says it.
const LONGEST: Duration = Duration::from_secs(300);

/// A text that no language understands.
pub(super) const GARBAGE: &[u8] = b"?? )]}> ;; \"' @#$ garbage <[{( ~~ \x01 \\ ,,\n";

/// How long a harmless run may take, when it is found out how long a command runs that hangs.
const LONGEST_HARMLESS: Duration = Duration::from_secs(10);

/// A command hangs if it runs so many times as long as a harmless run does.
const HANGING: u32 = 10;

/// Learns what the commands of a property have to do, unless the user says all of it, and tells the
/// user. Returns the command line from which a resumed run knows it.
///
/// # Errors
/// When nothing is found that tells the failure from a wrong input.
pub(super) fn learn(
    settings: &mut Settings,
    arguments: &[OsString],
    activity: &Activity,
) -> Result<Vec<OsString>, Failure> {
    let Some(mut property) = settings.test.property().cloned() else {
        return Ok(arguments.to_vec());
    };
    let mut arguments = arguments.to_vec();
    let (needs_hang, is_open) = (property.needs_hang(), property.is_open());
    if needs_hang {
        property = property.with_hang(hang(settings, activity)?);
    }
    let mut wrong = Vec::new();
    if is_open {
        let observed = on_input(settings, activity)?;
        wrong = on_wrong_texts(settings, activity)?;
        property = learned(settings, &property, &observed, &wrong)?;
    }
    if is_open || needs_hang {
        arguments.insert(1, format!("--learned={}", property.record()).into());
        settings.expecting(property);
    }
    let Some(property) = settings.test.property().cloned() else { return Ok(arguments) };
    if settings.verbosity != Verbosity::Quiet {
        ui::note(messages::property(&property, &settings.with));
    }
    if property.is_only_an_end() {
        ui::warning(messages::ONLY_AN_END);
    }
    if is_open {
        check(settings, property.is_false_of(&wrong), activity)?;
    }
    Ok(arguments)
}

/// What the commands do on the input.
fn on_input(settings: &Settings, activity: &Activity) -> Result<Vec<Vec<Observed>>, Failure> {
    let mut oracle = oracle(settings, activity)?;
    let mut observed: Vec<Vec<Observed>> = Vec::new();
    for _ in 0..RUNS {
        activity.begin(slow::learning("input", longest(settings)));
        observed.push(oracle.observe(&settings.input.bytes)?);
        // To see again that it does not end takes long.
        if observed.iter().flatten().any(|run| run.end == End::TimedOut) {
            break;
        }
    }
    Ok(observed)
}

/// What the commands do on an empty file, and on a file of garbage.
fn on_wrong_texts(settings: &Settings, activity: &Activity) -> Result<Vec<Vec<Observed>>, Failure> {
    let mut oracle = oracle(settings, activity)?;
    let mut run = |text: &[u8]| {
        activity.begin(slow::learning("changed input", longest(settings)));
        oracle.observe(&changed(settings, &|_| text.to_vec()))
    };
    Ok(vec![run(b"")?, run(GARBAGE)?])
}

/// The property with what the commands did on the input.
fn learned(
    settings: &Settings,
    property: &Property,
    observed: &[Vec<Observed>],
    wrong: &[Vec<Observed>],
) -> Result<Property, Failure> {
    let signatures = Signatures::new(settings.signatures())?;
    let context = Context::of(&settings.input.bytes, &settings.input.shown_name());
    let known = Learned { signatures: &signatures, context, wrong: wrong.to_vec() };
    let taught = property.taught(observed, &known);
    let property = taught.map_err(|failure| messages::missing_file(failure, settings))?;
    let misses =
        |run: &Observed| messages::misses_file(&[&run.stdout[..], &run.stderr].concat(), settings);
    observed.iter().flatten().next_back().and_then(misses).map_or(Ok(property), Err)
}

/// How long a command has to run so that it hangs, by the runs on other texts.
///
/// # Errors
/// When it does not end on those texts either, or ends on the input.
fn hang(settings: &Settings, activity: &Activity) -> Result<Duration, Failure> {
    let halves = settings.input.bytes.len() / 2;
    let first = |text: &[u8]| text[..text.len().min(halves)].to_vec();
    let texts = [
        changed(settings, &|_| Vec::new()),
        changed(settings, &|_| GARBAGE.to_vec()),
        changed(settings, &first),
    ];
    let mut limited = oracle_for(settings, activity, LONGEST_HARMLESS)?;
    let mut harmless = Vec::new();
    for text in texts {
        activity.begin(slow::learning("changed input", LONGEST_HARMLESS));
        let runs = limited.observe(&text)?;
        if runs.iter().all(|run| run.end != End::TimedOut) {
            harmless.extend(runs.iter().map(|run| run.wall).max());
        }
    }
    let longest = harmless.into_iter().max().ok_or_else(messages::always_hangs)?;
    let time = Duration::from_secs((longest * HANGING).as_secs() + 1);
    activity.begin(slow::hanging(time));
    let mut limited = oracle_for(settings, activity, time)?;
    let runs = limited.observe(&settings.input.bytes)?;
    if runs.iter().all(|run| run.end != End::TimedOut) {
        let wall = runs.iter().map(|run| run.wall).max().unwrap_or_default();
        return Err(messages::does_not_hang(wall, time));
    }
    if settings.verbosity != Verbosity::Quiet {
        ui::note(messages::hang(time, longest));
    }
    Ok(time)
}

/// Refuses a property that every wrong input has, unless it is known to be false of such inputs. Warns
/// if a syntax error leaves it as it is.
fn check(settings: &Settings, is_false: Option<bool>, activity: &Activity) -> Result<(), Failure> {
    let mut oracle = oracle(settings, activity)?;
    let mut holds = |change: &dyn Fn(&[u8]) -> Vec<u8>| -> Result<bool, Failure> {
        let candidate = changed(settings, change);
        activity.begin(slow::learning("changed input", longest(settings)));
        let outcome = oracle.query(&candidate, &Interrupt::never())?;
        Ok(outcome.verdict.is_interesting())
    };
    let texts = [("an empty file", b"".as_slice()), ("a file of garbage", GARBAGE)];
    for (what, text) in texts.into_iter().filter(|_| is_false != Some(true)) {
        if holds(&|_| text.to_vec())? {
            return Err(messages::holds_for_wrong_text(what));
        }
    }
    if settings.strategy.language().is_none() || settings.verbosity == Verbosity::Quiet {
        return Ok(());
    }
    let is_loose = holds(&|text| {
        let (before, after) = text.split_at(text.len() / 2);
        [before, GARBAGE, after].concat()
    })?;
    if is_loose {
        ui::note(messages::SYNTAX_ERROR);
    }
    Ok(())
}

/// The input with another content of every file.
pub(super) fn changed(settings: &Settings, change: &dyn Fn(&[u8]) -> Vec<u8>) -> Vec<u8> {
    let input = &settings.input;
    if input.files.is_none() {
        return change(&input.bytes);
    }
    let changed = |entry: Placed| Entry {
        content: if entry.is_file() {
            change(&input.bytes[entry.content.clone()])
        } else {
            input.bytes[entry.content.clone()].to_vec()
        },
        path: entry.path,
        kind: entry.kind,
    };
    bundle(&entries(&input.bytes).into_iter().map(changed).collect::<Vec<_>>())
}

fn oracle(settings: &Settings, activity: &Activity) -> Result<RunOracle, Failure> {
    oracle_for(settings, activity, longest(settings))
}

/// The test, with this much time for each command.
fn oracle_for(
    settings: &Settings,
    activity: &Activity,
    time: Duration,
) -> Result<RunOracle, Failure> {
    let tester = tester_for(settings, time);
    let mut oracles = oracles(settings, &tester, 1, &activity.interrupt, None)?;
    Ok(oracles.pop().expect("one was asked for"))
}

/// How long a command may run.
fn longest(settings: &Settings) -> Duration {
    settings.timeout.unwrap_or(LONGEST)
}

/// The test as it runs before the first query.
pub(super) fn tester(settings: &Settings) -> Tester {
    tester_for(settings, longest(settings))
}

fn tester_for(settings: &Settings, time: Duration) -> Tester {
    let input = &settings.input;
    let limits = Limits { timeout: Some(time), ..Limits::default() };
    let surroundings = Surroundings::new(input.dir.clone(), input.form(), limits);
    let surroundings = surroundings.with(settings.with.clone());
    settings.test.tester(surroundings, Manner::InOrder, 1)
}
