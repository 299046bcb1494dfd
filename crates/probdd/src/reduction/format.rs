//! `--format`: the compact input is tested before the first pass, the tidy result after the last
//! one.

use super::pass::Reduction;
use super::single_query::SingleQuery;
use crate::command_line::TextFormat;
use crate::error::Halted;
use crate::messages::warnings::NOT_COMPACT;
use probdd_core::Kept;
use probdd_exec::{Elements, Oracle};
use probdd_syntax::{Document, Format};

/// A layout adds at most one blank to so many bytes of the compact text. Of the example programs of all
/// languages, those in C# take most: 58 % more bytes than compact; C takes 26 %, SMT-LIB 10 %. So usual
/// texts, which are less than two thirds blanks, are laid out, and what is hardly anything but indentation is not.
const COMPACT_PER_BLANK: usize = 2;

/// A layout may add so many blanks to any text: of a few lines, indentation is a larger share.
const FREE_BLANKS: usize = 512;

/// How many bytes a layout may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Space {
    /// No more than the text has: more would be removed from it, and each candidate would carry them.
    None,
    /// A share of the compact text, for what a round leaves.
    OfLayout,
}

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
    pub(super) fn tidy(&mut self, space: Space) -> Result<(), Halted> {
        if self.text_format == TextFormat::Tidy && self.parsed().document.is_dense() {
            return self.remove_blanks();
        }
        self.lay_out(space)
    }

    /// Lays the best candidate out as a person would, without a change of its tokens, if it is a program and
    /// still interesting then.
    pub(super) fn lay_out(&mut self, space: Space) -> Result<(), Halted> {
        let parsed = self.parsed();
        if self.text_format != TextFormat::Tidy || parsed.document.is_dense() {
            return Ok(());
        }
        let structure = self.structure();
        let Some(language) = structure.language() else { return Ok(()) };
        let Some(text) = language.tidied(&parsed.document) else { return Ok(()) };
        if text == self.best || text.len() > self.most_laid_out(&parsed.document, space) {
            return Ok(());
        }
        let tidied = structure.parse(&text, &|| false);
        if !tidied.is_same_but_for_blanks(&parsed.document) {
            return Ok(());
        }
        self.ask_within(self.bound_of_layout(), PASS, text)
    }

    /// How many bytes the best may have when it is laid out.
    fn most_laid_out(&self, document: &Document, space: Space) -> usize {
        match space {
            Space::None => self.best.len(),
            Space::OfLayout => {
                let mut compact = Vec::new();
                document.render_as(Format::Compact, &Kept::all(document.tree()), &mut compact);
                let most = compact.len() + compact.len() / COMPACT_PER_BLANK + FREE_BLANKS;
                most.max(self.best.len())
            }
        }
    }
}
