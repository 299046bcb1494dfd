//! The text of a `checks.toml`, entry by entry; every mistake has its line and column.

use crate::error::Failure;
use probdd_exec::{CheckCommand, CheckSpec, Expectation, Pattern, Stream};
use regex::bytes::RegexBuilder;
use serde::Deserialize;
use std::ffi::{OsStr, OsString};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;
use toml::{Spanned, Value};

/// What a check looks like.
pub(super) const EXAMPLE: &str =
    "a check is: [[check]], and below it name = \"compiles\" and run = \"gcc -c input.c\"";

/// What else it may have.
const FIELDS: &str = "a check has `name`, `run`, and maybe `after`, `exit`, `stdout`, `stderr`, \
                      `not-stdout`, `not-stderr`, `timeout`, `redundant`";

/// What leads to the files beside the description.
const CHECKS_DIR: [&str; 2] = ["$CHECKS_DIR/", "${CHECKS_DIR}/"];

/// What runs the script that comes next.
const INTERPRETERS: [&str; 9] =
    [".", "bash", "exec", "node", "perl", "python", "python3", "ruby", "sh"];

/// A place in the text, in bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place(pub(super) usize);

/// The text of a file.
pub(super) struct Source<'a> {
    path: &'a Path,
    text: &'a str,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    check: Vec<Entry>,
}

/// A check as it is written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Entry {
    name: Spanned<String>,
    run: Spanned<Value>,
    #[serde(default)]
    after: Vec<Spanned<String>>,
    exit: Option<Spanned<Value>>,
    stdout: Option<Spanned<String>>,
    stderr: Option<Spanned<String>>,
    not_stdout: Option<Spanned<String>>,
    not_stderr: Option<Spanned<String>>,
    timeout: Option<Spanned<Value>>,
    pub(super) redundant: Option<bool>,
}

impl Entry {
    pub(super) fn name(&self) -> (&str, Place) {
        (self.name.as_ref(), place(&self.name))
    }

    /// The checks that it needs.
    pub(super) fn after(&self) -> impl Iterator<Item = (&str, Place)> {
        self.after.iter().map(|name| (name.as_ref().as_str(), place(name)))
    }
}

fn place<T>(value: &Spanned<T>) -> Place {
    Place(value.span().start)
}

