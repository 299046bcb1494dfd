//! `xtask runtime`: checks that the tool without its feature `remote` depends on no asynchronous runtime.

use anyhow::{Context, Result, bail};
use std::process::Command;

/// The crates that would show it.
const ASYNCHRONOUS: [&str; 6] = ["tokio", "tonic", "hyper", "h2", "prost", "rustls"];

/// Check that a build without `remote` pulls in no asynchronous runtime
#[derive(clap::Args)]
pub(crate) struct Options {}

/// Checks what cargo would build.
pub(crate) fn run(_: &Options) -> Result<()> {
    let without = tree(&["--no-default-features", "--features", "c"])?;
    let found: Vec<&str> = without.lines().filter(|name| ASYNCHRONOUS.contains(name)).collect();
    if !found.is_empty() {
        bail!("probdd without the feature `remote` depends on {}", found.join(", "));
    }
    // Else the names are wrong, and nothing is checked.
    let with = tree(&[])?;
    if !ASYNCHRONOUS.iter().all(|name| with.lines().any(|line| line == *name)) {
        bail!("probdd with the feature `remote` does not depend on {}", ASYNCHRONOUS.join(", "));
    }
    println!("no asynchronous runtime without `remote`");
    Ok(())
}

/// The names of all crates that the tool depends on with some features.
fn tree(features: &[&str]) -> Result<String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
        .args(["tree", "--locked", "-p", "probdd", "--edges", "normal,build", "--prefix", "none"])
        .args(["--format", "{lib}"])
        .args(features)
        .output()
        .context("cargo cannot be started")?;
    if !output.status.success() {
        bail!("cargo tree: {}", String::from_utf8_lossy(&output.stderr));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
