//! Where the result goes. Every file is complete or absent: written beside its place, synced and
//! renamed.

mod in_place;

use crate::error::{self, Failure};
use crate::input::Input;
use in_place::Lineage;
use std::ffi::OsString;
use std::fs::{File, TryLockError};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Where the result goes.
#[derive(Clone, Debug)]
pub enum Destination {
    /// A file of its own.
    File(PathBuf),
    /// The input itself; the original is kept at the second path.
    InPlace(PathBuf, PathBuf, Lineage),
    /// Printed at the end.
    Stdout,
}

impl Destination {
    /// The destination that the user chose. Where a run goes on, its journal tells whether the input
    /// is its own work.
    ///
    /// # Errors
    /// When it is the input without `--in-place`, or something that a result cannot replace.
    pub fn new(
        input: &Input,
        output: Option<&Path>,
        in_place: bool,
        is_resumed: bool,
    ) -> Result<Destination, Failure> {
        if in_place {
            return Destination::in_place(input, is_resumed);
        }
        let path = match output {
            Some(path) if path == Path::new("-") => return Ok(Destination::Stdout),
            Some(path) => resolved(path),
            None => resolved(&default_path(input)),
        };
        if same_file(&path, &input.path) {
            let message = format!("the output `{}` is the input", path.display());
            return Err(Failure::usage(message).hint("use --in-place to overwrite the input"));
        }
        if is_special(&path) {
            let message = format!("cannot write `{}`: it is no regular file", path.display());
            return Err(Failure::usage(message).hint("`-o -` prints the result at the end"));
        }
        Ok(Destination::File(path))
    }

    fn in_place(input: &Input, is_resumed: bool) -> Result<Destination, Failure> {
        let attempt = format!("cannot resolve `{}`", input.path.display());
        let path = input.path.canonicalize().map_err(|cause| error::io(attempt, cause))?;
        let original = with_suffix(&path, ".orig");
        if !original.exists() {
            return Ok(Destination::InPlace(path, original, Lineage::of(&input.bytes)));
        }
        let attempt = || format!("cannot read `{}`", original.display());
        let kept = std::fs::read(&original).map_err(|cause| error::io(attempt(), cause))?;
        let lineage = Lineage::of(&kept);
        if !is_resumed && !lineage.is_of(&path, &input.bytes) && !descends(&input.bytes, &kept) {
            let message = format!(
                "`{}` exists, and the input was not reduced from it: it would be lost",
                original.display()
            );
            return Err(Failure::usage(message).hint("move it away, or write to another file: -o"));
        }
        Ok(Destination::InPlace(path, original, lineage))
    }

    /// The file that holds the best candidate, if it is one.
    pub fn path(&self) -> Option<&Path> {
        match self {
            Destination::File(path) | Destination::InPlace(path, ..) => Some(path),
            Destination::Stdout => None,
        }
    }

    /// Claims the result file for this run, and finds out whether it can be written. Clears away
    /// what a killed run left half written: this run may have nothing to write in its place.
    ///
    /// # Errors
    /// When it cannot, or another run has claimed it.
    pub fn claim(&self) -> Result<Option<Claim>, Failure> {
        let claim = self.path().map(Claim::new).transpose()?;
        for path in self.path().into_iter().chain(self.original()) {
            // One that cannot be removed cannot be written either, which the first write tells.
            let _ = std::fs::remove_file(partial(path));
        }
        Ok(claim)
    }

    /// The file that keeps the original of an input that is overwritten.
    pub fn original(&self) -> Option<&Path> {
        match self {
            Destination::InPlace(_, original, _) => Some(original),
            Destination::File(_) | Destination::Stdout => None,
        }
    }

    /// Puts the original of an input that is overwritten in safety, before the first write.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn keep_original(&self, input: &Input) -> Result<(), Failure> {
        match self {
            Destination::InPlace(path, original, _) if !original.exists() => {
                write_like(path, original, &input.bytes, None)
            }
            _ => Ok(()),
        }
    }

    /// Replaces the result by a better one.
    ///
    /// # Errors
    /// When it cannot be written; the one before is still there then.
    pub fn replace(&self, best: &[u8]) -> Result<(), Failure> {
        match self {
            Destination::File(path) => write(path, best),
            Destination::InPlace(path, _, lineage) => write_like(path, path, best, Some(lineage)),
            Destination::Stdout => Ok(()),
        }
    }

    /// Ends with this result: a file is there even if nothing could be reduced.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn finish(&self, best: &[u8], is_written: bool) -> Result<(), Failure> {
        match self {
            Destination::File(path) if !is_written => write(path, best),
            Destination::File(_) | Destination::InPlace(..) => Ok(()),
            Destination::Stdout => std::io::stdout()
                .write_all(best)
                .and_then(|()| std::io::stdout().flush())
                .map_err(|cause| error::io("cannot print the result", cause)),
        }
    }
}

/// One run at a time writes a result: a lock file beside it, which is gone after the run. What a
/// killed run leaves of it is no longer locked.
#[derive(Debug)]
pub struct Claim {
    path: PathBuf,
    _locked: File,
}

