//! The error for an unmodified input that is not interesting, with hints why.

use super::reasons::Reasons;
use crate::error::{Exit, Failure};
use crate::interestingness_test::{ChecksFile, Test};
use crate::process_end::{of_conversation, of_program};
use crate::settings::Settings;
use probdd_core::Verdict;
use probdd_exec::{CheckRun, Confinement, End, Outcome, Protection};
use std::path::Path;

/// Makes the error.
pub(crate) fn failure(settings: &Settings, outcome: &Outcome) -> Failure {
    let (test, input) = (&settings.test, settings.input.path.display());
    let end = match test {
        Test::Program(_) => format!("`{test}` {}", of_program(outcome.end)),
        Test::Process { .. } => format!("`{test}` {}", process_end(outcome)),
        Test::Checks(file) => checks_end(file, outcome),
        Test::Property(_) => property_end(outcome),
    };
    let message = format!("the input is not interesting: on `{input}`, {end}");
    let mut failure = Failure::new(Exit::NotInteresting, anyhow::anyhow!(message));
    let name = settings.input.shown_name();
    failure.hints = match test {
        Test::Program(program) => {
            line_ends_hint(program).into_iter().chain(program_hints(outcome.end, &name)).collect()
        }
        Test::Process { .. } => process_hints(outcome.end, &name),
        Test::Checks(_) => checks_hints(outcome.end, &name),
        Test::Property(_) => property_hints(outcome.end, &name),
    };
    failure.hints.retain(|hint| !hint.is_empty());
    // What is known about this test comes before what holds for most.
    for reason in Reasons::new(settings).of(outcome).into_iter().rev() {
        let remedy = reason.remedy.map(|remedy| format!(": {remedy}")).unwrap_or_default();
        failure.hints.insert(0, format!("{}{remedy}", reason.text));
    }
    if matches!(test, Test::Program(_) | Test::Checks(_)) {
        failure.hints.push(CHECK.into());
    }
    failure.hints.extend(settings.input.files.as_ref().map(|_| LEFT_OUT.into()));
    failure.hints.extend(confinement_hint(&settings.confinement));
    failure.output = Some(String::from_utf8_lossy(&outcome.output).into_owned());
    failure
}

/// The advice for a script whose lines end as on Windows: its interpreter reads the carriage returns.
fn line_ends_hint(program: &Path) -> Option<String> {
    let text = std::fs::read(program).ok().filter(|text| text.starts_with(b"#!"))?;
    let line = text.split(|byte| *byte == b'\n').next()?;
    let hint = "the test's lines end as on Windows: remove the carriage returns, with dos2unix";
    line.ends_with(b"\r").then(|| hint.into())
}

fn process_end(outcome: &Outcome) -> String {
    match outcome.end {
        End::Answered if outcome.verdict == Verdict::Uninteresting => {
            "answered `uninteresting`".into()
        }
        End::Answered => "answered `unresolved`".into(),
        end => of_conversation(end),
    }
}

fn checks_end(file: &ChecksFile, outcome: &Outcome) -> String {
    let failed = outcome.checks.iter().find(|check| !check.has_held);
    match failed {
        Some(CheckRun { name, fault: Some(fault), .. }) => {
            format!("the check `{name}` of `{}` {fault}", file.path.display())
        }
        _ => format!("the checks of `{}` did not all run", file.path.display()),
    }
}

/// What a command did instead of what it has to do.
fn property_end(outcome: &Outcome) -> String {
    match outcome.checks.iter().find(|check| !check.has_held) {
        Some(CheckRun { name, fault: Some(fault), .. }) if &**name == "command" => {
            format!("the command {fault}")
        }
        Some(CheckRun { name, fault: Some(fault), .. }) => format!("the check `{name}` {fault}"),
        _ => "the commands did not all run".into(),
    }
}

fn property_hints(end: End, name: &str) -> Vec<String> {
    let first = match end {
        End::TimedOut => "give it more time: --timeout SECONDS, or auto",
        End::OutOfDisk => MORE_DISK,
        _ => "--expect says what a command has to do; without it, probdd finds out what it does",
    };
    let place = format!(
        "commands run in a fresh directory that holds only `{name}`: --with PATH adds what they need"
    );
    vec![first.into(), place]
}

