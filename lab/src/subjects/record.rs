//! A record of one run.

use crate::comparison::Run;
use crate::curves::whole;
use crate::records::Outcome;
use crate::tool::{Calibration, Classes};
use probdd_core::information;
use serde::{Deserialize, Serialize};

/// One run: a method on a subject.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Record {
    pub(crate) subject: String,
    pub(crate) method: String,
    /// The tool's arguments, without files and limits.
    pub(super) arguments: Vec<String>,
    /// The commit that the tool was built from.
    pub(super) commit: String,
    pub(super) outcome: Outcome<Figures>,
}

/// What a run needed and reached.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Figures {
    pub(super) input_tokens: u64,
    /// Committed queries, with the baseline.
    pub(super) queries: u64,
    /// Those until the certificate, unless the run ended without one.
    pub(super) to_certificate: Option<u64>,
    pub(super) tokens_tested: u64,
    pub(super) result_tokens: u64,
    /// CPU time of the tool itself.
    pub(super) own_seconds: f64,
    /// CPU time of the tests. A text that another run has tested counts with the time of that test.
    pub(super) test_seconds: f64,
    pub(super) is_certified: bool,
    /// For a method as published, the tokens of its result after nodes were tried one by one: fewer
    /// than the result's if that is not 1-minimal.
    pub(super) after_single: Option<u64>,
    /// Which limit ended the run, if one did.
    pub(super) stopped: Option<String>,
    /// Queries that were answered from the history.
    pub(super) repeats: u64,
    pub(super) classes: Classes,
    pub(crate) calibration: Calibration,
    /// The most queries of a pass in a row that each removed one node, and were interesting. Older records do
    /// not have it.
    #[serde(default)]
    pub(super) singles_in_a_row: Option<u64>,
    /// Queries and tokens, wherever the best candidate became smaller by some percent.
    pub(super) curve: Vec<(u64, u64)>,
}

impl Figures {
    /// Queries and tokens from the start to the end of the run.
    pub(crate) fn points(&self) -> Vec<(u64, u64)> {
        whole(&self.curve, self.input_tokens, self.queries, self.result_tokens)
    }

    /// How many tokens of a published algorithm's result can go with single nodes, if that was tried.
    pub(super) fn left(&self) -> Option<u64> {
        Some(self.result_tokens.saturating_sub(self.after_single?))
    }

    /// Whether a single node of a published algorithm's result can go.
    pub(super) fn is_left(&self) -> bool {
        self.left().is_some_and(|tokens| tokens > 0)
    }

    /// The queries until the certificate for each bit that a search has to find out.
    pub(super) fn queries_per_bit(&self) -> Option<f64> {
        let [elements, needed] = [self.input_tokens.max(self.result_tokens), self.result_tokens];
        let bits = information(elements as usize, needed as usize);
        self.to_certificate.filter(|_| bits > 0.0).map(|queries| queries as f64 / bits)
    }
}

/// The name of a run: its subject and its method.
pub(super) fn name(subject: &str, method: &str) -> String {
    format!("{subject}: {method}")
}

impl Record {
    /// The name of the run, if it ended with a result.
    pub(super) fn name(&self) -> Option<String> {
        self.figures().map(|_| name(&self.subject, &self.method))
    }

    /// The figures of a run that ended with a result.
    pub(crate) fn figures(&self) -> Option<&Figures> {
        self.outcome.figures()
    }

    /// The run as comparisons see it, if it ended with a result.
    pub(crate) fn run(&self) -> Option<Run<'_>> {
        let figures = self.figures()?;
        Some(Run {
            subject: &self.subject,
            method: &self.method,
            input_tokens: figures.input_tokens,
            result_tokens: figures.result_tokens,
            queries: figures.queries,
            tokens_tested: figures.tokens_tested,
            seconds: figures.own_seconds + figures.test_seconds,
            is_stopped: figures.stopped.is_some(),
            ..Run::default()
        })
    }
}
