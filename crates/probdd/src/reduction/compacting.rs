//! The first question of a run with `--format compact`: is the compact input interesting?

use super::{Halted, Parsed, Reduction, document};
use probdd_core::{Class, Edits, Feedback, Query, Search};
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

/// Asks about everything, rendered.
#[derive(Clone, Debug)]
struct AsItIs {
    nothing: Edits,
    query: Option<Query<Edits>>,
}

impl AsItIs {
    fn new() -> AsItIs {
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
