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

use crate::process::{Manner, Slot};
use crate::{Confinement, Error, Protection};
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
    residence: Option<Residence>,
}

impl Sandbox {
    /// A root of its own, closed to other users: where `$TMPDIR` says, else in memory where there is
    /// room, else in the system's temporary directory.
    ///
    /// # Errors
    /// When there is no temporary directory, or it cannot be written to, or there is no room for
    /// another process.
    pub fn new() -> Result<Sandbox, Error> {
        Sandbox::confined(Confinement::default())
    }

    /// The same for tests that may do so much.
    ///
    /// # Errors
    /// As above, and when the kernel does not offer the protection that is asked for.
    pub fn confined(confinement: Confinement) -> Result<Sandbox, Error> {
        Sandbox::with_lanes(1, confinement)
    }

    /// The same for a test of which so many processes run side by side.
    ///
    /// # Errors
    /// As above.
    pub fn with_lanes(lanes: usize, confinement: Confinement) -> Result<Sandbox, Error> {
        let mut sandbox = Sandbox::new_for(Manner::Silent, confinement)?;
        for _ in 1..lanes {
            let lane = slot(&sandbox.root, Manner::Silent, confinement)?;
            sandbox.lanes.push(lane);
        }
        Ok(sandbox)
    }

    /// The same for a process that answers one query after another.
    ///
    /// # Errors
    /// As above.
    pub fn for_process(confinement: Confinement) -> Result<Sandbox, Error> {
        Sandbox::new_for(Manner::Conversing, confinement)
    }

    fn new_for(manner: Manner, confinement: Confinement) -> Result<Sandbox, Error> {
        let root = Root::new()?;
        let slot = slot(&root, manner, confinement)?;
        Ok(Sandbox { root, slot, lanes: Vec::new(), queries: 0, residence: None })
    }

    /// A place that holds nothing but this file.
    pub(crate) fn place(&mut self, name: &OsStr, bytes: &[u8]) -> Result<Place<'_>, Error> {
        self.renew()?;
        self.queries += 1;
        let slots = (&mut self.slot, self.lanes.as_mut_slice());
        Place::new(self.root.path(), slots, self.queries, name, bytes)
    }

    /// Ends the process that runs in the slot, with all below it.
    pub(crate) fn dismiss(&mut self) {
        self.slot.dismiss();
    }

    /// The place of the process that runs, or is to be started, in the slot.
    pub(crate) fn residence(&mut self) -> Result<Residence, Error> {
        self.renew()?;
        if let Some(residence) = self.residence.as_ref().filter(|_| self.slot.is_running()) {
            return Ok(residence.clone());
        }
        if let Some(left) = self.residence.take() {
            Wipe::new(self.root.path()).remove(&left.home);
        }
        self.queries += 1;
        let is_full = self.slot.confinement().protection == Protection::Full;
        let residence = Residence::new(self.root.path(), self.queries, is_full)?;
        Ok(self.residence.insert(residence).clone())
    }

    /// Makes good what tests have broken.
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

/// What a process has that answers one query after another, as long as it lives.
#[derive(Clone, Debug)]
pub(crate) struct Residence {
    home: PathBuf,
    /// The user's home as the process sees it, if it does not see the real one.
    pub(crate) own_home: Option<PathBuf>,
    /// The directory for temporary files.
    pub(crate) tmp: PathBuf,
}

impl Residence {
    fn new(root: &Path, number: u64, has_home: bool) -> Result<Residence, Error> {
        let home = root.join(format!("{number:08}"));
        let (tmp, own_home) = (home.join(TMP), has_home.then(|| home.join(HOME)));
        for path in [&home, &tmp].into_iter().chain(&own_home) {
            make(path)?;
        }
        Ok(Residence { home, own_home, tmp })
    }
}

fn make(path: &Path) -> Result<(), Error> {
    fs::create_dir(path).map_err(|source| Error::TemporaryDirectory { path: path.into(), source })
}

/// Where one query runs; wiped on drop.
#[derive(Debug)]
pub(crate) struct Place<'a> {
    root: &'a Path,
    /// Where the process runs that has this place as its own.
    pub(crate) slot: &'a mut Slot,
    /// Where others run at the same time.
    pub(crate) lanes: &'a mut [Slot],
    /// All that is the query's.
    pub(crate) home: PathBuf,
    /// The user's home as the test sees it, if it does not see the real one.
    pub(crate) own_home: Option<PathBuf>,
    /// The working directory.
    pub(crate) work: PathBuf,
    /// The directory for temporary files; where a process answers query after query it is no
    /// query's, and this one does not exist.
    pub(crate) tmp: PathBuf,
    /// The candidate's absolute path.
    pub(crate) candidate: PathBuf,
}

impl<'a> Place<'a> {
    fn new(
        root: &'a Path,
        (slot, lanes): (&'a mut Slot, &'a mut [Slot]),
        number: u64,
        name: &OsStr,
        bytes: &[u8],
    ) -> Result<Place<'a>, Error> {
        let home = root.join(format!("{number:08}"));
        let work = home.join(WORK);
        let tmp = home.join(TMP);
        let candidate = work.join(name);
        let is_full = slot.confinement().protection == Protection::Full;
        let own_home = (is_full && slot.manner() == Manner::Silent).then(|| home.join(HOME));
        let place = Place { root, slot, lanes, home, own_home, work, tmp, candidate };
        for path in [&place.home, &place.work].into_iter().chain(place.own_tmp()) {
            make(path)?;
        }
        if let Some(own_home) = &place.own_home {
            make(own_home)?;
        }
        write_new(&place.candidate, bytes)
            .map_err(|source| Error::WriteCandidate { path: place.candidate.clone(), source })?;
        Ok(place)
    }

    fn own_tmp(&self) -> Option<&PathBuf> {
        Some(&self.tmp).filter(|_| self.slot.manner() == Manner::Silent)
    }

    /// The directory of all queries, which no process of the slot should leave.
    pub(crate) fn root(&self) -> &'a Path {
        self.root
    }

    /// Removes what we made, which is all there is after most tests; reading directories costs
    /// more than trying.
    fn remove_ours(&self) -> io::Result<()> {
        fs::remove_file(&self.candidate)?;
        fs::remove_dir(&self.work)?;
        self.own_tmp().map_or(Ok(()), fs::remove_dir)?;
        self.own_home.as_ref().map_or(Ok(()), fs::remove_dir)?;
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
