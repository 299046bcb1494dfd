//! Package managers: each fetches a package by its name and version, with its own commands.

use anyhow::{Context, Result, bail};
use fs_err as fs;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Fetches and unpacks a package, and returns the folder in `scratch` with its files.
pub(super) fn fetch(manager: &str, name: &str, version: &str, scratch: &Path) -> Result<PathBuf> {
    match manager {
        "apt" => apt(name, version, scratch),
        "apt-source" => apt_source(name, version, scratch),
        "cargo" => cargo(name, version, scratch),
        "go" => go(name, version, scratch),
        "maven" => maven(name, version, scratch),
        "npm" => npm(name, version, scratch),
        "pip" => pip(name, version, &["--only-binary", name], scratch),
        "pip-sdist" => pip(name, version, &["--no-binary", name], scratch),
        _ => bail!("no package manager `{manager}` is known"),
    }
}

/// Runs a command of the shell that writes into the folder `files`, its working directory.
pub(super) fn run(command: &str, from: Option<&Path>, scratch: &Path) -> Result<PathBuf> {
    let files = made(scratch.join("files"))?;
    let mut shell = Command::new("sh");
    shell.args(["-e", "-c", command]).current_dir(&files);
    if let Some(from) = from {
        shell.env("FROM", fs::canonicalize(from)?);
    }
    output(&mut shell)?;
    Ok(files)
}

/// The package of the wanted version or, if the archive has dropped it, its newest version.
fn apt(name: &str, version: &str, scratch: &Path) -> Result<PathBuf> {
    let download =
        |what: &str| output(Command::new("apt-get").args(["download", what]).current_dir(scratch));
    if download(&format!("{name}={version}")).is_err() {
        download(name)?;
        eprintln!("note: apt has no {name} {version} any more; its newest version is used");
    }
    let files = made(scratch.join("files"))?;
    let archive = only_file(scratch, "deb")?;
    output(Command::new("dpkg-deb").arg("-x").args([&archive, &files]))?;
    unzip_all(&files)?;
    Ok(files)
}

