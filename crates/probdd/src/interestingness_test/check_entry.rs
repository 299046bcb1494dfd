//! One `[[check]]` of a `checks.toml`, parsed and checked; every message names the line and column.

use crate::command_line::duration;
use crate::error::Failure;
use crate::files::{is_executable, same_file, search_path};
use crate::property::{compile, no_other_error};
use probdd_exec::{CheckCommand, CheckSpec, Expectation, ExpectedEnd, Pattern, Stream};
use serde::Deserialize;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;
use toml::{Spanned, Value};

/// The hint for a file without checks.
pub(super) const EXAMPLE: &str =
    "a check looks like this: [[check]], then name = \"compiles\" and run = \"gcc -c input.c\"";

/// The hint for a wrong field.
const FIELDS: &str = "a check has `name`, `run`, and optionally `after`, `exit`, `hang`, `stdout`, \
                      `stderr`, `output`, `not-stdout`, `not-stderr`, `only-error`, `reject`, `timeout`, `redundant`";

/// Prefixes of the names of files beside the description.
const CHECKS_DIR: [&str; 2] = ["$CHECKS_DIR/", "${CHECKS_DIR}/"];

/// Words of a shell command that are followed by a script to run.
const INTERPRETERS: [&str; 9] =
    [".", "bash", "exec", "node", "perl", "python", "python3", "ruby", "sh"];

/// A position in the text, in bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place(pub(super) usize);

/// The text of a `checks.toml`, and the files that it names.
pub(super) struct Source<'a> {
    path: &'a Path,
    text: &'a str,
    pub(super) files: Vec<PathBuf>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    check: Vec<Entry>,
}

/// A check as it is written in the file.
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
    output: Option<Spanned<String>>,
    hang: Option<Spanned<Value>>,
    #[serde(default)]
    reject: bool,
    not_stdout: Option<Spanned<String>>,
    not_stderr: Option<Spanned<String>>,
    only_error: Option<Spanned<String>>,
    timeout: Option<Spanned<Value>>,
    pub(super) redundant: Option<bool>,
}

impl Entry {
    pub(super) fn name(&self) -> (&str, Place) {
        (self.name.as_ref(), place(&self.name))
    }

    /// The names of the checks whose files it uses.
    pub(super) fn after(&self) -> impl Iterator<Item = (&str, Place)> {
        self.after.iter().map(|name| (name.as_ref().as_str(), place(name)))
    }
}

fn place<T>(value: &Spanned<T>) -> Place {
    Place(value.span().start)
}

