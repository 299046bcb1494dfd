//! A property that is made from commands: `probdd INPUT -- CMD`.
//!
//! Each command is a check. What it has to do is what the user says by `--expect`, or else what it
//! does on the unmodified input, as far as that tells one failure from another.

mod check;
mod command;
mod errors;
mod expect;
mod guards;
mod learn;
mod mask;
mod refusal;
mod runs;
mod script;
mod shell;
mod signals;
mod signatures;

use crate::command_line::{ReduceArgs, Role, TypedCheck};
use crate::error::Failure;
use check::{Check, CheckRole};
use probdd_exec::{CheckSpec, Companion, Observed};
use regex::bytes::Regex;
use serde::{Deserialize, Serialize};
use std::fmt::{self, Display};
use std::path::Path;
use std::time::Duration;

pub(crate) use command::Typed;
pub(crate) use errors::no_other_error;
pub(crate) use expect::Expect;
pub(crate) use learn::Learned;
use learn::learn;
pub(crate) use mask::Context;
use runs::Runs;
pub(crate) use script::Script;
pub(crate) use shell::word as shell_word;
pub(crate) use signals::signal_of;
pub(crate) use signatures::{Signature, Signatures, compile};

/// A property that is made from commands.
#[derive(Clone, Debug)]
pub(crate) struct Property {
    checks: Vec<Check>,
}

/// What the checks of a property have to do, by their numbers: what a resumed run goes on with.
#[derive(Debug, Serialize, Deserialize)]
struct Recorded(Vec<Vec<String>>);

impl Property {
    /// The property of a command line; `None` if that names a test.
    ///
    /// # Errors
    /// When a command cannot be run, or options contradict each other.
    pub(crate) fn new(args: &ReduceArgs) -> Result<Option<Property>, Failure> {
        if !args.has_property() {
            return args.needs_property().map_or(Ok(None), |option| {
                let message = format!("{option} needs a command after `--`");
                Err(Failure::usage(message).hint("write probdd [OPTIONS] <INPUT>... -- <CMD>..."))
            });
        }
        let inputs = args.inputs();
        let mut property = Property { checks: Vec::new() };
        if !args.command.is_empty() {
            let expects = parsed(&args.expect_of_command)?;
            property.add(
                "command",
                CheckRole::Main,
                &Typed::of(&args.command),
                expects,
                &inputs,
            )?;
        }
        for typed in &args.further_checks {
            property.add_typed(typed, args, &inputs)?;
        }
        if let Some(recorded) = &args.learned {
            property.recall(recorded)?;
        }
        for check in &property.checks {
            expect::expectation(&check.expects).map_err(|fault| {
                Failure::usage(format!("the options --expect contradict each other: {fault}"))
            })?;
        }
        Ok(Some(property))
    }

    fn add_typed(
        &mut self,
        typed: &TypedCheck,
        args: &ReduceArgs,
        inputs: &[&Path],
    ) -> Result<(), Failure> {
        let number = self.checks.len();
        let expects = parsed(&typed.expects)?;
        let success = |expects: Vec<Expect>| {
            if expects.is_empty() { vec![Expect::Exit(0)] } else { expects }
        };
        match &typed.role {
            Role::Also(line) => {
                let line = Typed::Line(line.clone());
                self.add(
                    &format!("also-{number}"),
                    CheckRole::Also,
                    &line,
                    success(expects),
                    inputs,
                )
            }
            Role::Reject(line) => {
                let line = Typed::Line(line.clone());
                let name = format!("reject-{number}");
                self.add(&name, CheckRole::Reject, &line, success(expects), inputs)
            }
            Role::Compare(first, second) => {
                for (name, line) in [("first", first), ("second", second)] {
                    let line = Typed::Line(line.clone());
                    self.add(name, CheckRole::Compared, &line, Vec::new(), inputs)?;
                }
                Ok(())
            }
            Role::Guard(guard) => {
                let main = args.command.first().map(|word| word.to_string_lossy().into_owned());
                for line in guards::lines(*guard, args, main.as_deref())? {
                    let name = format!("{}-{}", line.name, self.checks.len());
                    let typed = Typed::Line(line.runs.into());
                    self.add(&name, CheckRole::Guard, &typed, vec![Expect::Exit(0)], inputs)?;
                }
                Ok(())
            }
        }
    }

