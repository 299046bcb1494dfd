//! Records: what a command finds, one JSON object a line.

use crate::tool::target;
use anyhow::{Context, Result};
use clap::Args;
use fs_err as fs;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Which file records are written to or read from.
#[derive(Args)]
pub(crate) struct RecordFile {
    /// Write records to FILE [default: target/lab/COMMAND.jsonl]
    #[arg(long, value_name = "FILE", conflicts_with = "from")]
    to: Option<PathBuf>,
    /// Run nothing: print the tables of the records in FILE
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Do only the runs of which the file has no result yet
    #[arg(long, conflicts_with = "from")]
    missing: bool,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Outcome<F> {
    /// With a result, possibly early.
    Reduced(F),
    /// Not run, for this reason.
    Skipped(String),
    /// Without a result, for this reason.
    Failed(String),
}

impl<F> Outcome<F> {
    /// The figures of a run that ended with a result.
    pub(crate) fn figures(&self) -> Option<&F> {
        if let Outcome::Reduced(figures) = self { Some(figures) } else { None }
    }
}

/// What a run does with the records that its file holds already.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Earlier {
    Replaced,
    Kept,
}

impl RecordFile {
    /// Where records are written.
    fn path(&self, command: &str) -> PathBuf {
        let default = || target().join("lab").join(command).with_extension("jsonl");
        self.to.clone().unwrap_or_else(default)
    }

    /// The names of the runs that need not be done again; `name` names a record that has a result.
    pub(crate) fn done<T: DeserializeOwned>(
        &self,
        command: &str,
        name: impl Fn(&T) -> Option<String>,
    ) -> Result<BTreeSet<String>> {
        if !self.missing {
            return Ok(BTreeSet::new());
        }
        Ok(read_if_there(&self.path(command))?.iter().filter_map(name).collect())
    }

    /// The records of `--from`; or the records of `--to` after `run` has added to them.
    pub(crate) fn records<T: DeserializeOwned>(
        &self,
        command: &str,
        earlier: Earlier,
        run: impl FnOnce(&Log) -> Result<()>,
    ) -> Result<Vec<T>> {
        if let Some(path) = &self.from {
            return read(path);
        }
        let path = self.path(command);
        run(&Log::open(&path, earlier)?)?;
        read(&path)
    }
}

/// An open file of records, which several threads may write to.
pub(crate) struct Log(Mutex<fs::File>);

impl Log {
    fn open(path: &Path, earlier: Earlier) -> Result<Log> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        if earlier == Earlier::Replaced {
            fs::write(path, "")?;
        }
        let file = fs::OpenOptions::new().create(true).append(true).open(path)?;
        Ok(Log(Mutex::new(file)))
    }

    /// Adds a record, and prints it to stderr as progress.
    pub(crate) fn add(&self, record: &impl Serialize) -> Result<()> {
        let line = serde_json::to_string(record)?;
        eprintln!("{line}");
        let mut file = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(file.write_all((line + "\n").as_bytes())?)
    }
}

/// The records of a file; none if there is no such file.
pub(crate) fn read_if_there<T: DeserializeOwned>(path: &Path) -> Result<Vec<T>> {
    if path.is_file() { read(path) } else { Ok(Vec::new()) }
}

/// The records of a file.
pub(crate) fn read<T: DeserializeOwned>(path: &Path) -> Result<Vec<T>> {
    let parsed = |(index, line)| {
        serde_json::from_str(line)
            .with_context(|| format!("{}, line {}", path.display(), index + 1))
    };
    fs::read_to_string(path)?.lines().enumerate().map(parsed).collect()
}

/// The last of the records with the same key, ordered by key.
pub(crate) fn latest<T, K: Ord>(records: Vec<T>, key: impl Fn(&T) -> K) -> Vec<T> {
    let by_key: BTreeMap<K, T> = records.into_iter().map(|record| (key(&record), record)).collect();
    by_key.into_values().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(earlier: Earlier, to: &Path, records: &[(&str, u32)]) -> Result<Vec<(String, u32)>> {
        let file = RecordFile { to: Some(to.to_owned()), from: None, missing: false };
        file.records("x", earlier, |log| records.iter().try_for_each(|record| log.add(record)))
    }

    #[test]
    fn records_are_kept_or_replaced_and_the_last_of_a_key_counts() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("inside/results.jsonl");
        run(Earlier::Kept, &path, &[("b", 1), ("a", 2)]).expect("it can be written");
        let all = run(Earlier::Kept, &path, &[("b", 3)]).expect("it can be written");
        assert_eq!(all.len(), 3);
        let latest = latest(all, |record| record.0.clone());
        assert_eq!(latest, [("a".to_owned(), 2), ("b".to_owned(), 3)]);
        let from = RecordFile { to: None, from: Some(path.clone()), missing: false };
        let again: Vec<(String, u32)> =
            from.records("x", Earlier::Kept, |_| panic!("nothing runs")).expect("they are there");
        assert_eq!(again.len(), 3);
        assert_eq!(run(Earlier::Replaced, &path, &[("c", 4)]).expect("written").len(), 1);
    }

    #[test]
    fn only_missing_runs_are_done_if_that_is_asked_for() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("results.jsonl");
        let done = |missing| {
            let file = RecordFile { to: Some(path.clone()), from: None, missing };
            let name = |(name, count): &(String, u32)| (*count > 0).then(|| name.clone());
            file.done("x", name).expect("it can be read").into_iter().collect::<Vec<_>>()
        };
        assert!(done(true).is_empty(), "there is no file yet");
        run(Earlier::Kept, &path, &[("a", 0), ("b", 1)]).expect("it can be written");
        assert_eq!((done(true), done(false)), (vec!["b".to_owned()], Vec::new()));
    }

    #[test]
    fn a_line_that_is_no_record_is_named() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("results.jsonl");
        fs::write(&path, "[\"a\", 1]\n{}\n").expect("it can be written");
        let error = read::<(String, u32)>(&path).expect_err("the second line says nothing");
        assert!(format!("{error:#}").contains("line 2"), "{error:#}");
    }
}
