//! `--expect`: what a command has to do, as it is typed, as it is told, and as it is judged.

use super::errors::no_other_error;
use super::signals::{OF_SIGNAL, is_signal, signal_name, signal_number};
use super::signatures::compile;
use crate::command_line::duration;
use probdd_exec::{Expectation, ExpectedEnd, Pattern, Stream};
use std::fmt::{self, Display};
use std::time::Duration;

/// The beginnings of expectations about the output.
const STREAMS: [(&str, Stream, bool); 5] = [
    ("stdout", Stream::Stdout, true),
    ("stderr", Stream::Stderr, true),
    ("output", Stream::Either, true),
    ("not-stdout", Stream::Stdout, false),
    ("not-stderr", Stream::Stderr, false),
];

/// One thing that a command has to do. It is written as the value of `--expect`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Expect {
    /// Ends with this exit code.
    Exit(i32),
    /// Ends with another exit code than 0, or is killed by a signal.
    Nonzero,
    /// Is killed by the signal with this number.
    Signal(i32),
    /// Runs at least this long.
    Hang(Duration),
    /// Runs longer than harmless runs do: how long is still to be found out.
    AnyHang,
    /// Prints no line that reports an error, but those that match.
    OnlyError(String),
    /// Prints what matches, or what does not.
    Print(Stream, bool, String),
}

impl Expect {
    /// Reads the value of `--expect`.
    pub(crate) fn parse(text: &str) -> Result<Expect, String> {
        let usage = "expected exit=N, exit=zero, exit=nonzero, signal=NAME, hang=SECONDS, hang, \
                     or stdout=, stderr=, output=, not-stdout=, not-stderr= or only-error= and a regular \
                     expression";
        if text == "hang" {
            return Ok(Expect::AnyHang);
        }
        let (name, value) = text.split_once('=').ok_or(usage)?;
        if let Some((_, stream, is_wanted)) = STREAMS.iter().find(|(known, ..)| *known == name) {
            compile(value)
                .map_err(|fault| format!("`{value}` is no regular expression: {fault}"))?;
            return Ok(Expect::Print(*stream, *is_wanted, value.to_owned()));
        }
        match (name, value) {
            ("exit", "zero") => Ok(Expect::Exit(0)),
            ("exit", "nonzero") => Ok(Expect::Nonzero),
            ("exit", code) => match code.parse() {
                Ok(code @ 0..=255) => Ok(Expect::Exit(code)),
                _ => {
                    Err("expected exit=zero, exit=nonzero, or exit= and a number up to 255".into())
                }
            },
            ("signal", signal) => signal_number(signal).map(Expect::Signal).ok_or_else(|| {
                "expected signal= and a name such as SEGV or ABRT, or a number".to_owned()
            }),
            ("only-error", regex) => match compile(regex) {
                Ok(_) => Ok(Expect::OnlyError(regex.to_owned())),
                Err(fault) => Err(format!("`{regex}` is no regular expression: {fault}")),
            },
            ("hang", time) => duration(time).map(Expect::Hang).ok_or_else(|| {
                "expected hang= and a time greater than 0, such as hang=5s".to_owned()
            }),
            _ => Err(usage.into()),
        }
    }

    /// The expectation about an exit code, which may be that of a signal.
    pub(crate) fn of_code(code: i32) -> Expect {
        match code - OF_SIGNAL {
            signal if is_signal(signal) => Expect::Signal(signal),
            _ => Expect::Exit(code),
        }
    }

    /// What the command does, in words: `exits with 1`.
    pub(crate) fn told(&self) -> String {
        match self {
            Expect::Exit(0) => "succeeds".into(),
            Expect::Exit(code) => format!("exits with {code}"),
            Expect::Nonzero => "fails".into(),
            Expect::Signal(signal) => format!("is killed by SIG{}", signal_name(*signal)),
            Expect::Hang(time) => format!("runs for at least {} s", time.as_secs_f64()),
            Expect::AnyHang => "does not end".into(),
            Expect::OnlyError(regex) => format!("reports no error but what matches `{regex}`"),
            Expect::Print(stream, true, regex) => {
                format!("prints what matches `{regex}`{}", place(*stream))
            }
            Expect::Print(stream, false, regex) => {
                format!("prints nothing that matches `{regex}`{}", place(*stream))
            }
        }
    }
}

