//! Mounts that tests leave in our directories: tests of root, or those that ask a helper with its powers.
//!
//! Nothing is ever removed through a mount: the files behind a bind mount are somebody's. What ends a mount
//! is that it is detached, and a directory with a mount that cannot be detached stays.

use std::fs::File;
use std::path::{Path, PathBuf};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{AtFlags, CWD, StatxFlags, statx};
use rustix::io::Errno;
use rustix::mount::{MountPropagationFlags, UnmountFlags, mount_change, unmount};

use crate::mount_table::{TABLE, mounts};

/// Tells whether mounts have come or gone, by one system call, so that a query without any costs no more.
#[derive(Debug)]
pub(super) struct MountWatch {
    /// Without it nobody knows, and every query looks.
    table: Option<File>,
}

impl MountWatch {
    pub(super) fn new() -> MountWatch {
        MountWatch { table: File::open(TABLE).ok() }
    }

    /// Whether mounts have come or gone since the last call.
    pub(super) fn has_seen_any(&self) -> bool {
        let Some(table) = &self.table else { return true };
        let at_once = Timespec { tv_sec: 0, tv_nsec: 0 };
        let ready = poll(&mut [PollFd::new(table, PollFlags::PRI)], Some(&at_once));
        ready.map_or(true, |ready| ready > 0)
    }
}

/// Detaches all mounts in a directory and on it; returns whether there was one.
pub(super) fn detach_below(directory: &Path) -> bool {
    let mut has_any = false;
    // One that hides another may go first.
    loop {
        let mounts = outermost(mounts_below(directory));
        has_any |= !mounts.is_empty();
        let detached = mounts.iter().filter(|mount| detach(mount)).count();
        if detached == 0 {
            return has_any;
        }
    }
}

/// Whether a directory that we made in `base` is still there itself, and not what is mounted on it or on a
/// directory between them.
pub(super) fn is_bare(directory: &Path, base: &Path) -> bool {
    let mount = |path| {
        let found = statx(CWD, path, AtFlags::SYMLINK_NOFOLLOW, StatxFlags::MNT_ID)?;
        Ok(found.stx_mnt_id)
    };
    match mount(directory) {
        // Then it is nobody else's.
        Err(Errno::NOENT) => true,
        found => found.is_ok() && found == mount(base),
    }
}

/// Detaches a mount with all that is mounted in it. First they stop to share: the originals of what was bound
/// here would be unmounted as well.
fn detach(mount: &Path) -> bool {
    let alone = MountPropagationFlags::PRIVATE | MountPropagationFlags::REC;
    mount_change(mount, alone).is_ok()
        && unmount(mount, UnmountFlags::DETACH | UnmountFlags::NOFOLLOW).is_ok()
}

fn mounts_below(directory: &Path) -> Vec<PathBuf> {
    let places = mounts().into_iter().map(|mount| mount.place);
    places.filter(|place| place.starts_with(directory)).collect()
}

/// Leaves out what lies below another one, or is the same.
fn outermost(mut paths: Vec<PathBuf>) -> Vec<PathBuf> {
    paths.sort();
    paths.dedup_by(|next, kept| next.starts_with(&*kept));
    paths
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mounts_in_mounts_go_with_them() {
        let paths = ["/a/b/c", "/a/b", "/a/bc", "/a/b", "/d"].map(PathBuf::from).to_vec();
        assert_eq!(outermost(paths), ["/a/b", "/a/bc", "/d"].map(PathBuf::from));
    }
}
