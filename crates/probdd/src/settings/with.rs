//! `--with`: files and directories that a test needs and that are not reduced.

use crate::error::{Failure, cannot};
use crate::input::Input;
use crate::interestingness_test::Test;
use crate::property::Property;
use probdd_core::bundle::entries;
use probdd_exec::Companion;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// Finds what the user named. What lies below the directory of the inputs keeps its place there;
/// anything else stands beside them under its own name.
///
/// A command brings the files of the current directory that it names, unless something else stands at
/// their place.
pub(super) fn with(
    typed: &[PathBuf],
    input: &Input,
    test: &Test,
) -> Result<Vec<Companion>, Failure> {
    let mut taken = places(input);
    let mut found = Vec::new();
    for typed in typed {
        let source = typed.canonicalize().map_err(cannot("find the file of --with", typed))?;
        let root = input.dir.canonicalize().unwrap_or_else(|_| input.dir.clone());
        let own_name = source.file_name().map(PathBuf::from);
        let below = source.strip_prefix(root).ok().filter(|below| below.as_os_str() != "");
        let Some(place) = below.map(Path::to_path_buf).or(own_name) else {
            let message = format!("`{}` of --with has no file name", typed.display());
            return Err(Failure::usage(message));
        };
        let clashes = |other: &PathBuf| other.starts_with(&place) || place.starts_with(other);
        if taken.iter().any(clashes) {
            return Err(taken_twice(typed, &place));
        }
        taken.push(place.clone());
        found.push(Companion { source, place });
    }
    for companion in test.property().into_iter().flat_map(Property::companions) {
        let clashes = |other: &PathBuf| {
            other.starts_with(&companion.place) || companion.place.starts_with(other)
        };
        if !taken.iter().any(clashes) {
            taken.push(companion.place.clone());
            found.push(companion.clone());
        }
    }
    Ok(found)
}

/// The paths that the files of an input have in the directory of a query.
fn places(input: &Input) -> Vec<PathBuf> {
    if input.files.is_none() {
        return vec![input.name.clone().into()];
    }
    let files = entries(&input.bytes).into_iter().filter(|entry| !entry.is_directory());
    files.map(|entry| OsStr::from_bytes(&entry.path).into()).collect()
}

fn taken_twice(typed: &Path, place: &Path) -> Failure {
    let message = format!(
        "`{}` of --with would stand at `{}`, where another file stands",
        typed.display(),
        place.display()
    );
    Failure::usage(message).hint("rename it; --keep GLOB keeps files of the input as they are")
}
