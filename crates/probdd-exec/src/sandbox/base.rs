//! Where temporary directories are made: in memory if possible.

use std::env;
use std::path::{Path, PathBuf};

use rustix::fs::{StatVfsMountFlags, statfs, statvfs};

/// The type number of a file system in memory.
const TMPFS: i128 = 0x0102_1994;

/// The bytes that have to be free in memory, unless the user has chosen the directory.
const ROOM: u64 = 1 << 30;

/// Returns the directory for a new root: the user's choice (`$TMPDIR`), else one in memory, which is
/// many times faster, else the system's.
pub(super) fn base() -> PathBuf {
    let chosen = env::var_os("TMPDIR").is_some_and(|chosen| !chosen.is_empty());
    let system = env::temp_dir();
    if chosen {
        return system;
    }
    in_memory().find(|path| is_fit(path)).unwrap_or(system)
}

pub(super) fn bases() -> impl Iterator<Item = PathBuf> {
    in_memory().chain([env::temp_dir()])
}

fn in_memory() -> impl Iterator<Item = PathBuf> {
    let runtime = env::var_os("XDG_RUNTIME_DIR").map(PathBuf::from);
    [PathBuf::from("/dev/shm")].into_iter().chain(runtime.filter(|path| path.is_absolute()))
}

/// Whether a directory is in memory, has room, and allows a test to execute what it has compiled there.
fn is_fit(path: &Path) -> bool {
    let is_in_memory = statfs(path).is_ok_and(|found| i128::from(found.f_type) == TMPFS);
    is_in_memory
        && statvfs(path).is_ok_and(|found| {
            let never = StatVfsMountFlags::NOEXEC | StatVfsMountFlags::RDONLY;
            !found.f_flag.intersects(never) && found.f_bavail.saturating_mul(found.f_frsize) >= ROOM
        })
}
