//! Sees which files below `/tmp` are written while a test runs.
//!
//! Two tests that run at the same time disturb each other if both write the same file. The watch sees
//! the entries of `/tmp` and of the directories in it, also those that the test removes again.

use rustix::fs::inotify::{self, CreateFlags, ReadFlags, Reader, WatchFlags};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs;
use std::mem::MaybeUninit;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

const TMP: &str = "/tmp";

/// The most directories that are watched.
const MOST: usize = 500;

/// The size of each file that was written; `None` if it is no file, or does not exist any more.
pub type Sizes = BTreeMap<PathBuf, Option<u64>>;

/// A watch of `/tmp`.
#[derive(Debug)]
pub struct TmpWatch {
    inotify: OwnedFd,
    directories: BTreeMap<i32, PathBuf>,
    /// Files that are not a test's scratch files.
    spared: Vec<PathBuf>,
}

impl TmpWatch {
    /// Begins to watch, except for the directories in `/tmp` that contain one of these files; `None`
    /// where that is impossible.
    pub fn begin(spared: Vec<PathBuf>) -> Option<TmpWatch> {
        let flags = CreateFlags::NONBLOCK | CreateFlags::CLOEXEC;
        let inotify = inotify::init(flags).ok()?;
        let mut watch = TmpWatch { inotify, directories: BTreeMap::new(), spared };
        watch.add(Path::new(TMP));
        let entries = fs::read_dir(TMP).ok()?.flatten();
        let is_directory = |entry: &fs::DirEntry| entry.file_type().is_ok_and(|kind| kind.is_dir());
        let directories = entries.filter(is_directory).take(MOST);
        for directory in directories {
            watch.add(&directory.path());
        }
        Some(watch)
    }

    /// Watches a directory, if it is to be watched and can be.
    fn add(&mut self, directory: &Path) {
        if self.is_spared(directory) {
            return;
        }
        let flags = WatchFlags::CREATE
            | WatchFlags::DELETE
            | WatchFlags::MOVED_TO
            | WatchFlags::MODIFY
            | WatchFlags::CLOSE_WRITE;
        let flags = flags | WatchFlags::ONLYDIR;
        if let Ok(id) = inotify::add_watch(&self.inotify, directory, flags) {
            self.directories.insert(id, directory.into());
        }
    }

    /// Whether this is one of our directories, or contains a file that is spared.
    fn is_spared(&self, path: &Path) -> bool {
        let is_ours = path.file_name().is_some_and(|name| name.as_bytes().starts_with(b"probdd-"));
        let is_tmp = path == Path::new(TMP);
        is_ours || !is_tmp && self.spared.iter().any(|spared| spared.starts_with(path))
    }

    /// Returns what was written since the last call.
    pub fn written(&mut self) -> Sizes {
        let (mut paths, mut new) = (BTreeSet::new(), Vec::new());
        let mut buffer = [MaybeUninit::uninit(); 16 << 10];
        let mut reader = Reader::new(&self.inotify, &mut buffer);
        while let Ok(event) = reader.next() {
            let directory = self.directories.get(&event.wd());
            let Some((directory, name)) = directory.zip(event.file_name()) else { continue };
            let path = directory.join(OsStr::from_bytes(name.to_bytes()));
            let is_new_directory = event.events().contains(ReadFlags::ISDIR | ReadFlags::CREATE);
            if is_new_directory && directory == Path::new(TMP) {
                new.push(path.clone());
            }
            paths.insert(path);
        }
        for directory in new {
            self.add(&directory);
        }
        let sized = paths.into_iter().filter(|path| !self.is_spared(path)).map(|path| {
            let file = fs::symlink_metadata(&path).ok().filter(fs::Metadata::is_file);
            (path, file.map(|file| file.len()))
        });
        sized.collect()
    }
}

/// The files that one run has written, and the next one again. A file that has only grown is a log: it
/// disturbs nobody.
pub fn rewritten(before: &Sizes, after: &Sizes) -> Vec<PathBuf> {
    let is_log = |before: &Option<u64>, after: &Option<u64>| {
        before.zip(*after).is_some_and(|(before, after)| after > before)
    };
    let is_again = |(path, after): &(&PathBuf, &Option<u64>)| {
        before.get(*path).is_some_and(|before| !is_log(before, after))
    };
    after.iter().filter(is_again).map(|(path, _)| path.clone()).collect()
}
