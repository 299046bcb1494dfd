//! The licences of what is in the program: of every crate that it is linked with, and of the grammars.
//!
//! The texts are those that the crates bring. Which licences are acceptable, `deny.toml` says.

use crate::tools;
use anyhow::{Context, Result, ensure};
use fs_err as fs;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

/// The tool's crate.
const PROGRAM: &str = "probdd";

/// How files with a licence are called, in capitals.
const NAMES: [&str; 5] = ["LICENSE", "LICENCE", "COPYING", "COPYRIGHT", "NOTICE"];

/// A line between two crates.
const RULE: &str =
    "--------------------------------------------------------------------------------";

/// All notices as one text. A text that several crates have stands there once.
pub(crate) fn notices() -> Result<String> {
    let mut cargo = Command::new("cargo");
    cargo.args(["metadata", "--format-version", "1", "--locked", "--filter-platform"]);
    cargo.arg(format!("{}-unknown-linux-gnu", std::env::consts::ARCH));
    let ran = cargo.current_dir(tools::root()).output().context("running cargo metadata")?;
    ensure!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    let metadata: Value =
        serde_json::from_slice(&ran.stdout).context("what cargo metadata says")?;

    // Crates by the texts that they bring.
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut crates = linked(&metadata)?;
    crates.sort_by_key(|package| word(package, "name").to_owned());
    for package in crates.into_iter().filter(|package| package["source"].is_string()) {
        let licence = word(package, "license");
        ensure!(!licence.is_empty(), "{} names no licence", word(package, "name"));
        let title = format!("{} {}, {licence}", word(package, "name"), word(package, "version"));
        texts.entry(text_of(package)?).or_default().push(title);
    }
    let mut notices = String::from(
        "probdd contains the crates and grammars that are named here, each under its licence.\n",
    );
    for (text, titles) in texts {
        let _ = write!(notices, "\n{RULE}\n{}\n\n{}\n", titles.join("\n"), text.trim());
    }
    let grammars = tools::root().join("crates/probdd-syntax/grammars/LICENSES.md");
    let _ = write!(notices, "\n{RULE}\n{}", fs::read_to_string(grammars)?);
    Ok(notices)
}

/// The crates that the program is linked with: not those of tests and of build scripts.
fn linked(metadata: &Value) -> Result<Vec<&Value>> {
    let packages = metadata["packages"].as_array().context("metadata names no packages")?;
    let nodes = metadata["resolve"]["nodes"].as_array().context("metadata has no graph")?;
    let of = |id: &str| nodes.iter().find(|node| node["id"] == id);
    let program = packages
        .iter()
        .find(|package| package["name"] == PROGRAM)
        .context("there is no program")?;
    let mut found = BTreeSet::new();
    let mut open = vec![word(program, "id")];
    while let Some(id) = open.pop() {
        if !found.insert(id) {
            continue;
        }
        for dependency in of(id).and_then(|node| node["deps"].as_array()).into_iter().flatten() {
            let mut kinds = dependency["dep_kinds"].as_array().into_iter().flatten();
            let is_linked = kinds.any(|kind| kind["kind"].is_null());
            if is_linked {
                open.push(word(dependency, "pkg"));
            }
        }
    }
    Ok(packages.iter().filter(|package| found.contains(word(package, "id"))).collect())
}

/// The licence files of a crate; of one without any, who has written it and where.
fn text_of(package: &Value) -> Result<String> {
    let folder =
        Path::new(word(package, "manifest_path")).parent().context("a crate has a folder")?;
    let mut files: Vec<_> =
        fs::read_dir(folder)?.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.sort();
    let is_licence = |file: &&std::path::PathBuf| {
        let name = file.file_name().unwrap_or_default().to_string_lossy().to_uppercase();
        file.is_file() && NAMES.iter().any(|start| name.starts_with(start))
    };
    let mut text = String::new();
    for file in files.iter().filter(is_licence) {
        text += String::from_utf8_lossy(&fs::read(file)?).trim();
        text += "\n\n";
    }
    if text.is_empty() {
        let authors = package["authors"].as_array().into_iter().flatten();
        let authors: Vec<&str> = authors.filter_map(Value::as_str).collect();
        let _ = write!(
            text,
            "This crate brings no text of its licence. Its authors: {}. Its place: {}",
            authors.join(", "),
            word(package, "repository")
        );
    }
    Ok(text)
}

fn word<'a>(value: &'a Value, name: &str) -> &'a str {
    value[name].as_str().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_crate_of_the_program_is_named_with_its_licence() {
        let notices = notices().expect("the crates are there");
        let licensed = ["clap 4", "tree-sitter-c 0", "blake3 1"];
        for name in licensed {
            assert!(notices.contains(&format!("\n{name}")), "{name} is missing");
        }
        // Of tests, and of no program.
        assert!(!notices.contains("\nproptest "));
        assert!(notices.matches("Permission is hereby granted").count() > 10);
    }
}
