//! Reducing the insides of long tokens: texts of other languages, the words of strings, comments and
//! heredocs, then the characters of words that are still long.
//!
//! Words of all tokens are searched at once. Words are nodes of a tree, so what is left of them is 1-minimal.
//! Characters are tried as long as enough of them can be removed: most long words are needed as they
//! are, and asking about each character would take many queries for nothing.

use super::ask::{Asking, MOST_PARSED, PATIENCE};
use super::state::Reduction;
use crate::candidate::{Rendering, SimplicityFilter};
use crate::error::Halted;
use crate::settings::Structure;
use probdd_core::{Frontier, Links, Order, Over, Splitting, Sweep, tree};
use probdd_exec::{Oracle, Pass};
use probdd_syntax::{Document, Format, Unit, characters_inside, is_mostly_strings, words_inside};
use std::sync::Arc;

/// The name of these passes in traces and reports.
pub(super) const PASS: &str = "inside";

/// Strings of so many tokens are reduced before the search if they make up most of the text.
const MANY_TOKENS: usize = 32;

impl<O: Oracle> Reduction<'_, O> {
    /// Whether the text has tokens with insides.
    fn has_tokens(&self) -> bool {
        match self.text.structure {
            Structure::Grammar(_) | Structure::Brackets(_) | Structure::Units(Unit::Bracket) => {
                true
            }
            Structure::Binary | Structure::Units(_) | Structure::Files => false,
        }
    }

    /// Removes words of strings with so many escapes that the search would ask about each of their
    /// tokens, as it knows nothing of brackets in strings. In a text that has more than such strings,
    /// the search comes first: most of them go with what is around them.
    pub(super) fn reduce_escaped_strings(&mut self) -> Result<(), Halted> {
        let has_strings = matches!(self.text.structure, Structure::Grammar(_));
        let is_small = has_strings && self.text.best.len() <= MOST_PARSED;
        if is_small && is_mostly_strings(&self.parsed().document, MANY_TOKENS) {
            self.remove_words_of(MANY_TOKENS)
        } else {
            Ok(())
        }
    }

    /// Removes words of tokens.
    pub(super) fn remove_words(&mut self) -> Result<(), Halted> {
        self.remove_words_of(1)
    }

    /// Removes words of tokens, of strings only those of `least_tokens` tokens.
    fn remove_words_of(&mut self, least_tokens: usize) -> Result<(), Halted> {
        let Some(words) = self.words(least_tokens) else { return Ok(()) };
        let search = |start: &_| Frontier::new(start, Links::default());
        let search = tree::search(Arc::clone(words.tree()), search);
        self.inside_pass(&words, search)
    }

    fn words(&mut self, least_tokens: usize) -> Option<Document> {
        if !self.has_tokens() {
            return None;
        }
        words_inside(&self.parsed().document, least_tokens)
    }

    /// Removes single words until nothing changes.
    pub(super) fn sweep_words(&mut self) -> Result<(), Halted> {
        let Some(words) = self.words(1) else { return Ok(()) };
        let tree = Arc::clone(words.tree());
        let search = tree::search(tree, |start| Sweep::new(start, Links::default()));
        self.inside_pass(&words, search)
    }

    /// Removes characters of words that are still long.
    pub(super) fn remove_characters(&mut self) -> Result<(), Halted> {
        if !self.has_tokens() {
            return Ok(());
        }
        let Some(characters) = characters_inside(&self.parsed().document) else { return Ok(()) };
        let groups = characters.groups;
        let search = Over::start(groups, |n| Splitting::with_patience(n, Order::Auto, PATIENCE));
        self.inside_pass(&characters.document, search)
    }

    /// Runs a search over the insides of tokens. Only simpler texts are tested, as on the ladder.
    fn inside_pass(&mut self, inside: &Document, search: impl Asking) -> Result<(), Halted> {
        let structure = self.text.structure;
        let simplest = Arc::new(self.simplicity());
        let filter = SimplicityFilter::new(structure, &simplest, &self.text.best);
        let rendering = Rendering::new(&self.text.strategy, inside, Format::Keep);
        let pass = Pass::new(PASS, self.other_tree());
        let rendering = rendering.only_simpler(filter);
        self.ask_rendered(&pass, rendering, search).map(drop)
    }
}
