//! The directory of one query: made fresh, removed after the query.
//!
//! A [`Sandbox`] is the temporary root of a worker. Below it, every query has a directory whose number
//! is never used again: neither a directory that could not be removed nor a dying process can put
//! anything into the directory of a later query. All numbers have the same width, so that the length
//! of a path does not depend on the number of queries.
//!
//! A sandbox also owns the process that starts its tests, watches over them, and removes the root when
//! this process is killed.

mod base;
mod companions;
mod form;
mod mounts;
mod root;
mod staged;
mod wipe;

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::Error;
use crate::process::{Confinement, Protection, Site, Slot, Stdio};
use companions::Copies;
use mounts::{MountWatch, detach_below, is_bare};
use root::Root;
use staged::Staged;
use wipe::Wipe;

pub use companions::Companion;
pub use form::{Argument, Form};
pub use root::remove_stale;
pub use staged::write_bundle;
pub use wipe::wipe;

/// Names of a query's files, below `<root>/<number>/`.
const WORK: &str = "work";
const TMP: &str = "tmp";
const HOME: &str = "home";

/// The name of the working directory between two queries about several files, below the root.
const STAGED: &str = "staged";

/// The temporary root of one worker, removed on drop.
#[derive(Debug)]
pub struct Sandbox {
    // The order matters: the root is removed before the slot's process sees that we end.
    root: Root,
    slot: Slot,
    /// Slots for further processes that a query runs at the same time.
    lanes: Vec<Slot>,
    queries: u64,
    /// The directories of the process that answers query after query.
    residence: Option<QueryFiles>,
    /// What lies in the working directory of the next query about several files.
    staged: Staged,
    copies: Copies,
    mounts: MountWatch,
}

impl Sandbox {
    /// Makes a root that is closed to other users, for tests that are confined like this: in the
    /// directory that `$TMPDIR` names, else in memory if there is room, else in the system's temporary
    /// directory.
    ///
    /// # Errors
    /// When there is no temporary directory that can be written to, when no process can be started
    /// that watches over tests, or when the kernel does not offer the protection.
    pub fn new(confinement: &Confinement) -> Result<Sandbox, Error> {
        Sandbox::with_lanes(1, confinement)
    }

    /// Makes a sandbox in which a query may run this many processes at a time.
    pub(crate) fn with_lanes(lanes: usize, confinement: &Confinement) -> Result<Sandbox, Error> {
        Sandbox::open(Stdio::Silent, lanes, confinement)
    }

    /// Makes a sandbox for a process that answers one query after another.
    pub(crate) fn for_process(confinement: &Confinement) -> Result<Sandbox, Error> {
        Sandbox::open(Stdio::Conversing, 1, confinement)
    }

    fn open(stdio: Stdio, lanes: usize, confinement: &Confinement) -> Result<Sandbox, Error> {
        let root = Root::new()?;
        let slot = || slot(&root, stdio, confinement.clone());
        let (first, others) = (slot()?, (1..lanes).map(|_| slot()).collect::<Result<_, _>>()?);
        Ok(Sandbox {
            root,
            slot: first,
            lanes: others,
            queries: 0,
            residence: None,
            staged: Staged::default(),
            copies: Copies::default(),
            mounts: MountWatch::new(),
        })
    }

    /// Makes a place that holds nothing but a candidate and its companions.
    pub(crate) fn place(
        &mut self,
        form: &Form,
        companions: &[Companion],
        candidate: &[u8],
    ) -> Result<Place<'_>, Error> {
        self.renew()?;
        self.queries += 1;
        let is_silent = self.slot.stdio() == Stdio::Silent;
        let has_home = is_silent && self.has_home();
        let root = self.root.path();
        let files = QueryFiles::new(root, self.queries, has_home, form);
        let Sandbox { slot, lanes, staged, mounts, .. } = self;
        let mut place =
            Place { root, slot, lanes, files, staged, mounts, had_mounts: false, is_silent };
        place.make(form, candidate)?;
        place.files.companions = companions.to_vec();
        self.copies.provide(root, &place.files.work, companions)?;
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
            detach_below(&left.home);
            if self.root.base().is_some_and(|base| is_bare(&left.home, base)) {
                Wipe::new(self.root.path()).remove(&left.home);
            }
        }
        self.queries += 1;
        let nothing = Form::Bundle(Vec::new());
        let files = QueryFiles::new(self.root.path(), self.queries, self.has_home(), &nothing);
        [&files.home, &files.tmp]
            .into_iter()
            .chain(&files.own_home)
            .try_for_each(|directory| make(directory))?;
        Ok(self.residence.insert(files).clone())
    }

    /// Whether somebody has removed the root. The next query has another one.
    pub(crate) fn is_gone(&self) -> bool {
        !self.root.path().is_dir()
    }

    /// Whether tests see a home of their own in place of the user's.
    fn has_home(&self) -> bool {
        self.slot.confinement().protection == Protection::Full
    }

    /// Replaces the root and the slots that tests have made unusable.
    fn renew(&mut self) -> Result<(), Error> {
        let (stdio, confinement) = (self.slot.stdio(), self.slot.confinement().clone());
        if self.is_gone() {
            // A test or a cleaner of old files has removed it.
            let lanes = 1 + self.lanes.len();
            let sandbox = Sandbox::open(stdio, lanes, &confinement)?;
            *self = Sandbox { queries: self.queries, ..sandbox };
        }
        for place in std::iter::once(&mut self.slot).chain(&mut self.lanes) {
            if !place.is_usable() {
                place.retire();
                *place = slot(&self.root, stdio, confinement.clone())?;
            }
        }
        Ok(())
    }
}

