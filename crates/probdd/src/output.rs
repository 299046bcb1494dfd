//! Where the result goes: a file of its own, the input itself, or standard output.

mod in_place;
mod lock;

use crate::command_line::ReduceArgs;
use crate::error::{Failure, failed};
use crate::files::{is_special, remove_partial, resolved, same_file, with_suffix, write};
use crate::input::Input;
use in_place::InPlace;
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};

pub(crate) use lock::OutputLock;

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
    /// Chooses the destination. A resumed run may find an input that it has already replaced.
    pub(crate) fn new(args: &ReduceArgs, input: &Input, is_resumed: bool) -> Result<Self, Failure> {
        if args.in_place {
            return Ok(Destination::InPlace(InPlace::new(input, is_resumed)?));
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

    /// Copies an input that will be replaced, before the first write.
    pub(crate) fn keep_original(&self, input: &Input) -> Result<(), Failure> {
        match self {
            Destination::InPlace(in_place) => in_place.keep_original(input),
            Destination::File(_) | Destination::Stdout => Ok(()),
        }
    }

    /// Replaces the result by a better one.
    pub(crate) fn replace(&self, best: &[u8]) -> Result<(), Failure> {
        match self {
            Destination::File(path) => write(path, best),
            Destination::InPlace(in_place) => in_place.replace(best),
            Destination::Stdout => Ok(()),
        }
    }

    /// Ends the run: prints the result if it goes to standard output, and writes a file of its own
    /// even if nothing was removed.
    pub(crate) fn finish(&self, best: &[u8], is_written: bool) -> Result<(), Failure> {
        match self {
            Destination::File(path) if !is_written => write(path, best),
            Destination::File(_) | Destination::InPlace(..) => Ok(()),
            Destination::Stdout => std::io::stdout()
                .write_all(best)
                .and_then(|()| std::io::stdout().flush())
                .map_err(|cause| failed("cannot print the result", cause)),
        }
    }
}

/// `<stem>.reduced.<ext>` beside the input, `<name>.reduced` without an extension.
fn default_path(input: &Input) -> PathBuf {
    let Some(extension) = input.path.extension() else {
        return with_suffix(&input.path, ".reduced");
    };
    let mut suffix = OsString::from("reduced.");
    suffix.push(extension);
    input.path.with_extension(suffix)
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
