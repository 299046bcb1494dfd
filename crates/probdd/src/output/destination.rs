//! Where the result goes: a file or directory of its own, the input itself, or standard output.

use super::directory::ResultDirectory;
use super::in_place::InPlace;
use super::in_place_files::InPlaceFiles;
use super::lock::OutputLock;
use crate::command_line::ReduceArgs;
use crate::error::Failure;
use crate::files::{
    check_no_directory, is_special, name_of_parts, remove_partial, resolved, same_file, with_suffix,
};
use crate::input::{Files, Input};
use probdd_core::bundle::rebundle;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Where the result goes.
#[derive(Clone, Debug)]
pub(crate) enum Destination {
    /// A file of its own.
    File(PathBuf),
    /// A directory of its own, for several inputs.
    Directory(ResultDirectory),
    /// The input itself.
    InPlace(InPlace),
    /// Several inputs themselves.
    InPlaceFiles(InPlaceFiles),
    /// Standard output, at the end.
    Stdout,
}

impl Destination {
    /// Chooses the destination.
    pub(crate) fn new(args: &ReduceArgs, input: &Input) -> Result<Self, Failure> {
        match (&input.files, args.in_place) {
            (Some(files), true) => Ok(Destination::InPlaceFiles(InPlaceFiles::new(files))),
            (Some(files), false) => Destination::of_several(args, input, files),
            (None, true) => Ok(Destination::InPlace(InPlace::new(input)?)),
            (None, false) => Destination::of_one(args, input),
        }
    }

    fn of_several(args: &ReduceArgs, input: &Input, files: &Files) -> Result<Self, Failure> {
        let path = match args.output.as_deref() {
            Some(path) if path == Path::new("-") => {
                let message = "the result of several inputs cannot be printed: it is a directory";
                return Err(Failure::usage(message).hint("name a directory: -o DIR"));
            }
            Some(path) => std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf()),
            None => default_directory(input),
        };
        let path = resolved(&path);
        if path.exists() && !path.is_dir() {
            let message = format!("cannot write `{}`: it is not a directory", path.display());
            return Err(Failure::usage(message).hint("several inputs become a directory: -o DIR"));
        }
        if path.file_name().is_none() {
            let message = format!("cannot replace `{}`", path.display());
            return Err(Failure::usage(message).hint("choose another name: -o DIR"));
        }
        Ok(Destination::Directory(ResultDirectory::new(path, files)))
    }

    fn of_one(args: &ReduceArgs, input: &Input) -> Result<Self, Failure> {
        let path = match args.output.as_deref() {
            Some(path) if path == Path::new("-") => return Ok(Destination::Stdout),
            Some(path) => resolved(path),
            None if input.is_stdin() => return Ok(Destination::Stdout),
            None => resolved(&default_path(input)),
        };
        if same_file(&path, &input.path) {
            let message = format!("the output `{}` is the input", path.display());
            return Err(Failure::usage(message).hint("use --in-place to overwrite the input"));
        }
        if is_special(&path) {
            let message = format!("cannot write `{}`: it is not a regular file", path.display());
            return Err(Failure::usage(message).hint("`-o -` prints the result at the end"));
        }
        check_no_directory(&path)?;
        Ok(Destination::File(path))
    }

    /// The file or directory that holds the best candidate; of several inputs that are replaced the
    /// first.
    pub(crate) fn path(&self) -> Option<&Path> {
        match self {
            Destination::File(path) | Destination::InPlace(InPlace { path, .. }) => Some(path),
            Destination::Directory(directory) => Some(&directory.path),
            Destination::InPlaceFiles(files) => files.parts.first().map(|part| &*part.place),
            Destination::Stdout => None,
        }
    }

    /// Whether the result takes the place of the input.
    pub(crate) fn is_in_place(&self) -> bool {
        matches!(self, Destination::InPlace(_) | Destination::InPlaceFiles(_))
    }

    /// The best candidate that an earlier run has written to a place of its own.
    pub(crate) fn read(&self, input: &Input) -> Option<Vec<u8>> {
        match self {
            Destination::File(path) | Destination::InPlace(InPlace { path, .. }) => {
                std::fs::read(path).ok()
            }
            Destination::Directory(directory) => {
                let entries = directory.entries().ok()?;
                let entries =
                    entries.iter().map(|entry| (&*entry.path, entry.kind, &*entry.content));
                Some(rebundle(&input.bytes, entries))
            }
            Destination::InPlaceFiles(_) | Destination::Stdout => None,
        }
    }

    /// The file that keeps the original of an input that is replaced.
    pub(crate) fn original(&self) -> Option<&Path> {
        match self {
            Destination::InPlace(InPlace { original, .. }) => Some(original),
            Destination::InPlaceFiles(files) => files.parts.first().map(|part| &*part.original),
            Destination::File(_) | Destination::Directory(_) | Destination::Stdout => None,
        }
    }

    /// Claims the result for this run, and checks that it can be written. Removes what a killed run
    /// has left half written, because this run may not write that file, and completes what it has
    /// begun to replace.
    pub(crate) fn claim(&self) -> Result<Vec<OutputLock>, Failure> {
        let locks = match self {
            Destination::InPlaceFiles(files) => {
                files.parts.iter().map(|part| OutputLock::new(&part.place)).collect()
            }
            _ => self.path().map(OutputLock::new).into_iter().collect::<Result<Vec<_>, _>>(),
        }?;
        match self {
            Destination::Directory(directory) => directory.recover()?,
            Destination::InPlaceFiles(files) => files.recover()?,
            Destination::File(_) | Destination::InPlace(_) | Destination::Stdout => {
                self.path().into_iter().chain(self.original()).for_each(remove_partial);
            }
        }
        Ok(locks)
    }

    /// Checks that a new run loses no original: an input that is replaced descends from the
    /// original that is kept. The journal of a resumed run proves that by itself.
    pub(crate) fn check_original(&self, input: &Input) -> Result<(), Failure> {
        match self {
            Destination::InPlace(in_place) => in_place.check_original(input),
            Destination::InPlaceFiles(files) => files.check_originals(input),
            Destination::File(_) | Destination::Directory(_) | Destination::Stdout => Ok(()),
        }
    }

    /// Copies an input that will be replaced, before the first write. Several inputs become their
    /// originals when they are replaced.
    pub(crate) fn keep_original(&self, input: &Input) -> Result<(), Failure> {
        match self {
            Destination::InPlace(in_place) => in_place.keep_original(input),
            Destination::File(_)
            | Destination::Directory(_)
            | Destination::InPlaceFiles(_)
            | Destination::Stdout => Ok(()),
        }
    }
}

