//! The last question of a run: is the result interesting as a person would indent it?

use super::as_it_is::AsItIs;
use super::{Halted, Reduction, parse};
use crate::settings::Structure;
use probdd_core::Edits;
use probdd_exec::{Candidate, Elements, Event, Oracle, Pass, Render};
use std::sync::Arc;

impl<O: Oracle> Reduction<'_, O> {
    /// Indents the best candidate, if it is interesting then. Its tokens stay what they are.
    pub(super) fn tidy(&mut self, structure: Structure) -> Result<(), Halted> {
        let parsed = self.parsed(structure);
        let Some(text) = parsed.document.tidied() else { return Ok(()) };
        let tidied = parse(structure, &text, &|| false);
        if text == self.best || !tidied.has_tokens_of(&parsed.document) {
            return Ok(());
        }
        let pass = Pass { name: "format", elements: Elements::Tree { tree: parsed.number } };
        let candidate = Candidate { tokens: tidied.token_count(), bytes: text };
        let (recorder, best) = (&mut *self.recorder, &mut self.best);
        self.scheduler.pass(&pass, AsItIs::new(), Text(Arc::new(candidate)), |event| {
            if let Event::Reduced(candidate) = event {
                best.clone_from(&candidate.bytes);
            }
            recorder.on(&event)
        })?;
        Ok(())
    }
}

/// One text, whatever is asked.
#[derive(Clone)]
struct Text(Arc<Candidate>);

impl Render for Text {
    fn render(&mut self, _: &Edits, candidate: &mut Candidate) {
        candidate.clone_from(&self.0);
    }

    fn accept(&mut self, _: &Edits) {}
}
