//! What `probdd check` says about a test.

use super::numbers::time;
use crate::error::{Failure, cannot};
use crate::process_end::of_program;
use crate::settings::Settings;
use probdd_exec::{Outcome, write_bundle};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// One thing that was found out about a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Finding {
    /// What it means for a reduction.
    pub(crate) level: Level,
    /// What was found.
    pub(crate) text: String,
    /// What to do about it.
    pub(crate) remedy: Option<String>,
}

/// What a finding means for a reduction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Level {
    /// It is as it should be.
    Good,
    /// It works, but not as well as it could.
    Advice,
    /// A reduction with this test fails, or its result is worth nothing.
    Fault,
}

/// Which trivial inputs the test finds interesting.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Trivial {
    pub(crate) empty: bool,
    pub(crate) garbage: bool,
    pub(crate) half: bool,
}

impl Finding {
    fn good(text: impl Into<String>) -> Finding {
        Finding { level: Level::Good, text: text.into(), remedy: None }
    }

    fn advice(text: impl Into<String>, remedy: impl Into<String>) -> Finding {
        Finding { level: Level::Advice, text: text.into(), remedy: Some(remedy.into()) }
    }

    fn fault(text: impl Into<String>, remedy: impl Into<String>) -> Finding {
        Finding { level: Level::Fault, text: text.into(), remedy: Some(remedy.into()) }
    }

    pub(crate) fn is_fault(&self) -> bool {
        self.level == Level::Fault
    }
}

pub(crate) fn interesting(runs: usize, typical: Duration, slowest: Duration) -> Finding {
    let [typical, slowest] = [typical, slowest].map(milliseconds);
    Finding::good(format!(
        "the input is interesting in {runs} of {runs} runs, {typical} each, {slowest} the slowest"
    ))
}

pub(crate) fn not_interesting(outcome: &Outcome, runs: usize) -> Finding {
    let output = String::from_utf8_lossy(&outcome.output);
    let lines: Vec<&str> = output.trim_end().lines().collect();
    let last = &lines[lines.len().saturating_sub(10)..];
    let printed = match last {
        [] => "it printed nothing".into(),
        lines => format!("its last lines are:\n    | {}", lines.join("\n    | ")),
    };
    Finding {
        level: Level::Fault,
        text: format!(
            "the input is interesting in none of {runs} runs: the test {}, and {printed}",
            of_program(outcome.end)
        ),
        remedy: None,
    }
}

pub(crate) fn unreliable(hits: usize, runs: usize) -> Finding {
    let rate = hits as f64 / runs as f64;
    Finding::fault(
        format!("the input is interesting in {hits} of {runs} runs: the test is not deterministic"),
        format!(
            "fix its seeds and addresses (`setarch -R`, PYTHONHASHSEED=0), or reduce with --hit-rate \
             {rate:.1}"
        ),
    )
}

pub(crate) fn trivial(found: Trivial, original: Option<String>) -> Finding {
    let Trivial { empty, garbage, half } = found;
    match (empty, garbage, half) {
        (true, true, _) => match original {
            Some(path) => Finding::fault(
                format!("every candidate is interesting: the test reads the original, `{path}`"),
                "read the candidate instead: its path is $1, and it has the input's name in the \
                 current directory",
            ),
            None => Finding::fault(
                "every candidate is interesting, an empty file and garbage as well",
                "a script exits as its last command does: let it end with the one that decides, such \
                 as grep -q, or write `|| exit 1` after each condition",
            ),
        },
        (false, true, _) => Finding::fault(
            "a file of garbage is interesting",
            "let the test look for what only this failure prints: any syntax error has the exit code \
             of an error",
        ),
        (true, false, _) => Finding::fault(
            "the empty file is interesting, so the result will be empty",
            "let the test look for what only this failure prints",
        ),
        (false, false, true) => Finding::good(
            "the empty file and garbage are not interesting, and the first half of the input is",
        ),
        (false, false, false) => Finding::good(
            "the empty file, garbage and the first half of the input are not interesting",
        ),
    }
}

pub(crate) fn undisturbed() -> Finding {
    Finding::good("tests that run at the same time do not disturb each other")
}

pub(crate) fn shared_files(files: &[PathBuf]) -> Finding {
    Finding::advice(format!("each run writes the same files: {}", names(files)), OWN_PLACES)
}

pub(crate) fn disturbed(files: &[PathBuf]) -> Finding {
    let what = match files {
        [] => "they share a file, a port or a lock".into(),
        files => format!("each writes {}", names(files)),
    };
    let text = format!("tests that run at the same time disturb each other: {what}");
    Finding::fault(text, OWN_PLACES)
}

const OWN_PLACES: &str = "write into the current directory or $TMPDIR, and let the system choose ports; \
     a reduction gives each test a /tmp of its own, or runs them one by one";

