//! Removing blanks that the test does not need, where the layout of programs means nothing: in texts
//! without a grammar, and in languages of data.
//!
//! Tokens stay as they are, or become fewer.

use super::filters::SimplicityFilter;
use super::pass::Reduction;
use super::rendering::Rendering;
use crate::error::Halted;
use probdd_core::Over;
use probdd_core::list::{Order, Splitting};
use probdd_exec::{Elements, Oracle, Pass};
use probdd_syntax::{Blanks, Format, blanks};
use std::sync::Arc;

/// The name of these passes in traces and reports.
const PASS: &str = "blanks";

/// Larger texts keep their blanks: every candidate is parsed.
const LARGE: usize = 1 << 18;

/// So many needed blanks in a row end the search for others.
const PATIENCE: usize = 6;

impl<O: Oracle> Reduction<'_, O> {
    /// Removes blanks until nothing changes, then the line break at the end, on which the others do not
    /// depend.
    pub(super) fn remove_blanks(&mut self) -> Result<(), Halted> {
        if self.best.len() > LARGE {
            return Ok(());
        }
        let mut before = None;
        while before.as_ref() != Some(&self.best) {
            before = Some(self.best.clone());
            for kind in Blanks::INNER {
                self.remove_some_blanks(kind)?;
            }
        }
        self.remove_some_blanks(Blanks::End)
    }

    fn remove_some_blanks(&mut self, kind: Blanks) -> Result<(), Halted> {
        let Some(found) = blanks(&self.parsed().document, kind) else { return Ok(()) };
        let structure = self.structure();
        let simplest = Arc::new(self.simplicity());
        let filter = SimplicityFilter::new(structure, &simplest, &self.best).or_equal();
        let search =
            Over::start(found.groups, |n| Splitting::with_patience(n, Order::Auto, PATIENCE));
        let rendering = Rendering::new(&self.strategy, &found.document, Format::Keep);
        let pass = Pass::new(PASS, Elements::Tree { tree: self.trees });
        self.trees += 1;
        self.run_pass(&pass, rendering.only_simpler(filter), search)?;
        Ok(())
    }
}
