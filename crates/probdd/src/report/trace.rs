//! The trace: JSON lines, one for the run and one for each query.
//!
//! Each line is written at once, so that users can watch the trace. Except for `ms`, it is the same
//! for every number of jobs.

use super::difference::{Change, changes, tried};
use super::files::FileHeader;
use crate::error::{Failure, cannot, failed};
use probdd_core::{CheckState, Edits, NodeId, Written};
use probdd_exec::{
    Answer, Candidate, CheckStates, Committed, Elements, Event, Outcome, Pass, Runs,
};
use serde::{Serialize, Serializer};
use serde_json::Value;
use std::fs::File;
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The size of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Size {
    pub(crate) bytes: usize,
    /// Tokens, as the documentation defines them.
    pub(crate) tokens: usize,
}

/// The first line of the trace.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Header {
    /// The version of the tool.
    pub(crate) probdd: &'static str,
    /// The name of the input.
    pub(crate) name: String,
    pub(crate) input: Size,
    /// The SHA-256 of the input; of several files, of the text that holds all of them.
    pub(crate) sha256: String,
    /// The number of elements of the list, or of removable nodes of the tree.
    pub(crate) elements: usize,
    /// The settings that determine the queries.
    pub(crate) settings: Value,
    /// The files of the input, if there are several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) files: Vec<FileHeader>,
    /// The checks of the test.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) checks: Vec<CheckHeader>,
}

/// A check in the first line of the trace.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct CheckHeader {
    pub(crate) name: String,
    /// The cost in milliseconds, if that determines the order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) cost: Option<u64>,
    /// The time limit in seconds; none for a check that the test itself runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) timeout: Option<f64>,
}

/// A line about a query.
#[derive(Default, Serialize)]
struct Line<'a> {
    query: u64,
    pass: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    class: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    p: Option<f64>,
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
    #[serde(skip_serializing_if = "Vec::is_empty")]
    since: Vec<Change>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    change: Vec<Change>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tried: Vec<[usize; 2]>,
}

/// The state of each check, by its name.
#[derive(Default)]
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

/// A trace that is being written.
#[derive(Debug)]
pub(crate) struct Trace {
    /// Where it goes, if the user wants it.
    file: Option<(PathBuf, File)>,
    /// A copy without a name, for the page that is made at the end.
    copy: Option<File>,
    input: Size,
    checks: Vec<CheckHeader>,
    pass: Option<Pass>,
    replay: Replay,
}

/// The text that a reader of the trace has rebuilt from the lines so far.
#[derive(Debug)]
struct Replay {
    text: Vec<u8>,
    /// The best candidate, if that became another text without a query.
    best: Option<Arc<Candidate>>,
}

impl Replay {
    /// Adds to a line how its candidate differs from the text before it.
    fn add(&mut self, line: &mut Line, committed: &Committed) {
        if let Some(best) = self.best.take() {
            line.since = changes(&self.text, &best.bytes);
            self.text.clone_from(&best.bytes);
        }
        let candidate = &committed.candidate.bytes;
        if committed.outcome.verdict.is_interesting() {
            line.change = changes(&self.text, candidate);
            self.text.clone_from(candidate);
        } else {
            line.tried = tried(&self.text, candidate);
        }
    }

    fn on_reduced(&mut self, best: &Arc<Candidate>) {
        self.best = Some(Arc::clone(best)).filter(|best| best.bytes != self.text);
    }
}

impl Trace {
    /// Creates the file at a path and the copy, if they are wanted, and writes the first line.
    pub(crate) fn create(
        path: Option<&Path>,
        is_copied: bool,
        header: &Header,
        input: &[u8],
    ) -> Result<Trace, Failure> {
        let create = |path: &Path| -> Result<_, Failure> {
            let file = File::create(path).map_err(cannot("write the trace", path))?;
            Ok((path.to_path_buf(), file))
        };
        let file = path.map(create).transpose()?;
        let copy = is_copied.then(tempfile::tempfile).transpose().map_err(cannot_copy)?;
        let replay = Replay { text: input.to_vec(), best: None };
        let checks = header.checks.clone();
        let mut trace = Trace { file, copy, input: header.input, checks, pass: None, replay };
        trace.append(&bytes(header)?)?;
        Ok(trace)
    }

    /// Writes a line, if the event is a query.
    pub(crate) fn on(&mut self, event: &Event) -> Result<(), Failure> {
        match event {
            Event::PassBegan(pass) => self.pass = Some((*pass).clone()),
            Event::Reduced(best) => self.replay.on_reduced(best),
            _ => {}
        }
        let mut line = match (event, &self.pass) {
            (Event::Baseline(answer, states), _) => baseline(answer, *states, self.input),
            (Event::Committed(committed), Some(pass)) => {
                let mut line = line(committed, pass);
                self.replay.add(&mut line, committed);
                line
            }
            _ => return Ok(()),
        };
        line.checks.headers = &self.checks;
        let line = bytes(&line)?;
        self.append(&line)
    }

