//! What the file system says about a file, to notice cheaply that somebody has changed it.

use std::fs::Metadata;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

/// The inode, the size and the last changes of a file. If they are the same, so is its content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stamp {
    inode: u64,
    size: u64,
    modified: (i64, i64),
    /// Also noticed where a program has set the time of the last modification back.
    changed: (i64, i64),
}

impl Stamp {
    /// The stamp of a file; `None` if there is none at this path.
    pub(crate) fn of_file(path: &Path) -> Option<Stamp> {
        let metadata = std::fs::metadata(path).ok().filter(Metadata::is_file)?;
        Some(Stamp {
            inode: metadata.ino(),
            size: metadata.size(),
            modified: (metadata.mtime(), metadata.mtime_nsec()),
            changed: (metadata.ctime(), metadata.ctime_nsec()),
        })
    }
}
