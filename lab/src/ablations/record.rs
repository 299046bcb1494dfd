//! A record of one run of a variant.

use crate::comparison::Run;
use crate::known::modes::Row;
use serde::{Deserialize, Serialize};

/// A run of a variant.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Record {
    /// Of T-PDD or frontier, on a subject.
    Tree(Reduced),
    /// Of covProbDD, on a known property, which the row calls a test.
    Checks(Row),
}

impl Record {
    /// The name of the run: its subject or its test, and the variant.
    pub(super) fn name(&self) -> String {
        match self {
            Record::Tree(reduced) => reduced.name(),
            Record::Checks(row) => name(&row.test, &row.search),
        }
    }
}

/// The name of a run.
pub(super) fn name(subject: &str, variant: &str) -> String {
    format!("{subject}: {variant}")
}

/// What one run needed and reached.
#[derive(Serialize, Deserialize)]
pub(crate) struct Reduced {
    pub(super) subject: String,
    pub(super) variant: String,
    pub(super) input_tokens: u64,
    pub(super) queries: u64,
    pub(super) tokens_tested: u64,
    pub(super) result_tokens: u64,
    /// Whether the limit ended the run.
    pub(super) is_stopped: bool,
}

impl Reduced {
    fn name(&self) -> String {
        name(&self.subject, &self.variant)
    }

    /// The run as comparisons see it, which do not ask for its time.
    pub(super) fn run(&self) -> Run<'_> {
        Run {
            subject: &self.subject,
            method: &self.variant,
            input_tokens: self.input_tokens,
            result_tokens: self.result_tokens,
            queries: self.queries,
            tokens_tested: self.tokens_tested,
            is_stopped: self.is_stopped,
            ..Run::default()
        }
    }
}
