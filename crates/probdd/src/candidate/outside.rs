//! The text around a window of a text, which every candidate has around it, and what its lines begin
//! with.

use super::recount::Recount;
use probdd_core::{Belief, Edits};
use probdd_exec::{Candidate, Render, Span};
use probdd_syntax::{Guest, Margin, count_tokens};
use std::ops::Range;
use std::sync::Arc;

/// The text around the window that is reduced.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outside {
    before: Arc<[u8]>,
    after: Arc<[u8]>,
    margin: Margin,
    tokens: usize,
    /// In how many texts the window lies.
    depth: usize,
}

/// So many windows lie inside of each other at most. More are found in texts that were made for it.
const DEEPEST: usize = 8;

impl Outside {
    /// Cuts a text: what remains of it is the window. `count` tells the tokens of what is around it.
    ///
    /// `None` if the window is no smaller than the text: every reduction of a part of a text begins here, so
    /// none begins another one of the same text, which would not end.
    pub(crate) fn around(
        window: &Range<usize>,
        text: &mut Vec<u8>,
        count: fn(&[u8]) -> usize,
    ) -> Option<Outside> {
        if window.len() >= text.len() {
            return None;
        }
        let (before, after): (Arc<[u8]>, Arc<[u8]>) =
            (text[..window.start].into(), text[window.end..].into());
        *text = text[window.clone()].to_vec();
        let tokens = count(&before) + count(&after);
        Some(Outside { before, after, margin: Margin::default(), tokens, depth: 1 })
    }

    /// Cuts a window: what is around it now is this outside as well. `None` as above, and if this window
    /// lies in too many others.
    pub(crate) fn within(&self, window: &Range<usize>, text: &mut Vec<u8>) -> Option<Outside> {
        let depth = self.depth + 1;
        let inner = (depth <= DEEPEST).then(|| Outside::around(window, text, count_tokens))??;
        let before = [&self.before[..], &self.margin.put_before(&inner.before)].concat().into();
        let after = [&self.margin.put(&inner.after)[..], &self.after].concat().into();
        let (margin, tokens) = (self.margin.clone(), self.tokens + inner.tokens);
        Some(Outside { before, after, margin, tokens, depth })
    }

    /// Cuts a window that holds a text of another language, which remains without its margin.
    pub(crate) fn around_guest(&self, guest: &Guest, text: &mut Vec<u8>) -> Option<Outside> {
        let around = self.within(&guest.bytes, text)?;
        text.clone_from(&guest.text);
        Some(Outside { margin: self.margin.before(&guest.margin), ..around })
    }

    /// The window of a text that has this outside.
    pub(crate) fn window(&self, text: &[u8]) -> Vec<u8> {
        self.margin.strip(&text[self.before.len()..text.len() - self.after.len()])
    }

    /// At least as many bytes as the window of a text has.
    pub(crate) fn window_len(&self, text: &[u8]) -> usize {
        text.len() - self.before.len() - self.after.len()
    }

    /// How many bytes a text with this window has.
    pub(crate) fn len_around(&self, window: &[u8]) -> usize {
        if self.is_nothing() { window.len() } else { self.put_around(window).len() }
    }

    /// The tokens around the window.
    pub(crate) fn tokens(&self) -> usize {
        self.tokens
    }

    /// Whether the window is the whole text.
    pub(crate) fn is_nothing(&self) -> bool {
        self.before.is_empty() && self.after.is_empty()
    }

    /// Where a byte of a window stands in the text.
    fn place(&self, window: &[u8], at: usize) -> usize {
        self.before.len() + self.margin.place(window, at)
    }

    /// The text with this window.
    pub(crate) fn put_around(&self, window: &[u8]) -> Vec<u8> {
        [&self.before, &self.margin.put(window)[..], &self.after].concat()
    }
}

/// Renders a window, and the text around it.
#[derive(Clone)]
pub(crate) struct InWindow<'a, R> {
    pub(crate) render: R,
    pub(crate) outside: Outside,
    /// How tokens are counted.
    pub(crate) recount: Recount<'a>,
}

impl<R: Render> Render for InWindow<'_, R> {
    fn render(&mut self, change: &Edits, candidate: &mut Candidate) {
        self.render.render(change, candidate);
        candidate.tokens = self.recount.tokens(&candidate.bytes, || candidate.tokens);
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
        let bytes = self.outside.window(&candidate.bytes);
        let tokens = candidate.tokens - self.outside.tokens;
        self.render.is_worth_testing(&Candidate { bytes, tokens })
    }

    fn spans(&self, best: &[u8], undecided: &[Belief]) -> Vec<Span> {
        let window = self.outside.window(best);
        let mut spans = self.render.spans(&window, undecided);
        for Span { bytes, .. } in &mut spans {
            *bytes =
                self.outside.place(&window, bytes.start)..self.outside.place(&window, bytes.end);
        }
        spans
    }

    fn accept(&mut self, change: &Edits) {
        self.render.accept(change);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_is_smaller_than_its_text_and_lies_in_few_others() {
        let mut text = b"((((((((((((needle))))))))))))".to_vec();
        let whole = 0..text.len();
        let mut outside = Outside::default();
        assert!(outside.within(&whole, &mut text).is_none());
        let mut depth = 0;
        while let Some(inner) = outside.within(&(1..text.len() - 1), &mut text) {
            outside = inner;
            depth += 1;
        }
        assert_eq!((depth, text.as_slice()), (DEEPEST, &b"((((needle))))"[..]));
        assert_eq!(outside.put_around(b"x"), b"((((((((x))))))))");
    }
}
