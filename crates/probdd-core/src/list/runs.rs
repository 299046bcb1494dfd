//! An ordered set of numbers, kept as runs of neighbours.
//!
//! Searches take elements from the front and put them back a few at a time. So a million elements are
//! a handful of runs, which are cheap to hold and cheap to clone for a fork of the search.

use std::collections::BTreeMap;
use std::ops::Range;

/// The set. An operation costs O(log runs) for each run that it touches.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Runs {
    /// From the start of each run to its end; neither empty nor adjacent.
    ends: BTreeMap<u32, u32>,
    len: usize,
}

impl Runs {
    /// The number of elements.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The numbers, in order.
    pub(crate) fn ranks(&self) -> impl Iterator<Item = u32> {
        self.ends.iter().flat_map(|(start, end)| *start..*end)
    }

    /// The number with so many smaller ones in the set. It takes a step for each run before it.
    pub(crate) fn nth(&self, mut place: usize) -> u32 {
        for (start, end) in &self.ends {
            let length = (end - start) as usize;
            if place < length {
                return start + place as u32;
            }
            place -= length;
        }
        panic!("the set has so many numbers");
    }

    /// Adds numbers, none of which is in the set.
    pub(crate) fn insert(&mut self, run: Range<u32>) {
        if run.is_empty() {
            return;
        }
        self.len += run.len();
        let end = self.ends.remove(&run.end).unwrap_or(run.end);
        if let Some((_, before)) = self.ends.range_mut(..run.start).next_back()
            && *before == run.start
        {
            *before = end;
        } else {
            self.ends.insert(run.start, end);
        }
    }

    /// Adds numbers in ascending order, none of which is in the set.
    pub(crate) fn insert_all(&mut self, numbers: &[u32]) {
        for run in numbers.chunk_by(|a, b| a + 1 == *b) {
            self.insert(run[0]..run[0] + run.len() as u32);
        }
    }

    /// The smallest number.
    pub(crate) fn first(&self) -> Option<u32> {
        self.ends.first_key_value().map(|(start, _)| *start)
    }

    /// Takes out the smallest numbers, as far as they are neighbours and `limit` at most.
    pub(crate) fn pop_first(&mut self, limit: usize) -> Option<Range<u32>> {
        let (start, end) = self.ends.pop_first()?;
        let taken = limit.min((end - start) as usize);
        let middle = start + taken as u32;
        if middle < end {
            self.ends.insert(middle, end);
        }
        self.len -= taken;
        Some(start..middle)
    }

    /// Takes out the `count` smallest numbers, or all if there are fewer.
    pub(crate) fn take_first(&mut self, mut count: usize) -> Vec<Range<u32>> {
        let mut taken = Vec::new();
        while count > 0
            && let Some(run) = self.pop_first(count)
        {
            count -= run.len();
            taken.push(run);
        }
        taken
    }

    /// Takes out the largest number.
    pub(crate) fn pop_last(&mut self) -> Option<u32> {
        let mut run = self.ends.last_entry()?;
        *run.get_mut() -= 1;
        let last = *run.get();
        if *run.key() == last {
            run.remove();
        }
        self.len -= 1;
        Some(last)
    }
}

impl From<Range<u32>> for Runs {
    fn from(run: Range<u32>) -> Runs {
        let mut runs = Runs::default();
        runs.insert(run);
        runs
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn members(runs: &Runs) -> BTreeSet<u32> {
        runs.ends.iter().flat_map(|(start, end)| *start..*end).collect()
    }

    #[test]
    fn neighbours_become_one_run() {
        let mut runs = Runs::from(4..6);
        runs.insert(0..2);
        runs.insert(2..4);
        assert_eq!(runs.ends, BTreeMap::from([(0, 6)]));
    }

    #[test]
    fn the_first_come_out_run_by_run() {
        let mut runs = Runs::from(0..3);
        runs.insert(5..9);
        assert_eq!(runs.take_first(5), [0..3, 5..7]);
        assert_eq!(runs.take_first(9), vec![7..9]);
        assert_eq!(runs.pop_last(), None);
    }

    proptest! {
        #[test]
        fn runs_behave_as_the_set_of_their_numbers(
            steps in prop::collection::vec((0..4u8, 0..24u32, 1..5usize), 0..80)
        ) {
            let (mut runs, mut set) = (Runs::default(), BTreeSet::new());
            for (step, number, count) in steps {
                match step {
                    0 => {
                        if set.insert(number) {
                            runs.insert(number..number + 1);
                        }
                    }
                    1 => {
                        let new: Vec<u32> = (number..24).filter(|n| set.insert(*n)).collect();
                        runs.insert_all(&new);
                    }
                    2 => prop_assert_eq!(runs.pop_last(), set.pop_last()),
                    _ => {
                        let first: Vec<u32> = runs.take_first(count).into_iter().flatten().collect();
                        let expected: Vec<u32> =
                            std::iter::from_fn(|| set.pop_first()).take(count).collect();
                        prop_assert_eq!(first, expected);
                    }
                }
                prop_assert_eq!(members(&runs), set.clone());
                prop_assert_eq!(runs.len(), set.len());
                prop_assert_eq!(runs.is_empty(), set.is_empty());
            }
        }
    }
}
