//! A record of one run: a subject, a method, a mode of feedback, an order of the checks.

use crate::check_description::Order;
use serde::{Deserialize, Serialize};

/// The modes of feedback and the orders of the checks that are compared.
pub(super) const VARIANTS: [(&str, Order); 13] = [
    ("binary", Order::Written),
    ("cov", Order::Written),
    ("parallel", Order::Written),
    ("dedup", Order::Written),
    ("binary", Order::Reversed),
    ("cov", Order::Reversed),
    ("dedup", Order::Reversed),
    ("binary", Order::Dearest),
    ("cov", Order::Dearest),
    ("dedup", Order::Dearest),
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
    /// The share of the CPU time that the best order of every query would take, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) with_foresight: Option<f64>,
    /// Which limit ended the run, if one did.
    pub(super) stopped: Option<String>,
}

impl Record {
    /// The name of the run.
    pub(super) fn name(&self) -> String {
        name(&self.subject, &self.method, &self.mode, self.order)
    }
}

/// The name of a run: its subject, its method, the mode of feedback and the order of the checks.
pub(super) fn name(subject: &str, method: &str, mode: &str, order: Order) -> String {
    format!("{subject}: {method}, {mode}, {order:?}")
}
