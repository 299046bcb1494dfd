//! A record of one run of a peer.

use crate::comparison::Run;
use crate::curves::whole;
use crate::records::Outcome;
use serde::{Deserialize, Serialize};

/// One run: a peer on a subject.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Record {
    pub(crate) subject: String,
    pub(crate) peer: String,
    /// What the peer says of its version; empty if it was not found or says nothing.
    pub(crate) version: String,
    /// The peer's arguments, with words in braces for files and times.
    pub(super) arguments: Vec<String>,
    pub(super) outcome: Outcome<Figures>,
}

/// What a run needed and reached.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Figures {
    pub(super) input_tokens: u64,
    /// Tests that were begun, repeated ones included.
    pub(super) queries: u64,
    /// The sum over all tests that ended.
    pub(super) tokens_tested: u64,
    /// The smallest interesting candidate, or the input if there is none.
    pub(super) result_tokens: u64,
    pub(super) result_bytes: u64,
    /// The time of the tests.
    pub(super) test_seconds: f64,
    /// The time of the run, without that of counting.
    pub(super) wall_seconds: f64,
    /// The CPU time of the peer without its tests.
    pub(super) cpu_seconds: f64,
    /// The limit that ended the run, or the exit status if that was an error.
    pub(super) stopped: Option<String>,
    /// Tests and tokens, whenever the smallest candidate had fewer tokens; some are left out.
    pub(super) curve: Vec<(u64, u64)>,
}

impl Figures {
    /// Tests and tokens from the start to the end of the run.
    pub(crate) fn points(&self) -> Vec<(u64, u64)> {
        whole(&self.curve, self.input_tokens, self.queries, self.result_tokens)
    }
}

impl Record {
    /// The figures of a run that ended with a result.
    pub(crate) fn figures(&self) -> Option<&Figures> {
        self.outcome.figures()
    }

    /// The run as comparisons see it, if it ended with a result.
    pub(crate) fn run(&self) -> Option<Run<'_>> {
        let figures = self.figures()?;
        Some(Run {
            subject: &self.subject,
            method: &self.peer,
            input_tokens: figures.input_tokens,
            result_tokens: figures.result_tokens,
            queries: figures.queries,
            tokens_tested: figures.tokens_tested,
            seconds: figures.cpu_seconds + figures.test_seconds,
            is_stopped: figures.stopped.is_some(),
            ..Run::default()
        })
    }
}
