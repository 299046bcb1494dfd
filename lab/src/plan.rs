//! The plan of an evaluation: which methods reduce which subjects, and where verdicts are kept.

use crate::methods::{Method, by_name};
use crate::subject::Subject;
use crate::tool::{Limits, Tool, built, commit, copied, target};
use anyhow::{Context, Result};
use fs_err as fs;
use std::path::{Path, PathBuf};

/// Which runs are done.
#[derive(clap::Args)]
pub(crate) struct Plan {
    /// Folder of subjects
    pub(crate) folder: Option<PathBuf>,
    /// Only this subject; repeatable
    #[arg(long = "subject", value_name = "NAME")]
    subjects: Vec<String>,
    /// Only this method; repeatable
    #[arg(long = "method", value_name = "NAME", value_parser = by_name)]
    methods: Vec<&'static Method>,
    /// Runs at a time
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) jobs: usize,
    /// Keep verdicts in this folder [default: in target/lab]
    #[arg(long, value_name = "DIR")]
    cache: Option<PathBuf>,
    #[command(flatten)]
    limits: Limits,
    /// The tool [default: a release build]
    #[arg(long, value_name = "PATH")]
    pub(crate) probdd: Option<PathBuf>,
}

impl Plan {
    /// The chosen subjects.
    pub(crate) fn subjects(&self) -> Result<Vec<Subject>> {
        let folder = self.folder.as_ref().context("name a folder of subjects, or `--from FILE`")?;
        Subject::all(folder, &self.subjects)
    }

    /// Whether records of a subject and a method are asked for.
    pub(crate) fn has(&self, subject: &str, method: &str, defaults: &[&'static Method]) -> bool {
        (self.subjects.is_empty() || self.subjects.iter().any(|name| name == subject))
            && self.methods(defaults).iter().any(|chosen| chosen.name == method)
    }

    /// The chosen methods, or `defaults`.
    pub(crate) fn methods(&self, defaults: &[&'static Method]) -> Vec<&'static Method> {
        if self.methods.is_empty() { defaults.to_vec() } else { self.methods.clone() }
    }

    /// The tool, copied to a scratch folder.
    pub(crate) fn tool(&self, scratch: &Path) -> Result<Tool> {
        let program = self.probdd.clone().map_or_else(built, Ok)?;
        Ok(Tool { program: copied(&program, scratch)?, limits: self.limits.clone() })
    }

    /// The commit that the tool is built from, if it is this project's.
    pub(crate) fn commit(&self) -> String {
        if self.probdd.is_some() { "unknown".to_owned() } else { commit() }
    }

    /// The folder of kept verdicts; `name` is that of the default.
    pub(crate) fn cache(&self, name: &str) -> Result<PathBuf> {
        let folder = self.cache.clone().unwrap_or_else(|| target().join("lab").join(name));
        fs::create_dir_all(&folder)?;
        Ok(fs::canonicalize(folder)?)
    }
}
