//! `--format`: the compact input is tested before the first pass, the tidy result after the last
//! one.

use super::pass::Reduction;
use crate::error::Halted;
use crate::messages::warnings::NOT_COMPACT;
use probdd_core::{Class, Edits, Feedback, Kept, Query, Search};
use probdd_exec::{Candidate, Elements, Oracle, Pass, Render};
use probdd_syntax::Format;
use std::sync::Arc;

/// The name of these passes in traces and reports.
const PASS: &str = "format";

impl<O: Oracle> Reduction<'_, O> {
    /// Tests the compact input. If it is not interesting, the format is kept from then on.
    pub(super) fn compact(&mut self) -> Result<(), Halted> {
        let parsed = self.parse_best();
        let before = self.best.clone();
        let mut compact = Vec::new();
        let all = Kept::all(parsed.document.tree());
        parsed.document.render_as(Format::Compact, &all, &mut compact);
        if compact == before {
            return Ok(());
        }
        let elements = Elements::Tree { tree: parsed.number };
        self.pass(PASS, &parsed.document, elements, SingleQuery::new())?;
        if self.best == before {
            self.format = Format::Keep;
            self.recorder.warn(NOT_COMPACT.into());
        }
        Ok(())
    }

    /// Indents the best candidate, without a change of its tokens, if it is still interesting then.
    pub(super) fn tidy(&mut self) -> Result<(), Halted> {
        let parsed = self.parsed();
        let Some(text) = parsed.document.tidied() else { return Ok(()) };
        let tidied = self.structure().parse(&text, &|| false);
        if text == self.best || !tidied.has_tokens_of(&parsed.document) {
            return Ok(());
        }
        let pass = Pass { name: PASS, elements: Elements::Tree { tree: parsed.number } };
        let candidate = Candidate { tokens: tidied.token_count(), bytes: text };
        self.drive(&pass, FixedText(Arc::new(candidate)), SingleQuery::new())?;
        Ok(())
    }
}

/// A search with one query, which removes nothing: the rendering makes the difference.
#[derive(Clone, Debug)]
struct SingleQuery {
    nothing: Edits,
    query: Option<Query<Edits>>,
}

impl SingleQuery {
    fn new() -> SingleQuery {
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
struct FixedText(Arc<Candidate>);

impl Render for FixedText {
    fn render(&mut self, _: &Edits, candidate: &mut Candidate) {
        candidate.clone_from(&self.0);
    }

    fn accept(&mut self, _: &Edits) {}
}