const NOT_RUNNABLE: &str = "126 means that a command could not be run: check its permissions";
const CHECK: &str = "`probdd check` with the same arguments looks for the reason, and keeps a directory to try it in";
const LEFT_OUT: &str = "hidden files, and what .gitignore and --exclude leave out, are not there unless they are \
     named; --with PATH adds what is not to be reduced";
const MORE_DISK: &str = "increase its disk limit: --disk SIZE";

fn program_hints(end: End, name: &str) -> Vec<String> {
    let first = match end {
        End::Exited(126) => NOT_RUNNABLE,
        End::Exited(127) => "127 means that a command was not found: is a tool missing on PATH?",
        End::Exited(125) => "125 means that the test cannot decide; 0 means interesting",
        End::Exited(_) => {
            "0 means interesting; for example, a test that ends with `grep -q` exits with 0 on a match"
        }
        End::TimedOut => "give it more time: --timeout SECONDS, or auto",
        End::OutOfDisk => MORE_DISK,
        _ => "find out why it ended",
    };
    let place = format!(
        "the test runs in a fresh directory that holds only `{name}`: name other files by absolute \
         paths, or relative to the test (\"$(dirname \"$0\")\") or to $PROBDD_INPUT_DIR"
    );
    let again =
        "try it by hand: copy the input alone into an empty directory and run the test there";
    vec![first.into(), place, again.into()]
}

fn process_hints(end: End, name: &str) -> Vec<String> {
    let first = match end {
        End::Exited(126) => NOT_RUNNABLE,
        End::Exited(127) => {
            "127 means that a command was not found: `sh -c` runs it in the current directory, where \
             a program is named `./NAME`"
        }
        End::Exited(_) | End::Signaled(_) => {
            "it must answer one line after another until its standard input ends"
        }
        End::TimedOut => {
            "check that each answer ends with a newline and is flushed; else give it more time, \
             which includes its start: --timeout SECONDS, or auto"
        }
        End::Garbled => "print everything else to standard error",
        End::OutOfDisk => MORE_DISK,
        End::Answered | End::Interrupted | End::Lost => "",
    };
    let protocol = format!(
        "the process reads lines; each is the path of a directory that holds only `{name}`. For each \
         it writes one line, and nothing else, to its standard output: interesting, uninteresting or \
         unresolved"
    );
    let again = "try it by hand: copy the input alone into an empty directory DIR; `echo DIR | CMD` \
                 should print `interesting`";
    vec![first.into(), protocol, again.into()]
}

fn checks_hints(end: End, name: &str) -> Vec<String> {
    let first = match end {
        End::Exited(126) => NOT_RUNNABLE,
        End::Exited(127) => "127 means that a command was not found: is a tool missing on PATH?",
        End::Exited(125) => "125 means that the check cannot decide",
        End::Exited(0) => "",
        End::Exited(_) | End::Signaled(_) => {
            "0 means that the check holds, unless its `exit` says otherwise; 128 and more is the \
             signal that killed it"
        }
        End::TimedOut => "give it more time: timeout = SECONDS, or --timeout SECONDS for all",
        End::OutOfDisk => MORE_DISK,
        _ => "find out why it ended",
    };
    let place = format!(
        "the checks run in a fresh directory that holds only `{name}`; each sees the files that the \
         checks before it have written. Files beside the checks are `$CHECKS_DIR/NAME`, files beside \
         the input `$PROBDD_INPUT_DIR/NAME`"
    );
    let again = "try it by hand: copy the input alone into an empty directory and run the checks there, \
                 one after another";
    vec![first.into(), place, again.into()]
}

/// What the test may be missing because of `--memory`, `--disk` and `--sandbox`.
fn confinement_hint(confinement: &Confinement) -> Option<String> {
    let limits = match (confinement.memory, confinement.disk) {
        (None, None) => None,
        _ => Some("more memory or disk space (--memory, --disk)"),
    };
    let sandbox = match confinement.protection {
        Protection::None => None,
        Protection::Write => Some("to write outside of its directory and $TMPDIR (--sandbox)"),
        Protection::Full => {
            Some("to write outside of its directory and $TMPDIR, sockets, or $HOME (--sandbox)")
        }
    };
    let missing: Vec<_> = [limits, sandbox].into_iter().flatten().collect();
    (!missing.is_empty())
        .then(|| format!("it may need what it does not get: {}", missing.join("; ")))
}
