//! What a run of a case needed and reached, and the table of all runs.

use super::case::Case;
use crate::table::plain;
use crate::tool::{End, Reduced, Tool};
use anyhow::Result;
use fs_err as fs;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The runs of one build on one case.
#[derive(Serialize, Deserialize)]
pub(super) struct Record {
    case: String,
    /// `before` or `after`.
    build: String,
    input: u64,
    outcome: Outcome,
}

/// How the runs ended.
#[derive(Serialize, Deserialize)]
enum Outcome {
    Reduced {
        queries: u64,
        bytes: u64,
        tokens: u64,
        seconds: f64,
        is_certified: bool,
        /// The bytes of the result's own result, if it is another text.
        again: Option<u64>,
    },
    /// The first line of an error.
    Refused(String),
    /// The outcome of a scenario.
    Said(String),
}

impl Record {
    /// Reduces the input of a case, and then the result.
    pub(super) fn of(case: &Case, build: &str, tool: &Tool) -> Result<Record> {
        let folder = tempfile::tempdir()?;
        let (input, test) = case.write(folder.path())?;
        let size = fs::metadata(&input)?.len();
        let outcome = match reduce(case, tool, &input, &test)? {
            Ok(reduced) => {
                fs::write(&input, &reduced.result)?;
                let again = reduce(case, tool, &input, &test)?.ok();
                let other =
                    again.map(|again| again.result).filter(|result| *result != reduced.result);
                Outcome::of(&reduced, other.map(|text| text.len() as u64))
            }
            Err(message) => Outcome::Refused(message),
        };
        Ok(Record { case: case.name.into(), build: build.into(), input: size, outcome })
    }

    /// The outcome of a scenario.
    pub(super) fn of_scenario(name: &str, build: &str, outcome: String) -> Record {
        Record { case: name.into(), build: build.into(), input: 0, outcome: Outcome::Said(outcome) }
    }

    fn row(&self) -> Vec<String> {
        let mut row = vec![self.case.clone(), self.input.to_string(), self.build.clone()];
        row.extend(self.outcome.cells());
        row
    }
}

impl Outcome {
    fn of(reduced: &Reduced, again: Option<u64>) -> Outcome {
        let report = &reduced.report;
        Outcome::Reduced {
            queries: report.queries.committed,
            bytes: report.result.bytes,
            tokens: report.result.tokens,
            seconds: report.seconds.wall,
            is_certified: report.one_minimal.certified,
            again,
        }
    }

    fn cells(&self) -> Vec<String> {
        match self {
            Outcome::Reduced { queries, bytes, tokens, seconds, is_certified, again } => vec![
                queries.to_string(),
                tokens.to_string(),
                bytes.to_string(),
                format!("{seconds:.1}"),
                if *is_certified { "yes" } else { "no" }.to_owned(),
                again.map_or("the same".to_owned(), |bytes| format!("{bytes} bytes")),
            ],
            Outcome::Refused(message) | Outcome::Said(message) => vec![message.clone()],
        }
    }
}

/// The result of a run, or the first line of its error.
fn reduce(case: &Case, tool: &Tool, input: &Path, test: &Path) -> Result<Result<Reduced, String>> {
    let mut options = vec!["--jobs".to_owned(), "1".to_owned()];
    options.extend(case.options.iter().map(|option| (*option).to_owned()));
    Ok(match tool.reduce(input, test, &options)? {
        End::Reduced(reduced) => Ok(*reduced),
        End::Refused(_, message) => Err(message),
    })
}

/// The tables of records: of cases, and of scenarios if there are some.
pub(super) fn table(records: &[Record]) -> String {
    let is_scenario = |record: &&Record| matches!(record.outcome, Outcome::Said(_));
    let (scenarios, cases): (Vec<&Record>, Vec<&Record>) = records.iter().partition(is_scenario);
    let head =
        "| case | input | build | queries | tokens | bytes | seconds | certified | reduced again |";
    let mut text = plain(head, cases.into_iter().map(Record::row));
    if !scenarios.is_empty() {
        let row = |record: &Record| {
            let [case, _, build, said] = <[String; 4]>::try_from(record.row()).ok()?;
            Some(vec![case, build, said])
        };
        text += "\n";
        text += &plain("| what happens | build | outcome |", scenarios.into_iter().filter_map(row));
    }
    text
}
