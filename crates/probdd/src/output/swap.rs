//! Files and directories that are replaced together, all of them or none.
//!
//! What is new is written into a hidden directory, the container, and synced. Then a manifest says
//! where each part goes. From there on the replacement is completed, if not by this run then by the
//! next one that finds the container. Each part changes places with what stood there in one step, or
//! in two where the file system cannot do that. A replacement of one part that takes one step is
//! therefore complete or has not begun, whenever a run is killed.
//!
//! The manifest names a part by its inode: so whoever completes a replacement knows what is new from
//! what was old, and nothing is exchanged twice.

use crate::error::{Failure, cannot};
use crate::files::{OsText, with_suffix, write};
use probdd_core::bundle::{EntryKind, entries};
use probdd_exec::{wipe, write_bundle};
use rustix::fs::{CWD, RenameFlags, renameat_with};
use rustix::io::Errno;
use serde::{Deserialize, Serialize};
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// A part of a replacement.
#[derive(Clone, Debug)]
pub(super) struct Swap {
    /// What is new: a path in the candidate. If the candidate does not have it, nothing takes the
    /// place.
    pub(super) new: PathBuf,
    /// The place that it takes.
    pub(super) place: PathBuf,
    /// Where that goes which stood there; without a path it is removed.
    pub(super) kept: Option<PathBuf>,
    /// Whether the part is a directory, which takes the place also if the candidate does not have it.
    pub(super) is_directory: bool,
    /// What the new part is marked with.
    pub(super) mark: Option<String>,
}

/// A [`Swap`] in a manifest.
#[derive(Debug, Serialize, Deserialize)]
struct Step {
    new: OsText,
    place: OsText,
    kept: Option<OsText>,
    /// The inode of what is new, unless that is nothing.
    inode: Option<u64>,
}

/// Replaces files and directories by those of a candidate.
pub(super) fn replace(container: &Path, candidate: &[u8], swaps: &[Swap]) -> Result<(), Failure> {
    complete(container)?;
    let steps = prepare(container, candidate, swaps).inspect_err(|_| wipe(container))?;
    let manifest =
        serde_json::to_vec(&steps).map_err(|cause| cannot("write", container)(cause.into()))?;
    write(&manifest_of(container), &manifest).inspect_err(|_| wipe(container))?;
    complete(container)
}

/// Completes a replacement that a killed run has begun, and removes what it has only prepared.
pub(super) fn complete(container: &Path) -> Result<(), Failure> {
    if !fs::symlink_metadata(container).is_ok_and(|metadata| metadata.is_dir()) {
        return Ok(());
    }
    if let Ok(manifest) = fs::read(manifest_of(container)) {
        let failed = cannot("complete the replacement that is described in", container);
        let steps: Vec<Step> =
            serde_json::from_slice(&manifest).map_err(|cause| failed(cause.into()))?;
        for (number, step) in steps.into_iter().enumerate() {
            step.complete(&container.join(format!("old-{number}"))).map_err(failed)?;
        }
    }
    wipe(container);
    Ok(())
}

fn manifest_of(container: &Path) -> PathBuf {
    container.join("manifest.json")
}

/// Writes what is new into the container.
fn prepare(container: &Path, candidate: &[u8], swaps: &[Swap]) -> Result<Vec<Step>, Failure> {
    let top = container.join("new");
    fs::create_dir_all(&top).map_err(cannot("write", &top))?;
    for swap in swaps.iter().filter(|swap| swap.is_directory) {
        let path = top.join(&swap.new);
        fs::create_dir_all(&path).map_err(cannot("write", &path))?;
    }
    write_bundle(&top, candidate).map_err(|(path, cause)| cannot("write", &path)(cause))?;
    for entry in
        entries(candidate).into_iter().filter(|entry| matches!(entry.kind, EntryKind::File { .. }))
    {
        let path = top.join(OsStr::from_bytes(&entry.path));
        sync(&path).map_err(cannot("write", &path))?;
    }
    Ok(swaps.iter().map(|swap| Step::new(&top, swap)).collect())
}

