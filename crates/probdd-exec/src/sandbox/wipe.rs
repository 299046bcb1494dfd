//! Removes directories with all their contents, whatever a test has done to them.

use std::fs::{self, File, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use rustix::fs::{IFlags, Mode, OFlags, ResolveFlags, ioctl_getflags, ioctl_setflags, openat2};
use rustix::io::Errno;

/// How often a directory is read again if files keep appearing in it.
const WIPES: usize = 8;

/// Removes a directory with all its contents, whatever their permissions and depth. Files that cannot
/// be removed remain.
pub fn wipe(directory: &Path) {
    Wipe::new(directory).remove_root();
}

/// Removes directories with all their contents, whatever their permissions and depth.
///
/// The standard library's `remove_dir_all` needs permissions, and a descriptor and a stack frame for
/// each level. Here every directory that is not empty is first moved up into the root, so that no path
/// gets long and nothing recurses. Files that cannot be removed (another user's) are skipped, and so are
/// mounts: the system moves and removes no directory on which something is mounted.
pub(super) struct Wipe<'a> {
    root: &'a Path,
    pending: Vec<PathBuf>,
    moved: u64,
}

impl<'a> Wipe<'a> {
    pub(super) fn new(root: &'a Path) -> Wipe<'a> {
        // A test may have made the root read-only.
        unlock(root);
        Wipe { root, pending: Vec::new(), moved: 0 }
    }

    /// Removes a directory in the root.
    pub(super) fn remove(mut self, directory: &Path) {
        unlock(directory);
        self.pending.push(directory.to_path_buf());
        self.remove_pending();
    }

    /// Removes the root with all its contents.
    pub(super) fn remove_root(mut self) {
        self.remove_entries(self.root);
        self.remove_pending();
        let _ = self.insist(self.root, |root| fs::remove_dir(root));
    }

    fn remove_pending(&mut self) {
        while let Some(directory) = self.pending.pop() {
            for _ in 0..WIPES {
                self.remove_entries(&directory);
                if !is_still_full(self.insist(&directory, |path| fs::remove_dir(path))) {
                    break;
                }
            }
        }
    }

    /// Removes the files of a directory and moves its directories up.
    fn remove_entries(&mut self, directory: &Path) {
        // All names first: directories that are moved into the root must not show up again.
        let entries: Vec<_> = fs::read_dir(directory).into_iter().flatten().flatten().collect();
        for entry in entries {
            let path = entry.path();
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                self.remove_directory(&path);
            } else {
                let _ = self.insist(&path, |path| fs::remove_file(path));
            }
        }
    }

    /// Does something to a file below the root; if that is not permitted, once more without the flags that
    /// forbid it to root.
    fn insist(&self, path: &Path, act: impl Fn(&Path) -> io::Result<()>) -> io::Result<()> {
        let done = act(path);
        if !is_errno(&done, Errno::PERM) {
            return done;
        }
        [Some(path), path.parent(), Some(self.root)]
            .into_iter()
            .flatten()
            .for_each(|path| self.unflag(path));
        act(path)
    }

    /// Makes a file or a directory neither immutable nor append-only, if it lies below the root and not
    /// behind a mount or a link.
    fn unflag(&self, path: &Path) {
        let Ok(below) = path.strip_prefix(self.root) else { return };
        // Whatever is no file or directory has no flags, and opening it may have effects.
        if !fs::symlink_metadata(path).is_ok_and(|found| found.is_dir() || found.is_file()) {
            return;
        }
        let Ok(root) = File::open(self.root) else { return };
        let here = if below.as_os_str().is_empty() { Path::new(".") } else { below };
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        let bounds = ResolveFlags::BENEATH | ResolveFlags::NO_XDEV | ResolveFlags::NO_SYMLINKS;
        let Ok(file) = openat2(root, here, flags, Mode::empty(), bounds) else { return };
        if let Ok(found) = ioctl_getflags(&file) {
            let _ = ioctl_setflags(&file, found - (IFlags::IMMUTABLE | IFlags::APPEND));
        }
    }

    fn remove_directory(&mut self, path: &Path) {
        let removed = self.insist(path, |path| fs::remove_dir(path));
        // Something is mounted on it: its permissions would be those of what is mounted.
        if removed.is_ok() || is_errno(&removed, Errno::BUSY) || is_errno(&removed, Errno::PERM) {
            return;
        }
        unlock(path);
        loop {
            let up = self.root.join(format!("wipe-{:08}", self.moved));
            self.moved += 1;
            match self.insist(path, |path| fs::rename(path, &up)) {
                Ok(()) => return self.pending.push(up),
                // An earlier wipe failed and left it.
                Err(error) if error.kind() == io::ErrorKind::DirectoryNotEmpty => {}
                Err(_) => return,
            }
        }
    }
}

fn is_errno(done: &io::Result<()>, errno: Errno) -> bool {
    done.as_ref().is_err_and(|error| Errno::from_io_error(error) == Some(errno))
}

/// Whether a directory could not be removed because it is not empty (any more).
fn is_still_full(removed: io::Result<()>) -> bool {
    removed.is_err_and(|error| error.kind() == io::ErrorKind::DirectoryNotEmpty)
}

/// Makes a directory writable. If that fails, the removals fail as well.
fn unlock(directory: &Path) {
    let _ = fs::set_permissions(directory, Permissions::from_mode(0o700));
}
