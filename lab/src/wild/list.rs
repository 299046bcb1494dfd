//! The list of files: a line for each package, and below it an indented line for each of its files.

use crate::packages::Package;
use anyhow::{Context, Result};
use fs_err as fs;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// How many bytes of a hash are on the list.
const HASH_BYTES: usize = 6;

/// The hash of a file's content, as the list has it.
pub(super) fn hash(content: &[u8]) -> String {
    let digest = Sha256::digest(content);
    digest.iter().take(HASH_BYTES).fold(String::new(), |text, byte| format!("{text}{byte:02x}"))
}

/// A file of the list.
#[derive(Debug)]
pub(super) struct ListedFile {
    pub(super) group: String,
    pub(super) path: String,
    /// The beginning of the content's hash.
    pub(super) hash: String,
}

pub(super) type List = BTreeMap<Package, Vec<ListedFile>>;

fn path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("wild/files.txt")
}

pub(super) fn read() -> Result<List> {
    parse(&fs::read_to_string(path())?).with_context(|| path().display().to_string())
}

fn parse(text: &str) -> Result<List> {
    let mut list = List::new();
    let mut package = None;
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        if let Some(file) = line.strip_prefix("    ") {
            let package: &Package = package.as_ref().context("a file before the first package")?;
            list.entry(package.clone()).or_default().push(file_of(file).context(line.to_owned())?);
        } else {
            package = Some(package_of(line).with_context(|| line.to_owned())?);
        }
    }
    Ok(list)
}

fn package_of(line: &str) -> Option<Package> {
    let mut words = line.split(' ').map(str::to_owned);
    Some(Package { manager: words.next()?, name: words.next()?, version: words.next()? })
}

fn file_of(line: &str) -> Option<ListedFile> {
    let mut words = line.splitn(3, ' ').map(str::to_owned);
    Some(ListedFile { group: words.next()?, hash: words.next()?, path: words.next()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_stand_below_their_package() {
        let text = "# head\nnpm @a/b 1.0\n    c 0123 x.h\n    c 4567 with blanks/y.h\npip c 2\n    c 89 z\n";
        let list = parse(text).expect("it is a list");
        let paths: Vec<Vec<&str>> = list
            .values()
            .map(|files| files.iter().map(|file| file.path.as_str()).collect())
            .collect();
        assert_eq!(paths, [vec!["x.h", "with blanks/y.h"], vec!["z"]]);
        assert!(parse("    c 0123 a.c\n").is_err());
        read().expect("the list of the lab is one");
    }
}
