//! The one-minimal sweep over a list: every element alone, until none can go.
//!
//! It makes a result *certified* one-minimal: when it ends, the removal of each element that is left
//! was observed to be uninteresting, with all the others in place. It goes round the list, from the
//! end backwards by default, and ends once all that is left was tried since the last success. That
//! is a fixpoint of whole sweeps without their repeats.
//!
//! It needs no history: when an element is tried for the second time, the list is shorter by more
//! than it was.
//!
//! Bound: n(n+1)/2 queries: each success takes an element away, and with k left there are at most k
//! queries until the next one. On a monotone property 2n: an element that was tried can only be
//! asked about once more. A step costs O(log n).

use super::Subset;
use super::progress::Progress;
use super::runs::Runs;
use crate::{Class, Feedback, Query, Search};

/// Which way a sweep goes round the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// From the first element on.
    Forward,
    /// From the last element back: uses mostly stand after what they use.
    Backward,
}

/// The search. Elements are `0..n`; the empty configuration is asked about when one is left.
#[derive(Clone, Debug)]
pub struct OneMinimal {
    direction: Direction,
    /// What the round has not come to yet.
    ahead: Runs,
    /// What the round has left.
    behind: Runs,
    /// How many elements failed since something went.
    failures: usize,
    class: Class,
    progress: Progress,
}

impl OneMinimal {
    /// A sweep over `n` elements.
    pub fn new(n: usize, direction: Direction) -> OneMinimal {
        let mut search = OneMinimal {
            direction,
            ahead: Runs::from(0..n as u32),
            behind: Runs::default(),
            failures: 0,
            class: Class::Complement,
            progress: Progress::new(n),
        };
        search.next();
        search
    }

    fn next(&mut self) {
        if self.failures == self.ahead.len() + self.behind.len() {
            return; // Certified.
        }
        if self.ahead.is_empty() {
            self.ahead = std::mem::take(&mut self.behind);
            self.class = Class::Revisit;
        }
        let element = match self.direction {
            Direction::Forward => self.ahead.pop_first(1).map(|run| run.start),
            Direction::Backward => self.ahead.pop_last(),
        };
        self.progress.ask(element.into_iter().collect(), self.class, None);
    }
}

impl Search for OneMinimal {
    type Change = Subset;

    fn ask(&self) -> Option<&Query<Subset>> {
        self.progress.query()
    }

    fn tell(&mut self, feedback: &Feedback) {
        let asked = self.ask().expect("the search has not ended").change.0[0];
        if self.progress.tell(feedback) {
            self.failures = 0;
        } else {
            self.failures += 1;
            self.behind.insert(asked..asked + 1);
        }
        self.next();
    }

    fn best(&self) -> &Subset {
        self.progress.best()
    }
}

#[cfg(test)]
mod tests {
    use super::super::script::run;
    use super::*;

    /// Each element is used by the one after it.
    fn is_chain(kept: &[u32]) -> bool {
        kept.iter().enumerate().all(|(at, element)| at as u32 == *element)
    }

    #[test]
    fn backwards_a_chain_goes_in_one_round() {
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
    fn it_ends_when_all_that_is_left_failed_since_the_last_success() {
        let needs_all_but_1 = |kept: &[u32]| [0, 2, 3].iter().all(|e| kept.contains(e));
        let (asked, left) = run(OneMinimal::new(4, Direction::Backward), 4, needs_all_but_1);
        assert_eq!(asked, [[3], [2], [1], [0], [3], [2]]);
        assert_eq!(left, [0, 2, 3]);
    }
}
