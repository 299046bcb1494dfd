//! Large texts: parts of the text are removed before it is parsed.
//!
//! Time and memory of everything else are many times those of the bytes. So a large text is divided
//! into a bounded number of [`Parts`] first, halving finds the needed ones, and what is left is
//! divided again, until the text is small or hardly a part can be removed.

use super::ask::{Asking, LONG_PATIENCE, PATIENCE};
use super::prepare::probe;
use super::state::Reduction;
use crate::candidate::Recount;
use crate::command_line::Reducer;
use crate::error::Halted;
use crate::settings::{PARTS, SHORTEST_PART, part_length};
use probdd_core::{Edits, Kept, Order, Over, Splitting};
use probdd_exec::{Candidate, Oracle, Pass, Render};
use probdd_syntax::Parts;

/// The name of these passes in traces and reports.
const PASS: &str = "parts";

/// How many times as many parts a text is divided into if hardly any could be removed.
const FINER: usize = 16;

impl<O: Oracle> Reduction<'_, O> {
    /// Removes parts of the text until it is small, or none of its parts can be removed.
    pub(super) fn remove_parts(&mut self) -> Result<(), Halted> {
        let mut before = usize::MAX;
        while !self.method.is_as_published() && self.goes_by_parts(before) {
            before = self.text.best.len();
            self.remove_coarse_parts()?;
        }
        Ok(())
    }

    /// Whether parts are removed from a text that had so many bytes before the last attempt. A text that
    /// can be parsed must have become much shorter.
    fn goes_by_parts(&self, before: usize) -> bool {
        let enough = if self.is_parsed_next() { before / 4 * 3 } else { before.saturating_sub(1) };
        let best = &self.text.best;
        !self.has_regions() && self.text.strategy.is_large(best) && best.len() <= enough
    }

    /// Whether a tree search follows the parts.
    fn is_parsed_next(&self) -> bool {
        let strategy = &self.text.strategy;
        strategy.reducer == Reducer::Frontier && strategy.can_be_parsed(&self.text.best)
    }

    /// Removes parts, and shorter parts until many could be removed.
    fn remove_coarse_parts(&mut self) -> Result<(), Halted> {
        let (before, mut parts) = (self.text.best.len(), PARTS);
        loop {
            let length = part_length(&self.text.best, parts);
            self.remove_parts_of(length)?;
            let is_done = self.text.best.len() <= before / 4 * 3 || length == SHORTEST_PART;
            if is_done || self.is_parsed_next() {
                return Ok(());
            }
            parts *= FINER;
        }
    }

    /// Tests the empty text, and removes parts of a length.
    fn remove_parts_of(&mut self, length: usize) -> Result<(), Halted> {
        let parts = Parts::new(&self.text.best, length, &self.scheduler.stopping());
        self.ask_of_parts("probe", &parts, probe(parts.document().tree()))?;
        if !self.text.best.is_empty() {
            let is_parsed_next = self.is_parsed_next();
            let splitting = |n| {
                // The parts of a program use each other, and only a tree with names tells which.
                if is_parsed_next {
                    Splitting::while_sparse(n, Order::Auto, PATIENCE)
                } else {
                    Splitting::with_patience(n, Order::Auto, LONG_PATIENCE)
                }
            };
            self.ask_of_parts(PASS, &parts, Over::start(parts.nodes(), splitting))?;
        }
        Ok(())
    }

    /// Runs a search over parts.
    pub(super) fn ask_of_parts<S: Asking>(
        &mut self,
        name: &'static str,
        parts: &Parts,
        search: S,
    ) -> Result<(), Halted> {
        let pass = Pass::new(name, self.other_tree());
        let kept = Kept::all(parts.document().tree());
        // Parts are counted in the unit of large texts; to count each candidate again would take long.
        let rendering = PartsRendering { parts, kept };
        self.ask_counted(&pass, Recount::No, rendering, search, &mut |_| {}).map(drop)
    }
}

/// Renders candidates from the kept parts of a text.
#[derive(Clone)]
struct PartsRendering<'a> {
    parts: &'a Parts,
    kept: Kept,
}

impl Render for PartsRendering<'_> {
    fn render(&mut self, change: &Edits, candidate: &mut Candidate) {
        let mut kept = self.kept.clone();
        kept.apply(self.parts.document().tree(), change);
        self.parts.document().render(&kept, &mut candidate.bytes);
        candidate.tokens = self.parts.token_count(&kept);
    }

    fn accept(&mut self, change: &Edits) {
        self.kept.apply(self.parts.document().tree(), change);
    }
}
