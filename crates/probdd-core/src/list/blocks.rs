//! Blocks: large chunks of the list, each tried whole and never taken apart.
//!
//! For elements that go only together, a construct of several lines, say: a search that looks for
//! single needed elements finds none that can go. From one end, chunks grow twofold as long as they
//! can go and shrink to 10 elements as long as they cannot; 10 that cannot go are passed over.
//!
//! Bound: each success removes 10 elements or more (but for the last chunk), each failure halves the
//! chunk or passes over 10: at most 2n/10 + log2(n) + 2 queries.

use super::configuration::ListConfiguration;
use super::{Order, Subset};
use crate::driver::{Best, Strategy};
use crate::{Feedback, Query};

/// The length of the shortest chunk: that of `ProbDD`'s and CDD's first one.
const LEAST: usize = 10;

/// The algorithm. Elements are `0..n`.
#[derive(Clone, Debug)]
pub(super) struct Blocks {
    order: Order,
    /// How many elements there are, and how many of them the search has passed.
    n: usize,
    passed: usize,
    length: usize,
}

impl Blocks {
    /// A search over `n` elements, from the first on if the order is [`Order::Forward`], else from
    /// the last.
    pub(super) fn new(n: usize, order: Order) -> Blocks {
        Blocks { order, n, passed: 0, length: LEAST }
    }
}

impl Strategy for Blocks {
    type Configuration = ListConfiguration;

    fn propose(&mut self, _: &Best<ListConfiguration>) -> Option<Query<Subset>> {
        let range = self.passed..self.n.min(self.passed + self.length);
        let element = |place: usize| match self.order {
            Order::Forward => place as u32,
            Order::Backward | Order::Auto => (self.n - 1 - place) as u32,
        };
        let removed: Vec<u32> = range.map(element).collect();
        (!removed.is_empty()).then(|| Query::complement(Subset(removed), None))
    }

    fn accepted(&mut self, _: &Best<ListConfiguration>, change: &Subset) {
        self.passed += change.len();
        self.length *= 2;
    }

    fn rejected(&mut self, _: &Best<ListConfiguration>, change: &Subset, _: &Feedback) {
        if change.len() > LEAST {
            self.length = (change.len() / 2).max(LEAST);
        } else {
            self.passed += change.len();
        }
    }
}
