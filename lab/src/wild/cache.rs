//! The folder that keeps the listed files of the packages. All other files of a package are removed.

use super::list::{List, ListedFile};
use crate::packages::Package;
use crate::parallel::in_parallel;
use anyhow::{Context, Result};
use fs_err as fs;
use std::path::Path;

/// How many packages are fetched at a time.
const FETCHES: usize = 4;

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

/// Fetches a package, and copies its listed files. Those that the package does not have are left out.
fn fetch(cache: &Path, package: &Package, files: &[ListedFile]) -> Result<()> {
    fs::create_dir_all(cache)?;
    let scratch = tempfile::tempdir_in(cache)?;
    let unpacked = package.unpacked(scratch.path())?;
    for ListedFile { path, .. } in files.iter().filter(|file| unpacked.join(&file.path).is_file()) {
        let place = cache.join(package.folder_name()).join(path);
        fs::create_dir_all(place.parent().context("a file has a folder")?)?;
        fs::copy(unpacked.join(path), place)?;
    }
    Ok(())
}