fn slot(root: &Root, stdio: Stdio, confinement: Confinement) -> Result<Slot, Error> {
    Slot::new(root.path(), root, confinement, stdio, root::remove)
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
    /// The paths that the test is told: the candidate, or the inputs that it consists of.
    pub(crate) arguments: Vec<PathBuf>,
    /// Whether the candidate is a single file.
    is_file: bool,
    companions: Vec<Companion>,
}

impl QueryFiles {
    fn new(root: &Path, number: u64, has_home: bool, form: &Form) -> QueryFiles {
        let home = root.join(format!("{number:08}"));
        let (work, tmp) = (home.join(WORK), home.join(TMP));
        let own_home = has_home.then(|| home.join(HOME));
        let arguments = form.arguments(&work);
        let is_file = matches!(form, Form::File(_));
        let companions = Vec::new();
        QueryFiles { home, own_home, work, tmp, arguments, is_file, companions }
    }

    /// The candidate, or the first of the inputs that it consists of.
    pub(crate) fn candidate(&self) -> &Path {
        self.arguments.first().map_or(&self.work, PathBuf::as_path)
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
    /// The slot of the first process.
    pub(crate) slot: &'a mut Slot,
    /// Slots for further processes at the same time.
    pub(crate) lanes: &'a mut [Slot],
    pub(crate) files: QueryFiles,
    staged: &'a mut Staged,
    mounts: &'a MountWatch,
    /// Whether mounts were found, some of which may have stayed.
    had_mounts: bool,
    /// Whether the query starts a process, with a directory for temporary files.
    is_silent: bool,
}

impl Place<'_> {
    fn make(&mut self, form: &Form, candidate: &[u8]) -> Result<(), Error> {
        let files = &self.files;
        let directories = [&files.home].into_iter();
        directories
            .chain(self.tmp())
            .chain(&files.own_home)
            .try_for_each(|directory| make(directory))?;
        let written = match form {
            Form::File(_) => {
                make(&files.work)?;
                let path = files.candidate();
                let written = File::create_new(path).and_then(|mut file| file.write_all(candidate));
                written.map_err(|cause| (path.to_path_buf(), cause))
            }
            Form::Bundle(_) => self.stage(form, candidate),
        };
        written.map_err(|(path, source)| Error::WriteCandidate(path, source))
    }

    /// Turns the files of the last query into those of this one.
    fn stage(&mut self, form: &Form, bundle: &[u8]) -> Result<(), (PathBuf, io::Error)> {
        let work = &self.files.work;
        let is_there = fs::rename(self.root.join(STAGED), work).is_ok();
        if !is_there || !fs::symlink_metadata(work).is_ok_and(|found| found.is_dir()) {
            // The test has put something else in its place.
            let _ = fs::remove_file(work);
            self.staged.forget();
            fs::create_dir(work).map_err(|cause| (work.clone(), cause))?;
        }
        self.staged.stage(self.root, work, bundle)?;
        for directory in form.directories() {
            let path = work.join(directory);
            fs::create_dir_all(&path).map_err(|cause| (path, cause))?;
        }
        Ok(())
    }

    /// Detaches the mounts that the query has left; returns whether there are any.
    pub(crate) fn detach_mounts(&mut self) -> bool {
        // Nobody else is in the root, unless a process lives on.
        let reach = if self.is_silent { self.root } else { &self.files.home };
        self.had_mounts |= self.mounts.has_seen_any() && detach_below(reach);
        self.had_mounts
    }

    /// Whether none of our files lies behind a mount that cannot be detached.
    fn is_bare(&self) -> bool {
        let bare = |path| self.root.parent().is_some_and(|base| is_bare(path, base));
        bare(&self.files.home) && bare(&self.files.work)
    }

    fn tmp(&self) -> Option<&PathBuf> {
        self.is_silent.then_some(&self.files.tmp)
    }

    /// Removes what we made, which is all that most tests leave; several files wait for the next query.
    /// Reading directories would cost more than trying.
    fn remove_ours(&self) -> io::Result<()> {
        let QueryFiles { home, own_home, work, is_file, companions, .. } = &self.files;
        Copies::withdraw(work, companions);
        if *is_file {
            fs::remove_file(self.files.candidate())?;
            fs::remove_dir(work)?;
        } else {
            fs::rename(work, self.root.join(STAGED))?;
        }
        let directories = [].into_iter().chain(self.tmp()).chain(own_home).chain([home]);
        directories.into_iter().try_for_each(fs::remove_dir)
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        if self.detach_mounts() && !self.is_bare() {
            return;
        }
        if self.remove_ours().is_err() {
            // Files that cannot be wiped now remain until the root is removed: no later query uses
            // the place.
            Wipe::new(self.root).remove(&self.files.home);
        }
    }
}

fn make(path: &Path) -> Result<(), Error> {
    fs::create_dir(path).map_err(|source| Error::TemporaryDirectory(path.into(), source))
}
