//! Which candidates are worth a test: those without new syntax errors, and on the ladder those that
//! are simpler than the best.

use crate::settings::{Strategy, Structure};
use probdd_core::Kept;
use probdd_syntax::{Document, Format, Language};
use std::sync::Arc;

/// Rejects candidates with more syntax errors than the best. It is used if the tree is a guess,
/// which offers many removals that are not well-formed.
#[derive(Clone)]
pub(crate) struct ErrorFilter {
    language: &'static Language,
    /// The number of syntax errors in the best.
    errors: usize,
}

impl ErrorFilter {
    /// The filter for a document, if its tree is a guess.
    pub(crate) fn new(strategy: &Strategy, document: &Document) -> Option<ErrorFilter> {
        let language = strategy.structure.language().filter(|_| document.is_guess())?;
        Some(ErrorFilter { language, errors: language.errors(document.text(), usize::MAX - 1) })
    }

    /// Counts the errors of a new best.
    pub(crate) fn accept(&mut self, document: &Document, format: Format, kept: &Kept) {
        if self.errors > 0 {
            let mut best = Vec::new();
            document.render_as(format, kept, &mut best);
            self.errors = self.language.errors(&best, self.errors);
        }
    }

    /// Whether a text has no more errors than the best.
    pub(crate) fn passes(&self, text: &[u8]) -> bool {
        self.language.errors(text, self.errors + 1) <= self.errors
    }
}

/// How simple a text is: fewer tokens are simpler, then fewer bytes in tokens, then the bytes that
/// come first in order. White space between tokens does not count. Every accepted candidate of the
/// ladder is simpler than the best, so the ladder ends, and no rung reverts the change of another
/// one.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Simplicity {
    tokens: usize,
    bytes: usize,
    /// The tokens, one per line.
    text: Vec<u8>,
}

impl Simplicity {
    /// Measures a text.
    pub(crate) fn of(text: &[u8], structure: Structure) -> Simplicity {
        Simplicity::of_document(&structure.parse(text, &|| false))
    }

    /// Measures a text that is parsed.
    pub(crate) fn of_document(document: &Document) -> Simplicity {
        let mut text = Vec::with_capacity(document.text().len());
        for token in 0..document.tree().token_count() {
            text.extend_from_slice(document.token(token));
            text.push(b'\n');
        }
        Simplicity { tokens: document.token_count(), bytes: text.len(), text }
    }
}

/// Rejects candidates that are not simpler than the best, or have more syntax errors.
#[derive(Clone, Debug)]
pub(crate) struct SimplicityFilter {
    structure: Structure,
    best: Arc<Simplicity>,
    /// The number of syntax errors in the best; `None` without a grammar.
    errors: Option<usize>,
    /// Whether equally simple texts pass: those with the same tokens.
    accepts_equal: bool,
    /// The text that was measured last.
    last: Option<(Vec<u8>, Arc<Simplicity>)>,
}

impl SimplicityFilter {
    /// Begins with a text; `best` is the measure of that text or of a simpler one.
    pub(crate) fn new(
        structure: Structure,
        best: &Arc<Simplicity>,
        text: &[u8],
    ) -> SimplicityFilter {
        let best = Arc::clone(best);
        let mut filter =
            SimplicityFilter { structure, best, errors: None, accepts_equal: false, last: None };
        filter.errors = filter.errors(text, usize::MAX - 1);
        filter
    }

    /// Lets texts with the same tokens pass as well.
    pub(crate) fn or_equal(self) -> SimplicityFilter {
        SimplicityFilter { accepts_equal: true, ..self }
    }

    fn errors(&self, text: &[u8], most: usize) -> Option<usize> {
        self.structure.language().map(|language| language.errors(text, most))
    }

    fn measure(&mut self, text: &[u8]) -> Arc<Simplicity> {
        if let Some((_, measure)) = self.last.as_ref().filter(|(last, _)| last == text) {
            return Arc::clone(measure);
        }
        let measure = Arc::new(Simplicity::of(text, self.structure));
        self.last = Some((text.to_vec(), Arc::clone(&measure)));
        measure
    }

    /// The number of tokens in a text.
    pub(crate) fn tokens(&mut self, text: &[u8]) -> usize {
        self.measure(text).tokens
    }

    /// Whether a text is simpler than the best, and has no more errors.
    pub(crate) fn passes(&mut self, text: &[u8]) -> bool {
        let measure = self.measure(text);
        (measure < self.best || self.accepts_equal && measure == self.best)
            && self
                .errors
                .is_none_or(|most| self.errors(text, most + 1).is_none_or(|errors| errors <= most))
    }

    /// Makes a text the best.
    pub(crate) fn accept(&mut self, best: &[u8]) {
        self.best = self.measure(best);
        self.errors = self.errors.and_then(|most| self.errors(best, most));
    }
}
