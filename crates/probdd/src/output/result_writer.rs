//! Writes the result of a run: each better candidate in the place of the one before.

use super::destination::Destination;
use super::earlier::{Earlier, free_name, mark_result};
use super::edited::{self, Left, keep_edited};
use crate::error::{Failure, failed};
use crate::files::{from_here, same_content, write};
use indicatif::HumanCount;
use probdd_core::bundle::canonical;
use probdd_exec::Key;
use std::borrow::Cow;
use std::io::Write;
use std::path::Path;

/// Writes the result of a run.
#[derive(Debug)]
pub(crate) struct ResultWriter {
    destination: Destination,
    /// The input and the test, which a result is marked with.
    reduction: Key,
    is_written: bool,
    /// Whether what stands at the place of the result was written by this run, before it was
    /// interrupted.
    owns_existing: bool,
    /// What stood there before.
    earlier: Option<Earlier>,
    /// What this run has left there, or what was there when a run in place began.
    left: Option<Left>,
}

impl ResultWriter {
    /// Writes nothing yet. A resumed run may own what stands at the place of the result.
    pub(crate) fn new(destination: Destination, reduction: Key, owns_existing: bool) -> Self {
        ResultWriter {
            destination,
            reduction,
            is_written: false,
            owns_existing,
            earlier: None,
            left: None,
        }
    }

    /// Takes note of what is there now, which this run may replace: the input of a run in place.
    #[must_use]
    pub(crate) fn over(mut self, existing: &[u8]) -> Self {
        if let Destination::InPlace(_) = self.destination {
            self.left = Left::by(&self.destination, existing);
        }
        self
    }

    /// Whether a result of several files has many to write.
    pub(crate) fn is_slow(&self) -> bool {
        matches!(self.destination, Destination::Directory(_) | Destination::InPlaceFiles(_))
    }

    /// Replaces the result by a better one. Returns what the user should know about the file that
    /// stood in its place.
    pub(crate) fn replace(&mut self, best: &[u8]) -> Result<Option<String>, Failure> {
        let is_first = !self.is_written;
        let is_edited = self.is_edited();
        let mut edited = None;
        match &self.destination {
            Destination::File(path) => {
                if is_first && !self.owns_existing {
                    if same_content(path, best) {
                        return Ok(None);
                    }
                    self.earlier = Earlier::keep(path, self.reduction)?;
                } else if is_edited {
                    edited = Some(keep_edited(path)?);
                }
                write(path, best)?;
            }
            Destination::Directory(directory) => {
                if is_first && !self.owns_existing {
                    if directory.bundle() == Some(canonical(best)) {
                        return Ok(None);
                    }
                    self.earlier = Earlier::of_directory(directory, self.reduction);
                }
                let earlier = self.earlier.iter().find(|_| is_first);
                let kept = earlier.map(|earlier| earlier.path.clone());
                let other = if is_edited { free_name(&directory.path) } else { None };
                edited = other.as_deref().map(|other| edited::note(&directory.path, other));
                directory.replace(best, kept.or(other))?;
            }
            Destination::InPlace(in_place) => {
                if is_edited {
                    edited = Some(keep_edited(&in_place.path)?);
                }
                in_place.replace(best)?;
            }
            Destination::InPlaceFiles(files) => {
                let others = self.left.as_ref().map(|left| left.edited_parts(files));
                let kept = files.replace(best, &others.unwrap_or_default())?;
                let notes = kept.iter().map(|(path, kept)| edited::note(path, kept));
                edited = notes.reduce(|notes, note| notes + "; " + &note);
            }
            Destination::Stdout => {}
        }
        self.is_written = true;
        self.left = Left::by(&self.destination, best);
        if edited.is_some() {
            return Ok(edited);
        }
        let foreign = self.earlier.iter().find(|earlier| is_first && !earlier.is_of_this_reduction);
        Ok(foreign.map(|earlier| {
            let [path, kept] = self.names(earlier);
            format!("the existing `{path}` is kept as `{kept}`")
        }))
    }

    /// Whether somebody has edited what this run has left.
    fn is_edited(&self) -> bool {
        self.left.as_ref().is_some_and(|left| left.is_edited(&self.destination))
    }

    /// Ends the run: prints the result if it goes to standard output, and writes a file of its own
    /// even if nothing was removed. Returns what the user should know about an earlier result.
    pub(crate) fn finish(&mut self, best: &[u8]) -> Result<Option<String>, Failure> {
        let (path, marked) = match &self.destination {
            Destination::File(path) => (path.clone(), Cow::Borrowed(best)),
            Destination::Directory(directory) => (directory.path.clone(), canonical(best).into()),
            Destination::InPlace(_) | Destination::InPlaceFiles(_)
                if self.is_written && self.is_edited() =>
            {
                return self.replace(best);
            }
            Destination::InPlace(_) | Destination::InPlaceFiles(_) => return Ok(None),
            Destination::Stdout => return print(best).map(|()| None),
        };
        let is_there = self.is_written && !self.is_edited();
        let note = if is_there { None } else { self.replace(best)? };
        mark_result(&path, &marked, self.reduction);
        match &self.earlier {
            Some(earlier) if earlier.is_superseded_by(&marked) => earlier.remove(),
            Some(earlier) if earlier.is_of_this_reduction => {
                let [path, kept] = self.names(earlier);
                let bytes = HumanCount(earlier.bytes);
                let note = format!(
                    "an earlier run reduced `{path}` to {bytes} bytes; its result is kept as `{kept}`"
                );
                return Ok(Some(note));
            }
            Some(_) | None => {}
        }
        Ok(note)
    }

    /// The names of the result, and of the file that stood in its place.
    fn names(&self, earlier: &Earlier) -> [String; 2] {
        let result = self.destination.path().unwrap_or(Path::new(""));
        [result, &earlier.path].map(|path| from_here(path).display().to_string())
    }
}

#[expect(clippy::disallowed_methods, reason = "`-o -` writes the result to stdout")]
fn print(result: &[u8]) -> Result<(), Failure> {
    let mut out = std::io::stdout();
    let printed = out.write_all(result).and_then(|()| out.flush());
    printed.map_err(|cause| failed("cannot print the result", cause))
}
