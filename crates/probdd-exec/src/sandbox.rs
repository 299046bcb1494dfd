//! The directory of one query: made fresh, wiped after.
//!
//! A [`Sandbox`] is a worker's temporary root. Below it every query gets a place with a number
//! that is never used again, so that neither a directory that resisted its wiping nor a process
//! that is just dying can put anything into a later query's place. All numbers have the same
//! width: the length of a path must not depend on how many queries there were.
//!
//! It keeps a test's files apart; it does not keep the test from writing elsewhere.

use std::ffi::OsStr;
use std::fs::{self, DirBuilder, File, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
use std::path::{Path, PathBuf};

use crate::Error;

/// Names of a query's files, below `<root>/<number>/`.
const WORK: &str = "work";
const TMP: &str = "tmp";

/// How often a directory is read again when files keep appearing in it.
const WIPES: usize = 8;

/// The temporary root of one worker, removed on drop.
#[derive(Debug)]
pub struct Sandbox {
    root: PathBuf,
    queries: u64,
}

impl Sandbox {
    /// A root of its own in the system's temporary directory, closed to other users.
    ///
    /// # Errors
    /// When there is no temporary directory, or it cannot be written to.
    pub fn new() -> Result<Sandbox, Error> {
        Ok(Sandbox { root: make_root()?, queries: 0 })
    }

    /// A place that holds nothing but this file.
    pub(crate) fn place(&mut self, name: &OsStr, bytes: &[u8]) -> Result<Place<'_>, Error> {
        if !self.root.is_dir() {
            // A test or a cleaner of old files has removed it.
            self.root = make_root()?;
        }
        self.queries += 1;
        Place::new(&self.root, self.queries, name, bytes)
    }
}

impl Drop for Sandbox {
    fn drop(&mut self) {
        Wipe::new(&self.root).remove_root();
    }
}

/// A new directory whose name tells whose it is.
fn make_root() -> Result<PathBuf, Error> {
    let temporary = std::env::temp_dir();
    let failed = |path: &Path, source| Error::TemporaryDirectory { path: path.into(), source };
    // Canonical, so that it is what the test sees as its working directory.
    let temporary = temporary.canonicalize().map_err(|error| failed(&temporary, error))?;
    let process = std::process::id();
    let mut attempt = 0;
    loop {
        let root = temporary.join(format!("probdd-{process}-{attempt:03}"));
        match DirBuilder::new().mode(0o700).create(&root) {
            Ok(()) => return Ok(root),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => attempt += 1,
            Err(error) => return Err(failed(&root, error)),
        }
    }
}

/// Where one query runs; wiped on drop.
#[derive(Debug)]
pub(crate) struct Place<'a> {
    root: &'a Path,
    home: PathBuf,
    work: PathBuf,
    tmp: PathBuf,
    candidate: PathBuf,
}

impl<'a> Place<'a> {
    fn new(root: &'a Path, number: u64, name: &OsStr, bytes: &[u8]) -> Result<Place<'a>, Error> {
        let home = root.join(format!("{number:08}"));
        let work = home.join(WORK);
        let tmp = home.join(TMP);
        let candidate = work.join(name);
        let place = Place { root, home, work, tmp, candidate };
        for path in [&place.home, &place.work, &place.tmp] {
            let failed = |source| Error::TemporaryDirectory { path: path.clone(), source };
            fs::create_dir(path).map_err(failed)?;
        }
        write_new(&place.candidate, bytes)
            .map_err(|source| Error::WriteCandidate { path: place.candidate.clone(), source })?;
        Ok(place)
    }

    /// The working directory.
    pub(crate) fn work(&self) -> &Path {
        &self.work
    }

    /// The directory for temporary files.
    pub(crate) fn tmp(&self) -> &Path {
        &self.tmp
    }

    /// The candidate's absolute path.
    pub(crate) fn candidate(&self) -> &Path {
        &self.candidate
    }

    /// Removes what we made, which is all there is after most tests; reading directories costs
    /// more than trying.
    fn remove_ours(&self) -> io::Result<()> {
        fs::remove_file(&self.candidate)?;
        fs::remove_dir(&self.work)?;
        fs::remove_dir(&self.tmp)?;
        fs::remove_dir(&self.home)
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        if self.remove_ours().is_err() {
            // What cannot be wiped now stays until the root goes: no later query uses the place.
            Wipe::new(self.root).remove(&self.home);
        }
    }
}

fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    File::create_new(path)?.write_all(bytes)
}

/// Removes directories with all that is in them, whatever their permissions and however deep.
///
/// The standard library's `remove_dir_all` needs permissions, and a descriptor and a stack frame
/// per level. Here every directory that is not empty is first moved up into the root, so that no
/// path gets long and nothing recurses. What cannot be removed (another user's files) is passed
/// over.
struct Wipe<'a> {
    root: &'a Path,
    pending: Vec<PathBuf>,
    moved: u64,
}

impl<'a> Wipe<'a> {
    fn new(root: &'a Path) -> Wipe<'a> {
        // Where the test has locked the root, nothing below could be removed.
        unlock(root);
        Wipe { root, pending: Vec::new(), moved: 0 }
    }

    /// Removes `directory`, which is in the root.
    fn remove(mut self, directory: &Path) {
        unlock(directory);
        self.pending.push(directory.to_path_buf());
        self.remove_pending();
    }

    /// Removes all that is in the root, and the root.
    fn remove_root(mut self) {
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
