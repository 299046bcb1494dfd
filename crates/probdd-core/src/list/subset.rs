//! A set of list elements.

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

    /// Takes elements, which this set gives by their places, out of a list.
    pub(super) fn remove_from(&self, list: &mut Vec<u32>) {
        let mut stays = vec![true; list.len()];
        for place in &self.0 {
            stays[*place as usize] = false;
        }
        let mut stays = stays.into_iter();
        list.retain(|_| stays.next().unwrap_or(true));
    }
}
