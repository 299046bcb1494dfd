//! A set of list elements.

use crate::{Changes, Query};

/// Elements of a list, by index: the change of a query, or everything removed so far. Each element
/// occurs once; their order means nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Subset(pub Vec<u32>);

impl Subset {
    /// The number of elements.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether the set has no elements.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The query that removes these elements, if there are any. `chance` is the model's probability
    /// that it is interesting.
    pub(crate) fn query(self, chance: Option<f64>) -> Option<Query<Subset>> {
        (!self.is_empty()).then(|| Query::complement(self, chance))
    }
}

impl Changes for Subset {
    fn extend(&mut self, later: &Subset) {
        self.0.extend_from_slice(&later.0);
    }
}
