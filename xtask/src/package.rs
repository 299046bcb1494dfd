//! `xtask package`: what a release consists of, from a program that was built before.
//!
//! In `target/dist`: an archive and a Debian package, each with the manual page, the completions of three
//! shells, and the notices of all crates and grammars in the program; and their checksums.

mod notices;

use crate::tools;
use anyhow::{Context, Result, ensure};
use fs_err as fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Make an archive and a Debian package in target/dist
#[derive(clap::Args)]
pub(crate) struct Options {
    /// The program
    #[arg(long, default_value = "target/release/probdd")]
    program: PathBuf,
}

/// The completions: the shell, and the name that it looks for.
const COMPLETIONS: [(&str, &str); 3] =
    [("bash", "probdd.bash"), ("zsh", "_probdd"), ("fish", "probdd.fish")];

/// The files of the repository that the archive has.
const DOCUMENTS: [&str; 4] = ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"];

/// Makes everything anew.
pub(crate) fn run(options: &Options) -> Result<()> {
    let program = tools::root().join(&options.program);
    let remedy = "build it: cargo build --release --locked -p probdd";
    ensure!(program.is_file(), "there is no {}; {remedy}", options.program.display());
    let version = output(Command::new(&program).arg("--version"))?;
    let version = version.trim().trim_start_matches("probdd ");
    ensure!(version == env!("CARGO_PKG_VERSION"), "the program has version {version}; {remedy}");

    let dist = tools::root().join("target/dist");
    if dist.exists() {
        fs::remove_dir_all(&dist)?;
    }
    fs::create_dir_all(dist.join("man"))?;
    // Without the tables of lines; names of functions stay for a backtrace.
    output(Command::new("strip").arg("-g").arg(&program).arg("-o").arg(dist.join("probdd")))?;
    fs::write(dist.join("man/probdd.1"), output(Command::new(&program).arg("man"))?)?;
    fs::create_dir_all(dist.join("completions"))?;
    for (shell, name) in COMPLETIONS {
        let text = output(Command::new(&program).args(["completions", shell]))?;
        fs::write(dist.join("completions").join(name), text)?;
    }
    let notices = notices::notices()?;
    fs::write(dist.join("THIRD-PARTY.txt"), &notices)?;
    fs::write(dist.join("copyright"), copyright(&notices)?)?;

    let archive = archive(&dist, version)?;
    let package = package(&dist)?;
    let mut sums = Command::new("sha256sum");
    let sums = output(sums.args([&archive, &package]).current_dir(&dist))?;
    fs::write(dist.join("SHA256SUMS"), sums)?;
    for name in [archive, package] {
        println!("target/dist/{name}: {} kB", fs::metadata(dist.join(&name))?.len() / 1000);
    }
    Ok(())
}

/// The text of the Debian package's copyright file after its head.
fn copyright(notices: &str) -> Result<String> {
    let mit = fs::read_to_string(tools::root().join("LICENSE-MIT"))?;
    let own = "probdd is licensed under MIT or Apache-2.0, at your option.\n\
               /usr/share/common-licenses/Apache-2.0 has the text of the latter.";
    Ok(format!("{own}\n\n{mit}\n{notices}"))
}

/// Writes the archive, the same bytes for the same program. Returns its name.
fn archive(dist: &Path, version: &str) -> Result<String> {
    let name = format!("probdd-{version}-{}-linux", std::env::consts::ARCH);
    let folder = dist.join(&name);
    fs::create_dir(&folder)?;
    for document in DOCUMENTS {
        fs::copy(tools::root().join(document), folder.join(document))?;
    }
    output(
        Command::new("cp")
            .args(["-R", "probdd", "man", "completions", "THIRD-PARTY.txt", &name])
            .current_dir(dist),
    )?;
    let archive = format!("{name}.tar.gz");
    let mut tar = Command::new("tar");
    tar.args(["--create", "--gzip", "--file", &archive, "--sort=name", "--mtime=@0"]);
    tar.args(["--owner=0", "--group=0", "--numeric-owner", &name]);
    output(tar.current_dir(dist))?;
    fs::remove_dir_all(&folder)?;
    Ok(archive)
}

/// Writes the Debian package. Returns its name.
fn package(dist: &Path) -> Result<String> {
    let mut deb = Command::new(tools::CARGO_DEB.path()?);
    deb.args(["--no-build", "--quiet", "--compress-system", "--package", "probdd", "--output"])
        .arg(dist);
    output(deb.current_dir(tools::root()))?;
    let names = fs::read_dir(dist)?.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let mut packages = names
        .filter(|name| Path::new(name).extension().is_some_and(|extension| extension == "deb"));
    packages.next().context("cargo-deb has made no package")
}

/// What a program prints, if it succeeds.
fn output(command: &mut Command) -> Result<String> {
    let ran = command.output().with_context(|| format!("running {command:?}"))?;
    let said = String::from_utf8_lossy(&ran.stderr);
    ensure!(ran.status.success(), "{command:?} has failed:\n{said}");
    String::from_utf8(ran.stdout).with_context(|| format!("what {command:?} has printed"))
}
