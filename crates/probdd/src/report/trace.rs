//! The trace: JSON lines, one for the run and one for each query.
//!
//! It is written line by line, so that it can be watched; apart from `ms` it is the same for every
//! number of jobs.

use super::{CheckHeader, Size};
use crate::error::{self, Failure};
use probdd_core::{CheckState, Edits, NodeId, Written};
use probdd_exec::{Answer, CheckStates, Committed, Elements, Event, Pass, Runs};
use serde::{Serialize, Serializer};
use serde_json::Value;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The first line.
#[derive(Clone, Debug, Serialize)]
pub struct Header {
    /// The version of the tool.
    pub probdd: &'static str,
    /// The size of the input.
    pub input: Size,
    /// How many elements the list has, or how many removable nodes the tree.
    pub elements: usize,
    /// Everything that the queries depend on.
    pub settings: Value,
    /// The checks that the test is made of.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub checks: Vec<CheckHeader>,
}

/// One query.
#[derive(Serialize)]
struct Line<'a> {
    query: u64,
    pass: &'a str,
    class: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    tree: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    kept: Option<String>,
    removed: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    replaced: Vec<[u32; 2]>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    edits: Vec<(u32, u32, String)>,
    verdict: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    hits: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    runs: Option<u32>,
    ms: f64,
    bytes: usize,
    tokens: usize,
    #[serde(skip_serializing_if = "Checks::is_empty")]
    checks: Checks<'a>,
}

/// What each check said, by its name.
struct Checks<'a> {
    headers: &'a [CheckHeader],
    states: CheckStates,
}

impl Checks<'_> {
    fn is_empty(&self) -> bool {
        self.states == CheckStates::NONE
    }
}

impl Serialize for Checks<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let names = self.headers.iter().map(|check| &check.name);
        let states = self.states.iter().map(|state| match state {
            CheckState::Held => "held",
            CheckState::Failed => "failed",
            CheckState::NotRun => "not-run",
        });
        serializer.collect_map(names.zip(states))
    }
}

/// The trace of a run, being written.
#[derive(Debug)]
pub struct Trace {
    path: PathBuf,
    file: File,
    checks: Vec<CheckHeader>,
}

impl Trace {
    /// Makes the file.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn create(path: &Path) -> Result<Trace, Failure> {
        let attempt = || format!("cannot write the trace `{}`", path.display());
        let file = File::create(path).map_err(|cause| error::io(attempt(), cause))?;
        Ok(Trace { path: path.to_path_buf(), file, checks: Vec::new() })
    }

    /// Writes the first line.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn begin(&mut self, header: &Header) -> Result<(), Failure> {
        self.checks.clone_from(&header.checks);
        self.write(header)
    }

    /// Writes a line for an event that is a query.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn on(&mut self, event: &Event, pass: Option<&Pass>, input: Size) -> Result<(), Failure> {
        let mut line = match (event, pass) {
            (Event::Baseline(answer, states), _) => baseline(answer, *states, input),
            (Event::Committed(committed), Some(pass)) => line(committed, pass),
            _ => return Ok(()),
        };
        let checks = std::mem::take(&mut self.checks);
        line.checks.headers = &checks;
        let done = self.write(&line);
        self.checks = checks;
        done
    }

    fn write(&mut self, line: &impl Serialize) -> Result<(), Failure> {
        let attempt = || format!("cannot write the trace `{}`", self.path.display());
        let mut text = serde_json::to_vec(line)
            .map_err(|cause| error::io(attempt(), std::io::Error::from(cause)))?;
        text.push(b'\n');
        self.file.write_all(&text).map_err(|cause| error::io(attempt(), cause))
    }
}

fn baseline<'a>(
    Answer { outcome, runs, .. }: &Answer,
    states: CheckStates,
    input: Size,
) -> Line<'a> {
    Line {
        query: 1,
        pass: "baseline",
        class: "other",
        tree: None,
        kept: None,
        removed: String::new(),
        replaced: Vec::new(),
        edits: Vec::new(),
        verdict: outcome.verdict.name(),
        hits: several(*runs).map(|runs| runs.hits),
        runs: several(*runs).map(|runs| runs.total),
        ms: milliseconds(outcome.wall),
        bytes: input.bytes,
        tokens: input.tokens,
        checks: Checks { headers: &[], states },
    }
}

