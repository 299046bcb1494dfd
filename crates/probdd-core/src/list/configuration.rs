//! What is kept of a list.

use super::Subset;
use crate::driver::{Best, Configuration};
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
