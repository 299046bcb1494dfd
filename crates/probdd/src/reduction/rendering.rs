//! How the edits of a search become a candidate: its bytes, its size, and whether it is worth a
//! test.

use super::filters::{ErrorFilter, SimplicityFilter};
use crate::settings::Strategy;
use probdd_core::{Edits, Kept};
use probdd_exec::{Candidate, Render};
use probdd_syntax::{Document, Format, count_tokens};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Renders candidates from a document and what is kept of it.
#[derive(Clone)]
pub(super) struct Rendering<'a> {
    document: &'a Document,
    kept: Kept,
    /// Texts that replace tokens.
    texts: Arc<BTreeMap<u32, Vec<u8>>>,
    format: Format,
    /// Whether the leaves of the tree are smaller than tokens.
    is_finer_than_tokens: bool,
    errors: Option<ErrorFilter>,
    simpler: Option<SimplicityFilter>,
}

impl<'a> Rendering<'a> {
    /// Begins with the whole document.
    pub(super) fn new(
        strategy: &Strategy,
        document: &'a Document,
        format: Format,
    ) -> Rendering<'a> {
        Rendering {
            document,
            kept: Kept::all(document.tree()),
            texts: Arc::default(),
            format,
            is_finer_than_tokens: strategy.is_finer_than_tokens(),
            errors: ErrorFilter::new(strategy, document),
            simpler: None,
        }
    }

    /// Lets only simpler texts be tested, for a rung of the ladder.
    pub(super) fn only_simpler(self, simpler: SimplicityFilter) -> Rendering<'a> {
        Rendering { errors: None, simpler: Some(simpler), ..self }
    }

    /// Lets every text be tested.
    pub(super) fn unfiltered(self) -> Rendering<'a> {
        Rendering { errors: None, simpler: None, ..self }
    }

    /// Writes the best with a change. Returns how many tokens of the document it keeps.
    fn write(&self, change: &Edits, out: &mut Vec<u8>) -> usize {
        let mut kept = self.kept.clone();
        kept.apply(self.document.tree(), change);
        if self.texts.is_empty() && change.written.is_empty() {
            self.document.render_as(self.format, &kept, out);
        } else {
            let mut texts: BTreeMap<u32, &[u8]> =
                self.texts.iter().map(|(token, text)| (*token, text.as_slice())).collect();
            texts.extend(texts_of(change));
            let texts = texts.into_iter().map(|(token, text)| (token as usize, text));
            self.document.with_texts(texts).render_as(self.format, &kept, out);
        }
        kept.weight(self.document.tree())
    }
}

/// Returns the texts that a change writes in the place of tokens.
fn texts_of(change: &Edits) -> impl Iterator<Item = (u32, &[u8])> {
    let written = change.written.iter().filter(|written| !written.text.is_empty());
    written.map(|written| (written.tokens.start, written.text.as_slice()))
}

impl Render for Rendering<'_> {
    fn render(&mut self, change: &Edits, candidate: &mut Candidate) {
        let weight = self.write(change, &mut candidate.bytes);
        candidate.tokens = match &mut self.simpler {
            Some(simpler) => simpler.tokens(&candidate.bytes),
            None if self.is_finer_than_tokens => count_tokens(&candidate.bytes),
            None => weight,
        };
    }

    fn is_worth_testing(&mut self, candidate: &Candidate) -> bool {
        let bytes = &candidate.bytes;
        self.errors.as_ref().is_none_or(|errors| errors.passes(bytes))
            && self.simpler.as_mut().is_none_or(|simpler| simpler.passes(bytes))
    }

    fn accept(&mut self, change: &Edits) {
        self.kept.apply(self.document.tree(), change);
        if !change.written.is_empty() {
            let texts = texts_of(change).map(|(token, text)| (token, text.to_vec()));
            Arc::make_mut(&mut self.texts).extend(texts);
        }
        if let Some(errors) = &mut self.errors {
            errors.accept(self.document, self.format, &self.kept);
        }
        if self.simpler.is_some() {
            let mut best = Vec::new();
            self.write(&Edits::default(), &mut best);
            self.simpler.iter_mut().for_each(|simpler| simpler.accept(&best));
        }
    }
}