fn line<'a>(committed: &Committed, pass: &'a Pass) -> Line<'a> {
    let (tree, kept, removed) = match &pass.elements {
        Elements::Tree { tree } => (Some(*tree), None, nodes(&committed.change.removed)),
        Elements::List { origin } => {
            let (kept, removed) = elements(committed.best, committed.change, origin);
            (None, Some(kept), removed)
        }
    };
    Line {
        query: committed.query,
        pass: pass.name,
        class: committed.class.name(),
        tree,
        kept,
        removed,
        replaced: committed.change.replaced.iter().map(|(node, by)| [node.0, by.0]).collect(),
        edits: committed.change.written.iter().map(edit).collect(),
        verdict: committed.outcome.verdict.name(),
        hits: several(committed.runs).map(|runs| runs.hits),
        runs: several(committed.runs).map(|runs| runs.total),
        ms: milliseconds(committed.outcome.wall),
        bytes: committed.candidate.bytes.len(),
        tokens: committed.candidate.tokens,
        checks: Checks { headers: &[], states: committed.states },
    }
}

/// Some tokens of the tree, from and up to, and the text in their place.
fn edit(Written { tokens, text }: &Written) -> (u32, u32, String) {
    (tokens.start, tokens.end, String::from_utf8_lossy(text).into_owned())
}

/// Runs that are worth a word.
fn several(runs: Runs) -> Option<Runs> {
    Some(runs).filter(|runs| runs.total > 1)
}

fn nodes(removed: &[NodeId]) -> String {
    let mut ids: Vec<u32> = removed.iter().map(|node| node.0).collect();
    ids.sort_unstable();
    ranges(&ids)
}

/// What a candidate keeps of a list and what it removes from the best, in the input's numbers.
fn elements(best: &Edits, change: &Edits, origin: &[u32]) -> (String, String) {
    let mut is_left = vec![true; origin.len()];
    let places = |edits: &Edits| -> Vec<usize> {
        // The root stands for the whole list.
        let all = edits.removed.contains(&NodeId::ROOT);
        let one = edits.removed.iter().map(|node| node.index().wrapping_sub(1));
        if all { (0..origin.len()).collect() } else { one.collect() }
    };
    for place in places(best) {
        is_left[place] = false;
    }
    let mut removed: Vec<usize> = places(change).into_iter().filter(|p| is_left[*p]).collect();
    removed.sort_unstable();
    for place in &removed {
        is_left[*place] = false;
    }
    let kept: Vec<u32> = (0..origin.len()).filter(|p| is_left[*p]).map(|p| origin[p]).collect();
    let removed: Vec<u32> = removed.into_iter().map(|place| origin[place]).collect();
    (ranges(&kept), ranges(&removed))
}

/// Ascending numbers as `0-3,7`.
fn ranges(numbers: &[u32]) -> String {
    let runs = numbers.chunk_by(|a, b| a + 1 == *b);
    let run = |run: &[u32]| match run {
        [first, .., last] => format!("{first}-{last}"),
        [only] => only.to_string(),
        [] => String::new(),
    };
    runs.map(run).collect::<Vec<_>>().join(",")
}

fn milliseconds(duration: Duration) -> f64 {
    (duration.as_secs_f64() * 1e6).round() / 1e3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_written_as_ranges() {
        assert_eq!(ranges(&[]), "");
        assert_eq!(ranges(&[5]), "5");
        assert_eq!(ranges(&[0, 1, 2, 3, 7, 9, 10]), "0-3,7,9-10");
    }

    #[test]
    fn lists_are_written_in_the_numbers_of_the_input() {
        let best = Edits::removal(vec![NodeId(1)]);
        let change = Edits::removal(vec![NodeId(4), NodeId(3)]);
        let written = elements(&best, &change, &[0, 2, 4, 6, 8]);
        assert_eq!(written, ("2,8".into(), "4,6".into()));
        let all = Edits::removal(vec![NodeId::ROOT]);
        assert_eq!(elements(&best, &all, &[0, 2, 3]), (String::new(), "2-3".into()));
    }
}
