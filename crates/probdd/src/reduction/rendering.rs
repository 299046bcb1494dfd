//! What a pass makes of the changes of a document: bytes, their size, and whether they are worth a
//! test.

use super::{is_finer_than_tokens, parse};
use crate::settings::{Strategy, Structure};
use probdd_core::{Edits, Kept};
use probdd_exec::{Candidate, Render};
use probdd_syntax::{Document, Format, Language, count_tokens};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A document, and what is left of it.
#[derive(Clone)]
pub(super) struct View<'a> {
    document: &'a Document,
    kept: Kept,
    /// What stands in the place of tokens.
    texts: Arc<BTreeMap<u32, Vec<u8>>>,
    format: Format,
    /// Whether its leaves are pieces of tokens.
    is_finer_than_tokens: bool,
    filter: Option<Filter>,
    climb: Option<Climb>,
}

impl<'a> View<'a> {
    /// A document of which nothing is gone yet.
    pub(super) fn new(strategy: &Strategy, document: &'a Document, format: Format) -> View<'a> {
        View {
            document,
            kept: Kept::all(document.tree()),
            texts: Arc::default(),
            format,
            is_finer_than_tokens: is_finer_than_tokens(strategy),
            filter: Filter::of(strategy, document),
            climb: None,
        }
    }

    /// The same for a rung of the ladder.
    pub(super) fn climbing(self, climb: Climb) -> View<'a> {
        View { filter: None, climb: Some(climb), ..self }
    }

    /// Writes what a change leaves of the best; how many tokens of the document those are.
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

impl Render for View<'_> {
    fn render(&mut self, change: &Edits, candidate: &mut Candidate) {
        let weight = self.write(change, &mut candidate.bytes);
        candidate.tokens = match &mut self.climb {
            Some(climb) => climb.measure(&candidate.bytes).tokens,
            None if self.is_finer_than_tokens => count_tokens(&candidate.bytes),
            None => weight,
        };
    }

    fn is_worth_testing(&mut self, candidate: &Candidate) -> bool {
        self.filter.as_ref().is_none_or(|filter| filter.passes(&candidate.bytes))
            && self.climb.as_mut().is_none_or(|climb| climb.takes(&candidate.bytes))
    }

    fn accept(&mut self, change: &Edits) {
        self.kept.apply(self.document.tree(), change);
        if !change.written.is_empty() {
            let texts = texts_of(change).map(|(token, text)| (token, text.to_vec()));
            Arc::make_mut(&mut self.texts).extend(texts);
        }
        if let Some(filter) = &mut self.filter {
            filter.accept(self.document, self.format, &self.kept);
        }
        if self.climb.is_some() {
            let mut best = Vec::new();
            self.write(&Edits::default(), &mut best);
            self.climb.iter_mut().for_each(|climb| climb.accept(&best));
        }
    }
}

/// What is asked of the candidates of a document.
#[derive(Clone)]
struct Filter {
    language: &'static Language,
    /// How many syntax errors they may have.
    errors: usize,
}

impl Filter {
    /// Where a tree is a guess, it offers much that is not well-formed: no candidate may have more
    /// errors than the document's text.
    fn of(strategy: &Strategy, document: &Document) -> Option<Filter> {
        match strategy {
            Strategy::Tree { structure: Structure::Grammar(language), .. }
                if document.is_guess() =>
            {
                let errors = language.errors(document.text(), usize::MAX - 1);
                Some(Filter { language, errors })
            }
            _ => None,
        }
    }

    /// Errors that are gone stay away.
    fn accept(&mut self, document: &Document, format: Format, kept: &Kept) {
        if self.errors > 0 {
            let mut best = Vec::new();
            document.render_as(format, kept, &mut best);
            self.errors = self.language.errors(&best, self.errors);
        }
    }

    fn passes(&self, text: &[u8]) -> bool {
        self.language.errors(text, self.errors + 1) <= self.errors
    }
}

/// How simple a text is: fewer tokens are simpler, then fewer bytes in tokens, then what comes first
/// in the order of bytes; blanks between tokens do not count. Every step up the ladder leads to a
/// simpler text, so it ends, and no rung undoes what another has done.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Measure {
    tokens: usize,
    bytes: usize,
    /// The tokens, a line each.
    text: Vec<u8>,
}

/// The order on the ladder, and what else is asked of candidates there.
#[derive(Clone, Debug)]
pub(super) struct Climb {
    structure: Structure,
    /// The best so far.
    best: Arc<Measure>,
    /// How many syntax errors a candidate may have; any number without a grammar.
    errors: Option<usize>,
    /// The text that was measured last.
    last: Option<(Vec<u8>, Arc<Measure>)>,
}

impl Climb {
    /// To texts simpler than a measure, which have no more errors than a text.
    pub(super) fn new(structure: Structure, least: &Arc<Measure>, text: &[u8]) -> Climb {
        let mut climb = Climb { structure, best: Arc::clone(least), errors: None, last: None };
        climb.errors = climb.errors(text, usize::MAX - 1);
        climb
    }

    fn errors(&self, text: &[u8], most: usize) -> Option<usize> {
        match self.structure {
            Structure::Grammar(language) => Some(language.errors(text, most)),
            Structure::Units(_) => None,
        }
    }

    fn measure(&mut self, text: &[u8]) -> Arc<Measure> {
        if let Some((_, measure)) = self.last.as_ref().filter(|(last, _)| last == text) {
            return Arc::clone(measure);
        }
        let measure = Arc::new(measure(self.structure, text));
        self.last = Some((text.to_vec(), Arc::clone(&measure)));
        measure
    }

    fn takes(&mut self, text: &[u8]) -> bool {
        self.measure(text) < self.best
            && self
                .errors
                .is_none_or(|most| self.errors(text, most + 1).is_none_or(|errors| errors <= most))
    }

    fn accept(&mut self, best: &[u8]) {
        self.best = self.measure(best);
        self.errors = self.errors.and_then(|most| self.errors(best, most));
    }
}

/// How simple a text is.
pub(super) fn measure(structure: Structure, text: &[u8]) -> Measure {
    let document = parse(structure, text, &|| false);
    let mut text = Vec::with_capacity(text.len());
    for token in 0..document.tree().token_count() {
        text.extend_from_slice(document.token(token));
        text.push(b'\n');
    }
    Measure { tokens: document.token_count(), bytes: text.len(), text }
}
