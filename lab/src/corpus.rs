//! The corpus: real source files, fetched from published packages by name and version.
//!
//! `lab/corpus.toml` lists them, and `lab/fetch.sh` fetches them. Each package is unpacked once, into `target/corpus/`.

use crate::packages::Package;
use crate::tool::target;
use anyhow::{Context, Result, bail};
use fs_err as fs;
use probdd_syntax::Language;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The language that an argument names.
pub(crate) fn language(name: &str) -> Result<&'static Language> {
    let known = || Language::all().map(Language::name).collect::<Vec<_>>().join(", ");
    Language::by_name(name).with_context(|| format!("no language `{name}`; there are {}", known()))
}

/// All languages with a grammar, if none are chosen.
pub(crate) fn all_or(chosen: &[&'static Language]) -> Vec<&'static Language> {
    let all = || Language::all().filter(|language| !language.is_any_text()).collect();
    if chosen.is_empty() { all() } else { chosen.to_vec() }
}

/// One source file on this machine.
#[derive(Clone, Debug)]
pub(crate) struct SourceFile {
    /// The package's root, where the files that this one includes are searched.
    pub(crate) root: PathBuf,
    pub(crate) path: PathBuf,
    /// Manager, package, version, path inside the package.
    pub(crate) label: String,
}

#[derive(Deserialize)]
struct Corpus {
    package: Vec<CorpusPackage>,
}

/// A package, and which of its files are the corpus of which language.
#[derive(Debug, Deserialize)]
struct CorpusPackage {
    #[serde(flatten)]
    package: Package,
    /// For `run`: the command that makes the files, with `$FROM` for the folder of another package.
    #[serde(default)]
    command: String,
    /// For `run`: the package that the command reads, as `manager name`.
    #[serde(default)]
    from: String,
    files: BTreeMap<String, Vec<String>>,
}

/// The corpus of one language, fetched if need be.
pub(crate) fn files(language: &str) -> Result<Vec<SourceFile>> {
    let corpus = corpus()?;
    let mut found = Vec::new();
    for package in &corpus.package {
        let Some(paths) = package.files.get(language) else { continue };
        let root = fetched(package, &corpus)?;
        for inside in paths {
            let path = root.join(inside);
            let label = format!("{}: {inside}", package.package);
            if !path.is_file() {
                bail!("there is no such file: {label} ({})", path.display());
            }
            found.push(SourceFile { root: root.clone(), path, label });
        }
    }
    Ok(found)
}

fn corpus() -> Result<Corpus> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus.toml");
    toml::from_str(&fs::read_to_string(&path)?).with_context(|| path.display().to_string())
}

/// The folder of a package. It is unpacked elsewhere and then moved, so that it is whole or absent.
fn fetched(package: &CorpusPackage, corpus: &Corpus) -> Result<PathBuf> {
    let corpus_folder = target().join("corpus");
    let folder = corpus_folder.join(package.package.folder_name());
    if folder.is_dir() {
        return Ok(folder);
    }
    fs::create_dir_all(&corpus_folder)?;
    let scratch = tempfile::tempdir_in(&corpus_folder)?;
    fs::rename(unpacked(package, corpus, scratch.path())?, &folder)?;
    Ok(folder)
}

fn unpacked(package: &CorpusPackage, corpus: &Corpus, scratch: &Path) -> Result<PathBuf> {
    let CorpusPackage { package, command, from, .. } = package;
    if package.manager != "run" {
        return package.unpacked(scratch);
    }
    let is_source = |other: &&CorpusPackage| {
        format!("{} {}", other.package.manager, other.package.name) == *from
    };
    let source = corpus.package.iter().find(is_source);
    let source = source.map(|source| fetched(source, corpus)).transpose()?.unwrap_or_default();
    package.made(command, &source, scratch).with_context(|| package.to_string())
}