    /// The text of the copy.
    pub(crate) fn text(&mut self) -> Result<String, Failure> {
        let mut text = String::new();
        let Some(copy) = &mut self.copy else { return Ok(text) };
        let read = copy.rewind().and_then(|()| copy.read_to_string(&mut text));
        read.map(|_| text).map_err(cannot_copy)
    }

    fn append(&mut self, line: &[u8]) -> Result<(), Failure> {
        if let Some((path, file)) = &mut self.file {
            file.write_all(line).map_err(cannot("write the trace", path))?;
        }
        self.copy.as_mut().map_or(Ok(()), |copy| copy.write_all(line)).map_err(cannot_copy)
    }
}

/// A line of JSON.
fn bytes(line: &impl Serialize) -> Result<Vec<u8>, Failure> {
    let mut text = serde_json::to_vec(line).map_err(|error| failed(NO_COPY, error.into()))?;
    text.push(b'\n');
    Ok(text)
}

/// What cannot be done if the temporary directory is full, for example.
const NO_COPY: &str = "cannot keep the trace for --html";

fn cannot_copy(cause: io::Error) -> Failure {
    failed(NO_COPY, cause)
}

fn baseline<'a>(answer: &Answer, states: CheckStates, input: Size) -> Line<'a> {
    let Size { bytes, tokens } = input;
    let line =
        Line { query: 1, pass: "baseline", class: "other", bytes, tokens, ..Line::default() };
    line.with_answer(&answer.outcome, answer.runs, states)
}

fn line<'a>(committed: &Committed, pass: &'a Pass) -> Line<'a> {
    let change = committed.change;
    let (tree, kept, removed) = match &pass.elements {
        Elements::Tree { tree } => (Some(*tree), None, nodes(&change.removed)),
        Elements::List { origin } => {
            let (kept, removed) = elements(committed.best, change, origin);
            (None, Some(kept), removed)
        }
    };
    let line = Line {
        query: committed.query,
        pass: pass.name,
        file: pass.file.as_deref(),
        class: committed.class.name(),
        p: committed.probability.map(rounded),
        tree,
        kept,
        removed,
        replaced: change.replaced.iter().map(|(node, by)| [node.0, by.0]).collect(),
        edits: change.written.iter().map(edit).collect(),
        bytes: committed.candidate.bytes.len(),
        tokens: committed.candidate.tokens,
        ..Line::default()
    };
    line.with_answer(committed.outcome, committed.runs, committed.states)
}

impl Line<'_> {
    fn with_answer(self, outcome: &Outcome, runs: Runs, states: CheckStates) -> Self {
        let several = Some(runs).filter(|runs| runs.total > 1);
        Line {
            verdict: outcome.verdict.name(),
            hits: several.map(|runs| runs.hits),
            runs: several.map(|runs| runs.total),
            ms: (outcome.wall.as_secs_f64() * 1e6).round() / 1e3,
            checks: Checks { headers: &[], states },
            ..self
        }
    }
}

/// A probability with the places that a reader can use.
fn rounded(probability: f64) -> f64 {
    (probability * 1e4).round() / 1e4
}

/// A range of tokens of the tree, from and up to, and the text that replaces them.
fn edit(Written { tokens, text }: &Written) -> (u32, u32, String) {
    (tokens.start, tokens.end, String::from_utf8_lossy(text).into_owned())
}

fn nodes(removed: &[NodeId]) -> String {
    let mut ids: Vec<u32> = removed.iter().map(|node| node.0).collect();
    ids.sort_unstable();
    ranges(&ids)
}

/// The elements of a list that a candidate keeps, and those that it removes from the best, both
/// numbered as in the input.
fn elements(best: &Edits, change: &Edits, origin: &[u32]) -> (String, String) {
    let mut is_left = vec![true; origin.len()];
    let places = |edits: &Edits| -> Vec<usize> {
        // The root represents the whole list.
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

/// Ascending numbers, written as `0-3,7`.
fn ranges(numbers: &[u32]) -> String {
    let runs = numbers.chunk_by(|a, b| a + 1 == *b);
    let run = |run: &[u32]| match run {
        [first, .., last] => format!("{first}-{last}"),
        [only] => only.to_string(),
        [] => String::new(),
    };
    runs.map(run).collect::<Vec<_>>().join(",")
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
    fn elements_are_numbered_as_in_the_input() {
        let best = Edits::removal(vec![NodeId(1)]);
        let change = Edits::removal(vec![NodeId(4), NodeId(3)]);
        let written = elements(&best, &change, &[0, 2, 4, 6, 8]);
        assert_eq!(written, ("2,8".into(), "4,6".into()));
        let all = Edits::removal(vec![NodeId::ROOT]);
        assert_eq!(elements(&best, &all, &[0, 2, 3]), (String::new(), "2-3".into()));
    }
}
