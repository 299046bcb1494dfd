//! One command of a property: what it is for, and what it has to do.

use super::command::Command;
use super::expect::{Expect, expectation};
use probdd_exec::{CheckSpec, Expectation, ExpectedEnd};

/// One command of a property.
#[derive(Clone, Debug)]
pub(super) struct Check {
    pub(super) name: String,
    pub(super) role: CheckRole,
    /// As it was typed.
    pub(super) typed: String,
    pub(super) command: Command,
    /// What it has to do. Nothing, if that is still to be learned.
    pub(super) expects: Vec<Expect>,
    /// The failure that was recognised in its output, for people.
    pub(super) failure: Option<String>,
    /// The checks whose files it uses.
    pub(super) after: Vec<usize>,
}

/// What a command is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CheckRole {
    /// What it has to do is learned, unless the user says it.
    Main,
    /// It has to do what the user says, or succeed.
    Also,
    /// It must not do what the user says, or succeed.
    Reject,
    /// One of two whose behaviour differs.
    Compared,
    /// Shows that the outputs of two commands differ.
    Difference,
    /// It has to succeed.
    Guard,
}

impl Check {
    /// The check as it runs.
    pub(super) fn spec(&self) -> CheckSpec {
        let (expected, hang) = match self.expects.as_slice() {
            [] => (Expectation { end: ExpectedEnd::Any, ..Expectation::default() }, None),
            some => expectation(some).expect("it was checked when it was made"),
        };
        CheckSpec {
            name: self.name.as_str().into(),
            command: self.command.runs.clone(),
            expectation: Expectation { is_negated: self.role == CheckRole::Reject, ..expected },
            timeout: hang,
            after: self.after.clone(),
        }
    }

    /// What holds, in words.
    pub(super) fn told(&self) -> String {
        let told = |expect: &Expect| match (expect, &self.failure) {
            (Expect::Print(..), Some(failure)) => format!("prints \"{failure}\""),
            (Expect::OnlyError(regex), Some(_)) if self.is_the_only_kind(regex) => {
                "reports no other kind of error".to_owned()
            }
            (Expect::OnlyError(_), Some(_)) => {
                "reports no kind of error that the input does not have".to_owned()
            }
            (expect, _) => expect.told(),
        };
        let does = enumerated(self.expects.iter().map(told).collect());
        let line = &self.typed;
        match self.role {
            CheckRole::Main => format!("the command {does}"),
            CheckRole::Reject => format!("`{line}` does not do this: it {does}"),
            CheckRole::Difference => "their outputs differ".into(),
            CheckRole::Also | CheckRole::Compared | CheckRole::Guard => format!("`{line}` {does}"),
        }
    }

    /// Whether errors of only one kind are allowed, the one that is wanted.
    fn is_the_only_kind(&self, regex: &str) -> bool {
        let is_it =
            |expect: &Expect| matches!(expect, Expect::Print(_, true, wanted) if wanted == regex);
        self.expects.iter().any(is_it)
    }
}

/// Several things in a sentence.
fn enumerated(mut all: Vec<String>) -> String {
    let Some(last) = all.pop() else { return String::new() };
    if all.is_empty() { last } else { format!("{} and {last}", all.join(", ")) }
}
