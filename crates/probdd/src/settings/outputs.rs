//! Checks that a run overwrites nothing that it needs.

use crate::error::Failure;
use crate::files::same_file;
use crate::input::Input;
use crate::interestingness_test::Test;
use crate::output::Destination;
use std::path::{Path, PathBuf};

/// Checks where the result and the records of the run go.
pub(super) fn check(
    input: &Input,
    test: &Test,
    destination: &Destination,
    [trace, report, html]: [Option<&Path>; 3],
) -> Result<(), Failure> {
    let is_elsewhere = |path: &&Path| !destination.is_in_place() && !same_file(path, &input.path);
    let result = destination.path().filter(is_elsewhere);
    let outputs = [
        ("the result", result),
        ("the original", destination.original()),
        ("the trace", trace),
        ("the report", report),
        ("the page", html),
    ];
    let outputs = outputs.into_iter().filter_map(|(role, path)| Some((role, path?)));
    check_distinct(input, test, outputs.clone())?;
    if input.files.is_some() {
        check_no_output_in_an_input(input, outputs)?;
        check_in_place(input, test, destination)?;
    }
    match destination {
        Destination::Directory(directory) => check_contains_nothing(&directory.path, input, test),
        _ => Ok(()),
    }
}

/// Checks that no file would overwrite another one that the run needs.
fn check_distinct<'a>(
    input: &'a Input,
    test: &Test,
    outputs: impl Iterator<Item = (&'static str, &'a Path)>,
) -> Result<(), Failure> {
    let mut taken = vec![("the input", input.path.clone())];
    taken.extend(test.files().into_iter().map(|file| ("the interestingness test", file)));
    for (role, path) in outputs {
        // Several outputs can go to the same pipe or device.
        if path.exists() && !path.is_file() {
            continue;
        }
        if let Some((other, _)) = taken.iter().find(|(_, other)| same_file(path, other)) {
            return Err(taken_by(role, path, &format!("that is {other}")));
        }
        taken.push((role, path.to_path_buf()));
    }
    Ok(())
}

/// Checks that nothing is written where the next run with the same command would read it.
fn check_no_output_in_an_input<'a>(
    input: &Input,
    mut outputs: impl Iterator<Item = (&'static str, &'a Path)>,
) -> Result<(), Failure> {
    let inputs = places(input);
    match outputs.find(|(_, path)| inputs.iter().any(|input| lies_in(path, input))) {
        None => Ok(()),
        Some((role, path)) => Err(taken_by(role, path, "that lies in the input")),
    }
}

/// Checks that a test is not replaced together with the input that it lies in.
fn check_in_place(input: &Input, test: &Test, destination: &Destination) -> Result<(), Failure> {
    let inputs = places(input);
    let is_replaced = |file: &PathBuf| inputs.iter().any(|input| lies_in(file, input));
    match test.files().iter().find(|file| is_replaced(file)) {
        Some(file) if destination.is_in_place() => {
            let message = format!(
                "the interestingness test `{}` lies in the input, which --in-place replaces",
                file.display()
            );
            Err(Failure::usage(message).hint("move it out of the input, or leave out --in-place"))
        }
        _ => Ok(()),
    }
}

/// Checks that a directory which the result replaces contains nothing that the run needs.
fn check_contains_nothing(result: &Path, input: &Input, test: &Test) -> Result<(), Failure> {
    let inputs = places(input).into_iter().map(|place| ("the input", place));
    let tests = test.files().into_iter().map(|file| ("the interestingness test", file));
    match inputs.chain(tests).find(|(_, needed)| lies_in(needed, result)) {
        None => Ok(()),
        Some((role, _)) => {
            Err(taken_by("the result", result, &format!("that directory contains {role}")))
        }
    }
}

/// Where several inputs are.
fn places(input: &Input) -> Vec<PathBuf> {
    let files = input.files.iter();
    files
        .flat_map(|files| files.arguments.iter().map(|argument| files.root.join(&argument.path)))
        .collect()
}

/// Whether a path is another one, or lies in it. The path need not exist.
fn lies_in(path: &Path, other: &Path) -> bool {
    let Ok(path) = std::path::absolute(path) else { return false };
    path.ancestors().any(|above| same_file(above, other))
}

fn taken_by(role: &str, path: &Path, why: &str) -> Failure {
    let message = format!("cannot write {role} to `{}`: {why}", path.display());
    Failure::usage(message).hint("choose another name")
}
