//! Names of files: derived, compared, and found on PATH.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// The file that a symbolic link leads to, so that the file is replaced and not the link.
pub(crate) fn resolved(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_path_buf())
}

/// A path with something appended to its name.
pub(crate) fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

/// `.<name><suffix>` in the same directory.
pub(crate) fn hidden_beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(suffix);
    path.with_file_name(name)
}

/// Whether two names denote the same file, which need not exist.
pub(crate) fn same_file(a: &Path, b: &Path) -> bool {
    let place = |path: &Path| {
        path.canonicalize().ok().or_else(|| {
            let path = std::path::absolute(path).ok()?;
            Some(path.parent()?.canonicalize().ok()?.join(path.file_name()?))
        })
    };
    place(a).zip(place(b)).is_some_and(|(a, b)| a == b)
}

/// Whether a file has this content.
pub(crate) fn same_content(path: &Path, content: &[u8]) -> bool {
    let has_length = |file: std::fs::Metadata| file.len() == content.len() as u64;
    std::fs::metadata(path).is_ok_and(has_length)
        && std::fs::read(path).is_ok_and(|found| found == content)
}

/// A path relative to the current directory, if it lies below it.
pub(crate) fn from_here(path: &Path) -> &Path {
    let here = std::env::current_dir().ok();
    here.and_then(|here| path.strip_prefix(here).ok()).unwrap_or(path)
}

/// Whether a path is a regular file that has a permission to be executed.
pub(crate) fn is_executable(path: &Path) -> bool {
    std::fs::metadata(path)
        .is_ok_and(|kind| kind.is_file() && kind.permissions().mode() & 0o111 != 0)
}

/// The directories of PATH.
pub(crate) fn search_path() -> Vec<PathBuf> {
    std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()).collect()
}

/// The files that the words of a shell command name, relative to a directory.
pub(crate) fn named_in_command(command: &OsStr, directory: &Path) -> Vec<PathBuf> {
    let words = command.as_bytes().split(u8::is_ascii_whitespace);
    let words = words.filter(|word| !word.is_empty());
    let paths = words.map(|word| directory.join(OsStr::from_bytes(word)));
    paths.filter(|path| path.is_file()).collect()
}