impl<'a> Source<'a> {
    pub(super) fn new(path: &'a Path, text: &'a str) -> Source<'a> {
        Source { path, text, files: vec![path.to_path_buf()] }
    }

    pub(super) fn len(&self) -> usize {
        self.text.len()
    }

    /// The checks of the file.
    pub(super) fn entries(&self) -> Result<Vec<Entry>, Failure> {
        let file: File = toml::from_str(self.text).map_err(|error| {
            let place = Place(error.span().map_or(0, |span| span.start));
            let message = error.message().lines().collect::<Vec<_>>().join("; ");
            self.mistake(place, &message, FIELDS)
        })?;
        Ok(file.check)
    }

    /// Makes the error for a mistake at a position.
    pub(super) fn mistake(&self, at: Place, message: &str, hint: &str) -> Failure {
        let (line, before) = (self.line(at), &self.text[..at.0.min(self.text.len())]);
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        let message = format!("{}:{line}:{column}: {message}", self.path.display());
        Failure::usage(message).hint(hint)
    }

    /// The line number of a position, from 1.
    pub(super) fn line(&self, at: Place) -> usize {
        let before = &self.text.as_bytes()[..at.0.min(self.text.len())];
        before.split(|byte| *byte == b'\n').count()
    }

    /// Turns an entry into a check that runs after the checks `after`. Notes the files that it
    /// names.
    pub(super) fn spec(&mut self, entry: &Entry, after: Vec<usize>) -> Result<CheckSpec, Failure> {
        Ok(CheckSpec {
            name: entry.name().0.into(),
            command: self.command(&entry.run, after.is_empty())?,
            expectation: Expectation {
                end: self.end(entry)?,
                patterns: self.patterns(entry)?,
                is_negated: entry.reject,
            },
            timeout: self.timeout(entry.hang.as_ref().or(entry.timeout.as_ref()))?,
            after,
        })
    }

    fn end(&self, entry: &Entry) -> Result<ExpectedEnd, Failure> {
        if let Some(hang) = &entry.hang {
            if entry.exit.is_some() || entry.timeout.is_some() {
                let hint = "leave out `exit` and `timeout`: `hang` is the time that it may take";
                return Err(self.mistake(place(hang), "a check that hangs does not end", hint));
            }
            return Ok(ExpectedEnd::Hang);
        }
        let Some(exit) = &entry.exit else { return Ok(ExpectedEnd::Code(vec![0])) };
        match exit.as_ref().as_str() {
            Some("nonzero") => return Ok(ExpectedEnd::Failure),
            Some("any") => return Ok(ExpectedEnd::Any),
            _ => {}
        }
        let codes = match exit.as_ref() {
            Value::Array(codes) => codes.as_slice(),
            code => std::slice::from_ref(code),
        };
        let code = |value: &Value| value.as_integer().filter(|code| (0..=255).contains(code));
        let known: Option<Vec<i32>> =
            codes.iter().map(|value| code(value).map(|number| number as i32)).collect();
        known.filter(|codes| !codes.is_empty()).map(ExpectedEnd::Code).ok_or_else(|| {
            let message =
                "`exit` is an exit code from 0 to 255, a list of them, \"nonzero\" or \"any\"";
            self.mistake(place(exit), message, "write exit = 0, or exit = [1, 139]")
        })
    }

    fn timeout(&self, timeout: Option<&Spanned<Value>>) -> Result<Option<Duration>, Failure> {
        let Some(timeout) = timeout else { return Ok(None) };
        let value = timeout.as_ref();
        let seconds = value.as_float().or_else(|| value.as_integer().map(|whole| whole as f64));
        let seconds = seconds.filter(|seconds| *seconds > 0.0 && *seconds < 1e9);
        let time = seconds.map(Duration::from_secs_f64);
        time.or_else(|| duration(value.as_str()?)).map(Some).ok_or_else(|| {
            let message = "`timeout` is a time greater than 0";
            let example = "for ten seconds, write timeout = 10; with a unit, timeout = \"1m\"";
            self.mistake(place(timeout), message, example)
        })
    }

    fn patterns(&self, entry: &Entry) -> Result<Vec<Pattern>, Failure> {
        let all = [
            (&entry.stdout, Stream::Stdout, true),
            (&entry.stderr, Stream::Stderr, true),
            (&entry.output, Stream::Either, true),
            (&entry.not_stdout, Stream::Stdout, false),
            (&entry.not_stderr, Stream::Stderr, false),
        ];
        let given = all.into_iter().filter_map(|(text, stream, is_wanted)| {
            text.as_ref().map(|text| (text, stream, is_wanted))
        });
        let wrong = |text: &Spanned<String>, what: &str| {
            let hint = "this is a regular expression: write \\ before a character that is meant literally, \
                        and '...' around the pattern, where TOML does not interpret \\";
            self.mistake(place(text), what, hint)
        };
        let pattern = |(text, stream, is_wanted): (&Spanned<String>, Stream, bool)| {
            let regex = compile(text.as_ref()).map_err(|what| wrong(text, &what))?;
            Ok(Pattern { stream, is_wanted, regex, except: None })
        };
        let only = entry
            .only_error
            .iter()
            .map(|text| no_other_error(text.as_ref()).map_err(|what| wrong(text, &what)));
        given.map(pattern).chain(only).collect()
    }

    fn command(&mut self, run: &Spanned<Value>, is_first: bool) -> Result<CheckCommand, Failure> {
        let at = place(run);
        let has_nul = |value: &Value| value.as_str().is_some_and(|text| text.contains('\0'));
        let words = run.as_ref().as_array().into_iter().flatten();
        if words.chain([run.as_ref()]).any(has_nul) {
            let hint = "no program can be given one: leave it out, or let `printf '\\0'` write it";
            return Err(self.mistake(at, "the check's `run` contains a NUL character", hint));
        }
        match run.as_ref() {
            Value::String(command) if !command.trim().is_empty() => {
                self.words(command, at)?;
                Ok(CheckCommand::Shell(command.into()))
            }
            Value::Array(words) => {
                let words: Option<Vec<&str>> = words.iter().map(Value::as_str).collect();
                match words.as_deref() {
                    Some([program, arguments @ ..]) if !program.is_empty() => {
                        let program = self.program(program, at, is_first)?;
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
        let hint = "write run = \"gcc -c input.c\" for the shell, or run = [\"gcc\", \"-c\", \"input.c\"] \
                    without one";
        self.mistake(at, "the check's `run` runs nothing", hint)
    }

    /// Finds the files that a shell command names.
    fn words(&mut self, command: &str, at: Place) -> Result<(), Failure> {
        for (word, before) in words(command) {
            let is_run = is_run(before);
            let beside = CHECKS_DIR.iter().find_map(|prefix| word.strip_prefix(prefix));
            if let Some(path) = beside.map(|name| self.beside(name)) {
                if is_run && !path.exists() {
                    let message = format!("there is no file `{word}` beside the checks");
                    return Err(self.mistake(at, &message, "create it, or correct its name"));
                }
                self.note(path);
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
        let message = format!("there is no program `{program}`");
        self.mistake(at, &message, "install it, or correct its name")
    }

    /// Finds a program that runs without a shell: on PATH, beside the checks, or made by another
    /// check.
    fn program(&mut self, name: &str, at: Place, is_first: bool) -> Result<PathBuf, Failure> {
        if !name.contains('/') {
            return on_path(name).ok_or_else(|| {
                let message = format!("there is no program `{name}` on PATH");
                let hint = format!(
                    "install it; write `./{name}` for a program beside the checks, or for one that \
                     another check makes and `after` names; PATH is the one that probdd has"
                );
                self.mistake(at, &message, &hint)
            });
        }
        if name.starts_with('/') {
            let is_there = Path::new(name).exists();
            return if is_there { Ok(name.into()) } else { Err(self.absent(name, at)) };
        }
        let path = self.beside(name);
        if path.exists() {
            self.note(path.clone());
            return Ok(path);
        }
        if is_first {
            let message = format!("there is no program `{name}` beside the checks");
            let hint = "create it; if another check makes it, name that check in `after`";
            return Err(self.mistake(at, &message, hint));
        }
        Ok(name.into())
    }

    fn beside(&self, name: &str) -> PathBuf {
        self.path.parent().unwrap_or(Path::new("/")).join(name)
    }

    /// Adds a file, unless it is already listed.
    fn note(&mut self, path: PathBuf) {
        if path.is_file() && !self.files.iter().any(|other| same_file(other, &path)) {
            self.files.push(path);
        }
    }
}

/// The words of a shell command that need no expansion except `$CHECKS_DIR`, each with the text
/// before it. Targets of redirections are left out.
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

/// Whether the next word is a command, or a script that an interpreter runs.
fn is_run(before: &str) -> bool {
    let is_end = |c: char| c.is_whitespace() || ";&|(){}`".contains(c);
    let last = before.rsplit(is_end).next().unwrap_or_default();
    last.is_empty() || INTERPRETERS.contains(&last)
}

/// The path of a program that a shell would find.
fn on_path(name: &str) -> Option<PathBuf> {
    let here = |dir: PathBuf| std::path::absolute(dir.join(name)).ok();
    search_path().into_iter().filter_map(here).find(|path| is_executable(path))
}
