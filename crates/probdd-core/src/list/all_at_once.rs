//! The shortest search: can everything go at once? One query.

use super::Subset;
use crate::{Class, Feedback, Query, Search};

/// The search.
#[derive(Clone, Debug)]
pub struct AllAtOnce {
    best: Subset,
    query: Option<Query<Subset>>,
}

impl AllAtOnce {
    /// A search that asks to remove all of `n` elements; nothing if there are none.
    pub fn new(n: usize) -> AllAtOnce {
        let query = Query {
            change: Subset((0..n as u32).collect()),
            class: Class::Complement,
            probability: None,
        };
        AllAtOnce { best: Subset::default(), query: (n > 0).then_some(query) }
    }
}

impl Search for AllAtOnce {
    type Change = Subset;

    fn ask(&self) -> Option<&Query<Subset>> {
        self.query.as_ref()
    }

    fn tell(&mut self, feedback: &Feedback) {
        let query = self.query.take().expect("the search has not ended");
        if feedback.is_interesting() {
            self.best = query.change;
        }
    }

    fn best(&self) -> &Subset {
        &self.best
    }
}
