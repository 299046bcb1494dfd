//! A search that takes nothing away: it asks about what there is, in another form.

use probdd_core::{Class, Edits, Feedback, Query, Search};

/// Asks about everything, rendered.
#[derive(Clone, Debug)]
pub(super) struct AsItIs {
    nothing: Edits,
    query: Option<Query<Edits>>,
}

impl AsItIs {
    /// One question.
    pub(super) fn new() -> AsItIs {
        let query = Query { change: Edits::default(), class: Class::Other, probability: None };
        AsItIs { nothing: Edits::default(), query: Some(query) }
    }
}

impl Search for AsItIs {
    type Change = Edits;

    fn ask(&self) -> Option<&Query<Edits>> {
        self.query.as_ref()
    }

    fn tell(&mut self, _: &Feedback) {
        self.query = None;
    }

    fn best(&self) -> &Edits {
        &self.nothing
    }
}
