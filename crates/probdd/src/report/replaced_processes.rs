//! Counts of the replaced processes of a persistent test, and of test processes that survive.

use crate::messages::warnings::{LEFT, SURVIVORS, replaced};
use probdd_exec::{End, Outcome};
use serde::Serialize;

/// Processes that were replaced, by the reason.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Replaced {
    /// The process ended during a query.
    died: u64,
    /// The process did not answer in time.
    hung: u64,
    /// The answer was not a verdict.
    garbled: u64,
    /// The process ended, or wrote something, between two queries.
    left: u64,
}

impl Replaced {
    /// Counts a query. Returns a warning at the first replacement of its kind.
    pub(super) fn note(&mut self, outcome: &Outcome) -> Option<String> {
        let during_query = match outcome.end {
            End::Answered | End::Interrupted => None,
            End::TimedOut => Some(&mut self.hung),
            End::Garbled => Some(&mut self.garbled),
            _ => Some(&mut self.died),
        };
        let is_first = during_query.is_some_and(|count| {
            *count += 1;
            *count == 1
        });
        let has_first_left = self.left == 0 && outcome.restarts > 0;
        self.left += u64::from(outcome.restarts);
        is_first.then(|| replaced(outcome)).or_else(|| has_first_left.then(|| LEFT.into()))
    }

    /// The warning at the end, if there were replacements that the user was not told about.
    pub(super) fn in_total(&self) -> Option<String> {
        let kinds = [
            (self.died, "it ended during a query"),
            (self.hung, "it did not answer in time"),
            (self.garbled, "it gave an invalid answer"),
            (self.left, "it ended or wrote something between two queries"),
        ];
        let all: u64 = kinds.iter().map(|(count, _)| count).sum();
        let seen = kinds.iter().filter(|(count, _)| *count > 0);
        let each: Vec<_> = seen.map(|(count, why)| format!("{why} ({count})")).collect();
        (all > each.len() as u64).then(|| {
            format!("the persistent process was replaced {all} times: {}", each.join(", "))
        })
    }
}

/// The number of queries with test processes that could not be killed.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Survivors(u64);

impl Survivors {
    /// Counts a query. Returns a warning at the first surviving process.
    pub(super) fn note(&mut self, outcome: &Outcome) -> Option<String> {
        self.0 += u64::from(outcome.has_survivors);
        (outcome.has_survivors && self.0 == 1).then(|| SURVIVORS.into())
    }

    /// The warning at the end, if there was more than one query.
    pub(super) fn in_total(self) -> Option<String> {
        let Survivors(queries) = self;
        (queries > 1).then(|| format!("{queries} queries left processes that cannot be killed"))
    }
}
