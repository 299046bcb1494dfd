//! Removes directories with all that is in them, whatever a test has made of them.

use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// How often a directory is read again when files keep appearing in it.
const WIPES: usize = 8;

/// Removes directories with all that is in them, whatever their permissions and however deep.
///
/// The standard library's `remove_dir_all` needs permissions, and a descriptor and a stack frame
/// per level. Here every directory that is not empty is first moved up into the root, so that no
/// path gets long and nothing recurses. What cannot be removed (another user's files) is passed
/// over.
pub(super) struct Wipe<'a> {
    root: &'a Path,
    pending: Vec<PathBuf>,
    moved: u64,
}

impl<'a> Wipe<'a> {
    pub(super) fn new(root: &'a Path) -> Wipe<'a> {
        // Where the test has locked the root, nothing below could be removed.
        unlock(root);
        Wipe { root, pending: Vec::new(), moved: 0 }
    }

    /// Removes `directory`, which is in the root.
    pub(super) fn remove(mut self, directory: &Path) {
        unlock(directory);
        self.pending.push(directory.to_path_buf());
        self.remove_pending();
    }

    /// Removes all that is in the root, and the root.
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
        // All names first: entries moved into the root must not be met again while it is read.
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
                // Left from a wipe that failed.
                Err(error) if error.kind() == io::ErrorKind::DirectoryNotEmpty => {}
                Err(_) => return,
            }
        }
    }
}

/// Whether a directory could not be removed because something is in it (again).
fn is_still_full(removed: io::Result<()>) -> bool {
    removed.is_err_and(|error| error.kind() == io::ErrorKind::DirectoryNotEmpty)
}

/// Lets us change what is in a directory. Failing, the removals will fail as well.
fn unlock(directory: &Path) {
    let _ = fs::set_permissions(directory, Permissions::from_mode(0o700));
}
