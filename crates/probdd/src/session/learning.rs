//! Before the first query of `probdd INPUT -- CMD`: what does CMD do on the input, and is that more than
//! it does on any wrong input?

use super::oracle::{RunOracle, oracles};
use super::preparation::Activity;
use crate::error::{Exit, Failure};
use crate::messages::{property as messages, slow};
use crate::property::{Context, Learned, Property, Signatures};
use crate::settings::{Settings, Verbosity};
use crate::ui;
use probdd_core::bundle::{Entry, Placed, bundle, entries};
use probdd_exec::{Interrupt, Limits, Manner, Oracle, Surroundings, Tester};
use std::ffi::OsString;
use std::time::Duration;

/// How often the commands run on the input.
const RUNS: usize = 3;

/// How long a command may run, unless the user says it.
const LONGEST: Duration = Duration::from_secs(300);

/// A text that no language understands.
pub(super) const GARBAGE: &[u8] = b"?? )]}> ;; \"' @#$ garbage <[{( ~~ \x01 \\ ,,\n";

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
    let Some(property) = settings.test.property().cloned() else { return Ok(arguments.to_vec()) };
    let (mut arguments, is_open) = (arguments.to_vec(), property.is_open());
    if is_open {
        let property = learned(settings, &property, activity)?;
        arguments.insert(1, format!("--learned={}", property.record()).into());
        settings.expecting(property);
    }
    let property = settings.test.property().cloned().unwrap_or(property);
    if settings.verbosity != Verbosity::Quiet {
        ui::note(messages::property(&property, &settings.with));
    }
    if property.is_only_an_end() {
        ui::warning(messages::ONLY_AN_END);
    }
    if is_open {
        check(settings, activity)?;
    }
    Ok(arguments)
}

/// The property with what the commands did on the input.
fn learned(
    settings: &Settings,
    property: &Property,
    activity: &Activity,
) -> Result<Property, Failure> {
    let signatures = Signatures::new(settings.signatures())?;
    let context = Context::of(&settings.input.bytes, &settings.input.shown_name());
    let mut oracle = oracle(settings, activity)?;
    let mut observed = Vec::new();
    for _ in 0..RUNS {
        activity.begin(slow::learning("input", longest(settings)));
        observed.push(oracle.observe(&settings.input.bytes)?);
    }
    let known = Learned { signatures: &signatures, context };
    property.taught(&observed, &known).map_err(|failure| messages::missing_file(failure, settings))
}

/// Refuses a property that every wrong input has. Warns if a syntax error leaves it as it is.
fn check(settings: &Settings, activity: &Activity) -> Result<(), Failure> {
    let mut oracle = oracle(settings, activity)?;
    let mut holds = |change: &dyn Fn(&[u8]) -> Vec<u8>| -> Result<bool, Failure> {
        let candidate = changed(settings, change);
        activity.begin(slow::learning("changed input", longest(settings)));
        let outcome = oracle.query(&candidate, &Interrupt::never())?;
        Ok(outcome.verdict.is_interesting())
    };
    for (what, text) in [("an empty file", b"".as_slice()), ("a file of garbage", GARBAGE)] {
        if holds(&|_| text.to_vec())? {
            let message = format!("the command does the same on {what} as on the input");
            return Err(Failure::new(Exit::NotInteresting, anyhow::anyhow!(message)).hint(
                "say what only the input does, with --expect before the `--`: for example a part of \
                 its output, --expect stderr=REGEX",
            ));
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
    let tester = tester(settings);
    let mut oracles = oracles(settings, &tester, 1, &activity.interrupt, None)?;
    Ok(oracles.pop().expect("one was asked for"))
}

/// How long a command may run.
fn longest(settings: &Settings) -> Duration {
    settings.timeout.unwrap_or(LONGEST)
}

/// The test as it runs before the first query.
pub(super) fn tester(settings: &Settings) -> Tester {
    let input = &settings.input;
    let limits = Limits { timeout: Some(longest(settings)), ..Limits::default() };
    let surroundings = Surroundings::new(input.dir.clone(), input.form(), limits);
    let surroundings = surroundings.with(settings.with.clone());
    settings.test.tester(surroundings, Manner::InOrder, 1)
}
