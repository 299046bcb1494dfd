//! `--format`: the compact input is tested before the first pass, the tidy result after the last
//! one.

use super::pass::Reduction;
use super::single_query::SingleQuery;
use crate::command_line::TextFormat;
use crate::error::Halted;
use crate::messages::warnings::NOT_COMPACT;
use probdd_core::Kept;
use probdd_exec::{Elements, Oracle};
use probdd_syntax::Format;

/// The name of these passes in traces and reports.
pub(super) const PASS: &str = "format";

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
            self.recorder.warn_once(NOT_COMPACT);
        }
        Ok(())
    }

    /// Lays a program out. Of a text that is no program, removes the blanks that are not needed.
    pub(super) fn tidy(&mut self) -> Result<(), Halted> {
        if self.text_format == TextFormat::Tidy && self.parsed().document.is_dense() {
            return self.remove_blanks();
        }
        self.lay_out()
    }

    /// Lays the best candidate out as a person would, without a change of its tokens, if it is a program and
    /// still interesting then.
    pub(super) fn lay_out(&mut self) -> Result<(), Halted> {
        let parsed = self.parsed();
        if self.text_format != TextFormat::Tidy || parsed.document.is_dense() {
            return Ok(());
        }
        let structure = self.structure();
        let Some(language) = structure.language() else { return Ok(()) };
        let Some(text) = language.tidied(&parsed.document) else { return Ok(()) };
        let tidied = structure.parse(&text, &|| false);
        if text == self.best || !tidied.is_same_but_for_blanks(&parsed.document) {
            return Ok(());
        }
        self.ask_about(PASS, text)
    }
}
