//! What a file that we have written remembers: what it was reduced from.
//!
//! A text that was reduced in place may have little in common with its original, which stands beside
//! it. So it carries an extended attribute with the hashes of both. That is written before the file
//! gets its name: there is no moment at which one is there without the other, also when we are
//! killed. Whoever edits the file changes its hash, and with it the attribute means nothing.

use crate::state::sha256;
use rustix::fs::{XattrFlags, fsetxattr, getxattr};
use std::fs::File;
use std::path::Path;

/// The name of the attribute.
const ATTRIBUTE: &str = "user.probdd.reduced";

/// The bytes of two hashes and a blank.
const LENGTH: usize = 2 * 64 + 1;

/// The original that texts are reduced from.
#[derive(Clone, Debug)]
pub struct Lineage {
    original: String,
}

impl Lineage {
    /// Of an original.
    pub fn of(original: &[u8]) -> Lineage {
        Lineage { original: sha256(original) }
    }

    /// Whether a file that holds these bytes remembers that we have reduced them from the original.
    pub fn is_of(&self, path: &Path, bytes: &[u8]) -> bool {
        let mut found = [0; LENGTH];
        getxattr(path, ATTRIBUTE, &mut found)
            .is_ok_and(|length| found[..length] == *self.attribute(bytes).as_bytes())
    }

    /// Has a file remember. Not every file system can: there, only deletions are recognised.
    pub(super) fn note(&self, file: &File, bytes: &[u8]) {
        let attribute = self.attribute(bytes);
        let _ = fsetxattr(file, ATTRIBUTE, attribute.as_bytes(), XattrFlags::empty());
    }

    fn attribute(&self, bytes: &[u8]) -> String {
        format!("{} {}", self.original, sha256(bytes))
    }
}
