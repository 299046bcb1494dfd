//! The state directory: what `probdd resume` needs of a run that did not come to its end.
//!
//! | file | |
//! |---|---|
//! | `run.json` | which run it is: versions, files by their SHA-256, settings, the command line |
//! | `journal` | its verdicts: [`Journal`] |
//! | `answers` | what transformers have answered |
//! | `input` | the input, where the run overwrites it |
//! | `done` | `run.json` of a run that is complete, for the moment in which the rest is removed |
//!
//! `run.json` is written last and goes first: where it is, the rest is as well.

use crate::error::{self, Failure};
use crate::output::{self, Destination};
use crate::settings::{Settings, written};
use crate::transformers::Chosen;
use probdd_exec::{Error, Journal};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{self, ErrorKind};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

/// What the name of a state directory ends with, unless it is chosen.
pub const STATE_SUFFIX: &str = ".probdd";

/// The version of the tool: another one may ask other questions.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What is left to do where a run cannot go on.
pub const START_OVER: &str = "start over with the command of that run, which replaces what is on record; its best result \
     so far may serve as the input";

const RUN: &str = "run.json";
const DONE: &str = "done";
const JOURNAL: &str = "journal";
const ANSWERS: &str = "answers";
const INPUT: &str = "input";

/// All that may be in it.
const OURS: [&str; 7] = [RUN, DONE, JOURNAL, ANSWERS, INPUT, ".run.json.partial", ".input.partial"];

/// The state of a run.
#[derive(Debug)]
pub struct State {
    /// Where it is kept.
    pub directory: Directory,
    /// Its verdicts.
    pub journal: Journal,
}

/// A state directory.
#[derive(Clone, Debug)]
pub struct Directory {
    path: PathBuf,
}

/// Which run it is.
#[derive(Debug, Serialize, Deserialize)]
pub struct Run {
    /// The version of the tool.
    pub probdd: String,
    /// The grammar and its version.
    pub grammar: Option<String>,
    /// What the queries depend on, as the trace has it.
    pub settings: Value,
    /// The files that the verdicts depend on, the input first.
    pub files: Vec<Identity>,
    /// The working directory.
    pub directory: Text,
    /// The command line, the program included.
    pub arguments: Vec<Text>,
}

/// A file as it was when the run began.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Identity {
    /// What it is.
    pub role: String,
    /// Where it is.
    pub path: Text,
    /// What it holds.
    pub sha256: String,
}

/// A path or an argument, which need not be UTF-8.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Text {
    /// It is UTF-8.
    Plain(String),
    /// It is not.
    Bytes(Vec<u8>),
}

impl State {
    /// The state of a run that begins, on disk before its first query; `None` where none is kept.
    /// What an earlier run left in its place is replaced.
    ///
    /// # Errors
    /// When it cannot be written, when it would replace something else, or another run uses it.
    pub fn begin(settings: &Settings, arguments: &[OsString]) -> Result<Option<State>, Failure> {
        let Some(path) = &settings.state else { return Ok(None) };
        let directory = Directory { path: path.clone() };
        directory.make()?;
        let journal = Journal::create(&directory.file(JOURNAL)).map_err(|error| match error {
            Error::WriteJournal { source, .. } => directory.unwritable(source),
            error => error.into(),
        })?;
        directory
            .clear(&[RUN, DONE, ANSWERS, INPUT])
            .map_err(|cause| directory.unwritable(cause))?;
        if let Destination::InPlace(..) = settings.destination {
            output::write(&directory.file(INPUT), &settings.input.bytes)?;
        }
        let run = Run::new(settings, arguments)?;
        let mut text = serde_json::to_vec_pretty(&run)
            .map_err(|cause| directory.unwritable(io::Error::from(cause)))?;
        text.push(b'\n');
        output::write(&directory.file(RUN), &text)?;
        Ok(Some(State { directory, journal }))
    }
}

