//! `--in-place`: the input is replaced, and its original is kept as `<INPUT>.orig`.
//!
//! An existing `.orig` is never overwritten. It is accepted only if the input was reduced from it.
//! Replacements can leave a text that has little in common with its original. Therefore a reduced
//! file has a mark with the hashes of both texts, written before the file gets its name. If a user
//! edits the file, its hash differs from the one in the mark.

use super::mark;
use crate::error::{Failure, cannot};
use crate::files::{sha256, with_suffix, write_as};
use crate::input::{Input, ORIGINAL_SUFFIX};
use std::path::PathBuf;

/// An input that is replaced.
#[derive(Clone, Debug)]
pub(crate) struct InPlace {
    /// The input.
    pub(crate) path: PathBuf,
    /// The copy of its original.
    pub(crate) original: PathBuf,
    /// The hash of the original.
    hash: String,
}

impl InPlace {
    pub(super) fn new(input: &Input) -> Result<InPlace, Failure> {
        let path = input.path.canonicalize().map_err(cannot("resolve", &input.path))?;
        let original = with_suffix(&path, ORIGINAL_SUFFIX);
        let hash = if original.exists() {
            sha256(&std::fs::read(&original).map_err(cannot("read", &original))?)
        } else {
            sha256(&input.bytes)
        };
        Ok(InPlace { path, original, hash })
    }

    /// Checks that an existing `.orig` belongs to the input.
    pub(super) fn check_original(&self, input: &Input) -> Result<(), Failure> {
        if !self.original.exists() || self.has_written(&input.bytes) {
            return Ok(());
        }
        let kept = std::fs::read(&self.original).map_err(cannot("read", &self.original))?;
        if descends(&input.bytes, &kept) {
            return Ok(());
        }
        let message = format!(
            "`{}` exists, but the input was not reduced from it: the original would be lost",
            self.original.display()
        );
        Err(Failure::usage(message).hint("move it away, or write to another file: -o PATH"))
    }

    /// Copies the input, unless its original is already kept.
    pub(super) fn keep_original(&self, input: &Input) -> Result<(), Failure> {
        if self.original.exists() {
            return Ok(());
        }
        write_as(&self.original, &input.bytes, &self.path, |_| {})
    }

    /// Replaces the input by a better candidate.
    pub(super) fn replace(&self, best: &[u8]) -> Result<(), Failure> {
        write_as(&self.path, best, &self.path, |file| mark::set(file, &self.mark_of(best)))
    }

    /// Whether an earlier run has reduced the original to these bytes, according to the mark. On
    /// file systems without marks, only deletions are recognised.
    fn has_written(&self, bytes: &[u8]) -> bool {
        mark::has(&self.path, &self.mark_of(bytes))
    }

    fn mark_of(&self, bytes: &[u8]) -> String {
        format!("{} {}", self.hash, sha256(bytes))
    }
}

/// Whether a text can result from another one by deletions, ignoring white space.
fn descends(text: &[u8], original: &[u8]) -> bool {
    let solid = |byte: &&u8| !byte.is_ascii_whitespace();
    let mut rest = original.iter().filter(solid);
    text.iter().filter(solid).all(|byte| rest.any(|other| other == byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_descends_from_a_text_with_its_bytes_in_order() {
        assert!(descends(b"a c", b"a b c"));
        assert!(descends(b"a\n c", b"abc"));
        assert!(descends(b"", b"abc"));
        assert!(!descends(b"ca", b"abc"));
        assert!(!descends(b"abcd", b"abc"));
    }
}
