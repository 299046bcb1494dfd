//! The last part of a round: a small text deserves every question that may make it smaller.

use super::pass::Reduction;
use super::rendering::Rendering;
use crate::command_line::Reducer;
use crate::error::Halted;
use crate::settings::Structure;
use probdd_core::tree::{Grouping, Offers};
use probdd_exec::{Elements, Oracle, Pass};
use probdd_syntax::{Unit, everything};
use std::sync::Arc;

/// The name of the pass in traces and reports.
const PASS: &str = "finish";

impl<O: Oracle> Reduction<'_, O> {
    /// Asks about pairs of brackets and windows of tokens: all of them if the text is small. What the
    /// grammar rejects is asked as well: the test may not care.
    pub(super) fn finish(&mut self) -> Result<(), Halted> {
        if self.best.is_empty() {
            return Ok(());
        }
        let parsed = self.parsed();
        let tree = Arc::clone(parsed.document.tree());
        let offers = everything::offers(&parsed.document);
        let search = Offers::search(tree, offers, Grouping::Single);
        let rendering = Rendering::new(&self.settings.strategy, &parsed.document, self.format);
        let pass = Pass { name: PASS, elements: Elements::Tree { tree: parsed.number } };
        self.run_pass(&pass, rendering.unfiltered(), search)?;
        Ok(())
    }

    /// Where the grammar finds errors in the text, reduces it as a text without a grammar.
    pub(super) fn reduce_without_grammar(&mut self) -> Result<(), Halted> {
        let document = &self.parsed().document;
        let is_misread = document.fallback().is_some() || document.error_bytes() > 0;
        let has_program = self.settings.strategy.reducer == Reducer::Chisel;
        if !is_misread || has_program || self.structure().language().is_none() {
            return Ok(());
        }
        self.read_as(Structure::Units(Unit::Bracket));
        let done = self.delete().and_then(|()| self.climb());
        self.read_as(self.settings.strategy.structure);
        done
    }
}
