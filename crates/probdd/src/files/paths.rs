//! Names of files: derived, compared, and found on PATH.

use super::sha256::sha256;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// The file that a symbolic link leads to, so that the file is replaced and not the link.
pub(crate) fn resolved(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_path_buf())
}

/// The most bytes of a file's name.
const MOST_BYTES: usize = 255;

/// How many digits of a hash tell names apart that begin alike.
const DIGITS: usize = 8;

/// A path with something appended to its name.
pub(crate) fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    path.with_file_name(name_of_parts("", path.file_name().unwrap_or_default(), suffix.as_ref()))
}

/// A name with something before and after it. If that is too long, a hash takes the place of the
/// name's end.
pub(crate) fn name_of_parts(before: &str, name: &OsStr, after: &OsStr) -> OsString {
    let (bytes, room) = (name.as_bytes(), MOST_BYTES.saturating_sub(before.len() + after.len()));
    let mut whole = OsString::from(before);
    if bytes.len() <= room {
        whole.push(name);
    } else {
        let is_within_character = |end: &usize| bytes[*end] & 0xC0 == 0x80;
        let mut end = room.saturating_sub(DIGITS + 1);
        while end > 0 && is_within_character(&end) {
            end -= 1;
        }
        whole.push(OsStr::from_bytes(&bytes[..end]));
        whole.push("~");
        whole.push(&sha256(bytes)[..DIGITS]);
    }
    whole.push(after);
    whole
}

/// `.<name><suffix>` in the same directory.
pub(crate) fn hidden_beside(path: &Path, suffix: &str) -> PathBuf {
    path.with_file_name(name_of_parts(".", path.file_name().unwrap_or_default(), suffix.as_ref()))
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
