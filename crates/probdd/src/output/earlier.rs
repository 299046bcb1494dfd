//! What stood at the place of the result before this run: it is kept under another name, unless
//! the result of this run is worth as much.
//!
//! A result that a run has ended with is marked with the reduction that it belongs to, that is, the
//! input and the test, and with its bytes. So a file that somebody has edited is not taken for a
//! result, and neither is the result of another test.

use super::directory::ResultDirectory;
use super::mark;
use crate::error::{Failure, cannot};
use crate::files::with_suffix;
use probdd_exec::{Key, wipe};
use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// A file that stood at the place of the result, under its new name.
#[derive(Debug)]
pub(crate) struct Earlier {
    /// The new name.
    pub(crate) path: PathBuf,
    /// Its size.
    pub(crate) bytes: u64,
    /// Whether it is the result of an earlier run with the same input and the same test.
    pub(crate) is_of_this_reduction: bool,
}

impl Earlier {
    /// Gives what stands at the place of the result another name as well, before this run replaces
    /// it. `None` if there is nothing to lose.
    pub(super) fn keep(result: &Path, reduction: Key) -> Result<Option<Earlier>, Failure> {
        let bytes = fs::metadata(result).map_or(0, |file| file.len());
        if bytes == 0 {
            return Ok(None);
        }
        let is_of_this_reduction =
            fs::read(result).is_ok_and(|old| mark::has(result, &mark_of(reduction, &old)));
        let path = with_another_name(result).map_err(cannot("keep the existing", result))?;
        Ok(Some(Earlier { path, bytes, is_of_this_reduction }))
    }

    /// What the directory of the result will be called when this run replaces it. `None` if there is
    /// nothing to lose.
    pub(super) fn of_directory(directory: &ResultDirectory, reduction: Key) -> Option<Earlier> {
        let result = &directory.path;
        fs::read_dir(result).ok()?.next()?.ok()?;
        // What cannot be read was not written by a run.
        let old = directory.bundle();
        let is_marked = |old: &Vec<u8>| mark::has(result, &mark_of(reduction, old));
        let path = free_name(result)?;
        let is_of_this_reduction = old.as_ref().is_some_and(is_marked);
        let bytes = old.map_or(u64::MAX, |old| old.len() as u64);
        Some(Earlier { path, bytes, is_of_this_reduction })
    }

    /// Whether a result of this run is worth as much.
    pub(super) fn is_superseded_by(&self, best: &[u8]) -> bool {
        self.is_of_this_reduction && best.len() as u64 <= self.bytes
    }

    /// Removes it. A file that remains does no harm.
    pub(super) fn remove(&self) {
        if self.path.is_dir() {
            wipe(&self.path);
        } else {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// The first name of `NAME.1`, `NAME.2`, ... that is free.
pub(super) fn free_name(path: &Path) -> Option<PathBuf> {
    let names = (1u64..).map(|number| with_suffix(path, &format!(".{number}")));
    names.into_iter().find(|name| fs::symlink_metadata(name).is_err())
}

/// Marks the result of a run that ends.
pub(super) fn mark_result(result: &Path, best: &[u8], reduction: Key) {
    if let Ok(file) = File::open(result) {
        mark::set(&file, &mark_of(reduction, best));
    }
}

fn mark_of(reduction: Key, bytes: &[u8]) -> String {
    format!("{reduction} {}", Key::of(bytes))
}

/// Gives a file the first free name of `NAME.1`, `NAME.2`, ... as well. There is no moment without
/// a file of the old name, and no file is overwritten.
pub(super) fn with_another_name(path: &Path) -> io::Result<PathBuf> {
    let mut number = 1u64;
    loop {
        let other = with_suffix(path, &format!(".{number}"));
        match link_or_copy(path, &other) {
            Err(cause) if cause.kind() == ErrorKind::AlreadyExists => number += 1,
            done => return done.map(|()| other),
        }
    }
}

/// Some file systems have no hard links.
fn link_or_copy(path: &Path, other: &Path) -> io::Result<()> {
    match fs::hard_link(path, other) {
        Err(cause) if cause.kind() != ErrorKind::AlreadyExists => {
            let mut copy = File::create_new(other)?;
            let copied = File::open(path).and_then(|mut file| io::copy(&mut file, &mut copy));
            copied.and_then(|_| copy.sync_data()).inspect_err(|_| {
                let _ = fs::remove_file(other);
            })
        }
        done => done,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What an existing file of these bytes becomes.
    fn kept(old: &[u8]) -> (tempfile::TempDir, Option<Earlier>) {
        let dir = tempfile::tempdir().expect("there is a temporary directory");
        let path = dir.path().join("result");
        fs::write(&path, old).expect("it can be written");
        let earlier = Earlier::keep(&path, Key::of(b"reduction"));
        (dir, earlier.expect("it can be kept"))
    }

    #[test]
    fn a_file_is_kept_unless_it_is_empty() {
        let (dir, earlier) = kept(b"old");
        let path = dir.path().join("result.1");
        assert_eq!(earlier.map(|earlier| earlier.path), Some(path.clone()));
        assert_eq!(fs::read(path).ok(), Some(b"old".to_vec()));
        assert!(kept(b"").1.is_none());
    }

    #[test]
    fn a_name_that_is_taken_is_left_alone() {
        let (dir, _) = kept(b"old");
        let path = dir.path().join("result");
        fs::remove_file(&path).expect("it can be removed");
        fs::write(&path, "newer").expect("it can be written");
        let second = Earlier::keep(&path, Key::of(b"")).expect("it can be kept");
        assert_eq!(second.map(|earlier| earlier.path), Some(dir.path().join("result.2")));
        assert_eq!(fs::read(dir.path().join("result.1")).ok(), Some(b"old".to_vec()));
    }

    #[test]
    fn only_a_marked_result_of_the_same_reduction_is_superseded_and_only_by_less() {
        let (dir, unmarked) = kept(b"old");
        assert!(!unmarked.is_some_and(|earlier| earlier.is_superseded_by(b"")));
        let path = dir.path().join("result");
        mark_result(&path, b"old", Key::of(b"reduction"));
        let superseded = |reduction: &[u8], best: &[u8]| {
            let earlier = Earlier::keep(&path, Key::of(reduction)).expect("it can be kept");
            earlier.is_some_and(|earlier| earlier.is_superseded_by(best))
        };
        // On a file system without attributes nothing is.
        let has_attributes = mark::has(&path, &mark_of(Key::of(b"reduction"), b"old"));
        assert_eq!(superseded(b"reduction", b"new"), has_attributes);
        assert!(!superseded(b"reduction", b"larger"));
        assert!(!superseded(b"another", b"new"));
        fs::write(&path, "ol").expect("it can be written");
        assert!(!superseded(b"reduction", b"n"), "somebody has edited it");
    }
}
