//! Programs of others that the guards run. They are installed into `target/tools` where they are
//! missing, in the version that is named here.

use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};
use std::process::Command;

/// A program from the crate registry.
pub(crate) struct Tool {
    /// The crate, and the program in it.
    name: &'static str,
    version: &'static str,
    /// How it is built: with what we need of it, in the least time.
    options: &'static [&'static str],
}

/// Markdown to HTML, without its server and its watching of files.
pub(crate) const MDBOOK: Tool = Tool {
    name: "mdbook",
    version: "0.5.4",
    options: &["--no-default-features", "--features", "search", "--debug"],
};

/// A Debian package from the metadata of a crate.
pub(crate) const CARGO_DEB: Tool =
    Tool { name: "cargo-deb", version: "3.8.0", options: &["--debug"] };

impl Tool {
    /// The path of the program, which is installed first if need be.
    pub(crate) fn path(&self) -> Result<PathBuf> {
        let folder = root().join("target/tools").join(format!("{}-{}", self.name, self.version));
        let program = folder.join("bin").join(self.name);
        if !program.exists() {
            eprintln!("installing {} {}", self.name, self.version);
            let mut install = Command::new("cargo");
            install.args(["install", "--quiet", "--locked", self.name, "--version", self.version]);
            install.args(self.options).arg("--root").arg(&folder);
            // Its parts stay, so that an install that was interrupted goes on. Nobody debugs it.
            install.env("CARGO_PROFILE_DEV_DEBUG", "0");
            install.env("CARGO_TARGET_DIR", root().join("target/tools/build"));
            let status = install.status().context("running cargo install")?;
            if !status.success() {
                bail!("cargo cannot install {} {}", self.name, self.version);
            }
        }
        Ok(program)
    }
}

/// The repository.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the repository")
}
