//! How the edits of a search become a candidate: its bytes, its size, and whether it is worth a
//! test.

use super::failures::Failures;
use super::filters::{ErrorFilter, SimplicityFilter};
use super::outlook::{needed, spans};
use crate::settings::Strategy;
use probdd_core::{Belief, Edits, Kept};
use probdd_exec::{Candidate, Render, Span};
use probdd_syntax::{Document, Format, count_tokens};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Renders candidates from a document and what is kept of it.
#[derive(Clone)]
pub(crate) struct Rendering<'a> {
    document: &'a Document,
    kept: Kept,
    /// Texts that replace tokens.
    texts: Arc<BTreeMap<u32, Vec<u8>>>,
    format: Format,
    /// Whether the leaves of the tree are smaller than tokens.
    is_finer_than_tokens: bool,
    errors: Option<ErrorFilter>,
    simpler: Option<SimplicityFilter>,
    failures: Option<Arc<Failures>>,
}

impl<'a> Rendering<'a> {
    /// Begins with the whole document.
    pub(crate) fn new(
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
            failures: None,
        }
    }

    /// Lets only simpler texts be tested, for a rung of the ladder.
    pub(crate) fn only_simpler(self, simpler: SimplicityFilter) -> Rendering<'a> {
        Rendering { errors: None, simpler: Some(simpler), ..self }
    }

    /// Lets nothing be tested that is like something that has failed.
    pub(crate) fn not_among(self, failures: &Arc<Failures>) -> Rendering<'a> {
        Rendering { failures: Some(Arc::clone(failures)), ..self }
    }

    /// Lets every text be tested.
    pub(crate) fn unfiltered(self) -> Rendering<'a> {
        Rendering { errors: None, simpler: None, failures: None, ..self }
    }

    /// The tokens that a change keeps.
    fn kept_after(&self, change: &Edits) -> Kept {
        let mut kept = self.kept.clone();
        kept.apply(self.document.tree(), change);
        kept
    }

    /// Writes the best with a change that keeps some tokens. Returns how many of the document it keeps.
    fn write(&self, change: &Edits, kept: &Kept, out: &mut Vec<u8>) -> usize {
        if self.texts.is_empty() && change.written.is_empty() {
            self.document.render_as(self.format, kept, out);
        } else {
            let mut texts: BTreeMap<u32, &[u8]> =
                self.texts.iter().map(|(token, text)| (*token, text.as_slice())).collect();
            texts.extend(texts_of(change));
            let texts = texts.into_iter().map(|(token, text)| (token as usize, text));
            self.document.with_texts(texts).render_as(self.format, kept, out);
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
        let kept = self.kept_after(change);
        let weight = self.write(change, &kept, &mut candidate.bytes);
        candidate.tokens = match &mut self.simpler {
            Some(simpler) => simpler.tokens(&candidate.bytes),
            None if self.is_finer_than_tokens => count_tokens(&candidate.bytes),
            None => weight,
        };
    }

    fn is_worth_testing(&mut self, candidate: &Candidate) -> bool {
        let bytes = &candidate.bytes;
        self.failures.as_ref().is_none_or(|failures| !failures.contains(bytes))
            && self.errors.as_ref().is_none_or(|errors| errors.passes(bytes))
            && self.simpler.as_mut().is_none_or(|simpler| simpler.passes(bytes))
    }

    fn spans(&self, best: &[u8], undecided: &[Belief]) -> Vec<Span> {
        let needed = needed(self.document.tree(), &self.kept, undecided);
        let own = |token: usize| self.document.token(token);
        let text = |token: usize| {
            self.texts.get(&(token as u32)).map_or_else(|| own(token), Vec::as_slice)
        };
        spans(best, needed.into_iter().map(|(token, needed)| (text(token), needed)))
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
            self.write(&Edits::default(), &self.kept, &mut best);
            self.simpler.iter_mut().for_each(|simpler| simpler.accept(&best));
        }
    }
}

/// A text that is rendered for every query.
#[derive(Clone)]
pub(crate) struct FixedText(Arc<Candidate>);

impl FixedText {
    pub(crate) fn new(candidate: Candidate) -> FixedText {
        FixedText(Arc::new(candidate))
    }
}

impl Render for FixedText {
    fn render(&mut self, _: &Edits, candidate: &mut Candidate) {
        candidate.clone_from(&self.0);
    }

    fn accept(&mut self, _: &Edits) {}
}
