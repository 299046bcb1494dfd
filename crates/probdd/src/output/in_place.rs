//! `--in-place`: the input is replaced, and its original is kept as `<INPUT>.orig`.
//!
//! An existing `.orig` is never overwritten. It is accepted only if the input was reduced from it.
//! Replacements can leave a text that has little in common with its original. Therefore a reduced
//! file has an extended attribute with the hashes of both texts, written before the file gets its
//! name. If a user edits the file, its hash no longer matches the attribute.

use crate::error::{Failure, cannot};
use crate::files::{sha256, with_suffix, write_as};
use crate::input::Input;
use rustix::fs::{XattrFlags, fsetxattr, getxattr};
use std::fs::File;
use std::path::PathBuf;

/// The name of the extended attribute.
const ATTRIBUTE: &str = "user.probdd.reduced";

/// The length of the attribute: two hashes and a space.
const LENGTH: usize = 2 * 64 + 1;

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
    /// Checks that an existing `.orig` belongs to the input. The journal of a resumed run proves
    /// that by itself.
    pub(super) fn new(input: &Input, is_resumed: bool) -> Result<InPlace, Failure> {
        let path = input.path.canonicalize().map_err(cannot("resolve", &input.path))?;
        let original = with_suffix(&path, ".orig");
        if !original.exists() {
            return Ok(InPlace { path, original, hash: sha256(&input.bytes) });
        }
        let kept = std::fs::read(&original).map_err(cannot("read", &original))?;
        let in_place = InPlace { path, original, hash: sha256(&kept) };
        if is_resumed || in_place.has_written(&input.bytes) || descends(&input.bytes, &kept) {
            return Ok(in_place);
        }
        let message = format!(
            "`{}` exists, but the input was not reduced from it: the original would be lost",
            in_place.original.display()
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
        write_as(&self.path, best, &self.path, |file| self.mark(file, best))
    }

    /// Whether an earlier run has reduced the original to these bytes, according to the attribute.
    fn has_written(&self, bytes: &[u8]) -> bool {
        let mut found = [0; LENGTH];
        getxattr(&self.path, ATTRIBUTE, &mut found)
            .is_ok_and(|length| found[..length] == *self.attribute(bytes).as_bytes())
    }

    /// Sets the attribute. On file systems without attributes, only deletions are recognised later.
    fn mark(&self, file: &File, bytes: &[u8]) {
        let attribute = self.attribute(bytes);
        let _ = fsetxattr(file, ATTRIBUTE, attribute.as_bytes(), XattrFlags::empty());
    }

    fn attribute(&self, bytes: &[u8]) -> String {
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
