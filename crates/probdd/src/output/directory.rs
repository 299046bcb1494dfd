//! The result of several inputs: a directory of its own, which is replaced as a whole.

use super::swap::{Swap, complete, replace};
use crate::error::Failure;
use crate::files::hidden_beside;
use crate::input::{Files, everything};
use probdd_core::bundle::{Entry, bundle};
use std::path::{Path, PathBuf};

/// A directory that contains the best candidate.
#[derive(Clone, Debug)]
pub(crate) struct ResultDirectory {
    /// The directory.
    pub(crate) path: PathBuf,
    /// The path in the candidate of what it contains: that of the only input, or none.
    inner: PathBuf,
}

impl ResultDirectory {
    pub(super) fn new(path: PathBuf, files: &Files) -> ResultDirectory {
        let inner = files.only_directory().unwrap_or(Path::new("")).to_path_buf();
        ResultDirectory { path, inner }
    }

    /// Replaces the directory. What stood in its place gets another name, or is removed.
    pub(super) fn replace(&self, best: &[u8], kept: Option<PathBuf>) -> Result<(), Failure> {
        let swap = Swap {
            new: self.inner.clone(),
            place: self.path.clone(),
            kept,
            is_directory: true,
            mark: None,
        };
        replace(&self.container(), best, &[swap])
    }

    /// Completes what a killed run has begun.
    pub(super) fn recover(&self) -> Result<(), Failure> {
        complete(&self.container())
    }

    /// What the directory contains, under the paths of the candidate.
    pub(super) fn entries(&self) -> Result<Vec<Entry>, Failure> {
        everything(&self.path, &self.inner)
    }

    /// The same as a bundle, whose boundary depends on nothing else.
    pub(super) fn bundle(&self) -> Option<Vec<u8>> {
        self.entries().ok().map(|entries| bundle(&entries))
    }

    fn container(&self) -> PathBuf {
        hidden_beside(&self.path, ".partial")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use probdd_core::bundle::{EntryKind, entries};
    use probdd_exec::Argument;
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    fn candidate() -> Vec<u8> {
        bundle(&[
            Entry::new("p", EntryKind::Directory { mode: 0o700 }, ""),
            Entry::new("p/d", EntryKind::Directory { mode: 0o755 }, ""),
            Entry::new("p/d/run", EntryKind::File { mode: 0o750 }, "text"),
            Entry::new("p/l", EntryKind::Link, "d/run"),
        ])
    }

    fn result_of(inputs: &[(&str, bool)]) -> (tempfile::TempDir, ResultDirectory) {
        let argument = |(path, is_directory): &(&str, bool)| Argument {
            path: path.into(),
            is_directory: *is_directory,
        };
        let files = Files { root: "/".into(), arguments: inputs.iter().map(argument).collect() };
        let dir = tempfile::tempdir().expect("there is a temporary directory");
        let directory = ResultDirectory::new(dir.path().join("r"), &files);
        (dir, directory)
    }

    #[test]
    fn the_result_of_one_directory_is_what_it_contains() {
        let (_dir, result) = result_of(&[("p", true)]);
        result.replace(&candidate(), None).expect("it can be written");
        assert_eq!(fs::read_to_string(result.path.join("l")).ok(), Some("text".into()));
        let run = fs::metadata(result.path.join("d/run")).expect("it is there");
        assert_eq!(run.permissions().mode() & 0o7777, 0o750);
        assert_eq!(result.bundle(), Some(candidate()));
    }

    #[test]
    fn the_result_of_several_inputs_contains_all_of_them() {
        let (_dir, result) = result_of(&[("p", true), ("q", false)]);
        result.replace(&candidate(), None).expect("it can be written");
        assert_eq!(fs::read_to_string(result.path.join("p/d/run")).ok(), Some("text".into()));
        assert_eq!(result.bundle(), Some(candidate()));
    }

    #[test]
    fn nothing_of_an_earlier_result_remains() {
        let (_dir, result) = result_of(&[("p", true)]);
        result.replace(&candidate(), None).expect("it can be written");
        result.replace(b"", None).expect("it can be written");
        assert_eq!(entries(&result.bundle().expect("it is there")).len(), 1);
    }
}
