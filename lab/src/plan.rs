//! The plan of an evaluation: which methods reduce which subjects, and where verdicts are kept.

use crate::methods::{Method, by_name};
use crate::subject::Selection;
use crate::tool::{Limits, Tool, built, copied, target};
use anyhow::Result;
use fs_err as fs;
use std::path::{Path, PathBuf};

/// Which runs are done.
#[derive(clap::Args)]
pub(crate) struct Plan {
    #[command(flatten)]
    pub(crate) subjects: Selection,
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
}

impl Plan {
    /// Whether records of a subject and a method are asked for.
    pub(crate) fn has(&self, subject: &str, method: &str, defaults: &[&'static Method]) -> bool {
        self.subjects.has(subject)
            && self.methods(defaults).iter().any(|chosen| chosen.name == method)
    }

    /// The chosen methods, or `defaults`.
    pub(crate) fn methods(&self, defaults: &[&'static Method]) -> Vec<&'static Method> {
        if self.methods.is_empty() { defaults.to_vec() } else { self.methods.clone() }
    }

    /// The tool, copied to a scratch folder.
    pub(crate) fn tool(&self, scratch: &Path) -> Result<Tool> {
        Ok(Tool { program: copied(&built()?, scratch)?, limits: self.limits.clone() })
    }

    /// The folder of kept verdicts; `name` is that of the default.
    pub(crate) fn cache(&self, name: &str) -> Result<PathBuf> {
        let folder = self.cache.clone().unwrap_or_else(|| target().join("lab").join(name));
        fs::create_dir_all(&folder)?;
        Ok(fs::canonicalize(folder)?)
    }
}
