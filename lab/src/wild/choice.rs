//! Which files of a package are on the list: of all files of a group, sorted by size, every k-th.
//!
//! So files of all sizes are chosen, the largest included, and none because it is read well.

use super::cache;
use super::list::{self, ListedFile};
use crate::packages::Package;
use crate::parallel::in_parallel;
use anyhow::{Context, Result};
use fs_err as fs;
use serde::Deserialize;
use std::collections::{BTreeMap, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Larger files are not chosen.
const MOST_BYTES: u64 = 300_000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Choice {
    /// Groups of files by name.
    group: BTreeMap<String, Group>,
    package: Vec<Source>,
}

/// Files of one language and purpose.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Group {
    /// The language that the files are written in.
    #[cfg_attr(
        not(test),
        allow(dead_code, reason = "it says what the group is; a test checks it")
    )]
    language: String,
    /// The ends of their names after the last dot; `""` for names without a dot.
    #[serde(default)]
    extensions: Vec<String>,
    /// Or their names up to the first dot.
    #[serde(default)]
    stems: Vec<String>,
    /// A word that their first line has.
    #[serde(default)]
    first_line: String,
}

#[derive(Deserialize)]
struct Source {
    #[serde(flatten)]
    package: Package,
    take: Vec<Take>,
}

/// How many files of a group are taken from a package.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Take {
    group: String,
    files: usize,
    /// Only files below this folder of the package.
    #[serde(default)]
    under: String,
    /// Files that are taken besides, because a document names them.
    #[serde(default)]
    also: Vec<String>,
}

impl Choice {
    fn read() -> Result<Choice> {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("wild/packages.toml");
        toml::from_str(&fs::read_to_string(&path)?).with_context(|| path.display().to_string())
    }
}

/// Chooses files of the packages that are not on the list, and writes the list. Packages that cannot
/// be had are named and left out.
pub(super) fn choose(cache: &Path) -> Result<()> {
    let choice = Choice::read()?;
    let mut list = list::read()?;
    list.retain(|listed, _| choice.package.iter().any(|source| source.package == *listed));
    let is_new = |source: &&Source| !list.contains_key(&source.package);
    let new: VecDeque<&Source> = choice.package.iter().filter(is_new).collect();
    let list = Mutex::new(list);
    in_parallel(cache::FETCHES, new, |source| {
        match chosen(cache, source, &choice.group) {
            Ok(files) => {
                eprintln!("{}: {} files", source.package, files.len());
                let mut list = list.lock().unwrap_or_else(PoisonError::into_inner);
                list.insert(source.package.clone(), files);
            }
            Err(reason) => eprintln!("note: skipped: {reason:#}"),
        }
        Ok(())
    })?;
    list::write(&list.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// The chosen files of a package, which are copied to the cache.
fn chosen(
    cache: &Path,
    source: &Source,
    groups: &BTreeMap<String, Group>,
) -> Result<Vec<ListedFile>> {
    let scratch = cache::scratch(cache)?;
    let root = source.package.unpacked(scratch.path())?;
    let mut chosen = Vec::new();
    for take in &source.take {
        let group = groups.get(&take.group).with_context(|| format!("no group {}", take.group))?;
        for path in paths(&root, take, group)? {
            let hash = list::hash(&fs::read(root.join(&path))?);
            chosen.push(ListedFile { group: take.group.clone(), path, hash });
        }
    }
    chosen.sort();
    chosen.dedup();
    let folder = cache.join(source.package.folder_name());
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    cache::keep(&root, chosen.iter().map(|file| file.path.as_str()), &folder)?;
    Ok(chosen)
}

fn paths(root: &Path, take: &Take, group: &Group) -> Result<Vec<String>> {
    let mut found = Vec::new();
    collect(&root.join(&take.under), &mut found)?;
    let mut found: Vec<(u64, String)> = found
        .into_iter()
        .filter(|(size, path)| (1..=MOST_BYTES).contains(size) && group.has(path))
        .filter_map(|(size, path)| Some((size, path.strip_prefix(root).ok()?.to_str()?.to_owned())))
        .collect();
    found.sort();
    let every_kth = spread(found.len(), take.files).map(|index| found[index].1.clone());
    Ok(every_kth.chain(take.also.iter().cloned()).collect())
}

impl Group {
    fn has(&self, path: &Path) -> bool {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
        let stem = name.split('.').next().unwrap_or_default();
        let is_named = self.extensions.iter().any(|wanted| wanted == extension)
            || self.stems.iter().any(|wanted| wanted == stem);
        is_named && (self.first_line.is_empty() || self.has_first_line(path))
    }

    fn has_first_line(&self, path: &Path) -> bool {
        let text = fs::read(path).unwrap_or_default();
        let line = text.split(|byte| *byte == b'\n').next().unwrap_or_default();
        String::from_utf8_lossy(line).contains(&self.first_line)
    }
}

/// All files below a folder, with their sizes; links are not followed.
fn collect(folder: &Path, found: &mut Vec<(u64, PathBuf)>) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let kind = entry.file_type()?;
        if kind.is_dir() {
            collect(&entry.path(), found)?;
        } else if kind.is_file() {
            found.push((entry.metadata()?.len(), entry.path()));
        }
    }
    Ok(())
}

/// The indices of `wanted` of `all` things at equal distances, the last included.
fn spread(all: usize, wanted: usize) -> impl Iterator<Item = usize> {
    let wanted = wanted.min(all);
    (1..=wanted).map(move |place| place * all / wanted - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kth_file_is_chosen_and_the_largest() {
        let indices = |all, wanted| spread(all, wanted).collect::<Vec<_>>();
        assert_eq!(indices(9, 3), [2, 5, 8]);
        assert_eq!(indices(10, 3), [2, 5, 9]);
        assert_eq!(indices(2, 5), [0, 1]);
        assert_eq!(indices(0, 5), [0; 0]);
    }

    #[test]
    fn the_groups_of_the_list_are_described_and_are_of_known_languages() {
        let groups = Choice::read().expect("the description can be read").group;
        for (package, files) in list::read().expect("the list can be read") {
            for file in files {
                assert!(groups.contains_key(&file.group), "{package}: {}", file.path);
            }
        }
        for Group { language, .. } in groups.values() {
            assert!(probdd_syntax::Language::by_name(language).is_some(), "{language}");
        }
    }
}
