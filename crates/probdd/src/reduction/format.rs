//! The first question of a run with `--format compact`: is the compact input interesting?

use super::as_it_is::AsItIs;
use super::{Halted, Parsed, Reduction, document};
use probdd_exec::{Elements, Oracle};
use probdd_syntax::Format;
use std::rc::Rc;

/// What the user is told when it is not.
const NOT_COMPACT: &str = "the input is not interesting in compact form: its format is kept";

impl<O: Oracle> Reduction<'_, O> {
    /// Asks about the compact input. If that is not interesting, the format is kept from there on.
    pub(super) fn compact(&mut self) -> Result<(), Halted> {
        let document = document(&self.settings.strategy, &self.best, &self.scheduler.stopping());
        let parsed = Rc::new(Parsed { document, number: self.trees });
        self.trees += 1;
        let before = self.best.clone();
        let mut compact = Vec::new();
        let all = probdd_core::Kept::all(parsed.document.tree());
        parsed.document.render_as(Format::Compact, &all, &mut compact);
        if compact == before {
            return Ok(());
        }
        let elements = Elements::Tree { tree: parsed.number };
        self.pass("format", &parsed.document, elements, AsItIs::new())?;
        if self.best == before {
            self.format = Format::Keep;
            self.recorder.warn(NOT_COMPACT.into());
        }
        Ok(())
    }
}
