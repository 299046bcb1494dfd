//! Reasons why a test does not do what it should, from its text and from what it printed.

use super::check::{self as messages, Finding};
use super::own_limit;
use crate::interestingness_test::Test;
use crate::settings::Settings;
use probdd_exec::{End, Outcome};
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::time::Duration;

/// What programs print if they need a terminal.
const TERMINAL: [&str; 7] = [
    "not a tty",
    "not a terminal",
    "inappropriate ioctl for device",
    "/dev/tty",
    "term environment variable not set",
    "no tty present",
    "must be run in a terminal",
];

/// What programs print if a file is missing.
const MISSING: [&str; 6] =
    ["no such file", "not found", "cannot find", "can't open", "cannot open", "does not exist"];

/// What is known about a test without running it.
#[derive(Debug)]
pub(crate) struct Reasons<'a> {
    settings: &'a Settings,
    /// The text of a script, or of a description of checks.
    text: String,
}

impl<'a> Reasons<'a> {
    pub(crate) fn new(settings: &'a Settings) -> Reasons<'a> {
        let path = match &settings.test {
            Test::Program(path) => Some(path),
            Test::Checks(checks) => Some(&checks.path),
            Test::Process { .. } | Test::Property(_) => None,
        };
        let bytes = path.and_then(|path| fs::read(path).ok()).unwrap_or_default();
        let is_text = !bytes.contains(&0);
        let text =
            if is_text { String::from_utf8_lossy(&bytes).into_owned() } else { String::new() };
        Reasons { settings, text }
    }

    /// The warning about a time limit of the test's own that a run of this length on the input nearly
    /// reaches.
    pub(crate) fn own_limit(&self, took: Duration) -> Option<String> {
        own_limit::warning(&self.text, took)
    }

    /// The name by which the test reads the original instead of the candidate, if it does.
    pub(crate) fn original(&self) -> Option<String> {
        let input = &self.settings.input;
        let absolute = input.path.display().to_string();
        let resolved = input.path.canonicalize().unwrap_or_default().display().to_string();
        let name = input.name.to_string_lossy();
        let by_variable =
            [format!("$PROBDD_INPUT_DIR/{name}"), format!("${{PROBDD_INPUT_DIR}}/{name}")];
        let names = [absolute, resolved].into_iter().chain(by_variable);
        let mut names = names.filter(|name| name.len() > 1);
        names.find(|name| self.text.contains(name.as_str()))
    }

    /// Reasons for an outcome that is not interesting, as far as the output and the text tell them.
    pub(crate) fn of(&self, outcome: &Outcome) -> Vec<Finding> {
        let first = self.text.lines().next().unwrap_or_default();
        if first.starts_with("#!") && self.text.starts_with(&format!("{first}\r\n")) {
            return vec![messages::line_ends()];
        }
        let output = String::from_utf8_lossy(&outcome.output);
        let lower = output.to_lowercase();
        if TERMINAL.iter().any(|sign| lower.contains(sign)) {
            return vec![messages::terminal()];
        }
        let missing = self.missing(&output);
        if !missing.is_empty() {
            return missing;
        }
        match outcome.end {
            End::Exited(126) => vec![messages::not_runnable()],
            End::Exited(127) => vec![messages::not_found()],
            End::Exited(125) => vec![messages::cannot_decide()],
            End::TimedOut => vec![messages::hangs()],
            _ => Vec::new(),
        }
    }

    /// Files that the output says are missing.
    fn missing(&self, output: &str) -> Vec<Finding> {
        let settings = self.settings;
        let is_about = |line: &&str| {
            let line = line.to_lowercase();
            MISSING.iter().any(|sign| line.contains(sign))
        };
        let is_end = |c: char| c.is_whitespace() || "\"'`‘’:;,()<>[]".contains(c);
        let words = output.lines().filter(is_about).flatten_words(is_end);
        let mut found: Vec<Finding> = Vec::new();
        for word in words {
            let path = Path::new(word);
            let is_input = path == Path::new(&settings.input.name);
            if path.is_absolute() || is_input || word.starts_with('-') {
                continue;
            }
            let beside_input = settings.input.dir.join(path).exists();
            let beside_test = self.test_dir().is_some_and(|dir| dir.join(path).exists());
            let finding = if beside_input {
                messages::needs(&[word.to_owned()])
            } else if beside_test {
                messages::beside_test(word)
            } else if self.is_another_name(path) {
                messages::another_name(word, &settings.input.shown_name())
            } else {
                continue;
            };
            if !found.contains(&finding) {
                found.push(finding);
            }
        }
        found
    }

    fn test_dir(&self) -> Option<&Path> {
        match &self.settings.test {
            Test::Program(path) => path.parent(),
            Test::Checks(checks) => Some(&checks.dir),
            Test::Process { .. } | Test::Property(_) => None,
        }
    }

    /// Whether a missing file looks like the input under another name.
    fn is_another_name(&self, path: &Path) -> bool {
        let name = Path::new(&self.settings.input.name);
        let is_named = || {
            self.text
                .as_bytes()
                .windows(path.as_os_str().len())
                .any(|part| part == path.as_os_str().as_bytes())
        };
        path.extension().is_some() && path.extension() == name.extension() && is_named()
    }
}

/// The words of lines.
trait FlattenWords<'a>: Iterator<Item = &'a str> + Sized {
    fn flatten_words(self, is_end: impl Fn(char) -> bool + Copy) -> Vec<&'a str> {
        let words = self.flat_map(move |line| line.split(is_end).collect::<Vec<_>>());
        words.filter(|word| word.len() > 1 && *word != "..").collect()
    }
}

impl<'a, I: Iterator<Item = &'a str>> FlattenWords<'a> for I {}
