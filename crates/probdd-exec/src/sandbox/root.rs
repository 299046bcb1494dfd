//! The temporary root of a sandbox: its name tells the process that owns it, and it is locked while it
//! is in use. [`remove_stale`] removes the roots of runs that were killed.

use std::collections::BTreeSet;
use std::fs::{self, DirBuilder, File, TryLockError};
use std::io;
use std::os::fd::{AsRawFd, RawFd};
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use super::base::{base, bases};
use super::mounts::{detach_below, is_bare};
use super::wipe::Wipe;
use crate::{Error, process};

/// The beginning of all names.
const PREFIX: &str = "probdd-";

/// How many roots this process has made: no name is used again, since a removed root may still be the
/// working directory of a process.
static ROOTS: AtomicU32 = AtomicU32::new(0);

/// A root, removed on drop.
#[derive(Debug)]
pub(super) struct Root {
    path: PathBuf,
    /// Held by us and by the slot's process: while one of the two lives, no other run takes the root for
    /// a stale one, not even in a container that shares the directory but not the process numbers.
    lock: File,
}

impl Root {
    pub(super) fn new() -> Result<Root, Error> {
        let temporary = base();
        let failed = |path: &Path, source| Error::TemporaryDirectory(path.into(), source);
        // Canonical, as the test sees its working directory.
        let temporary = temporary.canonicalize().map_err(|error| failed(&temporary, error))?;
        let owner = Owner::this();
        loop {
            let path = temporary.join(owner.name(ROOTS.fetch_add(1, Ordering::Relaxed)));
            match Root::create(&path) {
                Ok(lock) => return Ok(Root { path, lock }),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(failed(&path, error)),
            }
        }
    }

    fn create(path: &Path) -> io::Result<File> {
        DirBuilder::new().mode(0o700).create(path)?;
        let lock = File::open(path)?;
        // On a file system without locks the name alone has to do.
        let _ = lock.try_lock();
        Ok(lock)
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// The directory that it was made in.
    pub(super) fn base(&self) -> Option<&Path> {
        self.path.parent()
    }
}

impl AsRawFd for Root {
    fn as_raw_fd(&self) -> RawFd {
        self.lock.as_raw_fd()
    }
}

impl Drop for Root {
    fn drop(&mut self) {
        remove(&self.path);
    }
}

/// Removes a root with all that tests have left in it.
pub(super) fn remove(root: &Path) {
    detach_below(root);
    if root.parent().is_some_and(|base| is_bare(root, base)) {
        Wipe::new(root).remove_root();
    }
}

/// The process that a root belongs to, and when it started: process numbers are used again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Owner {
    process: u32,
    started: u64,
}

impl Owner {
    fn this() -> Owner {
        let process = std::process::id();
        Owner { process, started: process::started(process).unwrap_or(0) }
    }

    /// Returns a name. All numbers have the same width, so that the length of a path does not depend on
    /// them.
    fn name(self, number: u32) -> String {
        format!("{PREFIX}{:07}-{:010}-{number:03}", self.process, self.started)
    }

    fn of(name: &str) -> Option<Owner> {
        let mut numbers = name.strip_prefix(PREFIX)?.split('-');
        let process = numbers.next()?.parse().ok()?;
        let started = numbers.next()?.parse().ok()?;
        numbers.next()?.parse::<u32>().ok()?;
        numbers.next().is_none().then_some(Owner { process, started })
    }

    fn is_alive(self) -> bool {
        process::started(self.process) == Some(self.started)
    }
}

/// Removes the roots, the running processes and the control groups of runs that were killed together with
/// the supervisors of their tests.
pub fn remove_stale() {
    let bases: BTreeSet<_> = bases().filter_map(|base| base.canonicalize().ok()).collect();
    let entries = bases.into_iter().flat_map(fs::read_dir).flatten().flatten();
    for entry in entries {
        if entry.file_name().to_str().is_some_and(is_stale) {
            remove_if_stale(&entry.path());
        }
    }
    process::remove_groups(is_stale);
}

/// Whether a root's name is one of ours, and its owner has ended.
fn is_stale(name: &str) -> bool {
    Owner::of(name).is_some_and(|owner| !owner.is_alive())
}

fn remove_if_stale(path: &Path) {
    let is_ours =
        |data: fs::Metadata| data.is_dir() && data.uid() == rustix::process::geteuid().as_raw();
    if !fs::symlink_metadata(path).is_ok_and(is_ours) {
        return;
    }
    let Ok(lock) = File::open(path) else { return };
    if matches!(lock.try_lock(), Err(TryLockError::WouldBlock)) {
        return;
    }
    process::kill_below(path);
    remove(path);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_tells_its_owner() {
        let owner = Owner { process: 123, started: 4_567_890 };
        assert_eq!(Owner::of(&owner.name(7)), Some(owner));
        assert_eq!(owner.name(0).len(), Owner::this().name(1).len());
        for other in ["probdd", "probdd-1", "probdd-1-2", "probdd-1-2-3-4", "probdd-a-2-3", "x"] {
            assert_eq!(Owner::of(other), None, "{other}");
        }
    }

    #[test]
    fn a_process_that_had_the_same_number_before_is_another_one() {
        let this = Owner::this();
        assert!(this.is_alive());
        assert!(!Owner { started: this.started + 1, ..this }.is_alive());
    }
}
