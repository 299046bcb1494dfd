//! What a reduction ends with, and what it finds on the way.

use super::candidate::files;
use crate::report::{self, Tally};
use probdd_exec::{Candidate, Form, Stop};
use std::borrow::Cow;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// The result of a reduction.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Reduced {
    /// The smallest interesting candidate.
    pub bytes: Vec<u8>,
    /// Its tokens.
    pub tokens: usize,
    /// The tokens of the input.
    pub input_tokens: usize,
    /// How many candidates were tested, the input included; the same as the tool reports.
    pub queries: u64,
    /// How often the test has run: some candidates are run again, and some are tested ahead.
    pub runs: u64,
    /// How long it took.
    pub elapsed: Duration,
    /// Whether each token was removed alone from exactly this result, and none of these candidates was
    /// interesting.
    pub is_certified: bool,
    /// Why it stopped before its end, if it did.
    pub stop: Option<Stop>,
    /// The size of the best candidate over time.
    pub curve: Vec<Point>,
    /// What the user of the program should know.
    pub warnings: Vec<String>,
    pub(super) form: Arc<Form>,
}

/// A point of a curve: the best candidate from this query on.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Point {
    /// The time since the reduction began, in seconds.
    pub seconds: f64,
    /// The number of the query.
    pub query: u64,
    /// The size in bytes.
    pub bytes: usize,
    /// The size in tokens.
    pub tokens: usize,
}

/// A new best candidate.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Improvement {
    pub(super) candidate: Arc<Candidate>,
    pub(super) form: Arc<Form>,
    /// The number of the query that found it.
    pub query: u64,
    /// The time since the reduction began.
    pub elapsed: Duration,
}

impl Reduced {
    /// Returns the text, in which U+FFFD stands for what is not UTF-8.
    pub fn text(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.bytes)
    }

    /// Returns the files with their paths, where a directory is reduced; else the only file.
    pub fn files(&self) -> Vec<(PathBuf, &[u8])> {
        files(&self.bytes, &self.form)
    }
}

impl Improvement {
    /// Returns the bytes of the candidate.
    pub fn bytes(&self) -> &[u8] {
        &self.candidate.bytes
    }

    /// Returns the text, in which U+FFFD stands for what is not UTF-8.
    pub fn text(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.candidate.bytes)
    }

    /// Returns the files with their paths, where a directory is reduced; else the only file.
    pub fn files(&self) -> Vec<(PathBuf, &[u8])> {
        files(&self.candidate.bytes, &self.form)
    }

    /// Returns its size in tokens.
    pub fn tokens(&self) -> usize {
        self.candidate.tokens
    }
}

impl Point {
    /// The points of a run.
    pub(super) fn of(tally: &Tally) -> Vec<Point> {
        let point = |point: &report::Point| {
            let (seconds, query, bytes, tokens) = point.values();
            Point { seconds, query, bytes, tokens }
        };
        tally.curve.iter().map(point).collect()
    }
}
