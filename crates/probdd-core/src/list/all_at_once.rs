//! The shortest search: may everything be removed at once? One query.

use super::Subset;
use super::configuration::ListConfiguration;
use crate::Query;
use crate::driver::{Best, Strategy};

/// The algorithm.
#[derive(Clone, Debug)]
pub struct AllAtOnce {
    /// What to ask about.
    all: Option<Subset>,
}

impl AllAtOnce {
    /// A search that asks to remove all of `n` elements; nothing if there are none.
    pub fn new(n: usize) -> AllAtOnce {
        let all = (n > 0).then(|| Subset((0..n as u32).collect()));
        AllAtOnce { all }
    }
}

impl Strategy for AllAtOnce {
    type Configuration = ListConfiguration;

    fn propose(&mut self, _: &Best<ListConfiguration>) -> Option<Query<Subset>> {
        Some(Query::complement(self.all.take()?, None))
    }
}
