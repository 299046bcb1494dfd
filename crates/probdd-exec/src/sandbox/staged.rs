//! The files of a bundle in a working directory, which are carried on from query to query: what has not
//! changed is not written again.
//!
//! To write 2,000 files takes 40 ms, to look at them 3 ms. So the working directory of a query becomes
//! that of the next, after everything that the test has done in it has been undone. What a test has
//! done is seen by the times and numbers that the file system keeps. They do not tell everything:
//!
//! - a file that was written at the same tick of the clock as it was staged keeps its times;
//! - so does a file that is written through memory (`mmap`), where the file system is in memory.
//!
//! So the content is compared as well, of files that are that new and of binary files.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs::{self, DirBuilder, File, Metadata, Permissions};
use std::io::{self, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use probdd_core::bundle::{EntryKind, entries};

use super::wipe::Wipe;

/// The clock of the file system ticks at least that often.
const TICK: Duration = Duration::from_millis(20);

/// The permissions that are needed to write in a directory.
const WRITABLE: u32 = 0o700;

/// What was written last, by path. What lies in a directory follows the directory.
#[derive(Debug, Default)]
pub(super) struct Staged {
    entries: BTreeMap<Vec<u8>, StagedEntry>,
    /// When the last of them was written.
    at: Option<SystemTime>,
}

#[derive(Debug)]
struct StagedEntry {
    kind: EntryKind,
    content: Vec<u8>,
    stamp: Option<Stamp>,
}

/// What the file system tells about an entry. For a directory this changes with the names in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stamp {
    inode: u64,
    mode: u32,
    links: u64,
    size: u64,
    modified: (i64, i64),
    changed: (i64, i64),
}

impl Stamp {
    fn of(found: &Metadata) -> Stamp {
        Stamp {
            inode: found.ino(),
            mode: found.mode(),
            links: found.nlink(),
            size: found.size(),
            modified: (found.mtime(), found.mtime_nsec()),
            changed: (found.ctime(), found.ctime_nsec()),
        }
    }

    /// Whether the entry could have been changed after `at` without a trace.
    fn is_recent(&self, at: SystemTime) -> bool {
        let nanoseconds = u32::try_from(self.changed.1).unwrap_or(0);
        let changed = Duration::new(self.changed.0.unsigned_abs(), nanoseconds);
        let at = at.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        changed + TICK >= at
    }
}

/// A path that could not be written, and why.
pub(super) type Unwritten = (PathBuf, io::Error);

/// Writes what a bundle contains into a directory that is empty.
///
/// # Errors
/// Returns the path that could not be written, and why.
pub fn write_bundle(directory: &Path, bundle: &[u8]) -> Result<(), (PathBuf, io::Error)> {
    Staged::default().stage(directory, directory, bundle)
}

impl Staged {
    /// Makes a working directory hold what a bundle contains, and nothing else. It holds what was staged
    /// last, with what a test has made of it.
    pub(super) fn stage(
        &mut self,
        root: &Path,
        work: &Path,
        bundle: &[u8],
    ) -> Result<(), Unwritten> {
        unlock_if_locked(work);
        self.undo(root, work);
        let wanted: BTreeMap<Vec<u8>, (EntryKind, &[u8])> = entries(bundle)
            .into_iter()
            .map(|entry| (entry.path, (entry.kind, &bundle[entry.content])))
            .collect();
        self.remove_others(root, work, &wanted);
        self.write(work, wanted)?;
        for (path, entry) in &mut self.entries {
            if entry.stamp.is_none() || matches!(entry.kind, EntryKind::Directory { .. }) {
                let found = fs::symlink_metadata(place(work, path));
                entry.stamp = found.ok().map(|found| Stamp::of(&found));
            }
        }
        self.at = Some(SystemTime::now());
        Ok(())
    }

    /// Forgets what was staged, when the directory has gone.
    pub(super) fn forget(&mut self) {
        *self = Staged::default();
    }

    /// Removes what a test has made or changed.
    fn undo(&mut self, root: &Path, work: &Path) {
        let Some(at) = self.at else { return };
        remove_unknown(root, work, b"", &self.entries);
        let paths: Vec<Vec<u8>> = self.entries.keys().cloned().collect();
        for path in paths {
            let Some(entry) = self.entries.get(&path) else { continue };
            let file = place(work, &path);
            let found = fs::symlink_metadata(&file).ok().map(|found| Stamp::of(&found));
            if found.is_some() && found == entry.stamp && entry.is_as_staged(&file, at) {
                continue;
            }
            if let (EntryKind::Directory { .. }, Some(found)) = (entry.kind, found)
                && entry
                    .stamp
                    .is_some_and(|stamp| (stamp.inode, stamp.mode) == (found.inode, found.mode))
            {
                // Names have come or gone.
                remove_unknown(root, work, &path, &self.entries);
                continue;
            }
            remove(root, &file);
            self.remove_below(&path);
        }
    }

