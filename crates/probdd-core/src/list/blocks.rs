//! Blocks: large chunks of the list, each tried whole and never taken apart.
//!
//! For elements that go only together, a construct of several lines, say: a search that looks for
//! single needed elements finds none that can go. From one end, chunks grow twofold as long as they
//! can go and shrink to 10 elements as long as they cannot; 10 that cannot go are passed over.
//!
//! Bound: each success removes 10 elements or more (but for the last chunk), each failure halves the
//! chunk or passes over 10: at most 2n/10 + log2(n) + 2 queries.

use super::{Order, Subset};
use crate::{Class, Feedback, Query, Search};

/// The length of the shortest chunk: that of `ProbDD`'s and CDD's first one.
const LEAST: usize = 10;

/// The search. Elements are `0..n`.
#[derive(Clone, Debug)]
pub(super) struct Blocks {
    order: Order,
    /// How many elements there are, and how many of them the search has passed.
    n: usize,
    passed: usize,
    length: usize,
    best: Subset,
    query: Option<Query<Subset>>,
}

impl Blocks {
    /// A search over `n` elements, from the first on if the order is [`Order::Forward`], else from
    /// the last.
    pub(super) fn new(n: usize, order: Order) -> Blocks {
        let (best, query) = (Subset::default(), None);
        let mut search = Blocks { order, n, passed: 0, length: LEAST, best, query };
        search.next();
        search
    }

    fn next(&mut self) {
        let range = self.passed..self.n.min(self.passed + self.length);
        let element = |place: usize| match self.order {
            Order::Forward => place as u32,
            Order::Backward | Order::Auto => (self.n - 1 - place) as u32,
        };
        let removed: Vec<u32> = range.map(element).collect();
        self.query = (!removed.is_empty()).then_some(Query {
            change: Subset(removed),
            class: Class::Complement,
            probability: None,
        });
    }
}

impl Search for Blocks {
    type Change = Subset;

    fn ask(&self) -> Option<&Query<Subset>> {
        self.query.as_ref()
    }

    fn tell(&mut self, feedback: &Feedback) {
        let removed = self.query.take().expect("the search has not ended").change;
        if feedback.is_interesting() {
            self.passed += removed.len();
            self.length *= 2;
            self.best.0.extend(removed.0);
        } else if removed.len() > LEAST {
            self.length = (removed.len() / 2).max(LEAST);
        } else {
            self.passed += removed.len();
        }
        self.next();
    }

    fn best(&self) -> &Subset {
        &self.best
    }
}
