//! Blocks: large chunks of the list, each tried whole and never taken apart.
//!
//! Some elements can only be removed together, such as the lines of one construct. A search for
//! single needed elements finds all of them needed. Blocks begins at one end: a chunk is twice as
//! long after a success and half as long after a failure, but at least 10 elements. After a failure of
//! 10 elements, the search passes over them.
//!
//! Bound: each success removes 10 elements or more (but for the last chunk), each failure halves the
//! chunk or passes over 10: at most 2n/10 + log2(n) + 2 queries.

use super::Order;
use crate::driver::{Best, Strategy};
use crate::list::ListConfiguration;
use crate::list::Subset;
use crate::{Feedback, Query};

/// The length of the shortest chunk, as of the first chunk of `ProbDD` and CDD.
const LEAST: usize = 10;

/// The algorithm. Elements are `0..n`.
#[derive(Clone, Debug)]
pub(super) struct Blocks {
    order: Order,
    n: usize,
    /// The number of elements that were removed or passed over.
    passed: usize,
    length: usize,
}

impl Blocks {
    /// A search over `n` elements, from the first one if the order is [`Order::Forward`], otherwise
    /// from the last one.
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
        Subset(range.map(element).collect()).query(None)
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
