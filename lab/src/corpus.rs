//! The corpus: real source files, fetched from published packages by name and version.
//!
//! `xtask/corpus.toml` lists them. A package is unpacked once into `target/corpus/`; what is there
//! is not fetched again.

mod managers;

use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// One source file on this machine.
#[derive(Clone, Debug)]
pub(crate) struct SourceFile {
    /// The package's root, for what the file includes.
    pub(crate) root: PathBuf,
    /// Where the file lies.
    pub(crate) path: PathBuf,
    /// How to find it again: manager, package, version, path inside.
    pub(crate) label: String,
}

#[derive(Deserialize)]
struct Corpus {
    package: Vec<Package>,
}

/// A package, and which of its files are the corpus of which language.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Package {
    manager: String,
    name: String,
    version: String,
    /// For `run`: the command that makes the files, with `$FROM` for where another package lies.
    #[serde(default)]
    command: String,
    /// For `run`: the package that the command reads, as `manager name`.
    #[serde(default)]
    from: String,
    files: BTreeMap<String, Vec<String>>,
}

/// The corpus of one language, fetched where it is not here yet.
pub(crate) fn files(language: &str) -> Result<Vec<SourceFile>, String> {
    let corpus = corpus()?;
    let mut found = Vec::new();
    for package in &corpus.package {
        let Some(paths) = package.files.get(language) else { continue };
        let root = fetched(package, &corpus)?;
        for inside in paths {
            let path = root.join(inside);
            let Package { manager, name, version, .. } = package;
            let label = format!("{manager} {name} {version}: {inside}");
            if !path.is_file() {
                return Err(format!("there is no such file: {label} ({})", path.display()));
            }
            found.push(SourceFile { root: root.clone(), path, label });
        }
    }
    Ok(found)
}

/// The folder that all of this lies in.
pub(crate) fn target() -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    target.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../target"))
}

fn corpus() -> Result<Corpus, String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus.toml");
    let text = std::fs::read_to_string(&path)
        .map_err(|error| format!("reading {}: {error}", path.display()))?;
    toml::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))
}

/// Where a package lies. It is unpacked beside its place and then moved there, so that a folder is
/// whole or absent.
fn fetched(package: &Package, corpus: &Corpus) -> Result<PathBuf, String> {
    let Package { manager, name, version, .. } = package;
    let corpus_folder = target().join("corpus");
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-._".contains(c);
    let folder_name = format!("{manager}-{name}-{version}").replace(|c| !is_plain(c), "_");
    let folder = corpus_folder.join(folder_name);
    if folder.is_dir() {
        return Ok(folder);
    }
    let failed = |error| format!("{manager} {name} {version}: {error}");
    std::fs::create_dir_all(&corpus_folder).map_err(|error| failed(error.to_string()))?;
    let scratch = tempfile::tempdir_in(&corpus_folder).map_err(|e| failed(e.to_string()))?;
    let unpacked = if manager == "run" {
        let is_source =
            |other: &&Package| format!("{} {}", other.manager, other.name) == package.from;
        let source = corpus.package.iter().find(is_source);
        let from = source.map(|source| fetched(source, corpus)).transpose()?;
        managers::run(&package.command, from.as_deref(), scratch.path())
    } else {
        managers::fetch(manager, name, version, scratch.path())
    };
    std::fs::rename(unpacked.map_err(failed)?, &folder).map_err(|e| failed(e.to_string()))?;
    Ok(folder)
}
