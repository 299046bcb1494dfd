//! The text around a window of a large text, which every candidate has around it.

use crate::settings::Strategy;
use probdd_core::{Belief, Edits};
use probdd_exec::{Candidate, Render, Span};
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
    /// Cuts a text: what remains of it is the window. `count` tells the tokens of what is around it.
    pub(super) fn around(
        window: &Range<usize>,
        text: &mut Vec<u8>,
        count: fn(&[u8]) -> usize,
    ) -> Outside {
        let (before, after): (Arc<[u8]>, Arc<[u8]>) =
            (text[..window.start].into(), text[window.end..].into());
        *text = text[window.clone()].to_vec();
        let tokens = count(&before) + count(&after);
        Outside { before, after, tokens }
    }

    /// Cuts a window: what is around it now is this outside as well.
    pub(super) fn within(&self, window: &Range<usize>, text: &mut Vec<u8>) -> Outside {
        let inner = Outside::around(window, text, count_tokens);
        let before = [&self.before[..], &inner.before].concat().into();
        let after = [&inner.after[..], &self.after].concat().into();
        Outside { before, after, tokens: self.tokens + inner.tokens }
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
pub(super) struct InWindow<'a, R> {
    pub(super) render: R,
    pub(super) outside: Outside,
    /// How tokens are counted if the pass reads texts in another way than the run.
    pub(super) recount: Option<&'a Strategy>,
}

impl<R: Render> Render for InWindow<'_, R> {
    fn render(&mut self, change: &Edits, candidate: &mut Candidate) {
        self.render.render(change, candidate);
        if let Some(strategy) = self.recount {
            let document = strategy.structure.parse(&candidate.bytes, &|| false);
            candidate.tokens = strategy.token_count(&document);
        }
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

    fn spans(&self, best: &[u8], undecided: &[Belief]) -> Vec<Span> {
        let mut spans = self.render.spans(self.outside.window(best), undecided);
        let before = self.outside.before.len();
        for Span { bytes, .. } in &mut spans {
            *bytes = bytes.start + before..bytes.end + before;
        }
        spans
    }

    fn accept(&mut self, change: &Edits) {
        self.render.accept(change);
    }
}