/// Waits until a file is on disk. One that may not be read was written all the same.
fn sync(path: &Path) -> io::Result<()> {
    match File::open(path) {
        Err(cause) if cause.kind() == io::ErrorKind::PermissionDenied => Ok(()),
        opened => opened?.sync_data(),
    }
}

impl Step {
    fn new(top: &Path, swap: &Swap) -> Step {
        let text = |path: &Path| OsText::new(path.as_os_str().as_bytes());
        let new = top.join(&swap.new);
        if let (Some(mark), Ok(file)) = (&swap.mark, File::open(&new)) {
            super::mark::set(&file, mark);
        }
        Step {
            place: text(&swap.place),
            kept: swap.kept.as_deref().map(text),
            inode: inode(&new),
            new: text(&new),
        }
    }

    /// Completes the step, however much of it was done. `aside` is a free name in the container.
    fn complete(self, aside: &Path) -> io::Result<()> {
        let (new, place) = (path(self.new), path(self.place));
        let is_new = |path: &Path| self.inode.is_some() && inode(path) == self.inode;
        if is_new(&new) {
            exchange(&new, &place, aside)?;
        } else if self.inode.is_none() && inode(&place).is_some() {
            fs::rename(&place, aside)?;
        }
        let old = [new.as_path(), aside].into_iter().find(|path| inode(path).is_some());
        match (old, self.kept.map(path)) {
            (Some(old), Some(kept)) => keep(old, &kept),
            _ => Ok(()),
        }
    }
}

fn path(text: OsText) -> PathBuf {
    text.into_os_string().into()
}

fn inode(path: &Path) -> Option<u64> {
    fs::symlink_metadata(path).ok().map(|metadata| metadata.ino())
}

/// Puts something new in a place. What stood there is then where the new was, or aside.
fn exchange(new: &Path, place: &Path, aside: &Path) -> io::Result<()> {
    if inode(place).is_none() {
        return fs::rename(new, place);
    }
    match renameat_with(CWD, new, CWD, place, RenameFlags::EXCHANGE) {
        Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => {
            fs::rename(place, aside)?;
            fs::rename(new, place)
        }
        done => done.map_err(io::Error::from),
    }
}

/// Gives what was old its name, or the first free one after that: nothing is overwritten.
fn keep(old: &Path, kept: &Path) -> io::Result<()> {
    let mut free = kept.to_path_buf();
    let mut number = 0u64;
    while inode(&free).is_some() {
        number += 1;
        free = with_suffix(kept, &format!(".{number}"));
    }
    fs::rename(old, free)
}

#[cfg(test)]
mod tests {
    use super::*;
    use probdd_core::bundle::{Entry, bundle};

    /// A directory with the files `a` and `d/b`, to be replaced.
    struct Bench(tempfile::TempDir);

    impl Bench {
        fn new() -> Bench {
            let bench = Bench(tempfile::tempdir().expect("there is a temporary directory"));
            fs::write(bench.at("a"), "old a").expect("it can be written");
            fs::create_dir(bench.at("d")).expect("it can be made");
            fs::write(bench.at("d/b"), "old b").expect("it can be written");
            bench
        }

        fn at(&self, path: &str) -> PathBuf {
            self.0.path().join(path)
        }

        fn container(&self) -> PathBuf {
            self.at(".partial")
        }

        fn text(&self, path: &str) -> Option<String> {
            fs::read_to_string(self.at(path)).ok()
        }

        fn swaps(&self) -> [Swap; 2] {
            ["a", "d"].map(|name| Swap {
                new: name.into(),
                place: self.at(name),
                kept: Some(self.at(&format!("{name}.orig"))),
                is_directory: name == "d",
                mark: None,
            })
        }

