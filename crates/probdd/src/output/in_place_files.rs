//! `--in-place` for several inputs: each is replaced, and its original is kept as `<INPUT>.orig`.
//!
//! A directory changes places with a reduced one as a whole. So what was left out of the input, such
//! as hidden files, is kept in the original.
//!
//! As for one file, an existing `.orig` is never overwritten, and is accepted only if the input was
//! reduced from it: a reduced input is marked with the inode of its original and with its content.

use super::earlier::free_name;
use super::lock::OutputLock;
use super::mark;
use super::swap::{Swap, complete, replace};
use crate::error::Failure;
use crate::files::{hidden_beside, resolved, sha256, with_suffix};
use crate::input::{Files, Input, ORIGINAL_SUFFIX, everything, place};
use probdd_core::bundle::{Entry, bundle, entries};
use probdd_exec::Key;
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// Several inputs that are replaced.
#[derive(Clone, Debug)]
pub(crate) struct InPlaceFiles {
    /// The inputs. None lies in another.
    pub(crate) parts: Vec<Part>,
}

/// An input that is replaced.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    /// The path in a candidate.
    path: PathBuf,
    /// Where the input is.
    pub(crate) place: PathBuf,
    /// Where its original is kept.
    pub(crate) original: PathBuf,
    is_directory: bool,
}

impl InPlaceFiles {
    pub(super) fn new(files: &Files) -> InPlaceFiles {
        let lies_in_another = |path: &Path| {
            files.arguments.iter().any(|other| path != other.path && path.starts_with(&other.path))
        };
        let whole = files.arguments.iter().filter(|argument| !lies_in_another(&argument.path));
        let part = whole.map(|argument| {
            let place = resolved(&files.root.join(&argument.path));
            Part {
                path: argument.path.clone(),
                original: with_suffix(&place, ORIGINAL_SUFFIX),
                is_directory: argument.is_directory,
                place,
            }
        });
        InPlaceFiles { parts: part.collect() }
    }

    /// Checks that each existing `.orig` belongs to its input.
    pub(super) fn check_originals(&self, input: &Input) -> Result<(), Failure> {
        for part in self.parts.iter().filter(|part| part.original.exists()) {
            let content = part.content(&input.bytes);
            let is_ours = mark::has(&part.place, &part.mark_of(&content));
            if !is_ours && !content.is_empty() {
                let message = format!(
                    "`{}` exists, but `{}` was not reduced from it: the original would be lost",
                    part.original.display(),
                    part.place.display()
                );
                let hint = "move it away, or write to another directory: -o DIR";
                return Err(Failure::usage(message).hint(hint));
            }
        }
        Ok(())
    }

    /// Replaces the inputs by those of a better candidate. Those that somebody has edited are kept under
    /// other names. Returns where they were and are.
    pub(super) fn replace(
        &self,
        best: &[u8],
        edited: &[&Part],
    ) -> Result<Vec<(PathBuf, PathBuf)>, Failure> {
        let other_name = |part: &Part| {
            edited
                .iter()
                .any(|other| other.place == part.place)
                .then(|| free_name(&part.place))
                .flatten()
        };
        let kept: Vec<Option<PathBuf>> = self.parts.iter().map(other_name).collect();
        let swap = |(part, kept): (&Part, &Option<PathBuf>)| Swap {
            new: part.path.clone(),
            place: part.place.clone(),
            kept: Some(part.original.clone()).filter(|_| !part.has_original()).or(kept.clone()),
            is_directory: part.is_directory,
            mark: Some(part.mark_of(&part.content(best))),
        };
        let swaps: Vec<Swap> = self.parts.iter().zip(&kept).map(swap).collect();
        replace(&container_of(&self.parts[0].place), best, &swaps)?;
        let kept = self.parts.iter().zip(kept);
        Ok(kept.filter_map(|(part, kept)| Some((part.place.clone(), kept?))).collect())
    }

    /// What tells the content of each input in a candidate.
    pub(super) fn keys(&self, candidate: &[u8]) -> Vec<Key> {
        self.parts.iter().map(|part| key_of(&part.content(candidate))).collect()
    }

    /// The inputs that are not what these keys tell any more. One that has gone is no loss, and one that is
    /// replaced for the first time becomes its original.
    pub(super) fn edited(&self, keys: &[Key]) -> Vec<&Part> {
        let is_edited = |(part, key): &(&Part, &Key)| {
            let now = || everything(&part.place, &part.path).ok();
            part.has_original() && now().is_some_and(|now| key_of(&now) != **key)
        };
        self.parts.iter().zip(keys).filter(is_edited).map(|(part, _)| part).collect()
    }

    /// Completes what a killed run has begun.
    pub(super) fn recover(&self) -> Result<(), Failure> {
        self.parts.iter().try_for_each(|part| complete(&container_of(&part.place)))
    }
}

/// Completes what a killed run has begun to replace, before the inputs are read.
pub(crate) fn recover(typed: &[&Path]) -> Result<(), Failure> {
    // What is no path is reported when it is read.
    let places = typed.iter().filter_map(|typed| place(typed).ok());
    for place in places.map(|place| resolved(&place)) {
        let container = container_of(&place);
        if container.is_dir() {
            let _lock = OutputLock::new(&place)?;
            complete(&container)?;
        }
    }
    Ok(())
}

impl Part {
    fn has_original(&self) -> bool {
        fs::symlink_metadata(&self.original).is_ok()
    }

    /// The entries of a candidate that belong to the input.
    fn content(&self, candidate: &[u8]) -> Vec<Entry> {
        let is_inside = |path: &[u8]| Path::new(OsStr::from_bytes(path)).starts_with(&self.path);
        let own = entries(candidate).into_iter().filter(|entry| is_inside(&entry.path));
        own.map(|entry| Entry {
            content: candidate[entry.content.clone()].to_vec(),
            path: entry.path,
            kind: entry.kind,
        })
        .collect()
    }

    fn mark_of(&self, content: &[Entry]) -> String {
        let inode = |path: &Path| fs::metadata(path).ok().map(|metadata| metadata.ino());
        let original = inode(&self.original).or_else(|| inode(&self.place)).unwrap_or_default();
        format!("{original} {}", sha256(&bundle(content)))
    }
}

fn key_of(content: &[Entry]) -> Key {
    Key::of(&bundle(content))
}

/// The hidden directory in which new versions of inputs are prepared, beside the first of them.
fn container_of(place: &Path) -> PathBuf {
    hidden_beside(place, ".partial")
}
