//! Whether a query has written more than it may: its directory is measured now and then, never during
//! a short query.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::time::{Duration, Instant};

/// The least time between two measurements.
const PAUSE: Duration = Duration::from_millis(250);

/// The least time between two measurements, as a multiple of what the last one took.
const SHARE: u32 = 20;

/// The unit in which the system counts the size of files on disk, on every file system.
const BLOCK: u64 = 512;

/// A bound on the size of a directory.
#[derive(Debug)]
pub(super) struct Quota<'a> {
    directory: &'a Path,
    bytes: u64,
    next: Instant,
}

impl Quota<'_> {
    pub(super) fn new(directory: &Path, bytes: u64) -> Quota<'_> {
        Quota { directory, bytes, next: Instant::now() + PAUSE }
    }

    pub(super) fn next(&self) -> Instant {
        self.next
    }

    /// Measures if it is time to; returns whether the bound is exceeded.
    pub(super) fn is_exceeded(&mut self) -> bool {
        let began = Instant::now();
        if began < self.next {
            return false;
        }
        let is_exceeded = exceeds(self.directory, self.bytes);
        let now = Instant::now();
        self.next = now + PAUSE.max((now - began) * SHARE);
        is_exceeded
    }
}

/// Whether the contents of a directory take more than this many bytes on disk.
fn exceeds(directory: &Path, bytes: u64) -> bool {
    let (mut pending, mut used) = (vec![directory.to_path_buf()], 0);
    while let Some(directory) = pending.pop() {
        for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
            // Links are not followed.
            let Ok(data) = entry.metadata() else { continue };
            used += data.blocks() * BLOCK;
            if used > bytes {
                return true;
            }
            if data.is_dir() {
                pending.push(entry.path());
            }
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_at_every_depth_count() {
        let home = tempfile::tempdir().expect("there is a place");
        let deep = home.path().join("a/b");
        fs::create_dir_all(&deep).expect("it can be made");
        fs::write(deep.join("c"), vec![1; 100_000]).expect("it can be written");
        assert!(exceeds(home.path(), 90_000));
        assert!(!exceeds(home.path(), 1 << 20));
    }
}
