//! A record of one run: a subject, a method, a mode of feedback, and which checks.

use serde::{Deserialize, Serialize};

/// Which checks a run has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Order {
    /// The author's, in the author's order.
    Written,
    /// The same, after checks that decide nothing.
    Redundant,
}

/// The modes of feedback and the checks that are compared.
pub(super) const VARIANTS: [(&str, Order); 7] = [
    ("binary", Order::Written),
    ("cov", Order::Written),
    ("parallel", Order::Written),
    ("dedup", Order::Written),
    ("binary", Order::Redundant),
    ("cov", Order::Redundant),
    ("dedup", Order::Redundant),
];

/// What a run needed and reached.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Record {
    pub(super) subject: String,
    pub(super) method: String,
    pub(super) mode: String,
    pub(super) order: Order,
    /// The commit that the tool was built from.
    #[serde(default)]
    pub(super) commit: String,
    #[serde(default)]
    pub(super) input_tokens: u64,
    /// Committed queries, with the baseline.
    pub(super) queries: u64,
    pub(super) result_tokens: u64,
    /// Checks that ran, and their CPU time.
    pub(super) checks_run: u64,
    pub(super) cpu_seconds: f64,
    /// Which limit ended the run, if one did.
    pub(super) stopped: Option<String>,
}

/// The name of a run.
pub(super) fn name(subject: &str, method: &str, mode: &str, order: Order) -> String {
    format!("{subject}: {method}, {mode}, {order:?}")
}