impl Directory {
    /// The directory at a path, whatever it is.
    pub fn at(path: PathBuf) -> Directory {
        Directory { path }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The journal of the run.
    pub fn journal(&self) -> PathBuf {
        self.file(JOURNAL)
    }

    /// What transformers have answered in the run.
    pub fn answers(&self) -> PathBuf {
        self.file(ANSWERS)
    }

    /// The input of a run that overwrites it.
    pub fn input(&self) -> PathBuf {
        self.file(INPUT)
    }

    /// Whether it holds verdicts of a run that did not come to its end.
    pub fn is_unfinished(&self) -> bool {
        let has_verdicts = fs::metadata(self.journal()).is_ok_and(|file| file.len() > 0);
        self.file(RUN).exists() && has_verdicts
    }

    /// Whether it is what a killed process left of the directory of a run that was complete.
    pub fn is_done(&self) -> bool {
        self.file(DONE).exists() && !self.file(RUN).exists()
    }

    /// Which run it is about.
    ///
    /// # Errors
    /// When it is about none, or about one of another version.
    pub fn run(&self) -> Result<Run, Failure> {
        let path = self.file(RUN);
        let shown = self.path.display();
        let text = fs::read(&path).map_err(|cause| match cause.kind() {
            ErrorKind::NotFound => Failure::usage(format!("`{shown}` holds no state of a run"))
                .hint("a run that ends before its first query leaves none: start it again"),
            _ => error::io(format!("cannot read `{}`", path.display()), cause),
        })?;
        let damaged = |cause: serde_json::Error| {
            error::io(format!("cannot read `{}`", path.display()), cause.into()).hint(START_OVER)
        };
        let value: Value = serde_json::from_slice(&text).map_err(damaged)?;
        let version = value["probdd"].as_str().unwrap_or("another version");
        if version != VERSION {
            let message = format!(
                "the run in `{shown}` was begun by probdd {version}, and this is {VERSION}, which \
                 may ask other questions"
            );
            let hint = format!("go on with probdd {version}, or {START_OVER}");
            return Err(Failure::usage(message).hint(hint));
        }
        serde_json::from_value(value).map_err(damaged)
    }

    /// Removes it; what others have put there stays.
    ///
    /// # Errors
    /// When it cannot be removed.
    pub fn remove(&self) -> Result<(), Failure> {
        let attempt = || format!("cannot remove the state directory `{}`", self.path.display());
        let remove = || {
            match fs::rename(self.file(RUN), self.file(DONE)) {
                Err(cause) if cause.kind() != ErrorKind::NotFound => return Err(cause),
                _ => {}
            }
            self.clear(&OURS.map(|name| if name == DONE { RUN } else { name }))?;
            self.clear(&[DONE])?;
            match fs::remove_dir(&self.path) {
                Err(cause) if cause.kind() != ErrorKind::DirectoryNotEmpty => Err(cause),
                _ => Ok(()),
            }
        };
        remove().map_err(|cause| error::io(attempt(), cause))
    }

    /// A directory that holds nothing but what is ours.
    fn make(&self) -> Result<(), Failure> {
        match fs::create_dir(&self.path) {
            Err(cause) if cause.kind() != ErrorKind::AlreadyExists => {
                return Err(self.unwritable(cause));
            }
            _ => {}
        }
        let entries = fs::read_dir(&self.path).map_err(|cause| self.unwritable(cause))?;
        let is_foreign = |name: &OsString| !OURS.iter().any(|ours| name == ours);
        let mut foreign = entries.flatten().map(|entry| entry.file_name()).filter(is_foreign);
        match foreign.next() {
            Some(name) => Err(Failure::usage(format!(
                "`{}` cannot be the state directory: it holds `{}`",
                self.path.display(),
                name.display()
            ))
            .hint("name one that is empty or does not exist: --state-dir DIR")),
            None => Ok(()),
        }
    }

    fn clear(&self, names: &[&str]) -> io::Result<()> {
        for name in names {
            match fs::remove_file(self.file(name)) {
                Err(cause) if cause.kind() != ErrorKind::NotFound => return Err(cause),
                _ => {}
            }
        }
        Ok(())
    }

    fn unwritable(&self, cause: io::Error) -> Failure {
        error::io(format!("cannot write the state directory `{}`", self.path.display()), cause)
            .hint("choose another place, --state-dir DIR, or do without it: --no-state")
    }

    fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }
}

impl Run {
    fn new(settings: &Settings, arguments: &[OsString]) -> Result<Run, Failure> {
        let here = std::env::current_dir();
        let here = here.map_err(|cause| error::io("cannot find the working directory", cause))?;
        let input = Identity {
            role: "the input".into(),
            path: Text::new(settings.input.path.as_os_str()),
            sha256: sha256(&settings.input.bytes),
        };
        let mut files = vec![input];
        for path in settings.test.files() {
            files.push(Identity::of("the interestingness test", &path)?);
        }
        for path in &settings.grammar {
            files.push(Identity::of("the grammar", path)?);
        }
        for path in settings.transformers.iter().flat_map(Chosen::files) {
            files.push(Identity::of("the transformer", &path)?);
        }
        Ok(Run {
            probdd: VERSION.into(),
            grammar: settings.strategy.grammar(),
            settings: written(settings),
            files,
            directory: Text::new(here.as_os_str()),
            arguments: arguments.iter().map(|argument| Text::new(argument)).collect(),
        })
    }
}

impl Identity {
    /// A file as it is.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn of(role: &str, path: &Path) -> Result<Identity, Failure> {
        let attempt = || format!("cannot read {role} `{}`", path.display());
        let absolute = std::path::absolute(path).map_err(|cause| error::io(attempt(), cause))?;
        let bytes = fs::read(&absolute).map_err(|cause| error::io(attempt(), cause))?;
        let path = Text::new(absolute.as_os_str());
        Ok(Identity { role: role.into(), path, sha256: sha256(&bytes) })
    }
}

/// SHA-256 in hexadecimal digits.
pub fn sha256(bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    digest.iter().fold(String::new(), |text, byte| format!("{text}{byte:02x}"))
}

impl Text {
    fn new(text: &OsStr) -> Text {
        Text::of(text.as_bytes())
    }

    /// Some bytes.
    pub fn of(text: &[u8]) -> Text {
        match str::from_utf8(text) {
            Ok(text) => Text::Plain(text.into()),
            Err(_) => Text::Bytes(text.into()),
        }
    }

    /// The bytes that it is made of.
    pub fn as_bytes(&self) -> &[u8] {
        match self {
            Text::Plain(text) => text.as_bytes(),
            Text::Bytes(bytes) => bytes,
        }
    }

    /// What it was.
    pub fn into_os_string(self) -> OsString {
        match self {
            Text::Plain(text) => text.into(),
            Text::Bytes(bytes) => OsString::from_vec(bytes),
        }
    }
}
