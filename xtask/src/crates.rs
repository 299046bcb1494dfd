//! `xtask crates`: what a registry would get is small, complete, and made of what is meant for it.
//!
//! It packs the crates as `cargo publish` would, without building them: that takes seconds.
//! `cargo package` builds them from their archives alone, which takes as long as a clean build.

use anyhow::{Context, Result, bail, ensure};
use flate2::read::GzDecoder;
use fs_err as fs;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use tar::Archive;

/// The crates for the registry, in the order in which they are published.
const CRATES: [&str; 5] =
    ["probdd-core", "probdd-syntax", "probdd-exec", "probdd-remote", "probdd"];

/// The registry refuses a larger archive.
const MOST_BYTES: u64 = 10 << 20;

/// What every archive has.
const NEEDED: [&str; 5] =
    ["Cargo.toml", "LICENSE-APACHE", "LICENSE-MIT", "README.md", "src/lib.rs"];

/// What an archive may have besides these files and what lies in `src/`.
const ALLOWED: [&str; 7] = [
    "Cargo.toml",
    "Cargo.toml.orig",
    "Cargo.lock",
    ".cargo_vcs_info.json",
    "README.md",
    "LICENSE-MIT",
    "LICENSE-APACHE",
];

/// Folders that belong to one crate.
const FOLDERS: [(&str, &str); 1] = [("probdd-syntax", "grammars")];

/// Pack the crates for a registry, and check what is in their archives
#[derive(clap::Args)]
pub(crate) struct Options {}

/// Packs the crates, and checks the archives.
pub(crate) fn run(_: &Options) -> Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let target = root.join("target/xtask-crates");
    if target.exists() {
        // It may have archives of an earlier version.
        fs::remove_dir_all(&target)?;
    }
    let mut cargo = std::process::Command::new("cargo");
    cargo.args(["package", "--quiet", "--no-verify", "--allow-dirty", "--locked"]);
    cargo.args(CRATES.iter().flat_map(|name| ["-p", name]));
    cargo.arg("--target-dir").arg(&target).current_dir(&root);
    ensure!(cargo.status().context("cannot run cargo")?.success(), "cargo package has failed");
    for name in CRATES {
        let archive = archive(&target.join("package"), name)?;
        let bytes = fs::metadata(&archive)?.len();
        ensure!(bytes < MOST_BYTES, "{name}: {bytes} bytes are too many for a registry");
        let files = files(&archive)?;
        check(name, &files)?;
        let unpacked: u64 = files.values().sum();
        println!("{name}: {} files, {bytes} bytes, {unpacked} unpacked", files.len());
    }
    Ok(())
}

/// The archive of a crate, whatever its version.
fn archive(folder: &Path, name: &str) -> Result<PathBuf> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        let version = stem.strip_prefix(name).and_then(|rest| rest.strip_prefix('-'));
        let is_version =
            version.is_some_and(|version| version.starts_with(|c: char| c.is_ascii_digit()));
        if is_version && path.extension().is_some_and(|extension| extension == "crate") {
            return Ok(path);
        }
    }
    bail!("there is no archive of {name} in {}", folder.display())
}

/// Checks the files of an archive.
fn check(name: &str, files: &BTreeMap<String, u64>) -> Result<()> {
    for needed in NEEDED {
        ensure!(files.contains_key(needed), "{name}: {needed} is missing");
    }
    for (file, bytes) in files {
        let folder = file.split('/').next().unwrap_or_default();
        let is_allowed = folder == "src"
            || ALLOWED.contains(&file.as_str())
            || FOLDERS.contains(&(name, folder));
        ensure!(is_allowed, "{name}: {file} does not belong into the archive");
        ensure!(*bytes > 0, "{name}: {file} is empty");
    }
    Ok(())
}

/// The files of an archive with their sizes, without the folder that holds them.
fn files(archive: &Path) -> Result<BTreeMap<String, u64>> {
    let mut files = BTreeMap::new();
    for entry in Archive::new(GzDecoder::new(fs::File::open(archive)?)).entries()? {
        let entry = entry?;
        let path = String::from_utf8(entry.path_bytes().into_owned())?;
        let (_, below) = path.split_once('/').context("a file lies outside of the folder")?;
        files.insert(below.to_owned(), entry.size());
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checked(name: &str, others: &[(&str, u64)]) -> Result<(), String> {
        let needed = NEEDED.iter().map(|file| (*file, 1));
        let files = needed.chain(others.iter().copied());
        let files = files.map(|(file, bytes)| (file.to_owned(), bytes)).collect();
        check(name, &files).map_err(|error| error.to_string())
    }

    #[test]
    fn an_archive_has_what_others_build_and_nothing_else() {
        assert_eq!(checked("probdd-syntax", &[("grammars/c.json", 9), ("src/a.rs", 1)]), Ok(()));
        let other = checked("probdd", &[("grammars/c.json", 9)]).expect_err("not its grammars");
        assert_eq!(other, "probdd: grammars/c.json does not belong into the archive");
        let test = checked("probdd", &[("tests/cli/main.rs", 9)]).expect_err("no tests");
        assert_eq!(test, "probdd: tests/cli/main.rs does not belong into the archive");
        let error = check("probdd", &BTreeMap::new()).expect_err("there is nothing");
        assert_eq!(error.to_string(), "probdd: Cargo.toml is missing");
    }
}
