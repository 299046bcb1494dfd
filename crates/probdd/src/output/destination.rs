//! Where the result goes: a file of its own, the input itself, or standard output.

use super::in_place::InPlace;
use super::lock::OutputLock;
use crate::command_line::ReduceArgs;
use crate::error::Failure;
use crate::files::{is_special, name_of_parts, remove_partial, resolved, same_file, with_suffix};
use crate::input::Input;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Where the result goes.
#[derive(Clone, Debug)]
pub(crate) enum Destination {
    /// A file of its own.
    File(PathBuf),
    /// The input itself.
    InPlace(InPlace),
    /// Standard output, at the end.
    Stdout,
}

impl Destination {
    /// Chooses the destination.
    pub(crate) fn new(args: &ReduceArgs, input: &Input) -> Result<Self, Failure> {
        if args.in_place {
            return Ok(Destination::InPlace(InPlace::new(input)?));
        }
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
        Ok(Destination::File(path))
    }

    /// The file that holds the best candidate, if the result goes to a file.
    pub(crate) fn path(&self) -> Option<&Path> {
        match self {
            Destination::File(path) | Destination::InPlace(InPlace { path, .. }) => Some(path),
            Destination::Stdout => None,
        }
    }

    /// The file that keeps the original of an input that is replaced.
    pub(crate) fn original(&self) -> Option<&Path> {
        match self {
            Destination::InPlace(InPlace { original, .. }) => Some(original),
            Destination::File(_) | Destination::Stdout => None,
        }
    }

    /// Claims the result file for this run, and checks that it can be written. Removes what a
    /// killed run has left half written, because this run may not write that file.
    pub(crate) fn claim(&self) -> Result<Option<OutputLock>, Failure> {
        let lock = self.path().map(OutputLock::new).transpose()?;
        self.path().into_iter().chain(self.original()).for_each(remove_partial);
        Ok(lock)
    }

    /// Checks that a new run loses no original: an input that is replaced descends from the
    /// original that is kept. The journal of a resumed run proves that by itself.
    pub(crate) fn check_original(&self, input: &Input) -> Result<(), Failure> {
        match self {
            Destination::InPlace(in_place) => in_place.check_original(input),
            Destination::File(_) | Destination::Stdout => Ok(()),
        }
    }

    /// Copies an input that will be replaced, before the first write.
    pub(crate) fn keep_original(&self, input: &Input) -> Result<(), Failure> {
        match self {
            Destination::InPlace(in_place) => in_place.keep_original(input),
            Destination::File(_) | Destination::Stdout => Ok(()),
        }
    }
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
            default_path(&Input { dir: "/".into(), name: "x".into(), bytes: vec![], path })
        };
        assert_eq!(beside("/d/bug.c"), Path::new("/d/bug.reduced.c"));
        assert_eq!(beside("/d/bug"), Path::new("/d/bug.reduced"));
        assert_eq!(beside("/d/a.b.c"), Path::new("/d/a.b.reduced.c"));
    }
}