impl Claim {
    fn new(result: &Path) -> Result<Claim, Failure> {
        if result.is_dir() {
            let message = format!("cannot write `{}`: it is a directory", result.display());
            return Err(Failure::usage(message));
        }
        let path = hidden_beside(result, ".lock");
        let file = File::create(&path).map_err(|cause| unwritable_place(result, cause))?;
        match file.try_lock() {
            Ok(()) => Ok(Claim { path, _locked: file }),
            Err(TryLockError::WouldBlock) => {
                let message = format!("another run is writing `{}`", result.display());
                Err(Failure::usage(message).hint("wait for its end, or choose another place: -o"))
            }
            Err(TryLockError::Error(cause)) => {
                Err(error::io(format!("cannot lock `{}`", path.display()), cause))
            }
        }
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        // One that stays does no harm: it is not locked any more.
        let _ = std::fs::remove_file(&self.path);
    }
}

/// Writes a file that is complete or absent, with the permissions of the one before. A pipe or a
/// device is written as it is.
///
/// # Errors
/// When it cannot be written; what was there before still is then.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    if is_special(path) {
        let written = std::fs::write(path, bytes);
        return written.map_err(|cause| unwritable(path, cause));
    }
    write_like(path, path, bytes, None)
}

/// Writes a file that is complete or absent, with the permissions of a model, if there is one. What
/// is remembered of it is there when it is.
fn write_like(
    model: &Path,
    path: &Path,
    bytes: &[u8],
    lineage: Option<&Lineage>,
) -> Result<(), Failure> {
    let partial = partial(path);
    let write = || {
        let mut file = File::create(&partial)?;
        if let Ok(model) = std::fs::metadata(model) {
            file.set_permissions(model.permissions())?;
        }
        file.write_all(bytes)?;
        lineage.inspect(|lineage| lineage.note(&file, bytes));
        file.sync_data()?;
        std::fs::rename(&partial, path)
    };
    write().map_err(|cause| {
        // What is left of a full disk is of no use; that it cannot be removed changes nothing.
        let _ = std::fs::remove_file(&partial);
        unwritable(path, cause)
    })
}

fn unwritable(path: &Path, cause: std::io::Error) -> Failure {
    error::io(format!("cannot write `{}`", path.display()), cause)
}

/// Finds out before the first query whether a file can be written.
///
/// # Errors
/// When it is a directory or its directory does not take files.
pub fn check_writable(path: &Path) -> Result<(), Failure> {
    if path.is_dir() {
        return Err(Failure::usage(format!(
            "cannot write `{}`: it is a directory",
            path.display()
        )));
    }
    if is_special(path) {
        return Ok(());
    }
    let partial = partial(path);
    let probe = File::create(&partial).and_then(|_| std::fs::remove_file(&partial));
    probe.map_err(|cause| unwritable_place(path, cause))
}

fn unwritable_place(path: &Path, cause: std::io::Error) -> Failure {
    unwritable(path, cause).hint("name a file in a directory that exists and is writable")
}

/// Whether it exists and is a pipe or a device: to be written, but never to be replaced.
fn is_special(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|kind| !kind.is_file() && !kind.is_dir())
}

/// Where a symbolic link leads, so that the file is replaced and not the link.
pub fn resolved(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_path_buf())
}

/// The name under which a file is written before it is renamed: the same for every run, so that
/// the next one finds what a killed run left behind.
fn partial(path: &Path) -> PathBuf {
    hidden_beside(path, ".partial")
}

/// `.<name><suffix>` in the same directory.
fn hidden_beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(suffix);
    path.with_file_name(name)
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

/// A name with something behind it.
pub fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

/// Whether two names stand for the same file, which need not exist.
pub fn same_file(a: &Path, b: &Path) -> bool {
    let place = |path: &Path| {
        path.canonicalize().ok().or_else(|| {
            let path = std::path::absolute(path).ok()?;
            Some(path.parent()?.canonicalize().ok()?.join(path.file_name()?))
        })
    };
    place(a).zip(place(b)).is_some_and(|(a, b)| a == b)
}

/// Whether one text can have been reduced from another by taking away (and by putting white space
/// between what is left).
fn descends(text: &[u8], original: &[u8]) -> bool {
    let solid = |byte: &&u8| !byte.is_ascii_whitespace();
    let mut rest = original.iter().filter(solid);
    text.iter().filter(solid).all(|byte| rest.any(|other| other == byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_descends_from_what_holds_its_bytes_in_order() {
        assert!(descends(b"a c", b"a b c"));
        assert!(descends(b"a\n c", b"abc"));
        assert!(descends(b"", b"abc"));
        assert!(!descends(b"ca", b"abc"));
        assert!(!descends(b"abcd", b"abc"));
    }

    #[test]
    fn the_default_output_stands_beside_the_input() {
        let beside = |path: &str| {
            let path = PathBuf::from(path);
            default_path(&Input { dir: "/".into(), name: "x".into(), bytes: vec![], path })
        };
        assert_eq!(beside("/d/bug.c"), Path::new("/d/bug.reduced.c"));
        assert_eq!(beside("/d/bug"), Path::new("/d/bug.reduced"));
        assert_eq!(beside("/d/a.b.c"), Path::new("/d/a.b.reduced.c"));
    }
}
