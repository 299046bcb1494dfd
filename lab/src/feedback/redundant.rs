//! Checks that decide nothing, before those of a subject: other compilers that accept the text as well.

use crate::subject::Subject;
use anyhow::{Result, bail};
use fs_err as fs;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// File extensions, and checks by name and command.
type OfKind = (&'static [&'static str], &'static [(&'static str, &'static str)]);

const REDUNDANT: [OfKind; 4] = [
    (
        &["c"],
        &[
            ("other-gcc-O0", "gcc -w -O0 -c \"$1\" -o other-gcc-O0.o"),
            ("other-gcc-O2", "gcc -w -O2 -c \"$1\" -o other-gcc-O2.o"),
            ("other-clang-O0", "clang-14 -w -O0 -c \"$1\" -o other-clang-O0.o"),
            ("other-clang-O2", "clang-14 -w -O2 -c \"$1\" -o other-clang-O2.o"),
        ],
    ),
    (&["cpp", "cc"], &[("other-clang", "clang++-14 -w -std=c++20 -fsyntax-only \"$1\"")]),
    (&["js"], &[("other-parse", "node --check \"$1\"")]),
    (
        &["xml"],
        &[(
            "other-parser",
            "python3 -c 'import sys, xml.dom.minidom as dom; dom.parse(sys.argv[1])' \"$1\"",
        )],
    ),
];

/// Copies the files beside a subject's checks to a folder, and writes its checks there, after those that hold on the
/// input.
pub(super) fn written(subject: &Subject, folder: &Path) -> Result<PathBuf> {
    let extension = subject.input.extension().unwrap_or_default();
    let of_kind = REDUNDANT.iter().filter(|(kinds, _)| kinds.iter().any(|kind| extension == *kind));
    let mut text = String::new();
    for (name, command) in of_kind.flat_map(|(_, checks)| *checks) {
        if holds(command, &subject.input)? {
            // A string of JSON is one of TOML.
            let command = serde_json::to_string(command)?;
            let _ = writeln!(text, "[[check]]\nname = \"{name}\"\nrun = {command}");
        }
    }
    if text.is_empty() {
        bail!("there are no checks to add");
    }
    let own = subject.checks();
    for entry in fs::read_dir(own.parent().unwrap_or(Path::new(".")))? {
        let path = entry?.path();
        if path.is_file() {
            fs::copy(&path, folder.join(path.file_name().unwrap_or_default()))?;
        }
    }
    let description = folder.join("checks.toml");
    fs::write(&description, text + &fs::read_to_string(own)?)?;
    Ok(description)
}

/// Whether a command accepts a file.
fn holds(command: &str, input: &Path) -> Result<bool> {
    let scratch = tempfile::tempdir()?;
    let mut shell = Command::new("sh");
    shell.args(["-c", command, "sh"]).arg(input).current_dir(scratch.path());
    shell.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    Ok(shell.status()?.success())
}