impl Display for Expect {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expect::Exit(0) => to.write_str("exit=zero"),
            Expect::Exit(code) => write!(to, "exit={code}"),
            Expect::Nonzero => to.write_str("exit=nonzero"),
            Expect::Signal(signal) => write!(to, "signal={}", signal_name(*signal)),
            Expect::Hang(time) => write!(to, "hang={}s", time.as_secs_f64()),
            Expect::AnyHang => to.write_str("hang"),
            Expect::OnlyError(regex) => write!(to, "only-error={regex}"),
            Expect::Print(stream, is_wanted, regex) => {
                let is_it = |row: &&(&str, Stream, bool)| (row.1, row.2) == (*stream, *is_wanted);
                let name = STREAMS.iter().find(is_it).map_or("output", |(name, ..)| *name);
                write!(to, "{name}={regex}")
            }
        }
    }
}

/// Where something is printed, unless that is anywhere.
fn place(stream: Stream) -> &'static str {
    match stream {
        Stream::Stdout => " to standard output",
        Stream::Stderr => " to standard error",
        Stream::Either => "",
    }
}

/// How a command has to end so that all of this holds, and how long it may run.
///
/// # Errors
/// When nothing can hold: a text for people.
pub(crate) fn expectation(all: &[Expect]) -> Result<(Expectation, Option<Duration>), String> {
    let (mut codes, mut patterns, mut hang, mut has_failed) = (Vec::new(), Vec::new(), None, false);
    for one in all {
        match one {
            Expect::Exit(code) => codes.push(*code),
            Expect::Signal(signal) => codes.push(OF_SIGNAL + signal),
            Expect::Nonzero => has_failed = true,
            Expect::Hang(time) => hang = Some(*time),
            Expect::AnyHang => hang = hang.or(Some(Duration::MAX)),
            Expect::OnlyError(regex) => patterns.push(no_other_error(regex)?),
            Expect::Print(stream, is_wanted, regex) => patterns.push(Pattern {
                stream: *stream,
                is_wanted: *is_wanted,
                regex: compile(regex)?,
                except: None,
            }),
        }
    }
    let end = match (hang.is_some(), has_failed, codes.is_empty()) {
        (false, false, true) => ExpectedEnd::Any,
        (false, false, false) => ExpectedEnd::Code(codes),
        (false, true, true) => ExpectedEnd::Failure,
        (true, false, true) => ExpectedEnd::Hang,
        (true, ..) => return Err("a command that hangs has no exit code".into()),
        (false, true, false) => return Err("exit=nonzero allows every other exit code".into()),
    };
    let hang = hang.filter(|time| *time < Duration::MAX);
    Ok((Expectation { end, patterns, is_negated: false }, hang))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_expectation_is_written_as_it_is_read() {
        for text in [
            "exit=zero",
            "exit=3",
            "exit=nonzero",
            "signal=ABRT",
            "signal=40",
            "hang=2.5s",
            "hang",
            "only-error=E0502|E0503",
            "stdout=^x+$",
            "not-stderr=a=b",
            "output=x",
        ] {
            assert_eq!(Expect::parse(text).expect(text).to_string(), text);
        }
        assert_eq!(Expect::parse("signal=sigsegv"), Ok(Expect::Signal(11)));
        assert_eq!(Expect::parse("exit=0"), Ok(Expect::Exit(0)));
        for wrong in [
            "",
            "exit",
            "exit=256",
            "exit=x",
            "signal=X",
            "hang=0",
            "stdout=(",
            "only-error=(",
            "out=x",
        ] {
            assert!(Expect::parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn exit_codes_of_shells_stand_for_signals() {
        assert_eq!(Expect::of_code(139), Expect::Signal(11));
        assert_eq!(Expect::of_code(1), Expect::Exit(1));
        assert_eq!(Expect::of_code(255), Expect::Exit(255));
    }

    #[test]
    fn several_exit_codes_are_alternatives_and_contradictions_are_refused() {
        let end = |texts: &[&str]| {
            let all: Vec<_> = texts.iter().map(|text| Expect::parse(text).expect(text)).collect();
            expectation(&all).map(|(expectation, _)| expectation.end)
        };
        assert_eq!(end(&["exit=3", "signal=ABRT"]), Ok(ExpectedEnd::Code(vec![3, 134])));
        assert_eq!(end(&["stdout=x"]), Ok(ExpectedEnd::Any));
        assert_eq!(end(&["exit=nonzero"]), Ok(ExpectedEnd::Failure));
        assert_eq!(end(&["hang=1s", "stdout=x"]), Ok(ExpectedEnd::Hang));
        assert!(end(&["hang=1s", "exit=1"]).is_err());
        assert!(end(&["exit=nonzero", "exit=1"]).is_err());
    }
}