    fn add(
        &mut self,
        name: &str,
        role: CheckRole,
        typed: &Typed,
        expects: Vec<Expect>,
        inputs: &[&Path],
    ) -> Result<(), Failure> {
        let (name, command) = (name.to_owned(), typed.command(inputs)?);
        let typed = typed.to_string();
        self.checks.push(Check {
            name,
            role,
            typed,
            command,
            expects,
            failure: None,
            after: Vec::new(),
        });
        Ok(())
    }

    /// The checks as they run.
    pub(crate) fn specs(&self) -> Vec<CheckSpec> {
        self.checks.iter().map(Check::spec).collect()
    }

    /// Files that the commands need besides the candidate.
    pub(crate) fn companions(&self) -> impl Iterator<Item = &Companion> {
        self.checks.iter().flat_map(|check| &check.command.companions)
    }

    /// Whether it is still to be learned what some command has to do.
    pub(crate) fn is_open(&self) -> bool {
        self.checks.iter().any(|check| check.expects.is_empty())
    }

    /// Whether a command has to hang, and how long it has to run is still to be found out.
    pub(crate) fn needs_hang(&self) -> bool {
        self.checks.iter().any(|check| check.expects.contains(&Expect::AnyHang))
    }

    /// The property with this time for the commands that have to hang.
    pub(crate) fn with_hang(mut self, time: Duration) -> Property {
        let expects = self.checks.iter_mut().flat_map(|check| &mut check.expects);
        expects.filter(|expect| **expect == Expect::AnyHang).for_each(|expect| {
            *expect = Expect::Hang(time);
        });
        self
    }

    /// Whether the only command is known to hold for none of these runs of it. `None` if that cannot be
    /// said.
    pub(crate) fn is_false_of(&self, runs: &[Vec<Observed>]) -> Option<bool> {
        let [check] = self.checks.as_slice() else { return None };
        let runs: Vec<&Observed> = runs.iter().filter_map(|run| run.first()).collect();
        let (expectation, _) = expect::expectation(&check.expects).ok()?;
        (!runs.is_empty()).then(|| !runs.iter().any(|run| run.meets(&expectation)))
    }

    /// What the commands have to do, for the trace and the state directory.
    pub(crate) fn as_json(&self) -> serde_json::Value {
        let check = |check: &Check| {
            serde_json::json!({
                "name": check.name,
                "run": check.command.line.to_string_lossy(),
                "expect": check.expects.iter().map(ToString::to_string).collect::<Vec<_>>(),
                "negated": check.role == CheckRole::Reject,
            })
        };
        self.checks.iter().map(check).collect()
    }

    /// The text from which [`Property::new`] makes the same property without learning.
    pub(crate) fn record(&self) -> String {
        let texts = |check: &Check| check.expects.iter().map(ToString::to_string).collect();
        let recorded = Recorded(self.checks.iter().map(texts).collect());
        serde_json::to_string(&recorded).unwrap_or_default()
    }

    fn recall(&mut self, recorded: &str) -> Result<(), Failure> {
        let wrong = || Failure::usage("the record of the property cannot be read");
        let Recorded(all) = serde_json::from_str(recorded).map_err(|_| wrong())?;
        let compared = self.checks.iter().filter(|check| check.role == CheckRole::Compared).count();
        if all.len() > self.checks.len() && compared > 0 {
            self.add_difference();
        }
        if all.len() != self.checks.len() {
            return Err(wrong());
        }
        for (check, expects) in self.checks.iter_mut().zip(all) {
            check.expects = parsed(&expects)?;
        }
        Ok(())
    }

    /// The compared commands write their outputs to files, and a third check compares these.
    fn add_difference(&mut self) {
        let mut compared = Vec::new();
        for (number, check) in self.checks.iter_mut().enumerate() {
            if check.role == CheckRole::Compared {
                let mut line = std::ffi::OsString::from("( ");
                line.push(&check.command.line);
                line.push(format!(" ) >probdd-{}.out", check.name));
                check.command.runs = probdd_exec::CheckCommand::Shell(line.clone());
                check.command.line = line;
                compared.push(number);
            }
        }
        let line = std::ffi::OsString::from("! cmp -s probdd-first.out probdd-second.out");
        let command = command::Command {
            runs: probdd_exec::CheckCommand::Shell(line.clone()),
            line,
            companions: Vec::new(),
        };
        self.checks.push(Check {
            name: "differ".into(),
            role: CheckRole::Difference,
            typed: String::new(),
            command,
            expects: vec![Expect::Exit(0)],
            failure: None,
            after: compared,
        });
    }

