//! `--format`: the layout of results. The compact input is tested before the first pass; a program is laid out as a
//! person would; of other texts and data, blanks go that the test does not need. Tokens stay as they are.

use super::ask::{MOST_PARSED, PATIENCE, SingleQuery};
use super::state::Reduction;
use crate::candidate::{Rendering, Simplicity, SimplicityFilter};
use crate::command_line::TextFormat;
use crate::error::Halted;
use crate::messages::warnings::NOT_COMPACT;
use crate::settings::Structure;
use probdd_core::{Kept, Order, Over, Splitting};
use probdd_exec::{Elements, Oracle, Pass};
use probdd_syntax::{Blanks, Document, Format, Unit, blanks};
use std::sync::Arc;

/// The name of these passes in traces and reports.
const PASS: &str = "format";

/// The name of the passes that remove blanks.
const BLANKS: &str = "blanks";

/// A layout adds at most one blank to so many bytes of the compact text. Of the example programs of all
/// languages, those in C# take most: 58 % more bytes than compact; C takes 26 %, SMT-LIB 10 %. So usual
/// texts, which are less than two thirds blanks, are laid out, and what is hardly anything but indentation is not.
const COMPACT_PER_BLANK: usize = 2;

/// A layout may add so many blanks to any text: of a few lines, indentation is a larger share.
const FREE_BLANKS: usize = 512;

impl<O: Oracle> Reduction<'_, O> {
    /// Tests the compact input. If it is not interesting, the format is kept from then on.
    pub(super) fn compact(&mut self) -> Result<(), Halted> {
        if self.text.style != TextFormat::Compact {
            return Ok(());
        }
        let (parsed, before) = (self.parse(), self.revision);
        let mut compact = Vec::new();
        let all = Kept::all(parsed.document.tree());
        parsed.document.render_as(Format::Compact, &all, &mut compact);
        if compact == self.text.best {
            return Ok(());
        }
        let elements = Elements::Tree { tree: parsed.number };
        self.ask_of(PASS, &parsed.document, elements, SingleQuery::new())?;
        if self.revision == before {
            self.text.format = Format::Keep;
            self.recorder.warn_once(NOT_COMPACT);
        }
        Ok(())
    }

    /// Lays the best candidate out as a person would, without a change of its tokens, if it is a program and
    /// still interesting then.
    pub(super) fn lay_out(&mut self) -> Result<(), Halted> {
        let parsed = self.parsed();
        if self.text.style != TextFormat::Tidy || parsed.document.is_dense() {
            return Ok(());
        }
        let structure = self.text.structure;
        let Some(language) = structure.language() else { return Ok(()) };
        let Some(text) = language.tidied(&parsed.document) else { return Ok(()) };
        if text == self.text.best || text.len() > self.most_laid_out(&parsed.document) {
            return Ok(());
        }
        let tidied = structure.parse(&text, &|| false);
        if !tidied.is_same_but_for_blanks(&parsed.document) {
            return Ok(());
        }
        self.ask_within(self.bound_of_layout(), PASS, text)
    }

    /// How many bytes the text may have when it is laid out.
    fn most_laid_out(&self, document: &Document) -> usize {
        let mut compact = Vec::new();
        document.render_as(Format::Compact, &Kept::all(document.tree()), &mut compact);
        let most = compact.len() + compact.len() / COMPACT_PER_BLANK + FREE_BLANKS;
        most.max(self.text.best.len())
    }

    /// Removes blanks of a text that is no program until nothing changes, then the line break at the end, on which the others do not
    /// depend.
    pub(super) fn remove_blanks(&mut self) -> Result<(), Halted> {
        let is_tidied = self.text.style == TextFormat::Tidy;
        if !is_tidied || self.text.best.len() > MOST_PARSED || !self.parsed().document.is_dense() {
            return Ok(());
        }
        loop {
            let before = self.revision;
            for kind in Blanks::INNER {
                self.remove_some_blanks(kind)?;
            }
            if self.revision == before {
                break;
            }
        }
        self.remove_some_blanks(Blanks::End)
    }

    fn remove_some_blanks(&mut self, kind: Blanks) -> Result<(), Halted> {
        let Some(found) = blanks(&self.parsed().document, kind) else { return Ok(()) };
        let structure = self.text.structure;
        let simplest = Arc::new(self.simplicity());
        let filter = SimplicityFilter::new(structure, &simplest, &self.text.best).or_equal();
        let search =
            Over::start(found.groups, |n| Splitting::with_patience(n, Order::Auto, PATIENCE));
        let rendering = Rendering::new(&self.text.strategy, &found.document, Format::Keep);
        let pass = Pass::new(BLANKS, self.other_tree());
        self.ask_rendered(&pass, rendering.only_simpler(filter), search)?;
        Ok(())
    }

    /// Ends a run whose rounds lead from one text to the next in a circle: with the simplest of
    /// them, which another run that starts with it ends with, too.
    pub(super) fn return_to_simplest(&mut self, circle: &[Vec<u8>]) -> Result<(), Halted> {
        let structure = Structure::Units(Unit::Bracket);
        let measure = |text: &[u8]| (Simplicity::of(text, structure), text.len());
        match circle.iter().min_by_key(|text| (measure(text), *text)) {
            // Only a layout leads back to what was the best before.
            Some(simplest) if *simplest != self.text.best => {
                self.ask_within(self.bound_of_layout(), PASS, simplest.clone())
            }
            _ => Ok(()),
        }
    }
}