/// The original source of a Debian package, from the archives that the machine uses.
fn apt_source(name: &str, version: &str, scratch: &Path) -> Result<PathBuf> {
    let lists = scratch.parent().unwrap_or(scratch).join(".apt-source");
    let script = "
        mkdir -p \"$LISTS/parts\" \"$LISTS/lists/partial\"
        cd /etc/apt/sources.list.d
        for file in ../sources.list *.list *.sources; do
            [ -f \"$file\" ] || continue
            sed -E 's/^deb /deb-src /; s/^Types: *deb$/Types: deb-src/' \"$file\" \\
                > \"$LISTS/parts/${file#../}\"
        done
        cd \"$OLDPWD\"
        apt() { apt-get -q -o Dir::Etc::sourcelist=/none -o Dir::Etc::sourceparts=\"$LISTS/parts\" \\
            -o Dir::State::lists=\"$LISTS/lists\" \"$@\"; }
        [ -f \"$LISTS/updated\" ] || { apt update && touch \"$LISTS/updated\"; }
        apt source --download-only \"$NAME=$VERSION\" || apt source --download-only \"$NAME\"
        mkdir files
        tar -xf *.orig.tar.[gxb]z* -C files --strip-components 1";
    let mut shell = Command::new("sh");
    shell.args(["-e", "-c", script]).current_dir(scratch);
    shell.envs([("NAME", name), ("VERSION", version)]).env("LISTS", lists);
    output(&mut shell)?;
    Ok(scratch.join("files"))
}

/// Debian compresses examples and documents.
fn unzip_all(files: &Path) -> Result<()> {
    let mut find = Command::new("find");
    find.arg(files).args(["-name", "*.gz", "-type", "f", "-exec", "gunzip", "-f", "{}", "+"]);
    output(&mut find).map(drop)
}

/// A copy of the package that cargo has unpacked.
fn cargo(name: &str, version: &str, scratch: &Path) -> Result<PathBuf> {
    let manifest = scratch.join("Cargo.toml");
    let text = format!(
        "[package]\nname = \"corpus\"\nversion = \"0.0.0\"\nedition = \"2021\"\n\
         [lib]\npath = \"lib.rs\"\n[workspace]\n[dependencies]\n{name} = \"={version}\"\n"
    );
    fs::write(&manifest, text)?;
    fs::write(scratch.join("lib.rs"), "")?;
    let mut metadata = Command::new("cargo");
    metadata.args(["metadata", "--format-version", "1", "--manifest-path"]).arg(&manifest);
    let metadata = json(&output(&mut metadata)?)?;
    let packages = metadata["packages"].as_array().map_or(&[][..], Vec::as_slice);
    let package = packages.iter().find(|package| package["name"] == name);
    let manifest = package.and_then(|package| package["manifest_path"].as_str());
    let folder = manifest.and_then(|path| Path::new(path).parent()).context("not resolved")?;
    let files = scratch.join("files");
    output(Command::new("cp").arg("-r").arg(folder).arg(&files))?;
    Ok(files)
}

fn go(name: &str, version: &str, scratch: &Path) -> Result<PathBuf> {
    let mut download = Command::new("go");
    download.args(["mod", "download", "-json", &format!("{name}@{version}")]);
    download.current_dir(scratch).env("GOFLAGS", "-mod=mod");
    let module = json(&output(&mut download)?)?;
    let folder = module["Dir"].as_str().context("go names no folder")?;
    let files = scratch.join("files");
    output(Command::new("cp").args(["-r", "--no-preserve=mode", folder]).arg(&files))?;
    Ok(files)
}

fn maven(name: &str, version: &str, scratch: &Path) -> Result<PathBuf> {
    let mut copy = Command::new("mvn");
    copy.args(["-q", "-B", "dependency:copy"])
        .arg(format!("-Dartifact={name}:{version}:jar:sources"))
        .arg(format!("-DoutputDirectory={}", scratch.display()))
        .current_dir(scratch);
    output(&mut copy)?;
    unzipped(&only_file(scratch, "jar")?, scratch)
}

fn npm(name: &str, version: &str, scratch: &Path) -> Result<PathBuf> {
    let mut pack = Command::new("npm");
    pack.args(["pack", "--silent", &format!("{name}@{version}")]).current_dir(scratch);
    output(&mut pack)?;
    untarred(&only_file(scratch, "tgz")?, scratch)
}

fn pip(name: &str, version: &str, how: &[&str], scratch: &Path) -> Result<PathBuf> {
    let mut download = Command::new("python3");
    download
        .args(["-m", "pip", "download", "-q", "--no-deps", "--disable-pip-version-check"])
        .args(how)
        .arg(format!("{name}=={version}"))
        .current_dir(scratch);
    output(&mut download)?;
    if let Ok(wheel) = only_file(scratch, "whl") {
        return unzipped(&wheel, scratch);
    }
    untarred(&only_file(scratch, "gz")?, scratch)
}

/// The files of an archive whose files all lie in one folder.
fn untarred(archive: &Path, scratch: &Path) -> Result<PathBuf> {
    let files = made(scratch.join("files"))?;
    let mut tar = Command::new("tar");
    tar.arg("-xzf").arg(archive).arg("-C").arg(&files).args(["--strip-components", "1"]);
    output(&mut tar)?;
    Ok(files)
}

fn unzipped(archive: &Path, scratch: &Path) -> Result<PathBuf> {
    let files = scratch.join("files");
    output(Command::new("python3").args(["-m", "zipfile", "-e"]).args([archive, &files]))?;
    Ok(files)
}

fn made(folder: PathBuf) -> Result<PathBuf> {
    fs::create_dir(&folder)?;
    Ok(folder)
}

fn only_file(folder: &Path, extension: &str) -> Result<PathBuf> {
    fs::read_dir(folder)?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .find(|path| path.extension().is_some_and(|found| found == extension))
        .with_context(|| format!("no .{extension} file came"))
}

fn json(text: &str) -> Result<Value> {
    serde_json::from_str(text).context("reading JSON")
}

/// The output of a command that succeeds.
fn output(command: &mut Command) -> Result<String> {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = command.output().with_context(|| format!("cannot run {program}"))?;
    if !output.status.success() {
        bail!("{program} failed: {}", String::from_utf8_lossy(&output.stderr).trim());
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
