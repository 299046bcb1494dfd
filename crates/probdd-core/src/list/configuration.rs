//! What is kept of a list.

use super::Subset;
use crate::driver::{Best, Configuration, Driver, Strategy};
use crate::{Changes, key};

/// A list's elements that are kept.
#[derive(Clone, Debug)]
pub struct ListConfiguration {
    key: u128,
    removed: Subset,
}

impl ListConfiguration {
    /// All of the elements `0..n`.
    pub(crate) fn all(n: usize) -> ListConfiguration {
        ListConfiguration { key: key::of(0..n as u32), removed: Subset::default() }
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

/// A search over the elements `0..n` by the strategy that is made for so many.
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
    Driver::new(ListConfiguration::all(n), strategy(n))
}

impl Best<ListConfiguration> {
    /// Whether the verdict on a removal is known, which is given by the key of its elements.
    pub(super) fn knows_removal(&self, removal: u128) -> bool {
        self.knows(self.configuration.key.wrapping_sub(removal))
    }

    /// The key of all elements that are kept.
    pub(super) fn key(&self) -> u128 {
        self.configuration.key
    }
}
