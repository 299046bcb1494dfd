//! The one-minimal sweep over a list: it tries every element alone, until none can be removed.
//!
//! The sweep makes a result *certified* one-minimal: when it ends, the removal of each kept element
//! was observed to be uninteresting, with all others in place. It runs round the list, from the end
//! backwards by default, and ends once every kept element was tried since the last success. That is
//! a fixpoint of whole sweeps without their repeats.
//!
//! Bound: n(n+1)/2 queries: each success removes an element, and with k kept there are at most k
//! queries until the next one. On a monotone property 2n: an element that was tried is asked about at
//! most once more. A step costs O(log n).

use crate::driver::{Best, Strategy};
use crate::list::ListConfiguration;
use crate::list::Subset;
use crate::list::runs::Runs;
use crate::{Class, Feedback, Query};

/// The direction in which a sweep runs round the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// From the first element on.
    Forward,
    /// From the last element back: uses mostly stand after definitions.
    Backward,
}

/// The algorithm. Elements are `0..n`; the empty configuration is asked about when one is left.
#[derive(Clone, Debug)]
pub struct OneMinimal {
    direction: Direction,
    /// The elements that the round has not tried yet.
    ahead: Runs,
    /// The elements that the round has kept.
    behind: Runs,
    /// How many elements were rejected since one was removed.
    failures: usize,
    class: Class,
}

impl OneMinimal {
    /// A sweep over `n` elements.
    pub fn new(n: usize, direction: Direction) -> OneMinimal {
        OneMinimal::over(&(0..n as u32).collect::<Vec<u32>>(), direction)
    }

    /// A sweep over some elements, given in ascending order.
    pub(super) fn over(elements: &[u32], direction: Direction) -> OneMinimal {
        let (mut ahead, behind) = (Runs::default(), Runs::default());
        ahead.insert_all(elements);
        OneMinimal { direction, ahead, behind, failures: 0, class: Class::Complement }
    }
}

impl Strategy for OneMinimal {
    type Configuration = ListConfiguration;

    fn propose(&mut self, _: &Best<ListConfiguration>) -> Option<Query<Subset>> {
        if self.failures == self.ahead.len() + self.behind.len() {
            return None; // Certified.
        }
        if self.ahead.is_empty() {
            self.ahead = std::mem::take(&mut self.behind);
            self.class = Class::Revisit;
        }
        let element = match self.direction {
            Direction::Forward => self.ahead.pop_first(1).map(|run| run.start),
            Direction::Backward => self.ahead.pop_last(),
        };
        Some(Query { change: Subset(vec![element?]), class: self.class, probability: None })
    }

    fn accepted(&mut self, _: &Best<ListConfiguration>, _: &Subset) {
        self.failures = 0;
    }

    fn rejected(&mut self, _: &Best<ListConfiguration>, change: &Subset, _: &Feedback) {
        self.failures += 1;
        self.behind.insert_all(&change.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::list::script::run;

    /// Each element is used by the one after it.
    fn is_chain(kept: &[u32]) -> bool {
        kept.iter().enumerate().all(|(at, element)| at as u32 == *element)
    }

    #[test]
    fn backwards_a_chain_is_removed_in_one_round() {
        let (asked, left) = run(OneMinimal::new(4, Direction::Backward), 4, is_chain);
        assert_eq!(asked, [[3], [2], [1], [0]]);
        assert!(left.is_empty());
    }

    #[test]
    fn forwards_a_chain_takes_as_many_rounds_as_it_has_elements() {
        let (asked, left) = run(OneMinimal::new(3, Direction::Forward), 3, is_chain);
        assert_eq!(asked, [[0], [1], [2], [0], [1], [0]]);
        assert!(left.is_empty());
    }

    #[test]
    fn it_ends_when_every_kept_element_failed_since_the_last_success() {
        let needs_all_but_1 = |kept: &[u32]| [0, 2, 3].iter().all(|e| kept.contains(e));
        let (asked, left) = run(OneMinimal::new(4, Direction::Backward), 4, needs_all_but_1);
        assert_eq!(asked, [[3], [2], [1], [0], [3], [2]]);
        assert_eq!(left, [0, 2, 3]);
    }
}