impl<'a> Source<'a> {
    pub(super) fn new(path: &'a Path, text: &'a str) -> Source<'a> {
        Source { path, text }
    }

    pub(super) fn len(&self) -> usize {
        self.text.len()
    }

    /// The checks of the file.
    pub(super) fn entries(&self) -> Result<Vec<Entry>, Failure> {
        let file: File = toml::from_str(self.text).map_err(|error| {
            let place = Place(error.span().map_or(0, |span| span.start));
            let message = error.message().lines().collect::<Vec<_>>().join("; ");
            self.fault(place, &message).hint(FIELDS)
        })?;
        Ok(file.check)
    }

    /// A mistake.
    pub(super) fn fault(&self, at: Place, message: &str) -> Failure {
        let (line, before) = (self.line(at), &self.text[..at.0.min(self.text.len())]);
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        Failure::usage(format!("{}:{line}:{column}: {message}", self.path.display()))
    }

    /// The number of its line.
    pub(super) fn line(&self, at: Place) -> usize {
        let before = &self.text.as_bytes()[..at.0.min(self.text.len())];
        before.split(|byte| *byte == b'\n').count()
    }

    /// What an entry means that needs these others. Adds the files that it names.
    pub(super) fn spec(
        &self,
        entry: &Entry,
        after: Vec<usize>,
        files: &mut Vec<PathBuf>,
    ) -> Result<CheckSpec, Failure> {
        Ok(CheckSpec {
            name: entry.name().0.into(),
            command: self.command(&entry.run, after.is_empty(), files)?,
            expectation: Expectation { exit: self.exit(entry)?, patterns: self.patterns(entry)? },
            timeout: self.timeout(entry)?,
            after,
        })
    }

    fn exit(&self, entry: &Entry) -> Result<Vec<i32>, Failure> {
        let Some(exit) = &entry.exit else { return Ok(vec![0]) };
        let codes = match exit.as_ref() {
            Value::Array(codes) => codes.as_slice(),
            code => std::slice::from_ref(code),
        };
        let code = |value: &Value| value.as_integer().filter(|code| (0..=255).contains(code));
        let known: Option<Vec<i32>> = codes.iter().map(|it| code(it).map(|it| it as i32)).collect();
        known.filter(|codes| !codes.is_empty()).ok_or_else(|| {
            let message = "`exit` is an exit code from 0 to 255, or a list of some";
            self.fault(place(exit), message).hint("write exit = 0, or exit = [1, 139]")
        })
    }

    fn timeout(&self, entry: &Entry) -> Result<Option<Duration>, Failure> {
        let Some(timeout) = &entry.timeout else { return Ok(None) };
        let value = timeout.as_ref();
        let seconds = value.as_float().or_else(|| value.as_integer().map(|whole| whole as f64));
        let seconds = seconds.filter(|seconds| *seconds > 0.0 && *seconds < 1e9);
        seconds.map(|seconds| Some(Duration::from_secs_f64(seconds))).ok_or_else(|| {
            let failure = self.fault(place(timeout), "`timeout` is a number greater than 0");
            failure.hint("it is in seconds: timeout = 10")
        })
    }

    fn patterns(&self, entry: &Entry) -> Result<Vec<Pattern>, Failure> {
        let all = [
            (&entry.stdout, Stream::Stdout, true),
            (&entry.stderr, Stream::Stderr, true),
            (&entry.not_stdout, Stream::Stdout, false),
            (&entry.not_stderr, Stream::Stderr, false),
        ];
        let given = all.into_iter().filter_map(|(text, stream, is_wanted)| {
            text.as_ref().map(|text| (text, stream, is_wanted))
        });
        let pattern = |(text, stream, is_wanted): (&Spanned<String>, Stream, bool)| {
            let regex = RegexBuilder::new(text.as_ref()).multi_line(true).build();
            let regex = regex.map_err(|error| {
                let error = error.to_string();
                let what = error.lines().last().unwrap_or_default().trim_start_matches("error: ");
                let hint = "it is a regular expression: \\ before what is to be taken literally; in \
                            '...' TOML leaves \\ alone";
                self.fault(place(text), what).hint(hint)
            })?;
            Ok(Pattern { stream, is_wanted, regex })
        };
        given.map(pattern).collect()
    }

    fn command(
        &self,
        run: &Spanned<Value>,
        is_first: bool,
        files: &mut Vec<PathBuf>,
    ) -> Result<CheckCommand, Failure> {
        let at = place(run);
        match run.as_ref() {
            Value::String(command) if !command.trim().is_empty() => {
                self.words(command, at, files)?;
                Ok(CheckCommand::Shell(command.into()))
            }
            Value::Array(words) => {
                let words: Option<Vec<&str>> = words.iter().map(Value::as_str).collect();
                match words.as_deref() {
                    Some([program, arguments @ ..]) if !program.is_empty() => {
                        let program = self.program(program, at, is_first, files)?;
                        let arguments = arguments.iter().map(OsString::from).collect();
                        Ok(CheckCommand::Program(program, arguments))
                    }
                    _ => Err(self.nothing(at)),
                }
            }
            _ => Err(self.nothing(at)),
        }
    }

    fn nothing(&self, at: Place) -> Failure {
        self.fault(at, "the check's `run` runs nothing").hint(
            "write run = \"gcc -c input.c\" for the shell, or run = [\"gcc\", \"-c\", \"input.c\"] \
             without one",
        )
    }

    /// Looks for the files that a command of the shell is seen to name.
    fn words(&self, command: &str, at: Place, files: &mut Vec<PathBuf>) -> Result<(), Failure> {
        for (word, before) in words(command) {
            let is_run = is_run(before);
            let beside = CHECKS_DIR.iter().find_map(|prefix| word.strip_prefix(prefix));
            if let Some(path) = beside.map(|name| self.beside(name)) {
                if is_run && !path.exists() {
                    let message = format!("there is no file `{word}` beside the checks");
                    return Err(self.fault(at, &message).hint("put it there, or correct the name"));
                }
                note(files, path);
            } else if is_run
                && before.is_empty()
                && word.starts_with('/')
                && !Path::new(word).exists()
            {
                return Err(self.absent(word, at));
            }
        }
        Ok(())
    }

    fn absent(&self, program: &str, at: Place) -> Failure {
        let failure = self.fault(at, &format!("there is no program `{program}`"));
        failure.hint("install it, or correct its name")
    }

    /// A program that is run without a shell: found on PATH, beside the checks, or made by another
    /// check.
    fn program(
        &self,
        name: &str,
        at: Place,
        is_first: bool,
        files: &mut Vec<PathBuf>,
    ) -> Result<PathBuf, Failure> {
        if !name.contains('/') {
            return on_path(name).ok_or_else(|| {
                let message = format!("there is no program `{name}` on PATH");
                let hint = format!(
                    "install it; a program beside the checks is `./{name}`, and so is one that \
                     another check makes, with `after`; PATH is the one that probdd has"
                );
                self.fault(at, &message).hint(hint)
            });
        }
        if name.starts_with('/') {
            let is_there = Path::new(name).exists();
            return if is_there { Ok(name.into()) } else { Err(self.absent(name, at)) };
        }
        let path = self.beside(name);
        if path.exists() {
            note(files, path.clone());
            return Ok(path);
        }
        if is_first {
            let message = format!("there is no program `{name}` beside the checks");
            let hint = "put it there; one that another check makes takes its name in `after`";
            return Err(self.fault(at, &message).hint(hint));
        }
        Ok(name.into())
    }

    fn beside(&self, name: &str) -> PathBuf {
        self.path.parent().unwrap_or(Path::new("/")).join(name)
    }
}

