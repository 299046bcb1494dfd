//! The shortest search: it tries to remove everything at once. One query.

use crate::Query;
use crate::driver::{Best, Strategy};
use crate::list::ListConfiguration;
use crate::list::Subset;

/// The algorithm.
#[derive(Clone, Debug)]
pub struct AllAtOnce {
    /// The elements to ask about; none after the query.
    all: Subset,
}

impl AllAtOnce {
    /// A search over `n` elements.
    pub fn new(n: usize) -> AllAtOnce {
        AllAtOnce { all: Subset((0..n as u32).collect()) }
    }
}

impl Strategy for AllAtOnce {
    type Configuration = ListConfiguration;

    fn propose(&mut self, _: &Best<ListConfiguration>) -> Option<Query<Subset>> {
        std::mem::take(&mut self.all).query(None)
    }
}
