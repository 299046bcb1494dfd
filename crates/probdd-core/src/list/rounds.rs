//! Rounds of chunks: OPDD without its choice of lengths.
//!
//! A round cuts what is left of the list into consecutive chunks of one length, the last one of
//! what remains, and tries to remove each once. A chunk whose removal is known to be uninteresting
//! is passed over. A step costs the size of its chunk and, for each run of neighbours in it,
//! O(log n).

use super::Subset;
use super::progress::Progress;
use super::runs::Runs;
use crate::{Class, Feedback, Query, Search};
use std::ops::Range;

/// How long the chunks of each round are.
pub(super) trait Lengths: Clone {
    /// The length of the chunks of this round, at least 1.
    fn length(&self) -> usize;

    /// The next round, with so many elements left; false after the last one.
    fn next_round(&mut self, left: usize) -> bool;
}

/// The search. Elements are `0..n`; the empty configuration is asked about when one chunk is left.
#[derive(Clone, Debug)]
pub(super) struct Rounds<L> {
    pub(super) lengths: L,
    /// What the round has not come to yet.
    ahead: Runs,
    /// What the round has left.
    behind: Runs,
    /// What the query asks about, taken out of `ahead`.
    chunk: Vec<Range<u32>>,
    progress: Progress,
}

impl<L: Lengths> Rounds<L> {
    pub(super) fn new(n: usize, lengths: L) -> Rounds<L> {
        let mut search = Rounds {
            lengths,
            ahead: Runs::from(0..n as u32),
            behind: Runs::default(),
            chunk: Vec::new(),
            progress: Progress::new(n),
        };
        search.next();
        search
    }

    /// Finds the next chunk whose removal is not known to be uninteresting.
    fn next(&mut self) {
        while self.choose() {
            let removed: Vec<u32> = self.chunk.iter().cloned().flatten().collect();
            if self.progress.ask(removed, Class::Complement, None) {
                return;
            }
            self.keep();
        }
    }

    /// Takes out the next chunk, of the next round if need be; whether there is one.
    fn choose(&mut self) -> bool {
        if self.ahead.is_empty() && self.lengths.next_round(self.behind.len()) {
            self.ahead = std::mem::take(&mut self.behind);
        }
        self.chunk = self.ahead.take_first(self.lengths.length());
        !self.chunk.is_empty()
    }

    fn keep(&mut self) {
        self.chunk.drain(..).for_each(|run| self.behind.insert(run));
    }
}

impl<L: Lengths> Search for Rounds<L> {
    type Change = Subset;

    fn ask(&self) -> Option<&Query<Subset>> {
        self.progress.query()
    }

    fn tell(&mut self, feedback: &Feedback) {
        if !self.progress.tell(feedback) {
            self.keep();
        }
        self.next();
    }

    fn best(&self) -> &Subset {
        self.progress.best()
    }
}
