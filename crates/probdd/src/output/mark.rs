//! An extended attribute that says which reduction has written a file. It is lost when the file is
//! copied or edited with another program, and some file systems have no attributes.

use rustix::fs::{XattrFlags, fsetxattr, getxattr};
use std::fs::File;
use std::path::Path;

/// The name of the attribute.
const ATTRIBUTE: &str = "user.probdd.reduced";

/// Marks a file, where the file system has attributes.
pub(super) fn set(file: &File, mark: &str) {
    let _ = fsetxattr(file, ATTRIBUTE, mark.as_bytes(), XattrFlags::empty());
}

/// Whether a file has this mark.
pub(super) fn has(path: &Path, mark: &str) -> bool {
    let mut found = vec![0; mark.len() + 1];
    getxattr(path, ATTRIBUTE, &mut found).is_ok_and(|length| found[..length] == *mark.as_bytes())
}
