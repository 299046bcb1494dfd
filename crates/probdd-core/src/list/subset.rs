//! A set of list elements.

use crate::Changes;

/// Elements of a list, by index: what a query removes, or what has been removed so far. In no
/// particular order, each once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Subset(pub Vec<u32>);

impl Subset {
    /// How many elements there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Changes for Subset {
    fn extend(&mut self, later: &Subset) {
        self.0.extend_from_slice(&later.0);
    }
}
