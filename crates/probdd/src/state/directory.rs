//! The files of a state directory.

use crate::error::{Failure, cannot};
use std::ffi::OsString;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

const RUN: &str = "run.json";
const DONE: &str = "done";
const JOURNAL: &str = "journal";
const ANSWERS: &str = "answers";
const INPUT: &str = "input";
const START: &str = "start";
const APART: &str = "apart";

/// Everything that a state directory can contain.
const OURS: [&str; 10] = [
    RUN,
    DONE,
    JOURNAL,
    ANSWERS,
    INPUT,
    START,
    APART,
    ".run.json.partial",
    ".input.partial",
    ".start.partial",
];

/// A state directory.
#[derive(Clone, Debug)]
pub(crate) struct Directory {
    path: PathBuf,
}

impl Directory {
    /// The directory at a path, whatever it contains.
    pub(crate) fn at(path: PathBuf) -> Directory {
        Directory { path }
    }

    /// The path of the directory.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The identity of the run.
    pub(super) fn run(&self) -> PathBuf {
        self.path.join(RUN)
    }

    /// The verdicts of the run.
    pub(super) fn journal(&self) -> PathBuf {
        self.path.join(JOURNAL)
    }

    /// The answers of transformers in the run.
    pub(crate) fn answers(&self) -> PathBuf {
        self.path.join(ANSWERS)
    }

    /// The input of a run that cannot read it again.
    pub(super) fn input(&self) -> PathBuf {
        self.path.join(INPUT)
    }

    /// The earlier result that the run begins with.
    pub(super) fn start(&self) -> PathBuf {
        self.path.join(START)
    }

    /// How tests that run at the same time are kept apart.
    pub(crate) fn apart(&self) -> PathBuf {
        self.path.join(APART)
    }

    /// Whether the directory contains verdicts of an unfinished run.
    pub(crate) fn is_unfinished(&self) -> bool {
        let has_verdicts = fs::metadata(self.journal()).is_ok_and(|file| file.len() > 0);
        self.run().exists() && has_verdicts
    }

    /// Whether the run finished, but was killed before it had removed the directory.
    pub(super) fn is_done(&self) -> bool {
        self.path.join(DONE).exists() && !self.run().exists()
    }

    /// Removes the directory, except for files of others.
    pub(crate) fn remove(&self) -> Result<(), Failure> {
        let remove = || {
            match fs::rename(self.run(), self.path.join(DONE)) {
                Err(cause) if cause.kind() != ErrorKind::NotFound => return Err(cause),
                _ => {}
            }
            self.remove_files(&OURS.map(|name| if name == DONE { RUN } else { name }))?;
            self.remove_files(&[DONE])?;
            match fs::remove_dir(&self.path) {
                Err(cause) if cause.kind() != ErrorKind::DirectoryNotEmpty => Err(cause),
                _ => Ok(()),
            }
        };
        remove().map_err(cannot("remove the state directory", &self.path))
    }

    /// Makes the directory, or checks that an existing one contains only our files.
    pub(super) fn make(&self) -> Result<(), Failure> {
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
                "`{}` cannot be the state directory: it contains `{}`",
                self.path.display(),
                name.display()
            ))
            .hint("name a directory that is empty or does not exist: --state-dir DIR")),
            None => Ok(()),
        }
    }

    /// Removes what an earlier run has left, except its journal.
    pub(super) fn clear(&self) -> Result<(), Failure> {
        let removed = self.remove_files(&[RUN, DONE, ANSWERS, INPUT, START, APART]);
        removed.map_err(|cause| self.unwritable(cause))
    }

    fn remove_files(&self, names: &[&str]) -> io::Result<()> {
        for name in names {
            match fs::remove_file(self.path.join(name)) {
                Err(cause) if cause.kind() != ErrorKind::NotFound => return Err(cause),
                _ => {}
            }
        }
        Ok(())
    }

    /// The error for a directory that cannot be written.
    pub(super) fn unwritable(&self, cause: io::Error) -> Failure {
        cannot("write the state directory", &self.path)(cause)
            .hint("choose another place, --state-dir DIR, or run without one: --no-state")
    }
}
