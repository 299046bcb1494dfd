//! Brackets, tags and environments: signs that enclose text.

use crate::text::brackets::Bracket;
use std::collections::HashSet;
use std::ops::Range;

/// How many tokens a delimiter has at most.
const LONGEST: usize = 256;

/// What two delimiters of a group have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Name<'t> {
    Bracket(u8),
    Tag(&'t [u8]),
    Environment(&'t [u8]),
    Word(&'t [u8]),
    /// A delimiter that the language has.
    Known,
}

/// A delimiter, perhaps without a partner.
#[derive(Clone, Debug)]
pub(super) struct Delimiter<'t> {
    pub(super) tokens: Range<usize>,
    pub(super) is_open: bool,
    pub(super) name: Name<'t>,
}

/// A text and its tokens.
pub(super) struct Source<'t> {
    pub(super) text: &'t [u8],
    pub(super) tokens: &'t [Range<usize>],
}

impl<'t> Source<'t> {
    /// The text of a token; empty behind the last one.
    pub(super) fn token(&self, at: usize) -> &'t [u8] {
        self.tokens.get(at).map_or(b"", |token| &self.text[token.clone()])
    }

    /// Whether a token stands right behind the one before it.
    pub(super) fn is_joined(&self, at: usize) -> bool {
        at > 0 && self.tokens.get(at).is_some_and(|token| token.start == self.tokens[at - 1].end)
    }

    /// Whether a token is the first of its line.
    pub(super) fn begins_line(&self, at: usize) -> bool {
        let start = at.checked_sub(1).map_or(0, |before| self.tokens[before].end);
        at == 0 || self.text[start..self.tokens[at].start].contains(&b'\n')
    }

    pub(super) fn bracket(&self, at: usize) -> Option<Delimiter<'t>> {
        let (name, is_open) = match Bracket::of(self.token(at)) {
            Bracket::None => return None,
            Bracket::Open(close) => (close, true),
            Bracket::Close(close) => (close, false),
        };
        Some(Delimiter { tokens: at..at + 1, is_open, name: Name::Bracket(name) })
    }

    /// The names of all tags that close an element.
    pub(super) fn closed_tags(&self) -> HashSet<&'t [u8]> {
        let closes = |at: &usize| self.token(*at) == b"<" && self.token(at + 1) == b"/";
        (0..self.tokens.len()).filter(closes).filter_map(|at| self.tag_name(at).1).collect()
    }

    /// The tag that begins with a token, if the text closes elements of its name.
    pub(super) fn tag(&self, at: usize, closed: &HashSet<&[u8]>) -> Option<Delimiter<'t>> {
        if closed.is_empty() || self.token(at) != b"<" {
            return None;
        }
        let (end, name) = self.tag_name(at);
        let name = name.filter(|name| closed.contains(name))?;
        let is_open = self.token(at + 1) != b"/";
        let is_empty = is_open && self.token(end - 2) == b"/";
        let name = Name::Tag(name);
        (!is_empty).then_some(Delimiter { tokens: at..end, is_open, name })
    }

    /// The end of the tag that begins with a token, and its name.
    fn tag_name(&self, at: usize) -> (usize, Option<&'t [u8]>) {
        let first = at + 1 + usize::from(self.token(at + 1) == b"/");
        let mut rest = first..self.tokens.len().min(at + LONGEST);
        let Some(last) = rest.find(|at| matches!(self.token(*at), b"<" | b">")) else {
            return (at, None);
        };
        if self.token(last) != b">" || last == first || !self.is_joined(first) {
            return (at, None);
        }
        let text = &self.text[self.tokens[first].start..self.tokens[last].start];
        let ends = |byte: &u8| byte.is_ascii_whitespace() || *byte == b'/';
        let name = &text[..text.iter().position(ends).unwrap_or(text.len())];
        let is_name = name.first().is_some_and(u8::is_ascii_alphabetic);
        (last + 1, is_name.then_some(name))
    }

    /// The delimiter of an environment: `\begin{x}`, `\end{x}`.
    pub(super) fn environment(&self, at: usize) -> Option<Delimiter<'t>> {
        let is_open = match (self.token(at), self.token(at + 1)) {
            (b"\\", b"begin") => true,
            (b"\\", b"end") => false,
            _ => return None,
        };
        let rest = at + 3..self.tokens.len().min(at + LONGEST);
        let last = rest.into_iter().find(|at| matches!(self.token(*at), b"{" | b"}"))?;
        let is_whole = self.is_joined(at + 1) && self.token(at + 2) == b"{";
        let name = &self.text[self.tokens[at + 2].start..self.tokens[last].end];
        let name = Name::Environment(name);
        is_whole.then_some(Delimiter { tokens: at..last + 1, is_open, name })
    }
}
