//! Which run a state directory belongs to: `run.json`.

use super::directory::Directory;
use crate::command_line::without_secrets;
use crate::error::{Failure, START_OVER, cannot, current_directory};
use crate::files::{OsText, sha256, write};
use crate::fixup::Fixup;
use crate::input::everything;
use crate::interestingness_test::Test;
use crate::settings::Settings;
use crate::transformers::Transformer;
use probdd_core::bundle::bundle;
use probdd_exec::{Error, Journal};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::ffi::OsString;
use std::fs;
use std::io::{self, ErrorKind};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// The version of the tool. Another version may ask other queries.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The state of a run.
#[derive(Debug)]
pub(crate) struct State {
    pub(crate) directory: Directory,
    /// The verdicts.
    pub(crate) journal: Journal,
    /// Whether what stands at the place of the result was written by this run, before it was
    /// interrupted.
    pub(crate) owns_result: bool,
}

/// The content of `run.json`.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Run {
    /// The version of the tool.
    probdd: String,
    /// The grammar and its version.
    pub(super) grammar: Option<String>,
    /// The settings that determine the queries.
    pub(super) settings: Value,
    /// The files that determine the verdicts, the input first.
    pub(super) files: Vec<Identity>,
    /// The working directory.
    pub(super) directory: OsText,
    /// The state directory. A copy of it does not go on: the result would be that of the original.
    pub(super) place: OsText,
    /// The command line, including the program.
    pub(super) arguments: Vec<OsText>,
}

/// A file as it was when the run began.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Identity {
    /// What the run uses it for.
    pub(super) role: String,
    pub(super) path: OsText,
    /// The hash of its content.
    pub(super) sha256: String,
}

/// The state of a new run that is not written yet.
#[derive(Debug)]
pub(crate) struct NewState {
    directory: Directory,
    /// The content of `run.json`.
    run: Vec<u8>,
}

/// Finds out what is to be written about a new run; `None` if the run keeps no state.
pub(crate) fn prepare(
    settings: &Settings,
    arguments: &[OsString],
) -> Result<Option<NewState>, Failure> {
    let Some(path) = &settings.state else { return Ok(None) };
    let directory = Directory::at(path.clone());
    let run = serde_json::to_vec_pretty(&Run::new(settings, arguments)?);
    let mut run = run.map_err(|cause| directory.unwritable(io::Error::from(cause)))?;
    run.push(b'\n');
    Ok(Some(NewState { directory, run }))
}

impl NewState {
    /// Writes it before the first query, in place of what an earlier run has left.
    pub(crate) fn begin(self, settings: &Settings) -> Result<State, Failure> {
        let NewState { directory, run } = self;
        directory.make()?;
        let journal = Journal::create(&directory.journal()).map_err(|error| match error {
            Error::WriteJournal(_, source) => directory.unwritable(source),
            error => error.into(),
        })?;
        directory.clear()?;
        if settings.destination.is_in_place() || settings.input.is_stdin() {
            write(&directory.input(), &settings.input.bytes)?;
        }
        if let Some(start) = &settings.start {
            write(&directory.start(), start)?;
        }
        write(&directory.run(), &run)?;
        Ok(State { directory, journal, owns_result: false })
    }
}

impl State {
    /// The state of a run that goes on.
    pub(super) fn again(directory: Directory, journal: Journal, settings: &Settings) -> State {
        let result = settings.destination.read(&settings.input);
        let owns_result = result.is_some_and(|result| {
            let is_start = settings.start.as_ref() == Some(&result);
            result == settings.input.bytes || (!is_start && journal.found_interesting(&result))
        });
        State { directory, journal, owns_result }
    }
}

impl Run {
    /// Identifies the run of some settings.
    pub(super) fn new(settings: &Settings, arguments: &[OsString]) -> Result<Run, Failure> {
        let here = current_directory()?;
        let input = Identity {
            role: "the input".into(),
            path: OsText::new(settings.input.path.as_os_str().as_bytes()),
            sha256: sha256(&settings.input.bytes),
        };
        let mut files = vec![input];
        for (role, path) in files_of(settings) {
            files.push(Identity::of(role, &path)?);
        }
        let arguments = without_secrets(arguments);
        let place = settings.state.as_deref().map(place_of).unwrap_or_default();
        Ok(Run {
            probdd: VERSION.into(),
            grammar: settings.strategy.grammar(),
            settings: settings.as_json_of_command(),
            files,
            directory: OsText::new(here.as_os_str().as_bytes()),
            place: OsText::new(place.as_os_str().as_bytes()),
            arguments: arguments.iter().map(|argument| OsText::new(argument.as_bytes())).collect(),
        })
    }

