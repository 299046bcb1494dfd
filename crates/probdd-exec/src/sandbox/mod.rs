//! The directory of one query: made fresh, wiped after.
//!
//! A [`Sandbox`] is a worker's temporary root. Below it every query gets a place with a number
//! that is never used again, so that neither a directory that resisted its wiping nor a process
//! that is just dying can put anything into a later query's place. All numbers have the same
//! width: the length of a path must not depend on how many queries there were.
//!
//! A sandbox also has the process that starts its tests, watches over them, and removes the root
//! when this process is killed.

mod base;
mod root;
mod wipe;

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::Error;
use crate::process::{Confinement, Manner, Protection, Site, Slot};
use root::Root;
use wipe::Wipe;

pub use root::remove_stale;

/// Names of a query's files, below `<root>/<number>/`.
const WORK: &str = "work";
const TMP: &str = "tmp";
const HOME: &str = "home";

/// The temporary root of one worker, removed on drop.
#[derive(Debug)]
pub struct Sandbox {
    // In this order: the root is gone before the slot's process sees that we are.
    root: Root,
    slot: Slot,
    /// Where other processes of a query run at the same time.
    lanes: Vec<Slot>,
    queries: u64,
    /// The directories of the process that answers query after query.
    residence: Option<QueryFiles>,
}

impl Sandbox {
    /// Makes a root that is closed to other users, for tests that are confined like this: in the
    /// directory that `$TMPDIR` names, else in memory if there is room, else in the system's temporary
    /// directory.
    ///
    /// # Errors
    /// When there is no temporary directory that can be written to, when no process can be started
    /// that watches over tests, or when the kernel does not offer the protection.
    pub fn new(confinement: Confinement) -> Result<Sandbox, Error> {
        Sandbox::with_lanes(1, confinement)
    }

    /// Makes a sandbox in which a query may run this many processes at a time.
    ///
    /// # Errors
    /// See [`Sandbox::new`].
    pub fn with_lanes(lanes: usize, confinement: Confinement) -> Result<Sandbox, Error> {
        let mut sandbox = Sandbox::new_for(Manner::Silent, confinement)?;
        for _ in 1..lanes {
            let lane = slot(&sandbox.root, Manner::Silent, confinement)?;
            sandbox.lanes.push(lane);
        }
        Ok(sandbox)
    }

    /// Makes a sandbox for a process that answers one query after another.
    ///
    /// # Errors
    /// See [`Sandbox::new`].
    pub fn for_process(confinement: Confinement) -> Result<Sandbox, Error> {
        Sandbox::new_for(Manner::Conversing, confinement)
    }

    fn new_for(manner: Manner, confinement: Confinement) -> Result<Sandbox, Error> {
        let root = Root::new()?;
        let slot = slot(&root, manner, confinement)?;
        Ok(Sandbox { root, slot, lanes: Vec::new(), queries: 0, residence: None })
    }

    /// Makes a place that holds nothing but this file.
    pub(crate) fn place(&mut self, name: &OsStr, bytes: &[u8]) -> Result<Place<'_>, Error> {
        self.renew()?;
        self.queries += 1;
        let is_silent = self.slot.manner() == Manner::Silent;
        let has_home = is_silent && self.has_home();
        let root = self.root.path();
        let files = QueryFiles::new(root, self.queries, has_home, name);
        let place = Place { root, slot: &mut self.slot, lanes: &mut self.lanes, files, is_silent };
        place.make(bytes)?;
        Ok(place)
    }

    /// Ends the process that runs in the slot, with its descendants.
    pub(crate) fn dismiss(&mut self) {
        self.slot.dismiss();
    }

    /// Returns the directories of the process that runs, or is to be started, in the slot.
    pub(crate) fn residence(&mut self) -> Result<QueryFiles, Error> {
        self.renew()?;
        if let Some(residence) = self.residence.as_ref().filter(|_| self.slot.is_running()) {
            return Ok(residence.clone());
        }
        if let Some(left) = self.residence.take() {
            Wipe::new(self.root.path()).remove(&left.home);
        }
        self.queries += 1;
        let files =
            QueryFiles::new(self.root.path(), self.queries, self.has_home(), OsStr::new(""));
        [&files.home, &files.tmp].into_iter().chain(&files.own_home).try_for_each(|it| make(it))?;
        Ok(self.residence.insert(files).clone())
    }

    /// Whether tests see a home of their own in place of the user's.
    fn has_home(&self) -> bool {
        self.slot.confinement().protection == Protection::Full
    }

    /// Replaces the root and the slots that tests have made unusable.
    fn renew(&mut self) -> Result<(), Error> {
        let (manner, confinement) = (self.slot.manner(), *self.slot.confinement());
        if !self.root.path().is_dir() {
            // A test or a cleaner of old files has removed it.
            let sandbox = match manner {
                Manner::Silent => Sandbox::with_lanes(1 + self.lanes.len(), confinement)?,
                Manner::Conversing => Sandbox::new_for(manner, confinement)?,
            };
            *self = Sandbox { queries: self.queries, ..sandbox };
        }
        for place in std::iter::once(&mut self.slot).chain(&mut self.lanes) {
            if !place.is_usable() {
                place.retire();
                *place = slot(&self.root, manner, confinement)?;
            }
        }
        Ok(())
    }
}

