//! Writes that are complete or absent: a file is written beside its place, synced and renamed.

use super::paths::hidden_beside;
use crate::error::{Failure, cannot};
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Writes a file and keeps the permissions of the file that it replaces. A pipe or a device is
/// written directly.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    if is_special(path) {
        return std::fs::write(path, bytes).map_err(cannot("write", path));
    }
    write_as(path, bytes, path, |_| {})
}

/// Writes a file with the permissions of `model`, if that exists. `prepare` sees the file before it
/// gets its name.
pub(crate) fn write_as(
    path: &Path,
    bytes: &[u8],
    model: &Path,
    prepare: impl FnOnce(&File),
) -> Result<(), Failure> {
    let partial = partial(path);
    let write = || {
        let mut file = File::create(&partial)?;
        if let Ok(model) = std::fs::metadata(model) {
            file.set_permissions(model.permissions())?;
        }
        file.write_all(bytes)?;
        prepare(&file);
        file.sync_data()?;
        std::fs::rename(&partial, path)
    };
    write().map_err(|cause| {
        remove_partial(path);
        cannot("write", path)(cause)
    })
}

/// Removes what an interrupted write has left. If it cannot be removed, it cannot be written
/// either, and the next write reports that.
pub(crate) fn remove_partial(path: &Path) {
    let _ = std::fs::remove_file(partial(path));
}

/// Checks before the first query that a file can be written.
pub(crate) fn check_writable(path: &Path) -> Result<(), Failure> {
    check_no_directory(path)?;
    if is_special(path) {
        return Ok(());
    }
    let partial = partial(path);
    let probe = File::create(&partial).and_then(|_| std::fs::remove_file(&partial));
    probe.map_err(|cause| unwritable_place(path, cause))
}

/// Checks that a path is not a directory.
pub(crate) fn check_no_directory(path: &Path) -> Result<(), Failure> {
    if path.is_dir() {
        let message = format!("cannot write `{}`: it is a directory", path.display());
        return Err(Failure::usage(message));
    }
    Ok(())
}

/// A path in a directory that takes no files.
pub(crate) fn unwritable_place(path: &Path, cause: io::Error) -> Failure {
    cannot("write", path)(cause).hint("name a file in a directory that exists and is writable")
}

/// Whether a path is a pipe or a device, which is written but never replaced.
pub(crate) fn is_special(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|kind| !kind.is_file() && !kind.is_dir())
}

/// The name under which a file is written before it is renamed. It is the same for every run, so
/// that the next run finds what a killed one has left.
fn partial(path: &Path) -> PathBuf {
    hidden_beside(path, ".partial")
}
