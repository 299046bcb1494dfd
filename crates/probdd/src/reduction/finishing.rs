//! The last part of a round: what the grammar rejects, which the test may not care about.

use super::pass::Reduction;
use super::rendering::Rendering;
use crate::command_line::Reducer;
use crate::error::Halted;
use crate::settings::Structure;
use probdd_core::tree::Offers;
use probdd_exec::{Elements, Oracle, Pass};
use probdd_syntax::pairs_of_brackets;
use std::sync::Arc;

/// The name of the pass in traces and reports.
const PASS: &str = "finish";

/// So many pairs in a row that are needed end the pass.
const PATIENCE: usize = 24;

impl<O: Oracle> Reduction<'_, O> {
    /// Reduces the text without its grammar, then asks about pairs of brackets. What changes the text is the
    /// last part: the next round asks the others about the text that it begins with.
    pub(super) fn finish(&mut self) -> Result<(), Halted> {
        let before = self.best.clone();
        self.reduce_without_grammar()?;
        if self.best == before { self.remove_brackets() } else { Ok(()) }
    }

    /// Asks about the pairs of brackets, with and without what is in them, even if the rest does not parse.
    fn remove_brackets(&mut self) -> Result<(), Halted> {
        let parsed = self.parsed();
        let tree = Arc::clone(parsed.document.tree());
        let offers = pairs_of_brackets(&parsed.document);
        let search = Offers::search(tree, offers, self.grouping(), PATIENCE);
        let rendering = Rendering::new(&self.strategy, &parsed.document, self.format);
        let pass = Pass::new(PASS, Elements::Tree { tree: parsed.number });
        self.run_pass(&pass, rendering.unfiltered(), search)?;
        Ok(())
    }

    /// Where the grammar finds errors in the text, reduces it as a text without a grammar. Doubtful offers are
    /// left out.
    fn reduce_without_grammar(&mut self) -> Result<(), Halted> {
        let document = &self.parsed().document;
        let is_misread = document.fallback().is_some() || document.error_bytes() > 0;
        let has_program = self.strategy.reducer == Reducer::Chisel;
        let Some(language) = self.structure().language().filter(|_| is_misread && !has_program)
        else {
            return Ok(());
        };
        self.read_as(Structure::Brackets(language));
        let mut ladder = self.ladder();
        let done = self.delete(Some(&mut ladder));
        let done = done.and_then(|()| self.climb_to_sweep(&mut ladder));
        let done = done.and_then(|()| self.make_plainer(&mut ladder));
        self.read_as(self.strategy.structure);
        done
    }
}
