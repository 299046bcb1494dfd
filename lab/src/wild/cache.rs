//! The folder that keeps the listed files of the packages. All other files of a package are removed.

use super::list::{List, ListedFile};
use crate::packages::Package;
use crate::parallel::in_parallel;
use anyhow::{Context, Result};
use fs_err as fs;
use std::path::Path;

/// How many packages are fetched at a time.
pub(super) const FETCHES: usize = 4;

/// Fetches the packages of a list whose files are not in the folder. Those that cannot be had are
/// named and left out.
pub(super) fn fill(cache: &Path, list: &List) -> Result<()> {
    let is_incomplete = |(package, files): &(&Package, &Vec<ListedFile>)| {
        let folder = cache.join(package.folder_name());
        !files.iter().all(|file| folder.join(&file.path).is_file())
    };
    in_parallel(FETCHES, list.iter().filter(is_incomplete).collect(), |(package, files)| {
        if let Err(reason) = fetch(cache, package, files) {
            eprintln!("note: skipped: {reason:#}");
        }
        Ok(())
    })
}

fn fetch(cache: &Path, package: &Package, files: &[ListedFile]) -> Result<()> {
    let scratch = scratch(cache)?;
    let unpacked = package.unpacked(scratch.path())?;
    let paths = files.iter().map(|file| file.path.as_str());
    keep(&unpacked, paths, &cache.join(package.folder_name()))
}

/// A folder in the cache that is removed when it is dropped.
pub(super) fn scratch(cache: &Path) -> Result<tempfile::TempDir> {
    fs::create_dir_all(cache)?;
    Ok(tempfile::tempdir_in(cache)?)
}

/// Copies some files of an unpacked package. Those that the package does not have are left out.
pub(super) fn keep<'a>(
    unpacked: &Path,
    paths: impl Iterator<Item = &'a str>,
    folder: &Path,
) -> Result<()> {
    for path in paths.filter(|path| unpacked.join(path).is_file()) {
        let place = folder.join(path);
        fs::create_dir_all(place.parent().context("a file has a folder")?)?;
        fs::copy(unpacked.join(path), place)?;
    }
    Ok(())
}
