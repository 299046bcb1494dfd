//! Removes directories with all their contents, whatever a test has done to them.

use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

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
/// gets long and nothing recurses. Files that cannot be removed (another user's) are skipped.
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
        let _ = fs::remove_dir(self.root);
    }

    fn remove_pending(&mut self) {
        while let Some(directory) = self.pending.pop() {
            for _ in 0..WIPES {
                self.remove_entries(&directory);
                if !is_still_full(fs::remove_dir(&directory)) {
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
                let _ = fs::remove_file(path);
            }
        }
    }

    fn remove_directory(&mut self, path: &Path) {
        if fs::remove_dir(path).is_ok() {
            return;
        }
        unlock(path);
        loop {
            let up = self.root.join(format!("wipe-{:08}", self.moved));
            self.moved += 1;
            match fs::rename(path, &up) {
                Ok(()) => return self.pending.push(up),
                // An earlier wipe failed and left it.
                Err(error) if error.kind() == io::ErrorKind::DirectoryNotEmpty => {}
                Err(_) => return,
            }
        }
    }
}

/// Whether a directory could not be removed because it is not empty (any more).
fn is_still_full(removed: io::Result<()>) -> bool {
    removed.is_err_and(|error| error.kind() == io::ErrorKind::DirectoryNotEmpty)
}

/// Makes a directory writable. If that fails, the removals fail as well.
fn unlock(directory: &Path) {
    let _ = fs::set_permissions(directory, Permissions::from_mode(0o700));
}
