//! Pairs of brackets of any text, with and without what is in them, whatever its grammar says: the test may not care.

use super::ask::PATIENCE;
use super::state::Reduction;
use crate::candidate::Rendering;
use crate::error::Halted;
use probdd_core::{Grouping, Offers};
use probdd_exec::{Elements, Oracle, Pass};
use probdd_syntax::pairs_of_brackets;
use std::sync::Arc;

/// The name of the pass in traces and reports.
const PASS: &str = "finish";

impl<O: Oracle> Reduction<'_, O> {
    /// Asks about the pairs of brackets, even if the rest does not parse.
    pub(super) fn remove_brackets(&mut self) -> Result<(), Halted> {
        let parsed = self.parsed();
        let offers = pairs_of_brackets(&parsed.document);
        let search = Offers::search(Arc::clone(parsed.tree()), offers, Grouping::Growing, PATIENCE);
        let rendering = Rendering::new(&self.text.strategy, &parsed.document, self.text.format);
        let pass = Pass::new(PASS, Elements::Tree { tree: parsed.number });
        self.ask_rendered(&pass, rendering.unfiltered(), search).map(drop)
    }
}