/// The words of a shell's command that are plain but for the directory of the checks, each with what
/// stands before it; not those that are written to.
fn words(command: &str) -> impl Iterator<Item = (&str, &str)> {
    let is_end = |c: char| c.is_whitespace() || "\"';&|<>()`".contains(c);
    let rest = |word: &str| {
        CHECKS_DIR.iter().find_map(|prefix| word.strip_prefix(prefix)).map_or(0, str::len)
    };
    let is_plain = move |word: &str| {
        let name = match rest(word) {
            0 => word,
            length => &word[word.len() - length..],
        };
        !name.contains(['$', '*', '?', '[', '\\', '~'])
    };
    let split = command.split(is_end).filter(|word| !word.is_empty());
    split.filter(move |word| is_plain(word)).filter_map(move |word| {
        let at = word.as_ptr() as usize - command.as_ptr() as usize;
        let before = command[..at].trim_end_matches([' ', '\t', '"', '\'']);
        (!before.ends_with('>')).then_some((word, before))
    })
}

/// Whether the word after this is a command, or the script that one is to run.
fn is_run(before: &str) -> bool {
    let is_end = |c: char| c.is_whitespace() || ";&|(){}`".contains(c);
    let last = before.rsplit(is_end).next().unwrap_or_default();
    last.is_empty() || INTERPRETERS.contains(&last)
}

/// Adds a file that is not known yet.
fn note(files: &mut Vec<PathBuf>, path: PathBuf) {
    let is_known = |other: &PathBuf| crate::output::same_file(other, &path);
    if path.is_file() && !files.iter().any(is_known) {
        files.push(path);
    }
}

/// Where a program is that a shell would find.
fn on_path(name: &str) -> Option<PathBuf> {
    let is_program = |path: &PathBuf| {
        std::fs::metadata(path)
            .is_ok_and(|file| file.is_file() && file.permissions().mode() & 0o111 != 0)
    };
    let path = std::env::var_os("PATH").unwrap_or_default();
    let here = |dir: PathBuf| std::path::absolute(dir.join(OsStr::new(name))).ok();
    std::env::split_paths(&path).filter_map(here).find(is_program)
}