/// `<name>.reduced` beside the only directory, or beside the deepest directory that all inputs lie in.
/// If that contains the current directory, `reduced` in the current directory.
fn default_directory(input: &Input) -> PathBuf {
    let has_several = input.files.as_ref().is_some_and(|files| files.only_directory().is_none());
    let here = std::env::current_dir().and_then(|here| here.canonicalize()).unwrap_or_default();
    if has_several && here.starts_with(&input.path) {
        return here.join("reduced");
    }
    with_suffix(&input.path, ".reduced")
}

/// `<stem>.reduced.<ext>` beside the input, `<name>.reduced` without an extension.
fn default_path(input: &Input) -> PathBuf {
    let Some(extension) = input.path.extension() else {
        return with_suffix(&input.path, ".reduced");
    };
    let mut suffix = OsString::from(".reduced.");
    suffix.push(extension);
    let stem = input.path.file_stem().unwrap_or_default();
    input.path.with_file_name(name_of_parts("", stem, &suffix))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_output_is_beside_the_input() {
        let beside = |path: &str| {
            let path = PathBuf::from(path);
            let (dir, name) = ("/".into(), "x".into());
            default_path(&Input { dir, name, bytes: vec![], files: None, path })
        };
        assert_eq!(beside("/d/bug.c"), Path::new("/d/bug.reduced.c"));
        assert_eq!(beside("/d/bug"), Path::new("/d/bug.reduced"));
        assert_eq!(beside("/d/a.b.c"), Path::new("/d/a.b.reduced.c"));
    }
}
