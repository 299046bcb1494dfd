//! What the removals that failed still say after others have succeeded.
//!
//! A set whose removal was uninteresting holds a needed element, if the property is monotone. When
//! all but one of it are gone, that one is needed.

use std::collections::HashMap;

/// The failed sets, shrunk by what is gone.
#[derive(Clone, Debug, Default)]
pub(super) struct Inference {
    sets: Vec<FailedSet>,
    /// The sets that hold an element. Only looked up, so that its order is of no account.
    holders: HashMap<u32, Vec<usize>>,
}

#[derive(Clone, Copy, Debug, Default)]
struct FailedSet {
    size: usize,
    /// The elements, all xored: the last one, once the others are gone.
    mixed: u32,
}

impl Inference {
    /// Remembers a failed set.
    pub(super) fn remember(&mut self, elements: impl Iterator<Item = u32>) {
        let mut set = FailedSet::default();
        for element in elements {
            set.size += 1;
            set.mixed ^= element;
            self.holders.entry(element).or_default().push(self.sets.len());
        }
        self.sets.push(set);
    }

    /// Notes that elements are gone; those that are needed because of it.
    pub(super) fn remove(&mut self, elements: impl Iterator<Item = u32>) -> Vec<u32> {
        let holders = elements.filter_map(|e| Some((e, self.holders.remove(&e)?)));
        let mut touched = Vec::new();
        for (element, indices) in holders.collect::<Vec<_>>() {
            for index in indices {
                self.sets[index].size -= 1;
                self.sets[index].mixed ^= element;
                touched.push(index);
            }
        }
        touched.sort_unstable();
        touched.dedup();
        let single = |index: &usize| self.sets[*index].size == 1;
        touched.into_iter().filter(single).map(|index| self.sets[index].mixed).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_of_a_failed_set_is_needed() {
        let mut inference = Inference::default();
        inference.remember([1, 2, 3].into_iter());
        inference.remember([3, 4].into_iter());
        assert_eq!(inference.remove([1].into_iter()), []);
        assert_eq!(inference.remove([4, 5].into_iter()), [3]);
        assert_eq!(inference.remove([2].into_iter()), [3]);
    }
}
