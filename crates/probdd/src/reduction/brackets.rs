//! What is asked of any text before it is certified: pairs of brackets, whatever its grammar says, because the test may
//! not care; and of a text without a grammar, statements and pairs of lines.

use super::ask::PATIENCE;
use super::state::Reduction;
use crate::candidate::Rendering;
use crate::error::Halted;
use probdd_core::{Edits, Grouping, Offers};
use probdd_exec::{Elements, Oracle, Pass};
use probdd_syntax::{pairs_of_brackets, statements_and_pairs};
use std::sync::Arc;

/// The name of the pass in traces and reports.
const PASS: &str = "finish";

impl<O: Oracle> Reduction<'_, O> {
    /// Asks about the pairs of brackets, even if the rest does not parse.
    pub(super) fn remove_brackets(&mut self) -> Result<(), Halted> {
        let offers = pairs_of_brackets(&self.parsed().document);
        self.ask_unfiltered(offers, PATIENCE)
    }

    /// Asks about each statement and pair of lines of a text without a grammar.
    pub(super) fn remove_statements(&mut self) -> Result<(), Halted> {
        let offers = statements_and_pairs(&self.parsed().document);
        self.ask_unfiltered(offers, usize::MAX)
    }

    fn ask_unfiltered(&mut self, offers: Vec<Edits>, patience: usize) -> Result<(), Halted> {
        let parsed = self.parsed();
        let search = Offers::search(Arc::clone(parsed.tree()), offers, Grouping::Growing, patience);
        let rendering = Rendering::new(&self.text.strategy, &parsed.document, self.text.format);
        let pass = Pass::new(PASS, Elements::Tree { tree: parsed.number });
        self.ask_rendered(&pass, rendering.unfiltered(), search).map(drop)
    }
}
