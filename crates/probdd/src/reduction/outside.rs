//! The text around a window of a large text, which every candidate has around it.

use probdd_core::Edits;
use probdd_exec::{Candidate, Render};
use probdd_syntax::count_tokens;
use std::ops::Range;
use std::sync::Arc;

/// The text around the window that is reduced.
#[derive(Clone, Debug, Default)]
pub(super) struct Outside {
    before: Arc<[u8]>,
    after: Arc<[u8]>,
    tokens: usize,
}

impl Outside {
    /// Cuts a text: what remains of it is the window.
    pub(super) fn around(window: &Range<usize>, text: &mut Vec<u8>) -> Outside {
        let (before, after): (Arc<[u8]>, Arc<[u8]>) =
            (text[..window.start].into(), text[window.end..].into());
        *text = text[window.clone()].to_vec();
        let tokens = count_tokens(&before) + count_tokens(&after);
        Outside { before, after, tokens }
    }

    /// What is around a window of this window.
    pub(super) fn with(&self, inner: &Outside) -> Outside {
        Outside {
            before: [&self.before[..], &inner.before].concat().into(),
            after: [&inner.after[..], &self.after].concat().into(),
            tokens: self.tokens + inner.tokens,
        }
    }

    /// The window of a text that has this outside.
    pub(super) fn window<'t>(&self, text: &'t [u8]) -> &'t [u8] {
        &text[self.before.len()..text.len() - self.after.len()]
    }

    /// Whether the window is the whole text.
    pub(super) fn is_nothing(&self) -> bool {
        self.before.is_empty() && self.after.is_empty()
    }

    /// The text with this window.
    pub(super) fn put_around(&self, window: &[u8]) -> Vec<u8> {
        [&self.before, window, &self.after].concat()
    }
}

/// Renders a window, and the text around it.
#[derive(Clone)]
pub(super) struct InWindow<R> {
    pub(super) render: R,
    pub(super) outside: Outside,
}

impl<R: Render> Render for InWindow<R> {
    fn render(&mut self, change: &Edits, candidate: &mut Candidate) {
        self.render.render(change, candidate);
        if !self.outside.is_nothing() {
            candidate.bytes = self.outside.put_around(&candidate.bytes);
            candidate.tokens += self.outside.tokens;
        }
    }

    fn has_failed(&self) -> bool {
        self.render.has_failed()
    }

    fn is_worth_testing(&mut self, candidate: &Candidate) -> bool {
        if self.outside.is_nothing() {
            return self.render.is_worth_testing(candidate);
        }
        let bytes = self.outside.window(&candidate.bytes).to_vec();
        let tokens = candidate.tokens - self.outside.tokens;
        self.render.is_worth_testing(&Candidate { bytes, tokens })
    }

    fn accept(&mut self, change: &Edits) {
        self.render.accept(change);
    }
}
