//! The same command again: it goes on with the run that the state directory has, if that is the same
//! run.

use super::directory::Directory;
use super::resume::original_input;
use super::run::{Identity, Run, State};
use crate::error::Failure;
use crate::files::from_here;
use crate::settings::Settings;
use probdd_exec::{Error, Found, Journal};
use serde_json::Value;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;

/// What the state directory of a command has.
#[derive(Debug)]
pub(crate) enum Unfinished {
    /// No verdicts.
    Nothing,
    /// The run of this command, which was interrupted, and what is on record.
    Same(State, Found),
    /// A run that cannot go on with these settings, for this reason.
    Other(String),
}

/// Looks into the state directory of a command. If the same run can go on, the settings get the
/// input and the start that it began with.
pub(crate) fn unfinished(
    settings: &mut Settings,
    arguments: &[OsString],
) -> Result<Unfinished, Failure> {
    let Some(path) = &settings.state else { return Ok(Unfinished::Nothing) };
    let directory = Directory::at(path.clone());
    if !directory.is_unfinished() {
        return Ok(Unfinished::Nothing);
    }
    let run = match Run::read(&directory) {
        Ok(run) => run,
        Err(failure) => return Ok(Unfinished::Other(failure.error.to_string())),
    };
    let (journal, found) = match Journal::open(&directory.journal()) {
        Err(error @ Error::DamagedJournal { .. }) => {
            return Ok(Unfinished::Other(error.to_string()));
        }
        opened => opened?,
    };
    let input = match settings.destination.original() {
        Some(_) => original_input(&directory, &journal, settings, &run.files)?,
        None => None,
    };
    let input = input.unwrap_or_else(|| settings.input.bytes.clone());
    let typed = std::mem::replace(&mut settings.input.bytes, input);
    settings.start = if settings.continues { fs::read(directory.start()).ok() } else { None };
    if let Some(difference) = difference(&run, &Run::new(settings, arguments)?) {
        settings.input.bytes = typed;
        settings.start = None;
        return Ok(Unfinished::Other(difference));
    }
    Ok(Unfinished::Same(State::again(directory, journal, settings), found))
}

/// What makes two runs different. The working directory does not: the files are compared.
fn difference(then: &Run, now: &Run) -> Option<String> {
    if then.grammar != now.grammar {
        return Some("it used another version of the grammar".into());
    }
    let is_new = |file: &&Identity| !then.files.contains(file);
    if let Some(file) = now.files.iter().find(is_new) {
        return Some(file_difference(then, file));
    }
    if then.files.len() != now.files.len() {
        return Some("it used other files".into());
    }
    let other = keys(&then.settings, &now.settings);
    (!other.is_empty()).then(|| format!("it had other settings ({})", other.join(", ")))
}

fn file_difference(then: &Run, file: &Identity) -> String {
    let path = PathBuf::from(file.path.clone().into_os_string());
    let (role, path) = (&file.role, from_here(&path).display().to_string());
    if then.files.iter().any(|old| old.path == file.path) {
        format!("{role} `{path}` has changed since")
    } else {
        format!("{role} was not `{path}`")
    }
}

/// The names of the settings that differ.
fn keys(then: &Value, now: &Value) -> Vec<String> {
    let names =
        [then, now].into_iter().filter_map(Value::as_object).flat_map(|settings| settings.keys());
    let names: BTreeSet<&String> = names.collect();
    names.into_iter().filter(|name| then[*name] != now[*name]).cloned().collect()
}
