//! A pass with a single query about a text that is known before.

use super::growth::Bound;
use super::pass::Reduction;
use crate::error::Halted;
use probdd_core::{Class, Edits, Feedback, Query, Search};
use probdd_exec::{Candidate, Elements, Oracle, Pass, Render};
use std::sync::Arc;

impl<O: Oracle> Reduction<'_, O> {
    /// Asks about another text, and makes it the best candidate if it is interesting.
    pub(super) fn ask_about(&mut self, name: &'static str, text: Vec<u8>) -> Result<(), Halted> {
        let bound = self.bound_of(&text);
        self.ask_within(bound, name, text)
    }

    /// The same, with a bound of its own for the size of the text.
    pub(super) fn ask_within(
        &mut self,
        bound: Bound,
        name: &'static str,
        text: Vec<u8>,
    ) -> Result<(), Halted> {
        let strategy = &self.strategy;
        let tokens = strategy.token_count(&strategy.document(&text, &|| false));
        // The query refers to no node of the tree.
        let pass = Pass::new(name, Elements::Tree { tree: self.trees.saturating_sub(1) });
        let candidate = FixedText::new(Candidate { bytes: text, tokens });
        self.drive(&pass, (bound, self.recount()), candidate, SingleQuery::new(), &mut |_| {})?;
        Ok(())
    }
}

/// A search with one query, which removes nothing: the rendering makes the difference.
#[derive(Clone, Debug)]
pub(super) struct SingleQuery {
    nothing: Edits,
    query: Option<Query<Edits>>,
}

impl SingleQuery {
    /// Begins with the query.
    pub(super) fn new() -> SingleQuery {
        let query = Query { change: Edits::default(), class: Class::Other, probability: None };
        SingleQuery { nothing: Edits::default(), query: Some(query) }
    }
}

impl Search for SingleQuery {
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

/// A text that is rendered for every query.
#[derive(Clone)]
pub(super) struct FixedText(Arc<Candidate>);

impl FixedText {
    pub(super) fn new(candidate: Candidate) -> FixedText {
        FixedText(Arc::new(candidate))
    }
}

impl Render for FixedText {
    fn render(&mut self, _: &Edits, candidate: &mut Candidate) {
        candidate.clone_from(&self.0);
    }

    fn accept(&mut self, _: &Edits) {}
}