fn slot(root: &Root, manner: Manner, confinement: Confinement) -> Result<Slot, Error> {
    Slot::new(root.path(), root, confinement, manner, |root| Wipe::new(root).remove_root())
}

/// The paths of one query, or of a process that answers many.
#[derive(Clone, Debug)]
pub(crate) struct QueryFiles {
    /// The directory of all that belongs to the query.
    pub(crate) home: PathBuf,
    /// What the test sees as the user's home, if not the real one.
    own_home: Option<PathBuf>,
    /// The working directory.
    pub(crate) work: PathBuf,
    /// The directory for temporary files; it does not exist for a query to a process, which has one
    /// of its own.
    pub(crate) tmp: PathBuf,
    /// The candidate.
    pub(crate) candidate: PathBuf,
}

impl QueryFiles {
    fn new(root: &Path, number: u64, has_home: bool, name: &OsStr) -> QueryFiles {
        let home = root.join(format!("{number:08}"));
        let (work, tmp) = (home.join(WORK), home.join(TMP));
        let own_home = has_home.then(|| home.join(HOME));
        let candidate = work.join(name);
        QueryFiles { home, own_home, work, tmp, candidate }
    }

    /// Returns where a program of the query runs.
    pub(crate) fn site(&self) -> Site<'_> {
        let QueryFiles { home, own_home, work, tmp, .. } = self;
        Site { directory: work, place: home, home: own_home.as_deref(), tmp }
    }
}

/// Where one query runs; wiped on drop.
#[derive(Debug)]
pub(crate) struct Place<'a> {
    /// The directory of all queries.
    pub(crate) root: &'a Path,
    /// Runs the first process of the query.
    pub(crate) slot: &'a mut Slot,
    /// Run other processes at the same time.
    pub(crate) lanes: &'a mut [Slot],
    pub(crate) files: QueryFiles,
    /// Whether the query starts a process, with a directory for temporary files.
    is_silent: bool,
}

impl Place<'_> {
    fn make(&self, bytes: &[u8]) -> Result<(), Error> {
        let files = &self.files;
        let directories = [&files.home, &files.work].into_iter();
        directories.chain(self.tmp()).chain(&files.own_home).try_for_each(|it| make(it))?;
        let path = &files.candidate;
        let written = File::create_new(path).and_then(|mut file| file.write_all(bytes));
        written.map_err(|source| Error::WriteCandidate { path: path.clone(), source })
    }

    fn tmp(&self) -> Option<&PathBuf> {
        self.is_silent.then_some(&self.files.tmp)
    }

    /// Removes what we made, which is all that most tests leave. Reading directories would cost more
    /// than trying.
    fn remove_ours(&self) -> io::Result<()> {
        let QueryFiles { home, own_home, work, candidate, .. } = &self.files;
        fs::remove_file(candidate)?;
        let directories = [work].into_iter().chain(self.tmp()).chain(own_home).chain([home]);
        directories.into_iter().try_for_each(fs::remove_dir)
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        if self.remove_ours().is_err() {
            // Files that cannot be wiped now remain until the root is removed: no later query uses
            // the place.
            Wipe::new(self.root).remove(&self.files.home);
        }
    }
}

fn make(path: &Path) -> Result<(), Error> {
    fs::create_dir(path).map_err(|source| Error::TemporaryDirectory { path: path.into(), source })
}