    /// Reads the `run.json` of a directory.
    pub(super) fn read(directory: &Directory) -> Result<Run, Failure> {
        let path = directory.run();
        let shown = directory.path().display();
        let text = fs::read(&path).map_err(|cause| match cause.kind() {
            ErrorKind::NotFound => {
                Failure::usage(format!("`{shown}` does not contain the state of a run"))
                    .hint("a run that ends before its first query leaves no state: start it again")
            }
            _ => cannot("read", &path)(cause),
        })?;
        let damaged =
            |cause: serde_json::Error| cannot("read", &path)(cause.into()).hint(START_OVER);
        let value: Value = serde_json::from_slice(&text).map_err(damaged)?;
        let version = value["probdd"].as_str().unwrap_or("another version");
        if version != VERSION {
            let message = format!(
                "the run in `{shown}` was started by probdd {version}; this is {VERSION}, which may \
                 ask other queries"
            );
            let hint = format!("resume it with probdd {version}, or {START_OVER}");
            return Err(Failure::usage(message).hint(hint));
        }
        serde_json::from_value(value).map_err(damaged)
    }
}

/// Where a state directory is, or will be, whatever links lead to it.
pub(super) fn place_of(directory: &Path) -> PathBuf {
    let whole = std::path::absolute(directory).unwrap_or_else(|_| directory.to_path_buf());
    let real = |part: &Path| {
        let rest = whole.strip_prefix(part).ok()?;
        Some(part.canonicalize().ok()?.join(rest))
    };
    whole.ancestors().find_map(real).unwrap_or_else(|| whole.clone())
}

/// The files that determine the verdicts, beside the input, and what the run uses them for.
fn files_of(settings: &Settings) -> impl Iterator<Item = (&'static str, PathBuf)> {
    files_of_options(settings).chain(files_of_commands(settings))
}

/// The files that options name.
pub(super) fn files_of_options(
    settings: &Settings,
) -> impl Iterator<Item = (&'static str, PathBuf)> {
    let is_command = matches!(settings.test, Test::Process { .. });
    let tests = if is_command { Vec::new() } else { settings.test.files() };
    let tests = tests.into_iter().map(|path| ("the interestingness test", path));
    let with = settings.with.iter().map(|with| ("the file of --with", with.source.clone()));
    let grammar = settings.grammar.iter().map(|path| ("the grammar", path.clone()));
    tests.chain(with).chain(grammar)
}

/// The files that words of commands name. Some may be written by the command, as its log is.
pub(super) fn files_of_commands(
    settings: &Settings,
) -> impl Iterator<Item = (&'static str, PathBuf)> {
    let is_command = matches!(settings.test, Test::Process { .. });
    let tests = if is_command { settings.test.files() } else { Vec::new() };
    let tests = tests.into_iter().map(|path| ("the interestingness test", path));
    let transformers = settings.transformers.iter().flat_map(Transformer::files);
    let transformers = transformers.map(|path| ("the transformer", path));
    let fixup = settings.fixup.iter().flat_map(Fixup::files);
    let fixup = fixup.map(|path| ("the program of --fixup", path));
    tests.chain(transformers).chain(fixup)
}

impl Identity {
    /// Identifies a file, or a directory with all its contents, as it is now.
    pub(super) fn of(role: &str, path: &Path) -> Result<Identity, Failure> {
        let attempt = format!("read {role}");
        let cannot_read = cannot(&attempt, path);
        let absolute = std::path::absolute(path).map_err(cannot_read)?;
        let bytes = if absolute.is_dir() {
            bundle(&everything(&absolute, Path::new("."))?)
        } else {
            fs::read(&absolute).map_err(cannot_read)?
        };
        let path = OsText::new(absolute.as_os_str().as_bytes());
        Ok(Identity { role: role.into(), path, sha256: sha256(&bytes) })
    }
}
