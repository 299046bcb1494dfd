//! The configurations of a list, and searches over them.

use super::Subset;
use crate::driver::{Best, Configuration, Driver, Strategy};
use crate::{Changes, key};

/// The kept elements of a list.
#[derive(Clone, Debug)]
pub struct ListConfiguration {
    n: u32,
    key: u128,
    removed: Subset,
}

impl ListConfiguration {
    /// The kept elements, ascending.
    pub(crate) fn kept(&self) -> Vec<u32> {
        let mut is_kept = vec![true; self.n as usize];
        self.removed.0.iter().for_each(|element| is_kept[*element as usize] = false);
        (0..self.n).filter(|element| is_kept[*element as usize]).collect()
    }
}

impl Configuration for ListConfiguration {
    type Change = Subset;

    fn key(&self) -> u128 {
        self.key
    }

    fn key_after(&self, change: &Subset) -> u128 {
        self.key.wrapping_sub(key::of(change.0.iter().copied()))
    }

    fn apply(&mut self, change: &Subset, key: u128) {
        self.key = key;
        self.removed.extend(change);
    }

    fn changes(&self) -> &Subset {
        &self.removed
    }
}

/// A search over the elements `0..n`, by a strategy made for `n` elements.
///
/// ```
/// use probdd_core::list::{self, ProbDd, ProbDdSettings};
/// use probdd_core::{Search, Verdict};
///
/// let mut search = list::search(100, |n| ProbDd::new(n, ProbDdSettings::default()));
/// while let Some(query) = search.ask() {
///     let is_needed = query.change.0.contains(&42);
///     let verdict = if is_needed { Verdict::Uninteresting } else { Verdict::Interesting };
///     search.tell(&verdict.into());
/// }
/// assert_eq!(search.best().len(), 99);
/// ```
pub fn search<S>(n: usize, strategy: impl FnOnce(usize) -> S) -> Driver<S>
where
    S: Strategy<Configuration = ListConfiguration>,
{
    let key = key::of(0..n as u32);
    let all = ListConfiguration { n: n as u32, key, removed: Subset::default() };
    Driver::new(all, strategy(n))
}

impl Best<ListConfiguration> {
    /// Whether the verdict on the removal of elements is known, given the key of these elements.
    pub(crate) fn knows_removal(&self, removal: u128) -> bool {
        self.knows(self.configuration.key.wrapping_sub(removal))
    }

    /// The key of the kept elements.
    pub(crate) fn key(&self) -> u128 {
        self.configuration.key
    }
}
