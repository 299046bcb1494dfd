//! Published packages, fetched by their package managers with `lab/fetch.sh`, by name and version.

use anyhow::{Context, Result, bail};
use fs_err as fs;
use serde::Deserialize;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A package as its manager names it.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Package {
    /// A manager that `lab/fetch.sh` knows.
    pub(crate) manager: String,
    pub(crate) name: String,
    pub(crate) version: String,
}

impl Package {
    /// The name of the package's folder, of plain characters.
    pub(crate) fn folder_name(&self) -> String {
        let Package { manager, name, version } = self;
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "-._".contains(c);
        format!("{manager}-{name}-{version}").replace(|c| !is_plain(c), "_")
    }

    /// Unpacks the package somewhere in a scratch folder.
    pub(crate) fn unpacked(&self, scratch: &Path) -> Result<PathBuf> {
        self.made(&self.name, Path::new(""), scratch).with_context(|| self.to_string())
    }

    /// Runs `lab/fetch.sh` in a scratch folder: with a name, or for the manager `run` with a
    /// command that reads the folder `from`.
    pub(crate) fn made(&self, name: &str, from: &Path, scratch: &Path) -> Result<PathBuf> {
        let mut fetch = Command::new("sh");
        fetch
            .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/fetch.sh"))
            .args([&self.manager, name, &self.version])
            .env("FROM", fs::canonicalize(from).unwrap_or_default())
            .current_dir(scratch);
        let output = fetch.output().context("cannot run sh")?;
        let stderr = String::from_utf8_lossy(&output.stderr);
        if !output.status.success() {
            bail!("{}", stderr.trim());
        }
        let notes = stderr.lines().filter(|line| line.starts_with("note:"));
        notes.for_each(|line| eprintln!("{line}"));
        Ok(scratch.join("files"))
    }
}

impl std::fmt::Display for Package {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{} {} {}", self.manager, self.name, self.version)
    }
}
