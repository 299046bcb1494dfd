//! Which files beside the input does a test need, if it works only among them?

use crate::error::Failure;
use crate::settings::Settings;
use probdd_core::minimize;
use probdd_exec::{CheckOracle, Companion, Interrupt, Limits, Manner, Oracle, Surroundings};
use std::fs;
use std::path::PathBuf;
use std::time::Duration;

/// A directory with more entries, or larger files, is not copied to find out.
const MOST_ENTRIES: usize = 200;
const MOST_BYTES: u64 = 64 << 20;

/// The names of files and directories beside the input without which the test does not find it
/// interesting, and with which it does; `None` if that is not the reason. Each run may take as long as
/// `longest`.
pub(super) fn needed_siblings(
    settings: &Settings,
    longest: Duration,
) -> Result<Option<Vec<String>>, Failure> {
    if settings.input.files.is_some() || settings.input.is_stdin() {
        return Ok(None);
    }
    let siblings = siblings(settings);
    if siblings.is_empty() || !is_interesting_with(settings, &siblings, longest)? {
        return Ok(None);
    }
    let needed = minimize(&siblings, |kept| {
        let kept: Vec<Companion> = kept.iter().map(|companion| (*companion).clone()).collect();
        is_interesting_with(settings, &kept, longest).unwrap_or(false)
    });
    Ok(Some(needed.iter().map(|companion| companion.place.display().to_string()).collect()))
}

/// What lies beside the input, unless that is too much.
fn siblings(settings: &Settings) -> Vec<Companion> {
    let input = &settings.input;
    let entries = fs::read_dir(&input.dir).into_iter().flatten().flatten();
    let mut found = Vec::new();
    for entry in entries {
        let (name, path) = (entry.file_name(), entry.path());
        let is_known = settings.with.iter().any(|with| with.place.as_os_str() == name);
        let is_small = size(&path) <= MOST_BYTES;
        if name != input.name && !is_known && is_small {
            found.push(Companion { source: path, place: name.into() });
        }
    }
    found.sort_by(|a, b| a.place.cmp(&b.place));
    if found.len() > MOST_ENTRIES { Vec::new() } else { found }
}

/// The bytes of a file, or of all files below a directory as far as they matter here.
fn size(path: &PathBuf) -> u64 {
    let Ok(found) = fs::symlink_metadata(path) else { return u64::MAX };
    if found.is_file() {
        return found.len();
    }
    if !found.is_dir() {
        return u64::MAX;
    }
    let (mut sum, mut open) = (0, vec![path.clone()]);
    while let Some(directory) = open.pop() {
        for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
            let Ok(found) = entry.metadata() else { continue };
            sum += found.len() + 1000;
            if found.is_dir() {
                open.push(entry.path());
            }
            if sum > MOST_BYTES {
                return sum;
            }
        }
    }
    sum
}

fn is_interesting_with(
    settings: &Settings,
    more: &[Companion],
    longest: Duration,
) -> Result<bool, Failure> {
    let input = &settings.input;
    let limits = Limits { timeout: Some(longest), ..Limits::default() };
    let companions = settings.with.iter().chain(more).cloned().collect();
    let surroundings = Surroundings::new(input.dir.clone(), input.form(), limits).with(companions);
    let tester = settings.test.tester(surroundings, Manner::InOrder, 1);
    let mut oracle = CheckOracle::new(tester, settings.confinement.clone(), Interrupt::never())?;
    Ok(oracle.query(&input.bytes, &Interrupt::never())?.verdict.is_interesting())
}
