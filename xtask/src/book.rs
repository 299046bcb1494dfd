//! Builds the book: `docs/` as HTML in `target/book`, without a warning and without a dead link.
//!
//! mdBook is installed into `target/tools` where it is missing, so that the workspace does not depend
//! on it. Links to other hosts are not followed.

mod links;

use crate::tools;
use anyhow::{Result, bail};
use fs_err as fs;
use std::path::PathBuf;
use std::process::Command;

/// Build the book of the documentation, and check its links
#[derive(clap::Args)]
pub(crate) struct Options {}

/// Builds the book and checks every link in it.
pub(crate) fn run(_: &Options) -> Result<()> {
    let pages = tools::root().join("target/book");
    if pages.exists() {
        fs::remove_dir_all(&pages)?;
    }
    build()?;
    let dead = links::dead(&pages)?;
    for link in &dead {
        println!("{link}");
    }
    match dead.len() {
        0 => {
            println!("every link of the book leads somewhere: {}", shown(pages).display());
            Ok(())
        }
        count => bail!("{count} links of the book lead nowhere"),
    }
}

/// Runs mdBook. A warning is an error.
fn build() -> Result<()> {
    let mdbook = tools::MDBOOK.path()?;
    let output = Command::new(mdbook).arg("build").arg(tools::root().join("docs")).output()?;
    let printed = [output.stdout, output.stderr].concat();
    let printed = String::from_utf8_lossy(&printed);
    if !output.status.success() || ["WARN", "ERROR"].iter().any(|word| printed.contains(word)) {
        bail!("mdbook finds something wrong:\n{printed}");
    }
    Ok(())
}

/// A path without the way to the repository.
fn shown(path: PathBuf) -> PathBuf {
    path.strip_prefix(tools::root()).map(PathBuf::from).unwrap_or(path)
}