        /// Asserts that both were replaced, and that their originals are kept.
        fn assert_replaced(&self) {
            let texts = ["a", "d/b", "a.orig", "d.orig/b"].map(|path| self.text(path));
            assert_eq!(
                texts,
                ["new a", "new b", "old a", "old b"].map(|text| Some(text.to_owned()))
            );
            assert!(!self.container().exists());
        }
    }

    fn candidate() -> Vec<u8> {
        bundle(&[
            Entry::new("a", EntryKind::File { mode: 0o644 }, "new a"),
            Entry::new("d", EntryKind::Directory { mode: 0o755 }, ""),
            Entry::new("d/b", EntryKind::File { mode: 0o600 }, "new b"),
        ])
    }

    #[test]
    fn files_and_directories_are_replaced_and_their_originals_are_kept() {
        let bench = Bench::new();
        replace(&bench.container(), &candidate(), &bench.swaps()).expect("it can be done");
        bench.assert_replaced();
    }

    #[test]
    fn what_the_candidate_does_not_have_is_removed_and_directories_stay() {
        let bench = Bench::new();
        replace(&bench.container(), &bundle(&[]), &bench.swaps()).expect("it can be done");
        assert_eq!(bench.text("a"), None);
        assert_eq!(bench.text("a.orig"), Some("old a".into()));
        assert!(bench.at("d").is_dir() && !bench.at("d/b").exists());
        assert_eq!(bench.text("d.orig/b"), Some("old b".into()));
    }

    #[test]
    fn without_a_name_for_the_old_it_is_removed() {
        let bench = Bench::new();
        let swaps = bench.swaps().map(|swap| Swap { kept: None, ..swap });
        replace(&bench.container(), &candidate(), &swaps).expect("it can be done");
        assert_eq!(bench.text("d/b"), Some("new b".into()));
        assert!(!bench.at("a.orig").exists() && !bench.at("d.orig").exists());
    }

    #[test]
    fn a_name_that_is_taken_is_left_alone() {
        let bench = Bench::new();
        fs::write(bench.at("a.orig"), "mine").expect("it can be written");
        replace(&bench.container(), &candidate(), &bench.swaps()).expect("it can be done");
        assert_eq!(bench.text("a.orig"), Some("mine".into()));
        assert_eq!(bench.text("a.orig.1"), Some("old a".into()));
    }

    #[test]
    fn a_replacement_is_completed_from_wherever_it_was_killed() {
        // What each stage does before the kill, one system call more each time.
        for calls in 0..=6 {
            let bench = Bench::new();
            let container = bench.container();
            let steps = prepare(&container, &candidate(), &bench.swaps()).expect("it can be done");
            let manifest = serde_json::to_vec(&steps).expect("it can be written");
            fs::write(manifest_of(&container), manifest).expect("it can be written");
            let rename = |from: PathBuf, to: PathBuf| fs::rename(from, to).expect("it can be done");
            let exchange = |from: PathBuf, to: PathBuf| {
                renameat_with(CWD, from, CWD, to, RenameFlags::EXCHANGE).expect("it can be done");
            };
            if calls >= 1 {
                exchange(container.join("new/a"), bench.at("a"));
            }
            if calls >= 2 {
                rename(container.join("new/a"), bench.at("a.orig"));
            }
            // The second part as on a file system that cannot exchange.
            if calls >= 3 {
                rename(bench.at("d"), container.join("old-1"));
            }
            if calls >= 4 {
                rename(container.join("new/d"), bench.at("d"));
            }
            if calls >= 5 {
                rename(container.join("old-1"), bench.at("d.orig"));
            }
            if calls >= 6 {
                fs::remove_dir_all(container.join("new")).expect("it can be removed");
            }
            complete(&container).expect("it can be done");
            bench.assert_replaced();
        }
    }

    #[test]
    fn what_is_only_prepared_is_removed() {
        let bench = Bench::new();
        prepare(&bench.container(), &candidate(), &bench.swaps()).expect("it can be done");
        complete(&bench.container()).expect("it can be done");
        assert_eq!(bench.text("a"), Some("old a".into()));
        assert!(!bench.container().exists());
    }
}