/// The first of some files.
fn names(files: &[PathBuf]) -> String {
    let names: Vec<String> = files.iter().take(3).map(|path| path.display().to_string()).collect();
    names.join(", ")
}

pub(crate) fn no_gain(alone: Duration, together: Duration) -> Finding {
    Finding::advice(
        format!(
            "two tests at a time take {}, one alone {}: several jobs gain little here",
            milliseconds(together),
            milliseconds(alone)
        ),
        "the test may use several cores itself, or wait for a lock; compare -j1",
    )
}

pub(crate) fn much_output() -> Finding {
    Finding::advice("the test prints more than 1 MiB in each run", "redirect what nobody reads")
}

pub(crate) fn survivors() -> Finding {
    Finding::fault(
        "the test leaves a process behind that cannot be killed",
        "let the test wait for what it starts",
    )
}

pub(crate) fn mounts() -> Finding {
    Finding::fault(
        "the test leaves mounts in its directory, which probdd detaches",
        "let the test unmount what it mounts",
    )
}

pub(crate) fn own_limit(warning: &str) -> Finding {
    Finding { level: Level::Advice, text: warning.to_owned(), remedy: None }
}

pub(crate) fn opposite() -> Finding {
    Finding::fault(
        "the test says the opposite: it exits with 0 on garbage, and with another code on the input",
        "0 means interesting: negate its last command, with `!`",
    )
}

pub(crate) fn needs(names: &[String]) -> Finding {
    let options: Vec<String> = names.iter().map(|name| format!("--with {name}")).collect();
    Finding::fault(
        format!(
            "the test needs {}, and its directory holds only the candidate",
            names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
        ),
        format!("add {}, or name it by $PROBDD_INPUT_DIR", options.join(" ")),
    )
}

pub(crate) fn beside_test(name: &str) -> Finding {
    Finding::fault(
        format!(
            "the test needs `{name}`, which lies beside it, and not in the candidate's directory"
        ),
        format!("write \"$(dirname \"$0\")/{name}\", or add --with"),
    )
}

pub(crate) fn another_name(name: &str, input: &str) -> Finding {
    Finding::fault(
        format!("the test reads `{name}`, but the candidate has the name of the input, `{input}`"),
        "write \"$1\", or rename the input",
    )
}

pub(crate) fn terminal() -> Finding {
    Finding::fault(
        "the test needs a terminal, and tests run without one",
        "look for an option that makes the program run in batch mode",
    )
}

pub(crate) fn line_ends() -> Finding {
    Finding::fault(
        "the test's lines end as on Windows, so its interpreter reads carriage returns",
        "remove them, with dos2unix",
    )
}

pub(crate) fn not_runnable() -> Finding {
    Finding::fault(
        "126 means that a command could not be run",
        "check the permissions of what the test runs",
    )
}

pub(crate) fn not_found() -> Finding {
    Finding::fault(
        "127 means that a command was not found",
        "install it, or name it by its path; the test runs in a fresh directory",
    )
}

pub(crate) fn cannot_decide() -> Finding {
    Finding::fault(
        "125 means that the test cannot decide",
        "exit with 0 for interesting, and with 1 for uninteresting candidates",
    )
}

pub(crate) fn hangs() -> Finding {
    Finding::fault(
        "the test does not end in time",
        "if it is only slow, say --timeout TIME; if it waits for input, give it some: standard input \
         is empty",
    )
}

pub(crate) fn unknown_reason() -> Finding {
    Finding::fault(
        "the reason is not known",
        "0 means interesting: run the test by hand, with `sh -x`, in the directory below",
    )
}

/// Makes a directory like that of a query, which stays, and says how to run the test in it.
pub(crate) fn by_hand(settings: &Settings) -> Result<Finding, Failure> {
    let input = &settings.input;
    let name = format!("probdd-check-{}", std::process::id());
    let directory = std::env::temp_dir().join(name);
    let cannot_make = cannot("make", &directory);
    fs::create_dir_all(&directory).map_err(cannot_make)?;
    let candidate = if input.files.is_some() {
        write_bundle(&directory, &input.bytes).map_err(|(_, cause)| cannot_make(cause))?;
        directory.clone()
    } else {
        let path = directory.join(&input.name);
        fs::write(&path, &input.bytes).map_err(cannot_make)?;
        path
    };
    let advice = match &settings.test {
        crate::interestingness_test::Test::Program(program) => {
            format!("cd {} && {} {}; echo $?", shown(&directory), shown(program), shown(&candidate))
        }
        _ => format!("cd {}", shown(&directory)),
    };
    Ok(Finding::advice("a directory like that of a query is kept, to try it by hand", advice))
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}

/// A time that may be short.
fn milliseconds(duration: Duration) -> String {
    if duration < Duration::from_secs(1) {
        format!("{} ms", duration.as_millis())
    } else {
        time(duration)
    }
}
