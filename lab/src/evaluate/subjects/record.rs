//! What is known of a run: a line of the results' file.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

/// A method on a subject.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Record {
    pub(super) subject: String,
    pub(super) method: String,
    /// How the tool was called, files and limits aside.
    pub(super) arguments: Vec<String>,
    /// What the tool was built from.
    pub(super) commit: String,
    pub(super) outcome: Outcome,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Outcome {
    /// With a result, be it early.
    Reduced(Figures),
    /// The tool does not know such a reducer.
    NotBuilt,
    /// The subject is not interesting here, so there was no run: a tool is missing, say.
    Skipped(String),
    /// The tool said no, or died.
    Failed(String),
}

/// What a run needed and reached.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Figures {
    pub(super) input_tokens: u64,
    /// Committed, the baseline included.
    pub(super) queries: u64,
    pub(super) tokens_tested: u64,
    pub(super) result_tokens: u64,
    pub(super) result_bytes: u64,
    /// CPU time of the tool itself for each query that was run, in milliseconds.
    pub(super) own_ms: f64,
    pub(super) wall_seconds: f64,
    pub(super) is_certified: bool,
    /// Which limit ended the run, if one did.
    pub(super) stopped: Option<String>,
    /// Questions that were answered from history.
    pub(super) repeats: u64,
    /// For every class of queries how many there were, and how many of them were interesting.
    pub(super) classes: BTreeMap<String, (u64, u64)>,
}

impl Record {
    /// What was measured, if the run ended with a result.
    pub(super) fn figures(&self) -> Option<&Figures> {
        match &self.outcome {
            Outcome::Reduced(figures) => Some(figures),
            _ => None,
        }
    }
}

/// Adds a record to a file, as a line of JSON.
pub(super) fn append(path: &Path, record: &Record) -> Result<(), String> {
    let mut line = serde_json::to_vec(record).map_err(|error| error.to_string())?;
    line.push(b'\n');
    let file = std::fs::OpenOptions::new().create(true).append(true).open(path);
    let written = file.and_then(|mut file| file.write_all(&line));
    written.map_err(|error| format!("writing {}: {error}", path.display()))
}

/// Reads records; of several for the same subject and method the last one counts.
pub(super) fn read(path: &Path) -> Result<Vec<Record>, String> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| format!("reading {}: {error}", path.display()))?;
    let mut last = BTreeMap::new();
    for (number, line) in text.lines().enumerate() {
        let record: Record = serde_json::from_str(line)
            .map_err(|error| format!("{}, line {}: {error}", path.display(), number + 1))?;
        last.insert((record.subject.clone(), record.method.clone()), record);
    }
    Ok(last.into_values().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(method: &str, outcome: Outcome) -> Record {
        let arguments = vec!["--reducer".to_owned(), "tpdd".to_owned()];
        Record {
            subject: "s".to_owned(),
            method: method.to_owned(),
            arguments,
            commit: "c".to_owned(),
            outcome,
        }
    }

    #[test]
    fn what_was_appended_is_read_and_a_later_run_counts() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("results.jsonl");
        let classes = BTreeMap::from([("complement".to_owned(), (3, 1))]);
        let figures = Figures { queries: 7, own_ms: 0.25, classes, ..Figures::default() };
        let failed = record("a", Outcome::Failed("exit code 70".to_owned()));
        let reduced = record("a", Outcome::Reduced(figures));
        let other = record("b", Outcome::NotBuilt);
        for record in [&failed, &other, &reduced] {
            append(&path, record).expect("it can be written");
        }
        assert_eq!(read(&path).expect("it can be read"), [reduced, other]);
    }

    #[test]
    fn a_line_that_is_no_record_is_named() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("results.jsonl");
        append(&path, &record("a", Outcome::NotBuilt)).expect("it can be written");
        std::fs::write(&path, std::fs::read_to_string(&path).expect("text") + "{}\n")
            .expect("it can be written");
        assert!(read(&path).expect_err("the second line says nothing").contains("line 2"));
    }
}