    /// The checks with nothing left to learn from what they did on the input.
    ///
    /// # Errors
    /// When a command does nothing that tells one failure from another: the reason, for people.
    pub(crate) fn taught(
        &self,
        observed: &[Vec<Observed>],
        learned_from: &Learned,
    ) -> Result<Property, Failure> {
        let mut property = self.clone();
        let runs = |number: usize| observed.iter().filter_map(move |run| run.get(number));
        for (number, check) in property.checks.iter_mut().enumerate() {
            if check.role == CheckRole::Main && check.expects.is_empty() {
                let wrong = learned_from.wrong.iter().filter_map(|run| run.get(number)).collect();
                let right = runs(number).collect();
                let found = learn(&Runs { typed: &check.typed, right, wrong }, learned_from)?;
                check.expects = found.expects;
                check.failure = found.failure;
            }
        }
        let compared: Vec<usize> = (0..self.checks.len())
            .filter(|number| self.checks[*number].role == CheckRole::Compared)
            .collect();
        if let [first, second] = compared[..]
            && property.checks[first].expects.is_empty()
        {
            let both = [first, second].map(|number| runs(number).collect::<Vec<_>>());
            let difference = learn::difference(&both)?;
            [property.checks[first].expects, property.checks[second].expects] = difference.expects;
            if difference.is_in_output {
                property.add_difference();
            }
        }
        Ok(property)
    }

    /// The property as a test to go on from by hand.
    pub(crate) fn script(&self, input: &str, with: &[Companion]) -> Script {
        script::script(&self.checks, input, with)
    }

    /// What the commands have to print.
    pub(crate) fn wanted_output(&self) -> Vec<Regex> {
        let expects = self.checks.iter().flat_map(|check| &check.expects);
        let regex = |expect: &Expect| match expect {
            Expect::Print(_, true, regex) => compile(regex).ok(),
            _ => None,
        };
        expects.filter_map(regex).collect()
    }

    /// The signals that have to kill the commands.
    pub(crate) fn wanted_signals(&self) -> Vec<i32> {
        let expects = self.checks.iter().flat_map(|check| &check.expects);
        let signal = |expect: &Expect| match expect {
            Expect::Signal(signal) => Some(*signal),
            _ => None,
        };
        expects.filter_map(signal).collect()
    }

    /// How long the command has to run, if it has to hang.
    pub(crate) fn wanted_hang(&self) -> Option<Duration> {
        let expects = self.checks.iter().flat_map(|check| &check.expects);
        let hang = |expect: &Expect| match expect {
            Expect::Hang(time) => Some(*time),
            _ => None,
        };
        expects.filter_map(hang).max()
    }

    /// Whether every failure that ends in the same way has the property: nothing says what is printed.
    pub(crate) fn is_only_an_end(&self) -> bool {
        let of_command = self.checks.iter().filter(|check| check.role == CheckRole::Main);
        let mut expects = of_command.flat_map(|check| &check.expects).peekable();
        let is_end = |expect: &Expect| {
            matches!(expect, Expect::Exit(_) | Expect::Nonzero | Expect::Signal(_))
        };
        expects.peek().is_some() && expects.all(is_end) && self.checks.len() == 1
    }

    /// The options that say what was learned, to be typed with the command.
    pub(crate) fn options(&self) -> Vec<String> {
        let of_command = self.checks.iter().filter(|check| check.role == CheckRole::Main);
        let expects = of_command.flat_map(|check| &check.expects);
        expects.map(|expect| format!("--expect {}", shell::word(&expect.to_string()))).collect()
    }
}

impl Display for Property {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let told: Vec<String> = self.checks.iter().map(Check::told).collect();
        to.write_str(&told.join("; "))
    }
}

fn parsed(texts: &[String]) -> Result<Vec<Expect>, Failure> {
    let parse = |text: &String| {
        Expect::parse(text).map_err(|fault| Failure::usage(format!("--expect {text}: {fault}")))
    };
    texts.iter().map(parse).collect()
}
