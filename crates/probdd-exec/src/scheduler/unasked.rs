//! Runs of the test that no search asks for: before the first pass, to find out whether tests that run
//! at the same time disturb each other. They are not on record.

use super::confirmation::{Rule, Trial};
use super::workers::{Cut, Job, Workers};
use crate::oracle::Oracle;
use crate::record::{Candidate, Key};
use std::sync::Arc;

/// A group of candidates that run at the same time.
#[derive(Clone, Copy, Debug)]
pub struct Group<'a> {
    /// How many copies of this text run.
    pub copies: usize,
    /// The text.
    pub text: &'a [u8],
    /// How many copies of the other text run.
    pub others: usize,
    /// The other text.
    pub other: &'a [u8],
}

/// How many copies of each text were interesting.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hits {
    /// Of the text.
    pub copies: usize,
    /// Of the other text.
    pub others: usize,
}

impl<O: Oracle> Workers<O> {
    /// Runs the texts of a group at the same time, with these checks; there may not be more of them than
    /// jobs.
    pub(super) fn run_together(
        &mut self,
        group: Group,
        order: Option<&Arc<[usize]>>,
    ) -> Result<Hits, Cut> {
        let key = |number: usize| Key::of(format!("unasked {number}").as_bytes());
        let keys: Vec<Key> = (0..group.copies + group.others).map(key).collect();
        let (copies, others) = keys.split_at(group.copies);
        // Alternately, so that those that start together are different ones.
        for number in 0..group.copies.max(group.others) {
            for (keys, text) in [(copies, group.text), (others, group.other)] {
                keys.get(number).map_or(Ok(()), |key| self.start_unasked(*key, text, order))?;
            }
        }
        // None is stopped early: it could leave a lock that stops all others.
        while keys.iter().any(|key| self.is_running(*key)) {
            self.wait()?;
        }
        Ok(Hits { copies: self.take_hits(copies)?, others: self.take_hits(others)? })
    }

    fn start_unasked(
        &mut self,
        key: Key,
        text: &[u8],
        order: Option<&Arc<[usize]>>,
    ) -> Result<(), Cut> {
        let candidate = Arc::new(Candidate { bytes: text.to_vec(), tokens: 0 });
        let order = order.cloned();
        let trial = Trial::of_candidate(Rule::Trusted);
        Ok(self.start(Job { key, candidate, trial, order, deadline: None, chance: 1.0 })?)
    }

    /// Returns how many answers are that the candidate is interesting.
    fn take_hits(&mut self, keys: &[Key]) -> Result<usize, Cut> {
        let mut hits = 0;
        for key in keys {
            let answer = self.take_unasked(*key)?;
            let is_hit = answer.is_some_and(|answer| answer.outcome.verdict.is_interesting());
            hits += usize::from(is_hit);
        }
        Ok(hits)
    }
}