    /// Forgets an entry and what lies in it.
    fn remove_below(&mut self, path: &[u8]) {
        self.entries.remove(path);
        // `0` is the character after `/`.
        let below = [path, b"/"].concat()..[path, b"0"].concat();
        let below: Vec<Vec<u8>> = self.entries.range(below).map(|(path, _)| path.clone()).collect();
        for path in below {
            self.entries.remove(&path);
        }
    }

    /// Removes what is not wanted, or not as it is.
    fn remove_others(
        &mut self,
        root: &Path,
        work: &Path,
        wanted: &BTreeMap<Vec<u8>, (EntryKind, &[u8])>,
    ) {
        let is_wanted = |path: &Vec<u8>, entry: &StagedEntry| {
            wanted.get(path).is_some_and(|wanted| *wanted == (entry.kind, entry.content.as_slice()))
        };
        let others: Vec<Vec<u8>> = self
            .entries
            .iter()
            .filter(|(path, entry)| !is_wanted(path, entry))
            .map(|(path, _)| path.clone())
            .collect();
        // What lies in a directory goes before the directory, or stays if that is only made anew.
        for path in others.iter().rev() {
            let directory = |kind: &EntryKind| matches!(kind, EntryKind::Directory { .. });
            let stays = wanted.get(path).is_some_and(|(kind, _)| directory(kind));
            let is_directory = self.entries.get(path).is_some_and(|entry| directory(&entry.kind));
            if !(is_directory && stays) {
                remove(root, &place(work, path));
                self.remove_below(path);
            }
        }
    }

    /// Writes what is missing. Directories get their permissions when all is written: they may be such
    /// that nothing can be written in them.
    fn write(
        &mut self,
        work: &Path,
        wanted: BTreeMap<Vec<u8>, (EntryKind, &[u8])>,
    ) -> Result<(), Unwritten> {
        let mut modes = Vec::new();
        for (path, (kind, content)) in wanted {
            let file = place(work, &path);
            let is_staged = self.entries.get(&path).is_some_and(|entry| entry.kind == kind);
            if let EntryKind::Directory { mode } = kind
                && (!is_staged || mode & WRITABLE != WRITABLE)
            {
                unlock_if_locked(&file);
                modes.push((file.clone(), mode));
            }
            if !is_staged {
                write_entry(&file, kind, content).map_err(|cause| (file, cause))?;
                let content = content.to_vec();
                self.entries.insert(path, StagedEntry { kind, content, stamp: None });
            }
        }
        for (directory, mode) in modes.into_iter().rev() {
            let done = fs::set_permissions(&directory, Permissions::from_mode(mode));
            done.map_err(|cause| (directory, cause))?;
        }
        Ok(())
    }
}

impl StagedEntry {
    /// Whether an entry whose stamp is that of before has the content of before.
    fn is_as_staged(&self, file: &Path, at: SystemTime) -> bool {
        let is_file = matches!(self.kind, EntryKind::File { .. });
        let is_recent = self.stamp.is_some_and(|stamp| stamp.is_recent(at));
        let is_certain = !is_recent && !self.content.contains(&0);
        !is_file || is_certain || fs::read(file).is_ok_and(|found| found == self.content)
    }
}

/// Removes from a directory what was not staged.
fn remove_unknown(
    root: &Path,
    work: &Path,
    directory: &[u8],
    known: &BTreeMap<Vec<u8>, StagedEntry>,
) {
    for found in fs::read_dir(place(work, directory)).into_iter().flatten().flatten() {
        let name = found.file_name();
        let mut path = directory.to_vec();
        if !path.is_empty() {
            path.push(b'/');
        }
        path.extend_from_slice(name.as_bytes());
        if !known.contains_key(&path) {
            remove(root, &found.path());
        }
    }
}

/// Removes a file, or a directory with all that is in it.
fn remove(root: &Path, path: &Path) {
    if let Some(parent) = path.parent() {
        unlock_if_locked(parent);
    }
    let is_directory = fs::symlink_metadata(path).is_ok_and(|found| found.is_dir());
    if is_directory {
        Wipe::new(root).remove(path);
    } else {
        let _ = fs::remove_file(path);
    }
}

fn write_entry(path: &Path, kind: EntryKind, content: &[u8]) -> io::Result<()> {
    match kind {
        EntryKind::Link => symlink(OsStr::from_bytes(content), path),
        EntryKind::Directory { .. } => {
            DirBuilder::new().recursive(true).mode(WRITABLE).create(path)
        }
        EntryKind::File { mode } => {
            let options = File::options().write(true).create_new(true).mode(mode).open(path);
            let mut file = options?;
            file.write_all(content)?;
            // The mask of the process may have taken permissions away.
            if file.metadata()?.mode() & 0o7777 == mode {
                Ok(())
            } else {
                file.set_permissions(Permissions::from_mode(mode))
            }
        }
    }
}

/// Makes a directory writable. If that fails, what is to be written there fails as well.
fn unlock_if_locked(directory: &Path) {
    if fs::metadata(directory).is_ok_and(|found| found.mode() & WRITABLE != WRITABLE) {
        let _ = fs::set_permissions(directory, Permissions::from_mode(WRITABLE));
    }
}

fn place(work: &Path, path: &[u8]) -> PathBuf {
    work.join(OsStr::from_bytes(path))
}
