//! What a run has left at the place of its result, to notice that somebody has edited it since.

use super::destination::Destination;
use super::earlier::with_another_name;
use super::in_place::InPlace;
use super::in_place_files::{InPlaceFiles, Part};
use crate::error::{Failure, cannot};
use crate::files::{Stamp, from_here};
use probdd_core::bundle::canonical;
use probdd_exec::Key;
use std::path::Path;

/// What a run has left at the place of its result.
#[derive(Debug)]
pub(super) struct Left {
    /// Of a file, to read it only if somebody has touched it.
    stamp: Option<Stamp>,
    content: Key,
    /// Of several inputs that are replaced, the content of each.
    parts: Vec<Key>,
}

impl Left {
    /// What is there after this candidate was written; `None` where nobody looks for edits.
    pub(super) fn by(destination: &Destination, best: &[u8]) -> Option<Left> {
        match destination {
            Destination::File(path) | Destination::InPlace(InPlace { path, .. }) => Some(Left {
                stamp: Stamp::of_file(path),
                content: Key::of(best),
                parts: Vec::new(),
            }),
            Destination::Directory(_) => {
                Some(Left { stamp: None, content: Key::of(&canonical(best)), parts: Vec::new() })
            }
            Destination::InPlaceFiles(files) => {
                Some(Left { stamp: None, content: Key::of(best), parts: files.keys(best) })
            }
            Destination::Stdout => None,
        }
    }

    /// Of several inputs that are replaced, those that somebody has edited.
    pub(super) fn edited_parts<'a>(&self, files: &'a InPlaceFiles) -> Vec<&'a Part> {
        files.edited(&self.parts)
    }

    /// Whether something else is there now. What has gone, and an empty file, is no loss.
    pub(super) fn is_edited(&self, destination: &Destination) -> bool {
        match destination {
            Destination::File(path) | Destination::InPlace(InPlace { path, .. }) => {
                let now = Stamp::of_file(path);
                let is_touched = now.is_some() && now != self.stamp;
                let content = is_touched.then(|| std::fs::read(path).ok()).flatten();
                content
                    .is_some_and(|content| !content.is_empty() && Key::of(&content) != self.content)
            }
            Destination::Directory(directory) => directory
                .bundle()
                .is_some_and(|bundle| !bundle.is_empty() && Key::of(&bundle) != self.content),
            Destination::InPlaceFiles(files) => !self.edited_parts(files).is_empty(),
            Destination::Stdout => false,
        }
    }
}

/// Keeps a file that somebody has edited under another name. Returns what the user should know.
pub(super) fn keep_edited(path: &Path) -> Result<String, Failure> {
    let kept = with_another_name(path).map_err(cannot("keep the edited", path))?;
    Ok(note(path, &kept))
}

/// What the user should know about an edited file or directory.
pub(super) fn note(path: &Path, kept: &Path) -> String {
    let [path, kept] = [path, kept].map(|path| from_here(path).display());
    format!("somebody has edited `{path}` while the run went on: that is kept as `{kept}`")
}
