//! A record of one run.

use crate::tool::Classes;
use probdd_core::information;
use serde::{Deserialize, Serialize};

/// One run: a method on a subject.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Record {
    pub(super) subject: String,
    pub(super) method: String,
    /// The tool's arguments, without files and limits.
    pub(super) arguments: Vec<String>,
    /// The commit that the tool was built from.
    pub(super) commit: String,
    pub(super) outcome: Outcome,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Outcome {
    /// With a result, possibly early.
    Reduced(Figures),
    /// The tool does not know such a reducer.
    NotBuilt,
    /// Not run, because the subject is not interesting on this machine.
    Skipped(String),
    /// Without a result, for this reason.
    Failed(String),
}

/// What a run needed and reached.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Figures {
    pub(super) input_tokens: u64,
    /// Committed queries, with the baseline.
    pub(super) queries: u64,
    /// Those until the certificate, unless the run ended without one.
    #[serde(default)]
    pub(super) to_certificate: Option<u64>,
    pub(super) tokens_tested: u64,
    pub(super) result_tokens: u64,
    pub(super) result_bytes: u64,
    /// CPU time of the tool itself for each executed query, in milliseconds.
    pub(super) own_ms: f64,
    pub(super) wall_seconds: f64,
    pub(super) is_certified: bool,
    /// Which limit ended the run, if one did.
    pub(super) stopped: Option<String>,
    /// Queries that were answered from the history.
    pub(super) repeats: u64,
    pub(super) classes: Classes,
}

impl Figures {
    /// The queries until the certificate for each bit that a search has to find out.
    pub(super) fn queries_per_bit(&self) -> Option<f64> {
        let [elements, needed] = [self.input_tokens.max(self.result_tokens), self.result_tokens];
        let bits = information(elements as usize, needed as usize);
        self.to_certificate.filter(|_| bits > 0.0).map(|queries| queries as f64 / bits)
    }
}

impl Record {
    /// The figures of a run that ended with a result.
    pub(super) fn figures(&self) -> Option<&Figures> {
        match &self.outcome {
            Outcome::Reduced(figures) => Some(figures),
            _ => None,
        }
    }
}
