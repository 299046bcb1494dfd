//! Files and directories that every query has besides the candidate.
//!
//! They are copied once, without the permission to write, and every query gets a name for the copy: a
//! hard link for a file, a symbolic link for a directory. A test that changes them changes them for all
//! queries, so that is noticed before the next query.

use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use crate::Error;

/// The name of the directory of the copies, below the root.
const COPIES: &str = "with";

/// The permissions to write.
const WRITE: u32 = 0o222;

/// A file or directory that every query has besides the candidate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Companion {
    /// The absolute path.
    pub source: PathBuf,
    /// The path in the directory of a query.
    pub place: PathBuf,
}

/// The copies of companions.
#[derive(Debug, Default)]
pub(super) struct Copies {
    /// Each with what the file system tells about it and what is in it.
    copies: Vec<(PathBuf, Vec<(PathBuf, Stamp)>)>,
}

/// What changes when a file is written, or when names come to a directory or go. Links to a file do
/// not change it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stamp {
    inode: u64,
    size: u64,
    modified: (i64, i64),
}

impl Copies {
    /// Puts the companions into the working directory of a query.
    pub(super) fn provide(
        &mut self,
        root: &Path,
        work: &Path,
        companions: &[Companion],
    ) -> Result<(), Error> {
        if self.copies.len() < companions.len() {
            self.copy(root, companions)?;
        }
        for (companion, (copy, stamps)) in companions.iter().zip(&self.copies) {
            if stamps.iter().any(|(path, stamp)| Stamp::of(path).ok() != Some(*stamp)) {
                return Err(Error::ChangedCompanion(companion.place.clone()));
            }
            let place = work.join(&companion.place);
            let parent = place.parent().map_or(Ok(()), fs::create_dir_all);
            let named = parent.and_then(|()| {
                if copy.is_dir() { symlink(copy, &place) } else { fs::hard_link(copy, &place) }
            });
            named.map_err(|cause| Error::Companion(companion.source.clone(), cause))?;
        }
        Ok(())
    }

    /// Removes what [`provide`](Copies::provide) has put there.
    pub(super) fn withdraw(work: &Path, companions: &[Companion]) {
        for companion in companions {
            let place = work.join(&companion.place);
            let _ = fs::remove_file(&place);
            for directory in place.ancestors().skip(1).take_while(|directory| *directory != work) {
                let _ = fs::remove_dir(directory);
            }
        }
    }

    fn copy(&mut self, root: &Path, companions: &[Companion]) -> Result<(), Error> {
        self.copies.clear();
        for (number, companion) in companions.iter().enumerate() {
            let to = root.join(COPIES).join(number.to_string());
            let mut stamps = Vec::new();
            let made = fs::create_dir_all(root.join(COPIES));
            let copied = made.and_then(|()| copy(&companion.source, &to, true, &mut stamps));
            copied.map_err(|cause| Error::Companion(companion.source.clone(), cause))?;
            self.copies.push((to, stamps));
        }
        Ok(())
    }
}

impl Stamp {
    fn of(path: &Path) -> io::Result<Stamp> {
        let found = fs::symlink_metadata(path)?;
        let modified = (found.mtime(), found.mtime_nsec());
        Ok(Stamp { inode: found.ino(), size: found.size(), modified })
    }
}

/// Copies a file, or a directory with all that is in it. Links inside of it stay links.
fn copy(
    from: &Path,
    to: &Path,
    is_named: bool,
    stamps: &mut Vec<(PathBuf, Stamp)>,
) -> io::Result<()> {
    let found = if is_named { fs::metadata(from)? } else { fs::symlink_metadata(from)? };
    if found.is_symlink() {
        symlink(fs::read_link(from)?, to)?;
    } else if found.is_dir() {
        fs::create_dir(to)?;
        for entry in fs::read_dir(from)? {
            let entry = entry?;
            copy(&entry.path(), &to.join(entry.file_name()), false, stamps)?;
        }
        fs::set_permissions(to, Permissions::from_mode(found.mode() & !WRITE))?;
    } else if found.is_file() {
        fs::copy(from, to)?;
        fs::set_permissions(to, Permissions::from_mode(found.mode() & !WRITE))?;
    } else {
        let what = format!("`{}` is neither a file nor a directory", from.display());
        return Err(io::Error::new(io::ErrorKind::InvalidInput, what));
    }
    stamps.push((to.to_path_buf(), Stamp::of(to)?));
    Ok(())
}
